/* Lines of many places of few files: each file is read once. */
#ifndef HEDDLE_REPORT_SOURCE_CACHE_H
#define HEDDLE_REPORT_SOURCE_CACHE_H
#include <stdint.h>

#include "util/vec.h"

struct source_cache_file {
  char *path;
  char *bytes;             /* NULL: it cannot be read */
  VEC(const char *) lines; /* inside bytes, each ended by a zero */
};

struct source_cache {
  VEC(struct source_cache_file) files;
};

/* Line `line` (from 1) without its end; NULL if there is no such file or line. Valid until source_cache_free. */
const char *source_cache_line(struct source_cache *texts, const char *path, uint32_t line);
void source_cache_free(struct source_cache *texts);
#endif

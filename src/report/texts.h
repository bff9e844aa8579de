/* Lines of many places of few files: each file is read once. */
#ifndef HEDDLE_REPORT_TEXTS_H
#define HEDDLE_REPORT_TEXTS_H
#include <stdint.h>

#include "util/vec.h"

struct texts_file {
  char *path;
  char *bytes;             /* NULL: it cannot be read */
  VEC(const char *) lines; /* inside bytes, each ended by a zero */
};

struct texts {
  VEC(struct texts_file) files;
};

/* Line `line` (from 1) without its end; NULL if there is no such file or line. Valid until texts_free. */
const char *texts_line(struct texts *texts, const char *path, uint32_t line);
void texts_free(struct texts *texts);
#endif

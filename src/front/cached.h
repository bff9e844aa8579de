/* Programs that were compiled before, kept in the store by content: the second time nothing is compiled.

   A program is found if every unit of it would be compiled to the same again: the same source, flags, heddle and
   compiler, and each question that the compiler asked the machine (reads.h) has the same answer. docs/store.md tells
   more. */
#ifndef HEDDLE_FRONT_CACHED_H
#define HEDDLE_FRONT_CACHED_H
#include <stdbool.h>
#include <stdint.h>

#include "store/store.h"

struct cached;

struct cached_stats {
  uint64_t compiled; /* files that clang compiled */
  uint64_t found;    /* files that it did not have to */
};

/* `store`: to look into; NULL: there is none yet. */
struct cached *cached_open(struct store *store);
/* Writes what was compiled since then. A store that does not take it is no matter. */
void cached_write(struct cached *cached, struct store *store);
struct cached_stats cached_stats(const struct cached *cached); /* NULL: nothing was counted */
void cached_close(struct cached *cached);                      /* NULL is fine */
#endif

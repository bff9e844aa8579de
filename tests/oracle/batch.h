/* Many random programs compiled together, and one of them at a time to explore. */
#ifndef ORACLE_BATCH_H
#define ORACLE_BATCH_H
#include <regex.h>

#include "gen.h"
#include "ir/ir.h"
#include "util/vec.h"

struct batch_member {
  uint64_t seed;
  struct gen_traits traits;
  bool apart; /* in which of the two images */
};

struct batch {
  struct ir_program *images[2]; /* those that cancel threads or have robust mutexes are in the second */
  VEC(struct batch_member) members;
};

/* Programs first .. first + count - 1; with `only`, those whose text after the declarations matches. False after a
   message. */
bool batch_make(struct batch *batch, uint64_t first, uint32_t count, int size, const regex_t *only);
void batch_free(struct batch *batch);
/* Freed by the caller. */
struct ir_program *batch_extract(const struct batch *batch, uint32_t member);

/* The program alone, as a file; the places of failures are the same as in a batch. */
void batch_print(FILE *out, uint64_t seed, int size);
#endif

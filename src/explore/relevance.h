/* What need not be interleaved: accesses that have no influence on any failure of the checks that are on. */
#ifndef HEDDLE_EXPLORE_RELEVANCE_H
#define HEDDLE_EXPLORE_RELEVANCE_H
#include "explore/options.h"
#include "ir/ir.h"
#include "static/static.h"

struct relevance {
  uint8_t *idle;       /* per instruction: what it moves has no influence */
  uint64_t accesses;   /* that other threads might see */
  uint64_t idle_count; /* of them without influence */
};
void relevance_open(struct relevance *r, const struct ir_program *program, const struct explore_options *options);
void relevance_close(struct relevance *r);
struct static_checks relevance_checks(const struct explore_options *options); /* as the static layer knows them */
#endif

/* What need not be explored in every way: what has no influence on any target. Targets are the failure sites of the
   checks that are on, or those of the options. */
#ifndef HEDDLE_EXPLORE_RELEVANCE_H
#define HEDDLE_EXPLORE_RELEVANCE_H
#include "base/options.h"
#include "ir/ir.h"
#include "static/static.h"

struct relevance {
  uint8_t *flags; /* per instruction: see vm_set_relevance */
  uint8_t *reach; /* what can still be reached, see target_reach.h; NULL: every run goes to its end */
  uint8_t *order; /* for one schedule, per instruction: what it does to memory has influence on a target. NULL: all may
                     have */
  uint8_t *alike; /* which threads are, see static_find_alike; NULL: nobody asks */
  uint16_t *near; /* how far it is to changed code (nearness.h); NULL: nobody asks */
  uint8_t *differs;          /* what can still be reached of another version's differences; NULL: nobody asks */
  struct stop_sets *stops;   /* if so: what a run that ends early leaves out */
  struct statics *own;       /* what they rest on; NULL: it is somebody else's */
  uint64_t accesses;         /* that other threads might see */
  uint64_t irrelevant_count; /* of them without influence */
};
void relevance_open(struct relevance *r, const struct ir_program *program, const struct explore_config *config,
                    const struct explore_goal *goal);
void relevance_close(struct relevance *r);
#endif

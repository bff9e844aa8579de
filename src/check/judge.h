/* The age of failures: whether the old version fails there with the same test. */
#ifndef HEDDLE_CHECK_JUDGE_H
#define HEDDLE_CHECK_JUDGE_H
#include "base/options.h"
#include "base/result.h"
#include "util/map.h"
#include "util/mem.h"
#include "util/vec.h"

struct judge {
  struct explore_judge hook;       /* for the exploration of the new version */
  VEC(struct result_failure) open; /* runs of it whose schedule the old version cannot follow */
  struct map asked;                /* by place and inputs: they are among those */
  bool overflow;                   /* there are more */
  bool told;                       /* who watches has heard of the first new failure */
  uint64_t runs;                   /* of the old version with their inputs */
  struct arena memory;             /* of the open ones */
  struct statics *statics;         /* of the old version; NULL: nobody has asked yet */
};

/* A run whose age is left open until everything is explored. All schedules with the same inputs are one question. */
void judge_leave_open(struct judge *judge, const struct result_failure *run);
void judge_forget_open(struct judge *judge);
#endif

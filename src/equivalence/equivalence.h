/* Is a change no change? Both versions of a changed function are executed symbolically from one arbitrary state, and
   the solver compares what they do: operations that others see, failures, memory, where control goes on, results.

   Input: a comparison (change.h). Output: a verdict for each function that both versions have and that changed, and the
   instructions of equivalent code in change_side.equal, which impact analysis takes as unchanged. Equivalent means:
   from every state, reachable or not; or, where that cannot be shown, from every state that the old version reaches.
   Whatever is not understood is "not decided". docs/equivalence.md has the rules. */
#ifndef HEDDLE_EQUIVALENCE_EQUIVALENCE_H
#define HEDDLE_EQUIVALENCE_EQUIVALENCE_H
#include "change/change.h"
#include "util/vec.h"

enum equivalence_verdict {
  EQUIVALENCE_PROVED,
  EQUIVALENCE_DIFFERS,   /* in some state; `text` says in which */
  EQUIVALENCE_UNDECIDED, /* `text` says why */
};
const char *equivalence_verdict_text(enum equivalence_verdict verdict); /* as JSON names it */

struct equivalence_function {
  uint32_t old, new; /* functions */
  enum equivalence_verdict verdict;
  bool only_reached;                /* PROVED in every state that the old version reaches */
  bool unless_old_fails;            /* if it does not fail: then this needs an exploration of it that was complete */
  char *text;                       /* NULL: there is nothing to say */
  uint32_t regions, regions_proved; /* stretches of code that hold changes, and how many of them are equivalent */
};

struct statics;
struct equivalence {
  VEC(struct equivalence_function) functions;
  double seconds;
  uint64_t proved, left;      /* functions; those that the budget did not reach */
  struct statics *statics[2]; /* of the old and the new version, if they were needed; else NULL */
};

/* How long it may take: seconds, to say whatever can be said, or a tenth of one, to save more time later. */
enum equivalence_budget { EQUIVALENCE_LONG, EQUIVALENCE_SHORT };
struct equivalence_options {
  uint32_t checks; /* base/checks.h */
  enum equivalence_budget budget;
  bool malloc_may_fail;
};
/* Fills in change_side.equal. */
struct equivalence *equivalence_open(struct change *change, const struct equivalence_options *options);
void equivalence_close(struct equivalence *equivalence);
const struct equivalence_function *equivalence_of(const struct equivalence *equivalence, uint32_t new_function);

/* The old version failed at these instructions: functions count as changed again if one of them is in what was
   compared, or if what was proved needs that it does not fail. */
void equivalence_except(const struct equivalence *equivalence, struct change *change, const uint32_t *sites,
                        uint32_t count);
#endif

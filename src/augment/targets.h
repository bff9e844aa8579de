/* What a suite is to cover, one by one: pairs of a write and a read by two threads (pairs.h), or both sides of
   branches. How each of them stands is decided by runs (covered) and by exhaustive exploration (infeasible). */
#ifndef HEDDLE_AUGMENT_TARGETS_H
#define HEDDLE_AUGMENT_TARGETS_H
#include "augment/pairs.h"

enum target_criterion { CRITERION_PAIRS, CRITERION_BRANCHES };

enum target_status {
  TARGET_OPEN,       /* nobody knows yet */
  TARGET_COVERED,    /* a test shows it */
  TARGET_INFEASIBLE, /* no run can show it */
};

/* How it was decided: X(NAME, text). */
#define TARGET_MEANS(X)                                                                                                \
  X(NONE, "")                                                                                                          \
  X(SUITE, "an existing test")                                                                                         \
  X(RANDOM, "a random schedule")                                                                                       \
  X(FLIPPED, "a flipped order")                                                                                        \
  X(SOLVED, "a solved input and schedule")                                                                             \
  X(EXPLORED, "exploration")
enum target_means {
#define X(name, text) MEANS_##name,
  TARGET_MEANS(X)
#undef X
      MEANS_COUNT
};
const char *target_means_text(enum target_means means);

struct target {
  uint32_t first,
      second; /* instructions: writer and reader; or a branch and the first instruction of the block it goes to */
  enum target_status status;
  enum target_means means;
  char *test; /* file name in the output directory; NULL: none */
};

struct targets {
  enum target_criterion criterion;
  const struct pairs *pairs; /* of CRITERION_PAIRS: target i is pair i */
  VEC(struct target) list;
};

void targets_of_pairs(struct targets *targets, const struct pairs *pairs);
/* Both sides of every conditional branch of the user's code that is in the set; NULL: of every one that can run. */
void targets_of_branches(struct targets *targets, const struct ir_program *program, const struct statics *statics,
                         const struct static_set *branches);
void targets_free(struct targets *targets);
uint32_t targets_count(const struct targets *targets, enum target_status status);
#endif

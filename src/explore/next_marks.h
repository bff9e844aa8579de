/* Which marked code may come next: from a place of the program, over calls and returns, up to the first marked block on
   every way (marks as in explore_goal). Of one thread, while there is no other one: where it may create one, anything
   may come next. */
#ifndef HEDDLE_EXPLORE_NEXT_MARKS_H
#define HEDDLE_EXPLORE_NEXT_MARKS_H
#include "static/static.h"

enum { NEXT_END = 0 }; /* instead of a mark: the program ends before one comes */

struct next_marks {
  const struct ir_program *program;
  const struct statics *statics;
  const uint32_t *marks;
  uint32_t count;   /* of marks, NEXT_END included */
  uint32_t words;   /* of a set of marks */
  uint64_t *first;  /* per function: a set, what may come first inside of it */
  bool *passes;     /* per function: it may return before any */
  bool *creates;    /* per instruction: it creates a thread */
  uint64_t **after; /* per mark: the set of what may come next; NULL: nobody has asked */
};

/* False: nothing is known about the program. */
bool next_marks_open(struct next_marks *n, const struct ir_program *program, const struct statics *statics,
                     const uint32_t *marks);
void next_marks_close(struct next_marks *n);

/* Behind a marked block, however it was reached. */
const uint64_t *next_marks_after(struct next_marks *n, uint32_t mark);
/* From the frames of a thread: the innermost one is about to execute ins[0], the others go on with ins[i]. Freed by the
   caller. */
uint64_t *next_marks_from(struct next_marks *n, const uint32_t *ins, uint32_t frames);
static inline bool next_marks_has(const uint64_t *set, uint32_t mark) { return set[mark / 64] >> mark % 64 & 1; }
#endif

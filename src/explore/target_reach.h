/* What a thread may still come to: from each instruction on, in its function and whatever that calls or starts. What
   comes after the function returns is a question of its callers. */
#ifndef HEDDLE_EXPLORE_TARGET_REACH_H
#define HEDDLE_EXPLORE_TARGET_REACH_H
#include "static/static.h"

/* A target; an operation whose order may have influence on one; of other tables: the instruction itself. */
enum { REACH_TARGET = 1, REACH_ORDER = 2, REACH_OWN = 4 };

/* Per instruction, itself included; one more, behind the last: what the program does after main. `slice`: backward from
   the targets. Freed by the caller. */
uint8_t *target_reach_find(const struct statics *s, const struct ir_program *program, const struct static_set *targets,
                           const struct static_slice *slice);
#endif

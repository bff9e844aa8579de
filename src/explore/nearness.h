/* How far it is to changed code: from each instruction on, in its function and whatever that calls or starts. What
   comes after the function returns is a question of its callers. */
#ifndef HEDDLE_EXPLORE_NEARNESS_H
#define HEDDLE_EXPLORE_NEARNESS_H
#include "static/static.h"

/* Per instruction, itself included: how many others are on the shortest way to one of `changed` (a byte for each);
   NOT_NEAR: none is there, or it is farther than can be said. One more, behind the last. Freed by the caller. */
enum { NOT_NEAR = UINT16_MAX };
uint16_t *nearness_find(const struct statics *s, const struct ir_program *program, const uint8_t *changed);
#endif

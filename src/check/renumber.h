/* Registers of the new version under the numbers of their partners. For the files of this folder only. */
#ifndef HEDDLE_CHECK_RENUMBER_H
#define HEDDLE_CHECK_RENUMBER_H
#include "check/numbers.h"

/* How the registers of the new version are to be numbered. */
struct numbers *renumber_plan(const struct change *change);
/* Renumbers; the numbers must be a plan for this program. */
void renumber_apply(struct ir_program *program, const struct numbers *numbers);
/* Can they be one: within each function every register has a number of its own, results of one instruction stay side by
   side, parameters stay in place? */
bool renumber_fits(const struct ir_program *program, const struct numbers *numbers);
#endif

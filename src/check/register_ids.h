/* Registers of the new version under the numbers of their matches. For the files of this folder only. */
#ifndef HEDDLE_CHECK_REGISTER_IDS_H
#define HEDDLE_CHECK_REGISTER_IDS_H
#include "check/stable_ids.h"

/* How the registers of the new version are to be numbered. */
struct stable_ids *register_ids_compute(const struct change *change);
/* Renumbers; the numbers must be a plan for this program. */
void register_ids_apply(struct ir_program *program, const struct stable_ids *ids);
/* Can they be one: within each function every register has a number of its own, results of one instruction stay side by
   side, parameters stay in place? */
bool register_ids_fit(const struct ir_program *program, const struct stable_ids *ids);
#endif

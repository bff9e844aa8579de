/* Registers of the new version under the numbers of their matches. For the files of this folder only. */
#ifndef HEDDLE_CHECK_REGISTER_IDS_H
#define HEDDLE_CHECK_REGISTER_IDS_H
#include "check/stable_ids.h"

/* How the registers of the new version are to be numbered: `reg` and `nregs`. */
void register_ids_compute(struct stable_ids *ids, const struct change *change);
/* Writes the program's code and registers under these numbers. */
void register_ids_apply(struct stable_ids *ids);
/* Can they be numbers of it: within each function every register has a number of its own, results of one instruction
   stay side by side, parameters stay in place? */
bool register_ids_fit(const struct stable_ids *ids);
#endif

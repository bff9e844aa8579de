/* Numbers that survive a change: the new version's instructions, functions, globals and registers get the numbers of
   their matches in the old version, so that what was learned about the old one (control states, addresses, registers)
   can be looked up in the new one as it is. What has no match gets numbers that were never used in any version
   before.

   Registers are renumbered in the program itself; the other numbers are attached to it (ids, function_ids, global_slots
   of struct ir_program). */
#ifndef HEDDLE_CHECK_STABLE_IDS_H
#define HEDDLE_CHECK_STABLE_IDS_H
#include "change/change.h"

/* How the registers of a program were renumbered. */
struct stable_ids {
  uint32_t nfunctions;
  uint64_t count;
  uint32_t *reg;   /* per register as the program was loaded: its number now */
  uint32_t *nregs; /* per function: how many it has now */
};

/* Numbers `new` (which is change->new.program) after the old version, and brings the registers' matches in the change
   up to date. NULL: the old version's numbers cannot be kept; nothing was done. */
struct stable_ids *stable_ids_assign(struct change *change, struct ir_program *new);
void stable_ids_free(struct stable_ids *ids);

/* Per block of the old version: the block of the new one that does the same with the same numbers, or IR_NONE. To be
   freed. */
uint32_t *stable_ids_blocks(const struct change *change);

/* Is all that the machine does by itself the same: where a program begins, what runs before main, at the end, and
   around a thread? No block of code shows a change of that. */
bool stable_ids_same_skeleton(const struct change *change);

/* All numbers of a program as bytes (to be freed), and back onto a program with the same content that was loaded again.
   False: they do not fit, the program is as it was. */
uint8_t *stable_ids_encode(const struct ir_program *program, const struct stable_ids *ids, uint64_t *bytes);
bool stable_ids_decode(struct ir_program *program, const uint8_t *data, uint64_t bytes);
#endif

/* Numbers that survive a change: the new version's instructions, functions, globals and registers get the numbers of
   their partners in the old version, so that what was learned about the old one (control states, addresses, registers)
   can be looked up in the new one as it is. What has no partner gets numbers that were never used in any version
   before.

   Registers are renumbered in the program itself; the other numbers are attached to it (ids, function_ids, global_slots
   of struct ir_program). */
#ifndef HEDDLE_CHECK_NUMBERS_H
#define HEDDLE_CHECK_NUMBERS_H
#include "change/change.h"

/* How the registers of a program were renumbered. */
struct numbers {
  uint32_t nfunctions;
  uint64_t count;
  uint32_t *reg;   /* per register as the program was loaded: its number now */
  uint32_t *nregs; /* per function: how many it has now */
};

/* Numbers `new` (which is change->new.program) after the old version, and brings the registers' partners in the change
   up to date. NULL: the old version's numbers cannot be kept; nothing was done. */
struct numbers *numbers_follow(struct change *change, struct ir_program *new);
void numbers_free(struct numbers *numbers);

/* Per block of the old version: the block of the new one that does the same with the same numbers, or IR_NONE. To be
   freed. */
uint32_t *numbers_blocks(const struct change *change);

/* Is all that the machine does by itself the same: where a program begins, what runs before main, at the end, and
   around a thread? No block of code shows a change of that. */
bool numbers_same_course(const struct change *change);

/* All numbers of a program as bytes (to be freed), and back onto a program with the same content that was loaded again.
   False: they do not fit, the program is as it was. */
uint8_t *numbers_encode(const struct ir_program *program, const struct numbers *numbers, uint64_t *bytes);
bool numbers_decode(struct ir_program *program, const uint8_t *data, uint64_t bytes);
#endif

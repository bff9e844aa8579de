/* Numbers that survive a change: the new version's instructions, functions, globals and registers get the numbers of
   their matches in the old version, so that what was learned about the old one (control states, addresses, registers)
   can be looked up in the new one as it is. What has no match gets numbers that were never used in any version
   before.

   A program is read-only once it is loaded. Its numbers lie beside it, with the program as it reads under them: that is
   what is explored. Registers say where the machine has their values, so code that names them is written anew. */
#ifndef HEDDLE_CHECK_STABLE_IDS_H
#define HEDDLE_CHECK_STABLE_IDS_H
#include "change/change.h"

struct stable_ids {
  const struct ir_program *loaded;
  /* The same program under these numbers. Its own are functions, ins, extra, regs, ids, function_ids and global_slots;
     the rest is that of `loaded`, which must outlive it. */
  struct ir_program program;
  uint32_t *reg;   /* per register of `loaded`: its number here */
  uint32_t *nregs; /* per function: how many it has here */
};

/* Numbers change->new.program after the old version. The change is then one to the program under these numbers. NULL:
   the old version's numbers cannot be kept; nothing was done. */
struct stable_ids *stable_ids_assign(struct change *change);
void stable_ids_free(struct stable_ids *ids);

/* Per block of the old version: the block of the new one that does the same with the same numbers, or IR_NONE. To be
   freed. */
uint32_t *stable_ids_blocks(const struct change *change);

/* Is all that the machine does by itself the same: where a program begins, what runs before main, at the end, and
   around a thread? No block of code shows a change of that. */
bool stable_ids_same_skeleton(const struct change *change);

/* All numbers of a program as bytes (to be freed), and back, for a program with the same content that was loaded again.
   NULL: they do not fit it. */
uint8_t *stable_ids_encode(const struct stable_ids *ids, uint64_t *bytes);
struct stable_ids *stable_ids_decode(const struct ir_program *loaded, const uint8_t *data, uint64_t bytes);
#endif

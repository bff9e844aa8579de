/* Two versions of a program: which instructions of the new one are those of the old one, and which changed.

   Functions and globals are matched by name, then by similarity (renames); inside a function, blocks and instructions
   are aligned on hashes that ignore register numbers, source positions, names of locals and the order of functions.
   What is matched and called the same does exactly the same in both versions when it is given the same values: that is
   what reuse of earlier results rests on. docs/change.md explains how it works. */
#ifndef HEDDLE_CHANGE_CHANGE_H
#define HEDDLE_CHANGE_CHANGE_H
#include <stdbool.h>
#include <stdint.h>

#include "ir/ir.h"

enum change_status {
  CHANGE_SAME,     /* has a match that does the same */
  CHANGE_MODIFIED, /* has a match, at the same place of the same function, that does something else */
  CHANGE_ALONE,    /* has none: deleted (in the old version) or added (in the new one) */
};

/* One version, seen from the other. Matches are numbers in the other version, IR_NONE where there is none. */
struct change_side {
  const struct ir_program *program;
  uint8_t *status;         /* per instruction: enum change_status */
  uint32_t *ins;           /* per instruction: its match */
  uint8_t *equal;          /* per instruction: part of code that was proved to do what the other version's does there;
                              nothing is until somebody proves it (equivalence/equivalence.h) */
  uint32_t *block;         /* per block: its match, if all of it, its order and where it leads are the same */
  uint32_t *function;      /* per function: its match, whatever changed inside */
  uint32_t *global;        /* per global: its match (a change of size, flags or contents is in global_changed) */
  uint8_t *global_changed; /* per global: it has a match of another size, alignment, kind or contents */
  uint8_t *global_moved;   /* per global: it has a match that is laid out differently */
  uint8_t *global_kept; /* per global: it has a match of the same size, alignment and kind, byte by byte; and if it is
                           constant, of the same contents, and so are the constants that it leads to */
  uint32_t *reg; /* per register (struct ir_function.first_reg + number): number of its match in the matched function */
  uint8_t *moved; /* per instruction: handles objects whose structures are laid out differently in the other version;
                     where it does, equal numbers need not mean the same member (enum moved_touch, change/moved.h) */
  uint64_t alone, modified; /* instructions, of functions that are not of the library */
};

struct change {
  struct change_side old, new;
  bool moved;   /* some object is laid out differently: its bytes have other places, addresses other numbers */
  bool nothing; /* the versions do the same: no instruction and no global changed, added or deleted that can be executed
                   or read */
};

/* Both programs must outlive it. */
struct change *change_open(const struct ir_program *old, const struct ir_program *new);
void change_close(struct change *change);
#endif

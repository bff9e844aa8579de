/* What the parts of the comparison share: both programs, the matches found so far, and the operands of an instruction
   one by one.

   Order of the work: matches of functions and globals (match_names.c, match_renames.c), which globals changed
   (match_globals.c), then per pair of functions the matches of instructions and registers (match_align.c) and what of
   them does the same (match_same.c). The first parts only propose; match_same.c alone decides what is called the
   same. */
#ifndef HEDDLE_CHANGE_INSIDE_H
#define HEDDLE_CHANGE_INSIDE_H
#include "change/lines.h"
#include "change/moved.h"
#include "change/operands.h"

struct match {
  const struct ir_program *p[2];
  struct change_side *side[2];
  uint64_t *contents[2];  /* by global: hash of size, flags and initial bytes, whatever its pointers point to */
  uint8_t *literal[2];    /* by global: known by its contents only; its name is the compiler's */
  uint8_t *function_same; /* by old function: its match is called in the same way */
  uint8_t *global_same;   /* by old global: its match has the same size, alignment and flags */
  uint32_t *block_of[2];  /* by instruction */
  struct moved *moved;    /* objects that are laid out differently; NULL: none are */
  uint8_t *used_function[2], *used_global[2]; /* can be executed, read or written, as far as references tell */
};

static inline bool is_jump(const struct ir_ins *ins) { return ir_ops[ins->op].class == IR_CLASS_FLOW; }

/* The match of an old function or global, and the old one of either side: its name in hashes. IR_NONE: none. */
static inline void match_pair(uint32_t *old, uint32_t *new, uint32_t a, uint32_t b) {
  old[a] = b;
  new[b] = a;
}

/* match_names.c: matches of functions and globals by name, of literals by contents. */
void match_names(struct match *m);
uint32_t match_base_length(const char *name); /* without the number that LLVM appends to make names differ */

/* match_renames.c: matches of what is left, by contents, by where they are used, by similarity. */
void match_renames(struct match *m);

/* match_globals.c */
void match_globals_hash(struct match *m);    /* fills contents and literal */
void match_globals_compare(struct match *m); /* fills function_same, global_same, global_changed */
void match_globals_keep(struct match *m);    /* fills global_kept */
bool match_const_same(const struct match *m, const struct ir_const *old, const struct ir_const *new);

/* match_hash.c: what an instruction does, as a number that is equal in both versions. Keys of a function's instructions
   go to keys[0 .. nins). */
enum match_level {
  MATCH_KIND,   /* the sort of operation: comparisons are alike, calls are alike */
  MATCH_LOCAL,  /* all but registers and where a jump leads */
  MATCH_DEEP,   /* also how its operands are computed, some steps back, and what a jump leads to */
  MATCH_PLACED, /* also the jumps that lead to its block */
};
void match_keys(const struct match *m, int side, uint32_t function, enum match_level level, uint64_t *keys);

/* match_sequence.c: pairs equal keys in order. to[i] is the match of a[i] or IR_NONE; pairs already there stay and
   are not crossed. */
void match_sequence(const uint64_t *a, uint32_t n, const uint64_t *b, uint32_t m, uint32_t *to);

/* match_align.c: proposes matches for the instructions and registers of an old function and its match. */
void match_align(struct match *m, uint32_t old);

/* match_same.c: decides what of the proposal is the same, and fills in status and block of the pair. */
bool match_same_lockstep(struct match *m,
                         uint32_t old); /* equal instruction by instruction: all is filled in; false: nothing is */
void match_same(struct match *m, uint32_t old);

/* match_reach.c */
void match_reach(struct match *m); /* fills used_function, used_global */
#endif

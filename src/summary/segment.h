/* A stretch of the log being followed: shared by the files that follow instructions and built-in functions. */
#ifndef HEDDLE_SUMMARY_SEGMENT_H
#define HEDDLE_SUMMARY_SEGMENT_H
#include "summary/inside.h"

/* A condition for the stretch to be executed as it was. assume: where it does not hold, nothing follows. */
struct demand {
  sym_id term;
  bool assume;
};

struct content {      /* of a place, as it is at this moment of the stretch */
  uint32_t pieces[8]; /* per byte: term << 3 | byte of it; 0: as before the stretch */
};

struct before {
  uint32_t block, byte, piece;
};

struct segment_place {
  uint32_t function, block;
};

struct segment {
  struct summary_engine *g;
  struct places *places;
  struct sym *sym;
  const struct ir_program *program;
  uint32_t number;              /* of the stretch; blocks that it changed carry it */
  VEC(struct content) contents; /* of changed blocks */
  VEC(uint32_t) content_of;     /* per block */
  VEC(struct demand) demands;
  uint64_t written;     /* groups of blocks that the stretch changed, see replace.c */
  VEC(uint64_t) groups; /* per term; 0: not known yet, or none */
  VEC(sym_id) replaced; /* per term: with what the stretch makes of its places; valid if of this stretch */
  VEC(uint32_t) replaced_in;
  struct segment_place *place_of; /* per instruction */
  struct bits code;
  bool in_round;             /* a loop that changes nothing is followed once more */
  VEC(struct before) before; /* what it wrote to */
  const struct vm_log_entry *log;
  uint32_t at, to; /* of the log */
  struct vm_position here;
  uint32_t function; /* of the running frame */
  bool lost;         /* it cannot be followed */
};

/* contents */
sym_id segment_read(struct segment *s, uint64_t place, unsigned first, unsigned count);
void segment_write(struct segment *s, uint64_t place, unsigned first, unsigned count, sym_id term, unsigned from);
sym_id segment_load(struct segment *s, uint64_t address, unsigned bits);
void segment_store(struct segment *s, uint64_t address, unsigned bits, sym_id value);
sym_id segment_value(struct segment *s,
                     ir_value v); /* an operand of the running frame; 0: it has none, and the stretch is lost */
unsigned segment_width(const struct segment *s, ir_value v);
void segment_set(struct segment *s, uint32_t reg, sym_id term);
void segment_pass(struct segment *s, uint32_t thread, uint32_t cell, sym_id term, unsigned wanted);

/* demands */
void segment_demand(struct segment *s, sym_id term);
void segment_equal(struct segment *s, sym_id term, uint64_t value);
void segment_seen(struct segment *s, uint64_t seen, uint64_t address, uint64_t bytes); /* see LOG_SEEN */

const struct vm_log_entry *segment_peek(const struct segment *s); /* the next entry, or NULL */
/* The next entry, which must be of that kind; else the stretch is lost and NULL. */
const struct vm_log_entry *segment_take(struct segment *s, enum vm_log_kind kind);

void segment_forget(struct segment *s, uint32_t reg); /* it has no value */
void segment_forget_bytes(struct segment *s, uint64_t address, uint64_t bytes);
void segment_new_object(struct segment *s, const struct vm_log_entry *e);
void segment_dead_object(struct segment *s, const struct vm_log_entry *e);

void segment_enter(struct segment *s, uint32_t block);
void segment_pure(struct segment *s, const struct ir_ins *ins);
bool segment_checks(const struct segment *s, enum explore_check check); /* is it on? */

/* merge.c: a branch of which the sides come together at once; the log took the side `taken`. False: it is none. */
bool segment_merge(struct segment *s, const struct ir_ins *ins, uint32_t taken);

/* replace.c */
void segment_replace(struct segment *s, struct outcome *after);
void segment_waiting(struct segment *s, const struct vm_log_entry *e);

/* builtin.c: a call of a function that the machine provides. */
void segment_builtin(struct segment *s, const struct ir_ins *ins);
#endif

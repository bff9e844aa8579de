/* Symbolic expressions: bit-vectors of 1 to 64 bits, a hash-consed DAG in one arena.

   Two equal terms have the same id. Terms are simplified and brought to a normal form as they are made, so a caller
   that gets a constant back knows the answer. Variables are bytes, numbered densely over all inputs; a model is a
   flat array of bytes indexed by variable number. Nothing is ever freed before sym_close. */
#ifndef HEDDLE_SYM_SYM_H
#define HEDDLE_SYM_SYM_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum sym_op {
#define SYM(name, text, arity, meaning) SYM_##name,
#include "sym/ops.def"
#undef SYM
  SYM_OP_COUNT
};

typedef uint32_t sym_id; /* below 2^29, so that a byte index fits beside it; 0 is "no expression" */
enum { SYM_ID_BITS = 29 };

struct sym;
struct sym *sym_open(void);
void sym_close(struct sym *sym);

/* Inputs: named blocks of variables. The same name, size and kind give the same variables again, so that what was
   learned about them on one path holds on the next. */
enum sym_input_kind {
  SYM_INPUT,  /* the program's input */
  SYM_UNINIT, /* contents of memory that nobody wrote */
};
struct sym_input {
  const char *name;
  uint32_t first; /* variable */
  uint32_t size;  /* bytes */
  enum sym_input_kind kind;
};
uint32_t sym_input(struct sym *sym, const char *name, uint32_t size, enum sym_input_kind kind); /* index of the input */
const struct sym_input *sym_input_at(const struct sym *sym, uint32_t input);
uint32_t sym_variables(const struct sym *sym); /* how many there are so far */
uint32_t sym_input_of(const struct sym *sym, uint32_t variable);

/* Making terms. Widths of operands must fit (assert). */
sym_id sym_const(struct sym *sym, uint64_t value, unsigned width);
sym_id sym_bytes(struct sym *sym, uint32_t first_variable, unsigned count);
sym_id sym_unary(struct sym *sym, enum sym_op op, sym_id a); /* NOT */
sym_id sym_binary(struct sym *sym, enum sym_op op, sym_id a, sym_id b);
sym_id sym_extract(struct sym *sym, sym_id a, unsigned low, unsigned width);
sym_id sym_concat(struct sym *sym, sym_id high, sym_id low);
sym_id sym_zext(struct sym *sym, sym_id a, unsigned width); /* also the identity */
sym_id sym_sext(struct sym *sym, sym_id a, unsigned width);
sym_id sym_ite(struct sym *sym, sym_id condition, sym_id yes, sym_id no);
/* Operations on floating-point numbers, FADD and those behind it: `width` is that of the result; operands that the
   operation does not have are 0. */
sym_id sym_float(struct sym *sym, enum sym_op op, unsigned width, sym_id a, sym_id b, sym_id c);
static inline bool sym_is_float(enum sym_op op) { return op >= SYM_FADD; }
bool sym_float_fits(enum sym_op op, unsigned width, const unsigned operands[3]); /* widths, 0: there is none */
/* What such an operation gives for numbers, the first of which has `from` bits: what the processor does. */
uint64_t sym_float_value(enum sym_op op, unsigned width, unsigned from, uint64_t a, uint64_t b, uint64_t c);
bool sym_has_float(const struct sym *sym, sym_id a); /* such an operation is in it */

/* Functions of the mathematical library, which are known by their values alone: those of rt/builtins.h by their
   numbers there, behind them those of instructions. They are the last operand of FMATH, with 8 bits. */
enum { SYM_LIBRARY_IR = 128, SYM_LIBRARY_REM = 192 }; /* + enum ir_fmath; fmod */
uint64_t sym_library_value(unsigned function, unsigned width, uint64_t a, uint64_t b);
const char *sym_library_name(unsigned function);
bool sym_has_library(const struct sym *sym, sym_id a); /* an FMATH is in it */
static inline sym_id sym_not(struct sym *sym, sym_id a) { return sym_unary(sym, SYM_NOT, a); }

/* Tables: immutable sequences of elements of one width (1 to 64), for reads at a symbolic index. Equal tables have the
   same id. */
uint32_t sym_table(struct sym *sym, const sym_id *elements, uint32_t count);
sym_id sym_read(struct sym *sym, uint32_t table, sym_id index);

const sym_id *sym_table_elements(const struct sym *sym, uint32_t table,
                                 uint32_t *count); /* valid until the next table */

/* Looking at terms. */
const char *sym_op_text(enum sym_op op); /* its name */
enum sym_op sym_op_of(const struct sym *sym, sym_id a);
unsigned sym_width(const struct sym *sym, sym_id a);
bool sym_is_const(const struct sym *sym, sym_id a, uint64_t *value);
bool sym_is_true(const struct sym *sym, sym_id a);                   /* the constant 1 of width 1 */
bool sym_is_false(const struct sym *sym, sym_id a);                  /* the constant 0 of width 1 */
sym_id sym_operand(const struct sym *sym, sym_id a, unsigned which); /* 0 past the last */
unsigned sym_low(const struct sym *sym, sym_id a);                   /* EXTRACT: the lowest bit; BYTES: how many */
uint32_t sym_first(const struct sym *sym, sym_id a);                 /* BYTES: the first variable; READ: the table */
bool sym_has_uninit(const struct sym *sym, sym_id a); /* some bit may depend on a variable of kind SYM_UNINIT */
sym_id sym_settle(struct sym *sym, sym_id a);         /* the same value, without such variables if none matters */
sym_id sym_is_written(struct sym *sym, sym_id a);     /* one bit, over inputs only: no bit of a depends on them */
uint64_t sym_count(const struct sym *sym);            /* terms made so far */
uint64_t sym_memory(const struct sym *sym);           /* bytes held */
/* Bounds that hold for every assignment, from the structure of the term alone (known bits, ranges). */
void sym_bounds(const struct sym *sym, sym_id a, uint64_t *unsigned_min, uint64_t *unsigned_max);
uint64_t sym_known_zeros(const struct sym *sym, sym_id a); /* bits that are 0 in every assignment */
/* The variables in a, ascending; the array belongs to sym and stays valid. */
const uint32_t *sym_support(struct sym *sym, sym_id a, uint32_t *count);

/* A hash of the term by its structure and the names of its inputs: the same in every exploration that makes the same
   term. */
struct sym_hash {
  uint64_t low, high;
};
struct sym_hash sym_hash_of(struct sym *sym, sym_id a);

/* The value under a model; variables at or past nvars count as 0. */
uint64_t sym_eval(struct sym *sym, sym_id a, const uint8_t *model, uint32_t nvars);

/* The same, remembering the values of all parts under an epoch number: as long as the model stays the same, evaluations
   in one epoch share their work. */
uint64_t sym_epoch(struct sym *sym); /* a new one */
uint64_t sym_eval_in(struct sym *sym, uint64_t epoch, sym_id a, const uint8_t *model, uint32_t nvars);

/* Readable form: names of inputs, infix operators; shared parts are not repeated past `limit` nodes (then "..."). */
void sym_print(const struct sym *sym, sym_id a, unsigned limit, FILE *out);
#endif

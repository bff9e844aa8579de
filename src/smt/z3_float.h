/* Floating-point operations for Z3, whose own header comes in here alone: only z3.c and z3_float.c know its API. */
#ifndef HEDDLE_SMT_Z3_FLOAT_H
#define HEDDLE_SMT_Z3_FLOAT_H
#include <z3.h>

#include "smt/z3.h"

/* A term as bits, and as a number of Z3's floating-point theory: NULL if it is none, or if nobody asked for it yet. In
   the theory there is one NaN, so that the bits do not follow from the number. */
struct z3_term {
  Z3_ast bits, number;
  unsigned width;
};

/* Parts are kept by z3_keep until the whole term is made. */
Z3_context z3_context(struct z3 *z3);
Z3_ast z3_keep(struct z3 *z3, Z3_ast part);

/* Bits and number of an operation from those of its operands (their numbers are filled in where they were missing). A
   comparison is a Boolean in `bits`. */
struct z3_term z3_float_term(struct z3 *z3, enum sym_op op, unsigned width, struct z3_term operands[3]);
#endif

/* Inside of inversion: what its two files share. */
#ifndef HEDDLE_SMT_INVERSION_H
#define HEDDLE_SMT_INVERSION_H
#include "smt/inside.h"

struct inversion {
  struct smt *smt;
  unsigned variant; /* which of several inversions is taken */
};

/* Changes the model so that `a` has the value, if this can be seen; false when it cannot. */
bool inversion_force(struct inversion *g, sym_id a, uint64_t value, unsigned depth);
/* The same of a floating-point operation, from its operands. */
bool inversion_float(struct inversion *g, sym_id a, uint64_t value, unsigned depth);
#endif

/* The last layer: questions to Z3. Only z3.c and z3_float.c know its API. */
#ifndef HEDDLE_SMT_Z3_H
#define HEDDLE_SMT_Z3_H
#include "smt/smt.h"

struct z3;
struct z3 *z3_open(struct sym *sym, unsigned timeout_ms);
void z3_close(struct z3 *z3);

struct z3_question {
  const sym_id *constraints;
  uint32_t count;
  sym_id condition;
  const uint32_t *variables; /* all that occur */
  uint32_t variable_count;
  uint8_t *values;  /* out, when satisfiable: per variable; holds a default before */
  uint8_t *in_core; /* out, when unsatisfiable: per constraint, whether it takes part in the contradiction */
  unsigned effort;  /* what an answer is worth, see smt.h; 0: an answer is needed */
};
enum smt_answer z3_ask(struct z3 *z3, const struct z3_question *question);
uint64_t z3_spent(const struct z3 *z3); /* steps so far on questions with `effort` */

/* A fresh solver for one question. Gives no values. */
enum smt_answer z3_ask_fresh(struct z3 *z3, const sym_id *constraints, uint32_t count, sym_id condition);

/* The question as SMT-LIB 2 text. */
void z3_dump(struct z3 *z3, const struct z3_question *question, enum smt_answer answer, double seconds, FILE *out);
#endif

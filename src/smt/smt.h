/* The solver: a path condition that grows and shrinks with the search, a model that satisfies it at every moment,
   and questions about it, answered by a chain of layers of which Z3 is the last.

   Layers, in order: simplification (a constant needs no question); what the path condition says literally; the
   current model; tests that follow the path (struct smt_hints); independence slicing (all that follow see only the
   constraints that share variables with the question); the cache of answered questions and of contradictions, those of
   an earlier version too; models of earlier paths; inversion under the current model, checked by evaluation; all values
   of few variables, for floating point; Z3. */
#ifndef HEDDLE_SMT_SMT_H
#define HEDDLE_SMT_SMT_H
#include "sym/sym.h"

enum smt_answer {
  SMT_UNSAT,
  SMT_SAT,
  SMT_UNKNOWN,
  SMT_ELSEWHERE, /* a hint says that another process looks at what follows; nobody asked whether it can hold */
};

struct smt_options {
  unsigned timeout_ms; /* for one question to Z3; 0: none */
  bool validate;       /* re-check every model by evaluation and every answer by a second, independent query (a fresh Z3
                          solver on the whole, unsliced, uncached path condition); a disagreement aborts, and says so */
  bool blind;          /* nothing is solved: what the current model does not answer is unknown */
  FILE *dump;          /* where questions that reach Z3 go, as SMT-LIB with the answer and the time; or NULL */
};

/* One row per figure: X(name, what it counts). */
#define SMT_STATS(X)                                                                                                   \
  X(queries, "questions asked")                                                                                        \
  X(by_constant, "answered by simplification")                                                                         \
  X(by_path, "answered by the path condition literally")                                                               \
  X(by_model, "answered by the current model")                                                                         \
  X(by_suite, "answered by a test of the suite")                                                                       \
  X(by_record, "excluded by unsatisfiable cores of the old version")                                                   \
  X(elsewhere, "left to another unit of the suite")                                                                    \
  X(by_old_model, "answered by a model of an earlier path")                                                            \
  X(by_cache, "answered from the cache")                                                                               \
  X(by_guess, "answered by a guess that evaluation confirmed")                                                         \
  X(by_trying, "answered by trying all values")                                                                        \
  X(by_z3, "answered by Z3")                                                                                           \
  X(z3_sat, "of those satisfiable")                                                                                    \
  X(z3_unsat, "of those unsatisfiable")                                                                                \
  X(z3_unknown, "of those unknown or timed out")                                                                       \
  X(sliced, "constraints left out as independent")                                                                     \
  X(validated, "answers re-checked")

struct smt_stats {
#define X(name, text) uint64_t name;
  SMT_STATS(X)
#undef X
  double z3_seconds;
};
static inline void smt_stats_add(struct smt_stats *to, const struct smt_stats *part) {
#define X(name, text) to->name += part->name;
  SMT_STATS(X)
#undef X
  to->z3_seconds += part->z3_seconds;
}

/* Somebody who knows tests that satisfy the path, and contradictions from an earlier version. It reads the path with
   smt_path. */
struct smt_hints {
  void *context;
  void (*shorter)(void *context, uint32_t constraints); /* the path has only that many constraints left */
  /* A test that satisfies the path, which is to be the current model, with a byte per variable; NULL: no test does. */
  const uint8_t *(*model)(void *context);
  /* Can the condition hold on the path, which the current model does not fulfil? SMT_SAT: *model does. SMT_UNKNOWN: no
     idea. `whole`: no side is taken by the answer, so nothing is left to anybody else. */
  enum smt_answer (*ask)(void *context, sym_id condition, bool whole, const uint8_t **model);
  bool (*is_impossible)(void *context, sym_id condition); /* with a part of the path, by what is known */
  /* These constraints of the path exclude the condition: the solver says so. */
  void (*learned)(void *context, const sym_id *constraints, uint32_t count, sym_id condition);
};

struct smt;
struct smt *smt_open(struct sym *sym, const struct smt_options *options);
void smt_close(struct smt *smt);
const struct smt_stats *smt_stats(const struct smt *smt);

/* From now on, to the end; the hints are copied. */
void smt_set_hints(struct smt *smt, const struct smt_hints *hints);

/* Can `condition` (one bit) hold on the current path? SMT_SAT leaves a witness, valid until the next smt_check: a
   model of path condition and condition. The path does not change. */
enum smt_answer smt_check(struct smt *smt, sym_id condition);

/* The same for at most so much effort in Z3, in its own steps (about a million in a second); else SMT_UNKNOWN. */
enum smt_answer smt_check_within(struct smt *smt, sym_id condition, unsigned effort);
uint64_t smt_spent(const struct smt *smt); /* effort on such questions so far */

/* Keeps the witness of the last SMT_SAT for later use, after a rewind to a mark taken after this call. Returns its
   handle. */
uint32_t smt_keep_witness(struct smt *smt);

/* Adds `condition` to the path. It must hold in the current model, or be the condition of the last smt_check that
   said SMT_SAT (whose witness then becomes the current model). */
void smt_assume(struct smt *smt, sym_id condition);

/* Adds `condition`; the kept witness becomes the current model. */
void smt_assume_with(struct smt *smt, sym_id condition, uint32_t witness);

/* Marks and rewinds: path condition, model and kept witnesses go back to what they were. Marks nest like the search. */
struct smt_mark {
  uint32_t constraints, model_trail, witnesses, witness_data;
};
struct smt_mark smt_mark(const struct smt *smt);
void smt_rewind(struct smt *smt, struct smt_mark mark);

/* The current model: satisfies the path condition. Valid until the next call that changes the path. */
const uint8_t *smt_model(struct smt *smt, uint32_t *nvars);
uint64_t smt_value(struct smt *smt, struct sym *sym, sym_id a); /* of a under it */
uint64_t smt_witness_value(struct smt *smt, sym_id a);          /* of a under the witness of the last SMT_SAT */

/* Fixes variables in advance (replaying a test, or seeding the first path): only those that the path says nothing
   about, for good. */
void smt_set_model(struct smt *smt, uint32_t variable, uint8_t value);

/* Offers an assignment (of an old test) as a candidate answer: one byte per variable. */
void smt_offer_model(struct smt *smt, const uint8_t *model, uint32_t nvars);

/* The path condition, oldest first, without repetitions; a conjunction is there as its parts. */
const sym_id *smt_path(const struct smt *smt, uint32_t *count);
uint32_t smt_depth(const struct smt *smt); /* number of constraints */

/* Smallest and largest unsigned value of a on the path, cheaply bounded: exact if few questions suffice, else a correct
   enclosure. False when a question stayed unknown (then the enclosure is that of sym_bounds). */
bool smt_range(struct smt *smt, sym_id a, uint64_t *min, uint64_t *max);
#endif

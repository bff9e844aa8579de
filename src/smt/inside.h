/* Inside of the solver chain: its state, and what its layers offer each other.

   The model is changed only through model_set, which logs the old value; a witness is a list of assignments relative
   to the current model. Everything that a rewind must undo lies in stacks. */
#ifndef HEDDLE_SMT_INSIDE_H
#define HEDDLE_SMT_INSIDE_H
#include "smt/smt.h"
#include "smt/z3.h"
#include "util/map.h"
#include "util/vec.h"

struct assign {
  uint32_t variable;
  uint8_t value;
};
typedef VEC(struct assign) assign_vec;
typedef VEC(sym_id) id_vec;

/* The constraints of one variable form a list through all links. */
struct link {
  uint32_t constraint, variable;
  uint32_t next; /* number of a link + 1; 0 ends the list */
};

struct span {
  uint32_t first, count;
};

/* The part of the path condition that a question depends on. */
struct slice {
  VEC(uint32_t) constraints; /* positions in the path */
  VEC(sym_id) ids;           /* the same as terms, ascending */
  VEC(uint32_t) variables;   /* of those and the question */
  VEC(uint64_t) variable_stamp, constraint_stamp;
  uint64_t stamp; /* what has it is in the slice */
};

struct cache_entry {
  struct span ids, values; /* the question is the last id */
  enum smt_answer answer;
};
/* A set of path constraints that contradicts a question. */
struct core {
  struct span ids;
  uint32_t next; /* of the same question, + 1 */
};
struct cache {
  struct map entries, cores; /* by hash of the ids; newest core by question */
  VEC(struct cache_entry) entry;
  VEC(struct core) core;
  VEC(sym_id) ids;
  assign_vec values;
};

enum { OLD_MODELS = 24 };
struct old_models {
  assign_vec model[OLD_MODELS]; /* most recently useful first */
  uint32_t count;
  uint64_t tries, hits; /* since the last look at them: decides how many are tried */
  uint32_t width;
};

/* How often inversion helped lately: when hardly ever, most questions skip it. */
struct inversion_luck {
  uint32_t tries, hits;
  uint32_t pause;   /* questions to skip between two attempts */
  uint32_t skipped; /* since the last attempt */
};

struct smt {
  struct sym *sym;
  struct smt_options options;
  unsigned effort; /* for the question asked now; 0: as much as it takes */
  struct smt_stats stats;
  struct z3 *z3;
  struct smt_hints hints; /* no context: there is none */
  bool whole;             /* see there */

  VEC(sym_id) path;
  VEC(uint32_t) link_start; /* per constraint: its first link */
  VEC(struct link) links;
  VEC(uint32_t) heads;    /* per variable: newest link + 1 */
  VEC(uint32_t) position; /* per term: place in the path + 1 */

  VEC(uint8_t) model; /* 8 bytes longer than the number of variables, so that evaluation may read whole words */
  uint32_t nvars;
  uint64_t model_epoch; /* of evaluation; 0 when the model changed */
  assign_vec trail;     /* old values of the model */

  sym_id witness_of; /* condition of the last SMT_SAT; 0: none */
  assign_vec witness;
  VEC(struct span) kept;
  assign_vec kept_data;

  struct slice slice;
  struct cache cache;
  struct old_models old;
  struct inversion_luck luck;
  VEC(sym_id) parts;    /* of a conjunction being assumed */
  VEC(uint8_t) values;  /* of the slice's variables, from Z3 */
  VEC(uint8_t) in_core; /* of the slice's constraints */
};

/* Current model. */
void model_sync(struct smt *smt); /* room for all variables that exist */
uint64_t model_eval(struct smt *smt, sym_id a);
static inline void model_set(struct smt *smt, uint32_t variable, uint8_t value) {
  vec_push(&smt->trail, ((struct assign){variable, smt->model.data[variable]}));
  smt->model.data[variable] = value;
  smt->model_epoch = 0;
}
void model_undo(struct smt *smt, uint32_t trail);
/* Whether the model (as changed since `trail`) meets question and slice; if so the changes become the witness. The
   model goes back to what it was in any case. */
bool model_try(struct smt *smt, sym_id condition, uint32_t trail);

void independence_slice(struct smt *smt, sym_id condition);
void independence_free(struct slice *slice);

bool cache_find(struct smt *smt, sym_id condition, enum smt_answer *answer);
void cache_add(struct smt *smt, sym_id condition, enum smt_answer answer);
bool core_find(struct smt *smt, sym_id condition);
void core_add(struct smt *smt, sym_id condition); /* from smt->in_core */
void cache_free(struct cache *cache);

bool old_try(struct smt *smt, sym_id condition);
void old_add(struct smt *smt, const struct assign *values, uint32_t count);
void old_free(struct old_models *old);

bool inversion_try(struct smt *smt, sym_id condition);
bool library_in(const struct smt *smt, const sym_id *constraints, uint32_t count, sym_id condition);
bool library_asked(const struct smt *smt, sym_id condition); /* by the question, or the slice */
/* The slice, and constraints that fix the arguments and results of all calls. */
void library_pins(struct smt *smt, sym_id condition, id_vec *constraints);
enum smt_answer enumerate_try(struct smt *smt, sym_id condition); /* SMT_UNKNOWN: too many values, or no floats */

/* hints.c */
void hints_align(struct smt *smt); /* the current model is that of the test that leads, if there is one */
enum smt_answer hints_ask(struct smt *smt, sym_id condition); /* SMT_UNKNOWN: no hint */
bool hints_exclude(struct smt *smt, sym_id condition);
void hints_learned(struct smt *smt, sym_id condition); /* from smt->in_core */

void validate_answer(struct smt *smt, sym_id condition, enum smt_answer answer);
#endif

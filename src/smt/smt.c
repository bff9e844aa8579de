/* The solver chain: path condition, current model, witnesses, and the order in which the layers are asked.
   Invariant: the current model satisfies every constraint of the path. */
#include "smt/smt.h"

#include <time.h>

#include "smt/inside.h"
#include "util/assert.h"
#include "util/clock.h"
#include "util/error.h"

struct smt *smt_open(struct sym *sym, const struct smt_options *options) {
  struct smt *smt = mem_zalloc(sizeof *smt);
  smt->sym = sym;
  if (options) smt->options = *options;
  smt->z3 = z3_open(sym, smt->options.timeout_ms);
  model_sync(smt);
  return smt;
}

void smt_close(struct smt *smt) {
  if (!smt) return;
  z3_close(smt->z3);
  independence_free(&smt->slice);
  cache_free(&smt->cache);
  old_free(&smt->old);
  vec_free(&smt->path), vec_free(&smt->link_start), vec_free(&smt->links), vec_free(&smt->heads);
  vec_free(&smt->position), vec_free(&smt->model), vec_free(&smt->trail), vec_free(&smt->witness), vec_free(&smt->kept);
  vec_free(&smt->kept_data), vec_free(&smt->parts), vec_free(&smt->values), vec_free(&smt->in_core);
  free(smt);
}

const struct smt_stats *smt_stats(const struct smt *smt) { return &smt->stats; }

/* -- questions ----------------------------------------------------------------------------------------------------- */

static bool in_path(const struct smt *smt, sym_id a) { return a < smt->position.count && smt->position.data[a]; }

/* Whether the path says so in as many words: the condition, both parts of a conjunction, one of a disjunction. */
static bool is_stated(struct smt *smt, sym_id a, unsigned depth) {
  if (in_path(smt, a)) return true;
  if (!depth) return false;
  sym_id x = sym_operand(smt->sym, a, 0), y = sym_operand(smt->sym, a, 1);
  switch (sym_op_of(smt->sym, a)) {
  case SYM_AND: return is_stated(smt, x, depth - 1) && is_stated(smt, y, depth - 1);
  case SYM_OR: return is_stated(smt, x, depth - 1) || is_stated(smt, y, depth - 1);
  case SYM_NOT: {
    enum sym_op inner = sym_op_of(smt->sym, x);
    if (inner != SYM_AND && inner != SYM_OR) return false;
    sym_id p = sym_not(smt->sym, sym_operand(smt->sym, x, 0)), q = sym_not(smt->sym, sym_operand(smt->sym, x, 1));
    if (inner == SYM_OR) return is_stated(smt, p, depth - 1) && is_stated(smt, q, depth - 1);
    return is_stated(smt, p, depth - 1) || is_stated(smt, q, depth - 1);
  }
  default: return false;
  }
}

static enum smt_answer ask_z3(struct smt *smt, const sym_id *constraints, uint32_t count, sym_id condition) {
  const struct slice *s = &smt->slice;
  smt->values.count = 0;
  for (uint32_t i = 0; i < s->variables.count; i++) vec_push(&smt->values, smt->model.data[s->variables.data[i]]);
  vec_reserve(&smt->in_core, count + 1);
  struct z3_question q = {
      constraints,       count,      condition, s->variables.data, s->variables.count, smt->values.data,
      smt->in_core.data, smt->effort};
  double start = clock_now();
  enum smt_answer answer = z3_ask(smt->z3, &q);
  double seconds = clock_now() - start;
  smt->stats.z3_seconds += seconds;
  smt->stats.by_z3++;
  if (smt->options.dump) z3_dump(smt->z3, &q, answer, seconds, smt->options.dump);
  return answer;
}

/* Z3's values become the witness, once evaluation has confirmed them. */
static enum smt_answer take_values(struct smt *smt, sym_id condition) {
  uint32_t trail = smt->trail.count;
  for (uint32_t i = 0; i < smt->slice.variables.count; i++) {
    uint32_t v = smt->slice.variables.data[i];
    if (smt->model.data[v] != smt->values.data[i]) model_set(smt, v, smt->values.data[i]);
  }
  if (model_try(smt, condition, trail)) return SMT_SAT;
  if (smt->options.validate && !library_asked(smt, condition)) {
    error_say("solver validation: Z3's model does not satisfy the question");
    abort();
  }
  return SMT_UNKNOWN;
}

static void contradicted(struct smt *smt, sym_id condition) {
  core_add(smt, condition);
  hints_learned(smt, condition);
}

/* The calls of the library with their arguments as they are: what holds then, holds. */
static enum smt_answer ask_pinned(struct smt *smt, sym_id condition) {
  id_vec constraints = {0};
  library_pins(smt, condition, &constraints);
  enum smt_answer answer = ask_z3(smt, constraints.data, constraints.count, condition);
  vec_free(&constraints);
  return answer == SMT_SAT ? take_values(smt, condition) : SMT_UNKNOWN;
}

static enum smt_answer solve(struct smt *smt, sym_id condition) {
  enum smt_answer answer = enumerate_try(smt, condition);
  if (answer != SMT_UNKNOWN) {
    smt->stats.by_trying++;
    if (answer == SMT_UNSAT) contradicted(smt, condition);
    return answer;
  }
  answer = ask_z3(smt, smt->slice.ids.data, smt->slice.ids.count, condition);
  if (answer == SMT_SAT) answer = take_values(smt, condition);
  if (answer == SMT_UNKNOWN && library_asked(smt, condition)) answer = ask_pinned(smt, condition);
  if (answer == SMT_SAT) {
    smt->stats.z3_sat++;
  } else if (answer == SMT_UNSAT) {
    smt->stats.z3_unsat++;
    contradicted(smt, condition);
  } else {
    smt->stats.z3_unknown++;
  }
  return answer;
}

/* The layers that look at the slice. */
static enum smt_answer ask_layers(struct smt *smt, sym_id condition) {
  enum smt_answer answer = SMT_SAT;
  if (core_find(smt, condition)) {
    smt->stats.by_cache++;
    return SMT_UNSAT;
  }
  independence_slice(smt, condition);
  if (cache_find(smt, condition, &answer)) {
    smt->stats.by_cache++;
    return answer;
  }
  if (hints_exclude(smt, condition)) {
    cache_add(smt, condition, SMT_UNSAT);
    return SMT_UNSAT;
  }
  uint64_t epoch = smt->model_epoch; /* the model will be as before, so what is known about it stays true */
  if (old_try(smt, condition)) smt->stats.by_old_model++;
  else if (inversion_try(smt, condition)) smt->stats.by_guess++;
  else answer = solve(smt, condition);
  if (answer != SMT_UNKNOWN) cache_add(smt, condition, answer);
  if (answer == SMT_SAT) {
    struct span values = vec_last(&smt->cache.entry).values;
    old_add(smt, smt->cache.values.data + values.first, values.count);
  }
  smt->model_epoch = epoch;
  return answer;
}

static enum smt_answer answer(struct smt *smt, sym_id condition) {
  uint64_t value;
  smt->witness.count = 0;
  if (sym_is_const(smt->sym, condition, &value)) {
    smt->stats.by_constant++;
    return value ? SMT_SAT : SMT_UNSAT;
  }
  if (model_eval(smt, condition)) {
    bool stated = in_path(smt, condition);
    *(stated ? &smt->stats.by_path : &smt->stats.by_model) += 1;
    return SMT_SAT;
  }
  if (is_stated(smt, sym_not(smt->sym, condition), 6)) {
    smt->stats.by_path++;
    return SMT_UNSAT;
  }
  enum smt_answer advised = hints_ask(smt, condition);
  if (advised != SMT_UNKNOWN || smt->options.blind) return advised;
  return ask_layers(smt, condition);
}

enum smt_answer smt_check(struct smt *smt, sym_id condition) {
  ASSERT(sym_width(smt->sym, condition) == 1);
  model_sync(smt);
  hints_align(smt);
  smt->stats.queries++;
  enum smt_answer result = answer(smt, condition);
  smt->witness_of = result == SMT_SAT ? condition : 0;
  if (smt->options.validate) validate_answer(smt, condition, result);
  return result;
}

enum smt_answer smt_check_within(struct smt *smt, sym_id condition, unsigned effort) {
  smt->effort = effort;
  enum smt_answer result = smt_check(smt, condition);
  smt->effort = 0;
  return result;
}

uint64_t smt_spent(const struct smt *smt) { return z3_spent(smt->z3); }

/* A second opinion: evaluation of the whole path under the witness, and a fresh solver on all of it. */
void validate_answer(struct smt *smt, sym_id condition, enum smt_answer result) {
  if (result == SMT_UNKNOWN || result == SMT_ELSEWHERE) return;
  uint32_t trail = smt->trail.count;
  bool good = true;
  if (result == SMT_SAT) {
    for (uint32_t i = 0; i < smt->witness.count; i++)
      model_set(smt, smt->witness.data[i].variable, smt->witness.data[i].value);
    good = model_eval(smt, condition);
    for (uint32_t i = 0; i < smt->path.count; i++) good &= model_eval(smt, smt->path.data[i]) != 0;
    model_undo(smt, trail);
  }
  if (good && library_in(smt, smt->path.data, smt->path.count, condition)) return; /* Z3 cannot judge */
  enum smt_answer second = z3_ask_fresh(smt->z3, smt->path.data, smt->path.count, condition);
  smt->stats.validated++;
  if (good && (second == result || second == SMT_UNKNOWN)) return;
  error_say("solver validation: %s (answer %d, second answer %d), condition:",
            good ? "answers differ" : "witness is wrong", (int)result, (int)second);
  sym_print(smt->sym, condition, 200, stderr);
  fputc('\n', stderr);
  abort();
}

/* -- the path ------------------------------------------------------------------------------------------------------ */

static void push_constraint(struct smt *smt, sym_id a) {
  if (sym_is_const(smt->sym, a, NULL) || in_path(smt, a)) return;
  uint32_t n, place = smt->path.count;
  vec_push(&smt->link_start, smt->links.count);
  vec_push(&smt->path, a);
  smt->position.data[a] = place + 1;
  const uint32_t *support = sym_support(smt->sym, a, &n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t v = support[i];
    vec_push(&smt->links, ((struct link){place, v, smt->heads.data[v]}));
    smt->heads.data[v] = smt->links.count;
  }
}

static void pop_constraint(struct smt *smt) {
  uint32_t first = vec_pop(&smt->link_start);
  while (smt->links.count > first) {
    struct link l = vec_pop(&smt->links);
    smt->heads.data[l.variable] = l.next;
  }
  smt->position.data[vec_pop(&smt->path)] = 0;
}

/* Conjunctions are taken apart: more independence, more literal answers. */
static void push_parts(struct smt *smt, sym_id condition) {
  struct sym *sym = smt->sym;
  smt->parts.count = 0;
  vec_push(&smt->parts, condition);
  while (smt->parts.count) {
    sym_id a = vec_pop(&smt->parts), x = sym_operand(sym, a, 0);
    if (sym_op_of(sym, a) == SYM_AND) {
      vec_push(&smt->parts, sym_operand(sym, a, 1));
      vec_push(&smt->parts, x);
    } else if (sym_op_of(sym, a) == SYM_NOT && sym_op_of(sym, x) == SYM_OR) {
      vec_push(&smt->parts, sym_not(sym, sym_operand(sym, x, 1)));
      vec_push(&smt->parts, sym_not(sym, sym_operand(sym, x, 0)));
    } else {
      model_sync(smt);
      push_constraint(smt, a);
    }
  }
}

static void apply_changes(struct smt *smt, const struct assign *changes, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (smt->model.data[changes[i].variable] != changes[i].value) model_set(smt, changes[i].variable, changes[i].value);
}

static void must_hold(struct smt *smt, sym_id condition) {
  if (!smt->options.validate || model_eval(smt, condition)) return;
  error_say("solver validation: a condition is assumed that the current model does not meet");
  abort();
}

void smt_assume(struct smt *smt, sym_id condition) {
  model_sync(smt);
  if (condition == smt->witness_of) apply_changes(smt, smt->witness.data, smt->witness.count);
  smt->witness_of = 0;
  must_hold(smt, condition);
  push_parts(smt, condition);
}

void smt_assume_with(struct smt *smt, sym_id condition, uint32_t witness) {
  model_sync(smt);
  struct span span = smt->kept.data[witness];
  apply_changes(smt, smt->kept_data.data + span.first, span.count);
  smt->witness_of = 0;
  must_hold(smt, condition);
  push_parts(smt, condition);
}

uint32_t smt_keep_witness(struct smt *smt) {
  ASSERT(smt->witness_of);
  struct span span = {smt->kept_data.count, smt->witness.count};
  for (uint32_t i = 0; i < smt->witness.count; i++) vec_push(&smt->kept_data, smt->witness.data[i]);
  vec_push(&smt->kept, span);
  return smt->kept.count - 1;
}

struct smt_mark smt_mark(const struct smt *smt) {
  return (struct smt_mark){smt->path.count, smt->trail.count, smt->kept.count, smt->kept_data.count};
}

void smt_rewind(struct smt *smt, struct smt_mark mark) {
  while (smt->path.count > mark.constraints) pop_constraint(smt);
  if (smt->hints.context) smt->hints.shorter(smt->hints.context, smt->path.count);
  model_undo(smt, mark.model_trail);
  smt->kept.count = mark.witnesses;
  smt->kept_data.count = mark.witness_data;
  smt->witness_of = 0;
}

const sym_id *smt_path(const struct smt *smt, uint32_t *count) {
  *count = smt->path.count;
  return smt->path.data;
}
uint32_t smt_depth(const struct smt *smt) { return smt->path.count; }

/* -- models -------------------------------------------------------------------------------------------------------- */

const uint8_t *smt_model(struct smt *smt, uint32_t *nvars) {
  model_sync(smt);
  hints_align(smt);
  *nvars = smt->nvars;
  return smt->model.data;
}

uint64_t smt_value(struct smt *smt, struct sym *sym, sym_id a) {
  (void)sym;
  ASSERT(sym == smt->sym);
  model_sync(smt);
  hints_align(smt);
  return model_eval(smt, a);
}

uint64_t smt_witness_value(struct smt *smt, sym_id a) {
  ASSERT(smt->witness_of);
  uint32_t trail = smt->trail.count;
  uint64_t epoch = smt->model_epoch;
  apply_changes(smt, smt->witness.data, smt->witness.count);
  uint64_t value = model_eval(smt, a);
  if (smt->trail.count > trail) {
    model_undo(smt, trail);
    smt->model_epoch = epoch;
  }
  return value;
}

void smt_set_model(struct smt *smt, uint32_t variable, uint8_t value) {
  model_sync(smt);
  while (smt->model.count < (size_t)variable + 9) vec_push(&smt->model, 0);
  ASSERT(variable >= smt->heads.count || !smt->heads.data[variable]);
  smt->model.data[variable] = value;
  smt->model_epoch = 0;
}

void smt_offer_model(struct smt *smt, const uint8_t *model, uint32_t nvars) {
  assign_vec values = {0};
  for (uint32_t v = 0; v < nvars; v++) vec_push(&values, ((struct assign){v, model[v]}));
  old_add(smt, values.data, values.count);
  vec_free(&values);
}

/* The tests of the current prefix are a range of one array of numbers. A constraint divides the range in place; ranges
   are on a stack as high as the path, so going back is free. The work is one evaluation for each test and constraint on
   its way. */
#include "explore/seeds.h"

#include <stdlib.h>
#include <string.h>

#include "suite/folder.h"
#include "suite/meta.h"
#include "util/assert.h"
#include "util/mutate.h"

enum { NOBODY = UINT32_MAX };

/* ---- bytes of the tests ---- */

static uint8_t *row_of(const struct seeds *t, uint32_t test) { return t->rows + (size_t)test * t->stride; }

static void widen(struct seeds *t, uint32_t variables) {
  uint32_t stride = t->stride ? t->stride : 64;
  while (stride < variables) stride *= 2;
  if (stride == t->stride) return;
  uint8_t *rows = mem_zalloc((size_t)t->ntests * stride);
  for (uint32_t i = 0; i < t->ntests; i++)
    if (t->stride) memcpy(rows + (size_t)i * stride, row_of(t, i), t->stride);
  free(t->rows);
  t->rows = rows;
  t->stride = stride;
}

/* What a test does not say is zero, as in a replay. */
static void fill_input(struct seeds *t, const struct sym_input *input) {
  for (uint32_t i = 0; i < t->ntests; i++) {
    const struct ktest_object *object = ktest_find(&t->seeds->tests->tests.data[i].test, input->name);
    if (object && object->size == input->size) memcpy(row_of(t, i) + input->first, object->bytes, input->size);
  }
}

static void fill(struct seeds *t, uint32_t variables) {
  widen(t, variables);
  while (t->filled < variables) {
    const struct sym_input *input = sym_input_at(t->sym, sym_input_of(t->sym, t->filled));
    fill_input(t, input);
    t->filled = input->first + input->size;
  }
}

/* ---- ranges ---- */

static bool fulfils(struct seeds *t, uint32_t test, sym_id condition, uint32_t variables) {
  t->evaluations++;
  return sym_eval(t->sym, condition, row_of(t, test), variables) != 0;
}

/* Those of the range that fulfil the condition come first; where the others begin. */
static uint32_t divide(struct seeds *t, uint32_t low, uint32_t high, sym_id condition) {
  ASSERT(low <= high && high <= t->ntests);
  uint32_t variables = sym_variables(t->sym);
  while (low < high) {
    if (fulfils(t, t->order[low], condition, variables)) low++;
    else {
      uint32_t other = t->order[--high];
      t->order[high] = t->order[low];
      t->order[low] = other;
    }
  }
  return low;
}

static bool is_own(const struct seeds *t, uint32_t test) { return test >= t->own_first && test < t->own_end; }

static struct seeds_level level_of(const struct seeds *t, uint32_t low, uint32_t high) {
  struct seeds_level level = {low, high, NOBODY, NOBODY};
  for (uint32_t i = low; i < high; i++) {
    uint32_t test = t->order[i];
    if (test < level.first) level.first = test;
    if (test < level.leader && is_own(t, test)) level.leader = test;
  }
  return level;
}

/* The tests of a split that fulfil its condition. */
static struct seeds_level fulfilling(const struct seeds *t, const struct seeds_split *split) {
  bool drop = MUTATED(SUITE_RANGE) && split->middle - split->low > 1;
  return level_of(t, split->low, split->middle - drop);
}

/* The range behind one more constraint. */
static struct seeds_level behind(struct seeds *t, sym_id constraint) {
  struct seeds_level now = vec_last(&t->levels);
  uint32_t level = t->levels.count - 1;
  struct seeds_split *split = t->splits.count ? &vec_last(&t->splits) : NULL;
  if (split && split->level == level) {
    if (split->condition == constraint) return fulfilling(t, split);
    if (sym_not(t->sym, split->condition) == constraint) return level_of(t, split->middle, split->high);
    t->splits.count--; /* tests of both sides change places now */
  }
  uint32_t middle = divide(t, now.low, now.high, constraint);
  if (middle == now.high) return now;
  return level_of(t, now.low, middle);
}

static const struct seeds_level *here(struct seeds *t) {
  uint32_t count;
  const sym_id *path = smt_path(t->smt, &count);
  fill(t, sym_variables(t->sym));
  while (t->levels.count <= count) {
    struct seeds_level next = behind(t, path[t->levels.count - 1]);
    vec_push(&t->levels, next);
  }
  return &vec_last(&t->levels);
}

static const struct seeds_split *split_here(struct seeds *t, sym_id condition) {
  struct seeds_level now = vec_last(&t->levels);
  uint32_t level = t->levels.count - 1;
  if (t->splits.count && vec_last(&t->splits).level == level) {
    if (vec_last(&t->splits).condition == condition) return &vec_last(&t->splits);
    t->splits.count--;
  }
  struct seeds_split split = {level, now.low, divide(t, now.low, now.high, condition), now.high, condition};
  vec_push(&t->splits, split);
  return &vec_last(&t->splits);
}

/* ---- what the solver is told ---- */

static void on_shorter(void *context, uint32_t constraints) {
  struct seeds *t = context;
  unsat_cache_shorten(&t->cache, constraints);
  if (t->levels.count > constraints + 1) t->levels.count = constraints + 1;
  while (t->splits.count && vec_last(&t->splits).level > constraints) t->splits.count--;
}

static const uint8_t *on_model(void *context) {
  struct seeds *t = context;
  if (!t->ntests) return NULL;
  uint32_t leader = here(t)->leader;
  return leader == NOBODY ? NULL : row_of(t, leader);
}

static enum smt_answer on_ask(void *context, sym_id condition, bool whole, const uint8_t **model) {
  struct seeds *t = context;
  if (!t->ntests) return SMT_UNKNOWN;
  const struct seeds_level *now = here(t);
  if (now->low == now->high) return SMT_UNKNOWN;
  bool mine = is_own(t, now->first) && !(MUTATED(SUITE_UNIT) && t->seeds->units > 1);
  const struct seeds_split *split = split_here(t, condition);
  struct seeds_level side = fulfilling(t, split);
  uint32_t taken = whole ? side.first : side.leader;
  if (taken != NOBODY) {
    *model = row_of(t, taken);
    return SMT_SAT;
  }
  return whole || (side.first == NOBODY && mine) ? SMT_UNKNOWN : SMT_ELSEWHERE;
}

static bool on_impossible(void *context, sym_id condition) {
  struct seeds *t = context;
  uint32_t count;
  const sym_id *path = smt_path(t->smt, &count);
  return unsat_cache_excludes(&t->cache, condition, path, count);
}

static void on_learned(void *context, const sym_id *constraints, uint32_t count, sym_id condition) {
  unsat_cache_learn(&((struct seeds *)context)->cache, condition, constraints, count);
}

/* ---- the ends of paths ---- */

bool seeds_own_path(struct seeds *t) {
  if (!t->ntests) return true;
  const struct seeds_level *now = here(t);
  return now->low == now->high || is_own(t, now->first);
}

bool seeds_value(struct seeds *t, sym_id term, uint64_t *value) {
  if (!t->ntests) return false;
  const struct seeds_level *now = here(t);
  if (now->low == now->high) return false;
  *value = sym_eval(t->sym, term, row_of(t, now->first), sym_variables(t->sym));
  return true;
}

const char *seeds_misfit(const struct vm *vm, const struct ktest *test, struct result *result) {
  for (uint32_t i = 0; i < vm_inputs(vm); i++) {
    const struct sym_input *input = vm_input(vm, i);
    const struct ktest_object *object = ktest_find(test, input->name);
    if (input->kind != SYM_INPUT || (object && object->size == input->size)) continue;
    return result_text(result, object ? "input '%s' has another size in the test" : "the test has no input '%s'",
                       input->name);
  }
  return NULL;
}

const char *seeds_other_end(const struct ktest *test, const char *kind, struct result *result) {
  struct meta_verdict verdict;
  if (!meta_verdict_decode(test, &verdict)) return NULL;
  const char *why = NULL;
  if (!verdict.kind && kind) why = result_text(result, "its run fails now (%s)", kind);
  else if (verdict.kind && !kind) why = result_text(result, "its run does not fail any more (%s)", verdict.kind);
  else if (kind && strcmp(verdict.kind, kind))
    why = result_text(result, "its run fails otherwise now (%s instead of %s)", kind, verdict.kind);
  meta_verdict_free(&verdict);
  return why;
}

/* Here is one thread: nobody is there to follow the steps of others. */
static const char *foreign_schedule(const struct ktest *test) {
  return ktest_find(test, META_SCHEDULE) ? "its schedule is one of several threads, and its path has only one now"
                                         : NULL;
}

static int ascending(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static void judge(struct seeds *t, const struct vm *vm, uint32_t number, const char *kind, uint64_t path,
                  struct result *result, uint32_t *kept) {
  const struct ktest *test = &t->seeds->tests->tests.data[number].test;
  struct result_test *status = &result->artefacts.old_tests[number];
  if (status->status == TEST_KEPT && *kept != NOBODY) return;
  const char *why = seeds_misfit(vm, test, result);
  if (!why) why = foreign_schedule(test);
  if (!why && !MUTATED(SUITE_END)) why = seeds_other_end(test, kind, result);
  if (why) *status = (struct result_test){.status = TEST_RETIRED, .reason = why};
  else if (*kept == NOBODY) *status = (struct result_test){.status = TEST_KEPT, .path = path}, *kept = number;
  else *status = (struct result_test){.status = TEST_DUPLICATE, .duplicate_of = *kept};
}

uint32_t seeds_end_path(struct seeds *t, const struct vm *vm, const char *kind, uint64_t path, struct result *result) {
  uint32_t kept = NOBODY;
  if (!t->ntests) return NOBODY;
  const struct seeds_level now = *here(t);
  t->chosen.count = 0;
  for (uint32_t i = now.low; i < now.high; i++) vec_push(&t->chosen, t->order[i]);
  if (t->chosen.count > 1) qsort(t->chosen.data, t->chosen.count, sizeof *t->chosen.data, ascending);
  for (uint32_t i = 0; i < t->chosen.count; i++) judge(t, vm, t->chosen.data[i], kind, path, result, &kept);
  return kept;
}

bool seeds_has_threads(const struct vm *vm) {
  for (uint32_t t = 1; t < vm_thread_count(vm); t++)
    if (vm_thread_status(vm, t) != THREAD_NONE) return true;
  return false;
}

/* ---- life ---- */

static void open_tests(struct seeds *t) {
  t->ntests = t->seeds->tests->tests.count;
  t->own_first = (uint32_t)((uint64_t)t->ntests * t->seeds->unit / t->seeds->units);
  t->own_end = (uint32_t)((uint64_t)t->ntests * (t->seeds->unit + 1ull) / t->seeds->units);
  t->order = mem_alloc((t->ntests + 1ull) * sizeof *t->order);
  for (uint32_t i = 0; i < t->ntests; i++) t->order[i] = i;
  struct seeds_level all = level_of(t, 0, t->ntests);
  vec_push(&t->levels, all);
}

void seeds_open(struct seeds *t, const struct explore_reuse *reuse, bool keeps_cores, struct sym *sym,
                struct smt *smt) {
  *t = (struct seeds){.seeds = reuse->seeds, .sym = sym, .smt = smt};
  unsat_cache_open(&t->cache, sym);
  if (reuse->unsat_cores) unsat_cache_decode(&t->cache, reuse->unsat_cores, reuse->unsat_cores_bytes);
  if (t->seeds) open_tests(t);
  if (!t->ntests && !reuse->unsat_cores && !keeps_cores) return;
  struct smt_hints hints = {.context = t,
                            .shorter = on_shorter,
                            .model = on_model,
                            .ask = on_ask,
                            .is_impossible = on_impossible,
                            .learned = on_learned};
  smt_set_hints(smt, &hints);
}

void seeds_close(struct seeds *t) {
  unsat_cache_close(&t->cache);
  free(t->order);
  free(t->rows);
  vec_free(&t->levels);
  vec_free(&t->splits);
  vec_free(&t->chosen);
}

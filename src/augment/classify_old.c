/* Three ways to an answer, the cheap ones first. A test that passes on the old version says nothing: another schedule
   may fail. So "no" always comes from a complete exploration. */
#include "augment/classify_old.h"

#include "augment/test_run.h"
#include "check/classify.h"
#include "store/program_key.h"
#include "util/clock.h"
#include "util/mem.h"

enum {
  RANDOM_RUNS = 32,  /* of the old version with the inputs of one failure */
  MOST_SECONDS = 30, /* of exploring it, where there is no other limit */
};

const char *augment_in_old_text(enum augment_in_old in_old) {
  static const char *const texts[] = {[IN_OLD_UNKNOWN] = "unknown", [IN_OLD_NO] = "no", [IN_OLD_YES] = "yes"};
  return texts[in_old];
}

struct old {
  const struct classify_old_request *request;
  struct result_failure *failures;
  uint32_t count;
  enum augment_in_old *answers;
};

static bool is_open(const struct old *o) {
  for (uint32_t i = 0; i < o->count; i++)
    if (o->answers[i] == IN_OLD_UNKNOWN) return true;
  return false;
}

static void take_known(struct old *o, const struct saved_result *known) {
  for (uint32_t i = 0; i < o->count; i++) {
    if (o->answers[i] != IN_OLD_UNKNOWN) continue;
    if (classify_was_old(o->request->change, known, &o->failures[i])) o->answers[i] = IN_OLD_YES;
    else if (known->complete) o->answers[i] = IN_OLD_NO;
  }
}

/* ---- the test ---- */

static bool shows(const struct old *o, const struct test_run *r, const struct result_failure *f) {
  const struct session_failure *seen = &r->session.seen;
  const struct change_side *new = &o->request->change->new;
  return r->end == TEST_RUN_FAILED && seen->kind == f->kind &&
         f->site < new->program->nins &&new->ins[f->site] == seen->ins;
}

/* A race is no failure of a run; what leaks is told by more than its place. */
static bool can_be_run(const struct result_failure *f) {
  return f->kind != FAILURE_RACE && f->kind != FAILURE_LEAK && (f->schedule || f->ninputs);
}

/* Under its own schedule as far as that fits, and under some others. */
static bool fails_in_old(const struct old *o, const struct result_failure *f) {
  const struct change *change = o->request->change;
  struct explore_options options = *o->request->options;
  struct ktest test;
  struct test_run r;
  schedule_constraints list = {0};
  options.config.tests = TESTS_NONE;
  options.output.out_dir = NULL;
  explore_test_of(f, &test);
  schedule_constraints_of_test(&test, change->new.ins, (uint32_t)change->new.program->nins, &list);
  bool fits = test_run_open(&r, change->old.program, &options, &test, true, NULL, o->request->deadline);
  bool found = fits && shows(o, &r, f);
  if (fits && r.threads) {
    test_run_constrained(&r, &list);
    found = shows(o, &r, f);
    struct chance chance = {f->site};
    for (uint32_t i = 0; i < RANDOM_RUNS && !found; i++) {
      test_run_random(&r, &chance);
      found = shows(o, &r, f);
    }
  }
  test_run_close(&r);
  ktest_free(&test);
  vec_free(&list);
  return found;
}

static void run_tests(struct old *o) {
  for (uint32_t i = 0; i < o->count; i++)
    if (o->answers[i] == IN_OLD_UNKNOWN && can_be_run(&o->failures[i]) && fails_in_old(o, &o->failures[i]))
      o->answers[i] = IN_OLD_YES;
}

/* ---- exploring ---- */

static void explore_old(struct old *o, struct store_key key) {
  const struct classify_old_request *r = o->request;
  const struct ir_program *old = r->change->old.program;
  struct explore_options options = *r->options;
  double left = r->deadline > 0 ? r->deadline - clock_now() : MOST_SECONDS;
  struct result result = {0};
  struct smt_stats solver;
  struct saved_result saved;
  if (left <= 0) return;
  if (r->say) r->say(r->context, "exploring the old version: does it have these failures, too?");
  options.config.strategy = STRATEGY_GUIDED;
  options.config.tests = TESTS_NONE;
  options.output.out_dir = NULL;
  options.config.stop_at_first_failure = false;
  options.config.timeout_seconds = left;
  explore_run(old, &options, r->hooks, &result, &solver);
  saved_result_make(&saved, old, options.config.checks, &result);
  take_known(o, &saved);
  if (r->store) saved_result_put(r->store, key, &saved);
  saved_result_free(&saved);
  result_free(&result);
}

void classify_old_decide(const struct classify_old_request *request, struct result_failure *failures, uint32_t count,
                         enum augment_in_old *answers) {
  struct old o = {.request = request, .failures = failures, .count = count, .answers = answers};
  const struct ir_program *old = request->change->old.program;
  struct store_key key = program_key_of_run(old, program_key_of(old), &request->options->config, true);
  struct saved_result known;
  for (uint32_t i = 0; i < count; i++) answers[i] = IN_OLD_UNKNOWN;
  if (request->store && saved_result_get(request->store, key, &known)) {
    take_known(&o, &known);
    saved_result_free(&known);
  }
  if (is_open(&o)) run_tests(&o);
  if (is_open(&o)) explore_old(&o, key);
  static const enum result_age ages[] = {[IN_OLD_UNKNOWN] = AGE_UNKNOWN, [IN_OLD_NO] = AGE_NEW, [IN_OLD_YES] = AGE_OLD};
  for (uint32_t i = 0; i < count; i++) failures[i].age = ages[answers[i]];
}

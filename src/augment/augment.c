/* The steps, one after the other, until nothing is open or the time is over. */
#include "augment/augment.h"

#include <stdio.h>
#include <string.h>

#include "augment/directed.h"
#include "augment/exhaust.h"
#include "augment/inside.h"
#include "suite/meta.h"
#include "util/assert.h"
#include "util/clock.h"
#include "util/stop.h"

static bool is_out_of_time(struct augmentation *d) {
  struct augment *a = d->augment;
  if (a->stopped) return true;
  char text[100];
  if (stop_wanted()) a->stopped = result_text(&a->result, "%s", stop_words(text, sizeof text));
  else if (d->deadline > 0 && clock_now() >= d->deadline)
    a->stopped =
        result_text(&a->result, "the time limit of %g s was reached", d->request->options->config.timeout_seconds);
  return a->stopped != NULL;
}

bool augment_is_over(struct augmentation *d) { return !d->open || is_out_of_time(d); }

void augment_say(struct augmentation *d, const char *what) {
  char text[200];
  if (!d->request->say) return;
  snprintf(text, sizeof text, "%u of %u targets are open: %s", d->open, d->targets->list.count, what);
  d->request->say(d->request->context, text);
}

static bool open_seed(struct augmentation *d, uint32_t seed, bool grows, struct test_run *r) {
  return test_run_open(r, d->request->program, &d->watching, &d->seeds.data[seed]->test, grows, d->coverage,
                       d->deadline);
}

bool augment_open_seed(struct augmentation *d, uint32_t seed, struct test_run *r) {
  return open_seed(d, seed, true, r);
}

/* ---- existing tests ---- */

/* As exactly as it can be had: step by step, or the same order with other steps between. */
static void run_own_schedule(struct augmentation *d, const struct seed *seed, struct test_run *r) {
  schedule_steps steps = {0};
  schedule_constraints list = {0};
  uint32_t line;
  const struct change *change = seed->foreign ? d->request->change : NULL;
  bool exact = schedule_decode(&seed->test, &steps, &line) && test_run_exact(r, &steps) != TEST_RUN_GIVEN_UP;
  if (exact) test_output_run(d, r, MEANS_SUITE, seed->name);
  else {
    schedule_constraints_of_test(&seed->test, change ? change->old.ins : NULL,
                                 change ? (uint32_t)change->old.program->nins : 0, &list);
    test_run_constrained(r, &list);
    test_output_run(d, r, MEANS_SUITE, NULL);
  }
  vec_free(&steps);
  vec_free(&list);
}

static bool try_test(struct augmentation *d, uint32_t number, char why[320]) {
  struct test_run r;
  bool fits = open_seed(d, number, false, &r);
  struct seed *seed = d->seeds.data[number];
  // NOLINTBEGIN(clang-analyzer-unix.Malloc): drop_seed moved the next seed to the place of the one that it freed
  if (fits && r.threads) run_own_schedule(d, seed, &r);
  else if (fits) test_output_run(d, &r, MEANS_SUITE, seed->name);
  else snprintf(why, 320, "%s", r.session.inputs.why);
  if (fits) directed_note(d, seed, &r);
  // NOLINTEND(clang-analyzer-unix.Malloc)
  test_run_close(&r);
  return fits;
}

static void add_suite(struct augmentation *d) {
  const struct suite *suite = d->request->suite;
  for (uint32_t i = 0; i < suite->tests.count; i++) {
    const struct suite_test *t = &suite->tests.data[i];
    const char *slash = strrchr(t->path, '/');
    struct seed *seed = mem_zalloc(sizeof *seed);
    *seed = (struct seed){.name = mem_strdup(slash ? slash + 1 : t->path), .foreign = true};
    for (uint32_t k = 0; k < t->test.nobjects; k++)
      ktest_put(&seed->test, t->test.objects[k].name, t->test.objects[k].bytes, t->test.objects[k].size);
    vec_push(&d->seeds, seed);
  }
}

static void drop_seed(struct augmentation *d, uint32_t i) {
  free(d->seeds.data[i]->name);
  ktest_free(&d->seeds.data[i]->test);
  free(d->seeds.data[i]);
  for (; i + 1 < d->seeds.count; i++) d->seeds.data[i] = d->seeds.data[i + 1];
  d->seeds.count--;
}

/* There is no time to run the tests from here on: they stay in the suite, and nobody knows what they do. */
static void keep_unjudged(struct augmentation *d, uint32_t from) {
  const struct suite *suite = d->request->suite;
  struct result *result = &d->augment->result;
  for (uint32_t k = from; k < suite->tests.count; k++) test_output_copy(d, suite->tests.data[k].path);
  result_add_reason(
      result, result_text(result, "%u tests of the suite were kept without running them", suite->tests.count - from));
}

/* All of them, whatever is open: that is how failures of the suite, and tests that do not fit any more, are seen. */
static void try_suite(struct augmentation *d) {
  uint32_t written = d->seeds.count;
  double start = clock_now();
  char why[320];
  augment_say(d, "running the tests that are there");
  for (uint32_t i = 0; i < written && !is_out_of_time(d); i++) try_test(d, i, why);
  add_suite(d);
  for (uint32_t i = written, k = 0; k < d->request->suite->tests.count; k++) {
    const char *path = d->request->suite->tests.data[k].path;
    if (is_out_of_time(d)) {
      keep_unjudged(d, k);
      break;
    }
    if (try_test(d, i, why)) {
      test_output_copy(d, path);
      i++;
    } else {
      test_output_retire(d, path, why);
      drop_seed(d, i);
    }
  }
  d->augment->steps[MEANS_SUITE].seconds += clock_now() - start;
}

/* ---- exploration ---- */

static bool on_met(void *context, struct ktest *test) {
  struct augmentation *d = context;
  directed_candidate(d, test, MEANS_EXPLORED);
  ktest_free(test);
  test_output_state(d, false);
  return !d->open;
}

static void try_failures(struct augmentation *d, const struct result *result) {
  for (uint32_t i = 0; i < result->failures.count; i++) {
    const struct result_failure *f = &result->failures.data[i];
    struct ktest test;
    explore_test_of(f, &test);
    if (f->kind != FAILURE_RACE) directed_candidate(d, &test, MEANS_EXPLORED);
    if (!test_output_has(d, f)) test_output_failure(d, f);
    if (!test_output_has(d, f))
      result_add_reason(&d->augment->result,
                        result_text(&d->augment->result, "a failure could not be made a test: %s: %s at %s:%u",
                                    failure_kind_text(f->kind), f->message, f->nframes ? f->frames[0].file : "",
                                    f->nframes ? f->frames[0].line : 0));
    ktest_free(&test);
  }
}

static void take_stats(struct augmentation *d, const struct result *result) {
  stats_add(&d->augment->result.stats, &result->stats);
  d->explored += result->runs.full;
  d->augment->result.runs.partial += result->runs.partial;
  d->augment->result.runs.infeasible += result->runs.infeasible;
  d->augment->result.runs.blocked += result->runs.blocked;
}

static void take_reasons(struct augmentation *d, const struct result *result) {
  struct augment *a = d->augment;
  for (uint32_t i = 0; i < result->reasons.count; i++) {
    const char *reason = result->reasons.data[i];
    if (!strncmp(reason, "stopped by", 10)) a->stopped = result_text(&a->result, "%s", reason);
    else if (strncmp(reason, "the time limit", 14))
      result_add_reason(&a->result, result_text(&a->result, "exploration: %s", reason));
  }
}

static void conclude(struct augmentation *d, const struct exhaust *exhaust) {
  struct augment *a = d->augment;
  for (uint32_t i = 0; i < d->targets->list.count && exhaust->complete; i++) {
    struct target *t = &d->targets->list.data[i];
    if (t->status != TARGET_OPEN || exhaust->met[i]) continue;
    t->status = TARGET_INFEASIBLE;
    t->means = MEANS_EXPLORED;
    d->open--;
    a->infeasible++;
  }
  take_reasons(d, &exhaust->result);
}

/* While an exploration goes on, those that start from tests have their turns. */
static void on_progress(void *context, const struct explore_progress *now) {
  struct augmentation *d = context;
  const struct explore_hooks *hooks = d->request->hooks;
  if (hooks && hooks->progress) hooks->progress(hooks->context, now);
  directed_turn(d);
}

/* `share` of the time that is left. True: it was enough. */
static bool explore(struct augmentation *d, bool whole, double share) {
  struct explore_options options = d->plain;
  struct exhaust exhaust;
  struct explore_hooks hooks = {.context = d, .progress = on_progress};
  struct exhaust_request request = {.program = d->request->program,
                                    .statics = d->request->statics,
                                    .options = &options,
                                    .targets = d->targets,
                                    .whole = whole,
                                    .hooks = &hooks,
                                    .context = d,
                                    .met = on_met};
  double start = clock_now();
  if (augment_is_over(d)) return true;
  augment_say(d, whole ? "exploring everything" : "exploring what leads to them");
  if (d->deadline > 0) options.config.timeout_seconds = (d->deadline - start) * share;
  double turns = d->directed.elapsed;
  directed_exploring(d, true);
  exhaust_run(&request, &exhaust);
  directed_exploring(d, false);
  try_failures(d, &exhaust.result);
  conclude(d, &exhaust);
  take_stats(d, &exhaust.result);
  d->augment->steps[MEANS_EXPLORED].seconds += clock_now() - start - (d->directed.elapsed - turns);
  bool ended = exhaust.complete || !d->open;
  exhaust_free(&exhaust);
  return ended;
}

/* ---- failures ---- */

#define ALL_FAILURES "*" /* in the state, where the name of a test stands otherwise */

/* Covering a pair need not show what is wrong with it: another value might. Summaries make this cheaper than
   deciding targets. */
static void look_for_failures(struct augmentation *d, double share) {
  struct explore_options options = d->plain;
  struct explore_hooks hooks = {.context = d, .progress = on_progress};
  struct result result = {0};
  struct smt_stats solver;
  double start = clock_now();
  if (is_out_of_time(d)) return;
  augment_say(d, "looking for failures");
  if (d->deadline > 0) options.config.timeout_seconds = (d->deadline - start) * share;
  options.config.strategy = STRATEGY_GUIDED;
  options.goal.failures_once = true; /* each needs to be seen once */
  options.goal.statics = d->request->statics;
  options.config.checks = d->request->options->config.checks;
  double turns = d->directed.elapsed;
  directed_exploring(d, true);
  explore_run(d->request->program, &options, &hooks, &result, &solver);
  directed_exploring(d, false);
  try_failures(d, &result);
  take_reasons(d, &result);
  take_stats(d, &result);
  d->augment->all_failures = !result.reasons.count;
  if (d->augment->all_failures) state_set_done(&d->state, ALL_FAILURES, MEANS_EXPLORED, 1);
  d->augment->failures_seconds += clock_now() - start - (d->directed.elapsed - turns);
  result_free(&result);
}

/* ---- all of it ---- */

/* Failures come first, since that is cheaper; each has a part of the time, and what the other one leaves. */
static void run_explorations(struct augmentation *d) {
  struct augment *a = d->augment;
  bool asked = !d->request->only_targets;
  a->all_failures = asked && state_done(&d->state, ALL_FAILURES, MEANS_EXPLORED);
  if (asked && !a->all_failures) look_for_failures(d, 0.3);
  double share = asked && !a->all_failures ? 0.8 : 1;
  bool ended = explore(d, false, share);
  if (ended && d->open) explore(d, true, share);
  if (asked && !a->all_failures) look_for_failures(d, 1);
  is_out_of_time(d);
}

/* What is not decided by then stays unknown: the time was for the new version. */
static void compare_with_old(struct augmentation *d) {
  struct augment *a = d->augment;
  uint32_t count = a->result.failures.count;
  struct classify_old_request request = {.change = d->request->change,
                                         .options = d->request->options,
                                         .store = d->request->store,
                                         .deadline = d->deadline,
                                         .hooks = d->request->hooks,
                                         .say = d->request->say,
                                         .context = d->request->context};
  if (!d->request->change || !count) return;
  a->in_old = mem_zalloc(count * sizeof *a->in_old);
  classify_old_decide(&request, a->result.failures.data, count, a->in_old);
}

static void run_steps(struct augmentation *d) {
  try_suite(d);
  if (d->request->only_random) {
    directed_random(d);
    return;
  }
  directed_first(d);
  run_explorations(d);
  directed_rest(d);
}

static void judge(struct augmentation *d) {
  struct augment *a = d->augment;
  struct result *result = &a->result;
  a->finished = !a->stopped;
  result->runs.full = d->explored;
  for (int m = 0; m < MEANS_COUNT; m++) result->runs.full += a->steps[m].runs;
  result->stats.seconds = clock_now() - d->started;
  if (a->stopped) result_add_reason(result, a->stopped);
  if (d->open)
    result_add_reason(result, result_text(result, "%u of %u targets are undecided", d->open, d->targets->list.count));
  if (!a->all_failures && !a->stopped)
    result_add_reason(result, d->request->only_targets || d->request->only_random
                                  ? "only targets were looked for; a failure may be elsewhere"
                                  : "failures were not looked for everywhere");
  if (result->failures.count) result->verdict = VERDICT_UNSAFE;
  else result->verdict = result->reasons.count ? VERDICT_INCOMPLETE : VERDICT_SAFE;
}

void augment_run(const struct augment_request *request, struct augment *augment) {
  *augment = (struct augment){0};
  struct augmentation d = {.request = request,
                           .augment = augment,
                           .targets = request->targets,
                           .out_dir = -1,
                           .started = clock_now(),
                           .watching = *request->options,
                           .plain = *request->options,
                           .state.key = request->key};
  d.plain.config.tests = d.watching.config.tests = TESTS_NONE;
  d.plain.output.out_dir = d.watching.output.out_dir = NULL;
  d.plain.config.strategy = STRATEGY_DPOR;
  d.plain.config.checks &= ~(1u << CHECK_RACE); /* which is no failure of a run: see keep_race */
  d.watching.config.checks = d.plain.config.checks;
  d.plain.goal.statics = d.watching.goal.statics = request->statics;
  coverage_prepare(request->targets, &d.watching.goal);
  if (request->options->config.timeout_seconds > 0) d.deadline = d.started + request->options->config.timeout_seconds;
  d.coverage = coverage_open(request->program, request->targets);
  if (test_output_open(&d)) {
    d.open = targets_count(d.targets, TARGET_OPEN);
    run_steps(&d);
    VERIFY(d.open == targets_count(d.targets, TARGET_OPEN));
    compare_with_old(&d);
  }
  judge(&d);
  test_output_close(&d);
  coverage_close(d.coverage);
  directed_close(&d);
  while (d.seeds.count) drop_seed(&d, d.seeds.count - 1);
  vec_free(&d.seeds);
}

void augment_free(struct augment *augment) {
  vec_free(&augment->retired);
  vec_free(&augment->added);
  free(augment->in_old);
  result_free(&augment->result);
  for (uint32_t i = 0; i < augment->parts.count; i++) {
    result_free(augment->parts.data[i]);
    free(augment->parts.data[i]);
  }
  vec_free(&augment->parts);
}

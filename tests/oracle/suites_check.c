/* One check with a suite of the old version. Where nothing cuts it short, all must come out: the failures of full
   explorations, a test for each path and no other. Where a limit or a signal does, what is said must still be so: no
   failure is called new or old that is not, nothing that fails is safe, no test goes that could have stayed, and a
   suite that lacks tests is not called complete. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "suite/keep.h"
#include "suite/meta.h"
#include "suites_inside.h"
#include "util/error.h"
#include "util/stop.h"

struct trial {
  struct suites_court *court;
  const struct suites_step *step;
  struct check_request request;
  struct check check;
  struct suite suite;     /* of the old version */
  struct suite made;      /* of the new one */
  suites_hashes identity; /* of the runs that these make, once each */
  bool *unseen;           /* per old test: an earlier check has kept it without knowing what it does */
};

static void differ(const struct trial *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void differ(const struct trial *t, const char *format, ...) {
  char *what;
  const struct suites_limit *l = &t->step->limit;
  va_list ap;
  va_start(ap, format);
  if (vasprintf(&what, format, ap) < 0) abort();
  va_end(ap);
  suites_differ(t->court, "%s, %s from %u to %u (runs %u, steps %u, signal %u): %s", t->step->name,
                check_strategy_text(t->step->strategy), t->step->old, t->step->new, (unsigned)l->max_runs,
                (unsigned)l->max_steps, (unsigned)l->interrupt, what);
  free(what);
}

static const struct suites_truth *new_truth(const struct trial *t) { return &t->court->truth[t->step->new]; }
static const struct suites_truth *old_truth(const struct trial *t) { return &t->court->truth[t->step->old]; }

/* ---- the store ---- */

static struct store *open_store(const struct suites_court *c) {
  char path[400], why[300];
  snprintf(path, sizeof path, "%s/store.db", c->directory);
  struct store *store = store_open(path, false, why, sizeof why);
  if (!store) error_exit(EXIT_USAGE, "%s", why);
  return store;
}

void suites_remove_store(const struct suites_court *c) {
  static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
  for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
    char path[400];
    snprintf(path, sizeof path, "%s/store.db%s", c->directory, ends[i]);
    unlink(path);
  }
}

/* ---- failures ---- */

static void compare_failures(struct trial *t) {
  const struct check *check = &t->check;
  char *expected = pairs_truth_compare(check->change, &old_truth(t)->failures, &new_truth(t)->failures),
       *said = pairs_truth_said(check, false);
  if (strcmp(expected, said)) differ(t, "{%s} instead of {%s}", said, expected);
  free(expected);
  free(said);
}

static bool fails_at(const struct pairs_truth *truth, uint32_t kind, uint32_t site) {
  for (uint32_t i = 0; i < truth->failures.count; i++)
    if (truth->failures.data[i].kind == kind && truth->failures.data[i].site == site) return true;
  return false;
}

/* Cut short: not all is found, but what is said to be there is, and what is said to be gone is not. */
static void judge_partial(struct trial *t) {
  const struct check *check = &t->check;
  const struct pairs_truth *new = &new_truth(t)->failures;
  if (check->result.verdict == VERDICT_SAFE && new->failures.count) differ(t, "safe, but the new version fails");
  if (check->result.verdict == VERDICT_SAFE && check->result.reasons.count)
    differ(t, "safe, but: %s", check->result.reasons.data[0]);
  for (uint32_t i = 0; i < check->result.failures.count; i++) {
    const struct result_failure *f = &check->result.failures.data[i];
    if (f->kind != FAILURE_RACE && !fails_at(new, f->kind, f->site))
      differ(t, "a failure at line %u that the new version does not have", f->nframes ? f->frames[0].line : 0);
  }
  for (uint32_t i = 0; i < check->fixed.count; i++) {
    const struct result_failure *f = &check->fixed.data[i];
    uint32_t partner = f->site == IR_NONE ? IR_NONE : check->change->old.ins[f->site];
    if (partner != IR_NONE && f->kind != FAILURE_LEAK && fails_at(new, f->kind, partner))
      differ(t, "said to be fixed, but the new version still fails there");
  }
}

static void judge_ages(struct trial *t, bool limited) {
  struct pairs_age age = {.check = &t->check,
                          .old = t->request.old,
                          .new = t->request.new,
                          .brute = &t->court->brute,
                          .truth = &old_truth(t)->failures,
                          .suite = true,
                          .limited = limited};
  char *what = pairs_age_judge(&age);
  if (what) differ(t, "%s", what);
  free(what);
}

static void judge_failures(struct trial *t) {
  const struct check *check = &t->check;
  bool limited = suites_is_limited(&t->step->limit);
  if (!limited && check->result.reasons.count) differ(t, "incomplete: %s", check->result.reasons.data[0]);
  if (check->result.reasons.count || !check->old.complete) judge_partial(t);
  else compare_failures(t);
  judge_ages(t, limited);
}

/* ---- tests ---- */

static bool has_note(const struct result *result, const char *part) {
  for (uint32_t i = 0; i < result->notes.count; i++)
    if (strstr(result->notes.data[i], part)) return true;
  return false;
}

/* The old test of that name, or IR_NONE. */
static uint32_t old_number(const struct trial *t, const char *name) {
  for (uint32_t i = 0; i < t->suite.tests.count; i++)
    if (!strcmp(keep_name(t->suite.tests.data[i].path), name)) return i;
  return IR_NONE;
}

static bool is_made(const struct trial *t, const char *name) {
  for (uint32_t i = 0; i < t->made.tests.count; i++)
    if (!strcmp(keep_name(t->made.tests.data[i].path), name)) return true;
  return false;
}

static bool has_identity(const struct trial *t, uint64_t identity) {
  for (uint32_t i = 0; i < t->identity.count; i++)
    if (t->identity.data[i] == identity) return true;
  return false;
}

/* A test of a new race is there besides the one of its path. */
static bool is_about_race(const struct suite_test *test) {
  struct meta_verdict verdict;
  bool race = meta_verdict_decode(&test->test, &verdict) && verdict.kind &&
              !strcmp(verdict.kind, failure_kind_text(FAILURE_RACE));
  meta_verdict_free(&verdict);
  return race;
}

/* A test of the new suite takes the path that it is said to take. One that was kept without running it has none. */
static void judge_test(struct trial *t, const struct suite_test *test, uint32_t old, uint64_t path) {
  char before[600];
  const char *name = keep_name(test->path);
  bool is_old = old != IR_NONE;
  snprintf(before, sizeof before, "%s/%s", t->step->before, name);
  if (is_old && !suites_same_file(before, test->path)) differ(t, "%s was changed", name);
  bool nothing = t->check.change->nothing, unseen = is_old && !path && t->check.result.reasons.count;
  if (unseen && !nothing) return;
  if (t->check.change->nothing && suites_fails(test))
    return; /* it stays, also if it names the old line of its failure */
  struct suites_seen seen = suites_replay(t->court, t->step->new, test, is_old, path);
  if (seen.why && !unseen) differ(t, "%s %s", name, seen.why);
  if (!is_about_race(test)) suites_add_seen(&t->identity, &seen);
}

/* Who is gone must have had to go: the new version does not follow it, or another one makes its run. */
static void judge_retired(struct trial *t) {
  for (uint32_t i = 0; i < t->suite.tests.count; i++) {
    const struct suite_test *test = &t->suite.tests.data[i];
    const char *name = keep_name(test->path), *reason = t->check.result.artefacts.old_tests[i].reason;
    bool same = t->check.change->nothing;
    if (same && !t->unseen[i] && !is_made(t, name)) differ(t, "nothing changed, and %s is gone", name);
    if (is_made(t, name) || is_about_race(test)) continue;
    if (same && suites_fails(test) && !reason) continue; /* failing ones that are kept have no identity then */
    struct suites_seen seen = suites_replay(t->court, t->step->new, test, true, 0);
    if (seen.fits && !has_identity(t, seen.identity))
      differ(t, "%s is gone (%s), but could have stayed", name, reason ? reason : "another one is kept");
  }
}

/* Is the suite complete, and is that said? */
static void judge_completeness(struct trial *t) {
  const struct suites_step *s = t->step;
  bool same = t->check.change->nothing, said = t->check.suite_complete == KEEP_COMPLETE;
  bool asked =
      s->tests == TESTS_PATHS && (s->strategy != CHECK_STRATEGY_IMPACT && s->strategy != CHECK_STRATEGY_SUMMARIES);
  const suites_hashes *wanted = same ? &new_truth(t)->passing : &new_truth(t)->runs, *found = &t->identity;
  suites_sort(&t->identity);
  if (said && !suites_same_hashes(found, wanted))
    differ(t, "%u tests for %u paths, or of others, and the suite is called complete", found->count, wanted->count);
  if (!said && asked && !same && !suites_is_limited(&s->limit)) differ(t, "the suite is not called complete");
  const char *note = t->check.suite_complete == KEEP_UNKNOWN ? "whether the suite is complete" : "not complete";
  if (!said && !t->check.result.reasons.count && !has_note(&t->check.result, note))
    differ(t, "the suite is not complete, and nothing says so");
}

static void judge_figures(struct trial *t, uint32_t kept) {
  const struct result *r = &t->check.result;
  uint32_t made = t->made.tests.count;
  if (kept != r->artefacts.tests_reused || made - kept != r->artefacts.tests_new ||
      kept + r->artefacts.tests_retired != t->suite.tests.count)
    differ(t, "figures of tests: %u kept, %u new", kept, made - kept);
}

static void judge_tests(struct trial *t) {
  uint32_t kept = 0;
  suites_load(&t->made, t->step->out_dir);
  for (uint32_t i = 0; i < t->made.tests.count; i++) {
    const struct suite_test *test = &t->made.tests.data[i];
    uint32_t old = old_number(t, keep_name(test->path));
    uint64_t path = 0;
    if (old != IR_NONE) kept++, path = t->check.result.artefacts.old_tests[old].path;
    else meta_path_decode(&test->test, &path);
    judge_test(t, test, old, path);
  }
  judge_retired(t);
  judge_completeness(t);
  judge_figures(t, kept);
}

/* ---- the check ---- */

struct bell {
  uint32_t left; /* runs until the signal */
};
static bool ring(void *context, struct recorder *recorder) {
  struct bell *bell = context;
  (void)recorder;
  if (bell->left && !--bell->left) raise(SIGTERM);
  return false;
}

static void add_figures(struct suites_court *c, const struct trial *t) {
  c->figures->kept += t->check.result.artefacts.tests_reused;
  c->figures->fresh += t->check.result.artefacts.tests_new;
  c->figures->retired += t->check.result.artefacts.tests_retired;
  c->figures->asked += t->check.solver.by_z3;
}

/* Signals are noted while it runs, and mean what they did before afterwards. */
static void check_interrupted(const struct check_request *request, struct check *check) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  stop_begin(0);
  check_run(request, check);
  stop_begin(0);
  stop_end();
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) signal(numbers[i], SIG_DFL);
}

void suites_check(struct suites_court *c, const struct suites_step *s, bool count) {
  struct explore_options options = c->options.explore;
  struct bell bell = {.left = s->limit.interrupt};
  struct explore_hooks hooks = {.context = &bell, .ended = ring};
  struct trial t = {.court = c, .step = s};
  options.config.tests = s->tests;
  options.output.out_dir = s->out_dir;
  options.config.max_runs = s->limit.max_runs;
  options.config.max_steps = s->limit.max_steps;
  suites_load(&t.suite, s->suite_dir);
  t.unseen = keep_read_unseen(s->suite_dir, &t.suite);
  struct ir_program *old = suites_program(c, s->old), *new = suites_program(c, s->new);
  t.request = (struct check_request){.old = old,
                                     .new = new,
                                     .options = &options,
                                     .strategy = s->strategy,
                                     .suite = &t.suite,
                                     .suite_dir = s->suite_dir,
                                     .units = s->units,
                                     .jobs = s->jobs,
                                     .hooks = s->limit.interrupt ? &hooks : NULL,
                                     .store = s->stored ? open_store(c) : NULL};
  if (s->limit.interrupt) check_interrupted(&t.request, &t.check);
  else check_run(&t.request, &t.check);
  judge_failures(&t);
  judge_tests(&t);
  if (count) add_figures(c, &t);
  if (s->units > 1 && !t.check.solver.elsewhere && t.check.solver.by_suite) c->figures->indivisible++;
  check_free(&t.check);
  store_close(t.request.store);
  ir_free(old);
  ir_free(new);
  suite_free(&t.suite);
  suite_free(&t.made);
  vec_free(&t.identity);
  free(t.unseen);
}

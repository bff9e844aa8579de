/* Is a failure new? That is shown, not guessed: its test is executed on the old version, with the same inputs and the
   same schedule, step by step through the matches of its instructions. Where the old version cannot follow the
   schedule all its schedules are explored with these inputs. Only a complete exploration that never failed at the place
   needs no test.

   A place is not a failure: where the old version fails too each run of the new one that fails there is judged by
   itself, until one of them is new. */
#include "check/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/classify.h"
#include "check/inside.h"
#include "explore/follow.h"
#include "static/static.h"
#include "util/assert.h"
#include "util/clock.h"
#include "util/mutate.h"

enum {
  MOST_STEPS = 100000000, /* of a test on the old version: it may find a loop without end */
  MOST_RUNS = 10000,      /* of the old version with the inputs of a test, most of them cut short */
  MOST_RUNS_RACE = 3000,  /* the same of a race */
  MOST_RUNS_IN_ALL = 40000,
  MOST_OPEN = 64, /* failing runs that are looked at more closely in the end */
};

/* ---- one test on the old version ---- */

static uint32_t match_of(const struct work *w, uint32_t ins) {
  const struct change_side *new = &w->check->change->new;
  return ins < new->program->nins ? new->ins[ins] : IR_NONE;
}

/* Is a failure of the old version that of the new one? */
static bool is_it(const struct work *w, const struct result_failure *old, const struct result_failure *new) {
  const struct ir_program *p = w->old;
  uint32_t site = match_of(w, new->site), other = match_of(w, new->other_site);
  struct failure_point a = classify_point(p, old->kind, old->site, old->other_site, old->message);
  struct failure_point b = classify_point(p, new->kind, site, other, new->message);
  return failure_same(FAILURE_REPORTED, &a, &b);
}

static bool has_it(const struct work *w, const struct result *old, const struct result_failure *new) {
  for (uint32_t i = 0; i < old->failures.count; i++)
    if (is_it(w, &old->failures.data[i], new)) return true;
  return false;
}

/* Many tests may be executed on the old version: what each of them asks about it is found out once. */
static struct explore_options options_for(struct work *w, const struct result_failure *f) {
  struct explore_options options = *w->request->options;
  const struct equivalence *e = w->check->equivalence;
  bool known = e && e->statics[0];
  if (!known && !w->judge.statics) w->judge.statics = static_open(w->old);
  options.goal.statics = known ? e->statics[0] : w->judge.statics;
  options.config.tests = TESTS_NONE;
  options.output.out_dir = NULL;
  options.config.show_output = false;
  options.config.stop_at_first_failure = false;
  options.goal.judge = NULL;
  if (f->kind == FAILURE_RACE) options.config.checks |= 1u << CHECK_RACE;
  return options;
}

static enum result_age age_by_test(struct work *w, const struct result_failure *f) {
  const struct change *change = w->check->change;
  struct explore_options options = options_for(w, f);
  struct schedule_match match = {
      .here = change->new.ins, .nhere = (uint32_t)change->new.program->nins, .there = change->old.ins};
  struct ktest test;
  struct result seen = {0};
  explore_test_of(f, &test);
  struct explore_replay_request replay = {.test = &test,
                                          .other_version = true,
                                          .match = &match,
                                          .by_site = true,
                                          .kind = failure_kind_text(f->kind),
                                          .site = match_of(w, f->site)};
  if (!options.config.max_steps) options.config.max_steps = MOST_STEPS;
  explore_replay(w->old, &options, &replay, &seen);
  bool decided = !replay.diverged && !replay.loose && !seen.reasons.count;
  enum result_age age = has_it(w, &seen, f) ? AGE_OLD : decided ? AGE_NEW : AGE_UNKNOWN;
  free(replay.schedule);
  result_free(&seen);
  ktest_free(&test);
  return age;
}

/* ---- all schedules of the old version with the inputs of a test ---- */

static double seconds_left(const struct work *w) {
  const struct check *c = w->check;
  return clock_left(w->request->options->config.timeout_seconds,
                    c->old_seconds + c->result.stats.seconds + c->judge_seconds);
}

static bool same_inputs(const struct saved_failure *old, const struct result_failure *f) {
  if (old->ninputs != f->ninputs) return false;
  for (uint32_t i = 0; i < f->ninputs; i++) {
    const struct result_input *a = &old->inputs[i], *b = &f->inputs[i];
    if (strcmp(a->name, b->name) || a->size != b->size || memcmp(a->bytes, b->bytes, a->size)) return false;
  }
  return true;
}

/* The old version is known to fail there with these inputs. */
static bool fails_with(const struct work *w, const struct result_failure *f) {
  const struct saved_result *old = &w->check->old;
  for (uint32_t i = 0; i < old->nfailures; i++)
    if (same_inputs(&old->failures[i], f) && classify_is_same(w->check->change, &old->failures[i], f)) return true;
  return false;
}

static enum result_age age_by_inputs(struct work *w, const struct result_failure *f) {
  if (fails_with(w, f)) return AGE_OLD;
  if (w->judge.runs >= MOST_RUNS_IN_ALL) return AGE_UNKNOWN;
  struct explore_options options = options_for(w, f);
  struct ktest test;
  struct result seen = {0};
  struct smt_stats solver;
  explore_test_of(f, &test);
  bool race = f->kind == FAILURE_RACE; /* states are hardly ever cut where races are failures */
  options.config.strategy = race ? STRATEGY_DPOR : STRATEGY_GUIDED;
  options.config.prune = PRUNE_EXACT;
  options.goal.pinned = &test;
  options.output.keep_summaries = options.output.keep_unsat_cores = false;
  options.config.max_runs = race ? MOST_RUNS_RACE : MOST_RUNS;
  options.config.timeout_seconds = seconds_left(w);
  struct explore_hooks hooks = w->request->hooks ? *w->request->hooks : (struct explore_hooks){0};
  hooks.phase = "OLD, with the failing inputs";
  explore_run(w->old, &options, &hooks, &seen, &solver);
  enum result_age age = has_it(w, &seen, f) ? AGE_OLD : seen.reasons.count ? AGE_UNKNOWN : AGE_NEW;
  w->check->judge_seconds += seen.stats.seconds;
  w->judge.runs += seen.runs.full + seen.runs.partial + seen.runs.blocked;
  result_free(&seen);
  ktest_free(&test);
  return age;
}

/* ---- while the new version is explored ---- */

static uint64_t key_of(const struct result_failure *f) {
  uint64_t key = hash_join(hash_join(f->kind, f->site), f->other_site);
  for (uint32_t i = 0; i < f->ninputs; i++) {
    const struct result_input *input = &f->inputs[i];
    key = hash_join(key, hash_bytes(input->name, strlen(input->name)));
    key = hash_join(key, hash_bytes(input->bytes, input->size));
  }
  return key;
}

static const char *copy_text(struct arena *memory, const char *text) {
  if (!text) return NULL;
  size_t size = strlen(text) + 1;
  return memcpy(arena_alloc(memory, size), text, size);
}

/* What says which run it is. */
static struct result_failure copy_run(struct arena *memory, const struct result_failure *f) {
  struct result_failure copy = {.kind = f->kind, .site = f->site, .other_site = f->other_site, .also_old = f->also_old};
  copy.message = copy_text(memory, f->message);
  copy.schedule = copy_text(memory, f->schedule);
  copy.inputs = arena_alloc(memory, (f->ninputs + 1u) * sizeof *copy.inputs);
  for (; copy.ninputs < f->ninputs; copy.ninputs++) {
    const struct result_input *from = &f->inputs[copy.ninputs];
    uint8_t *bytes = arena_alloc(memory, from->size + 1u);
    memcpy(bytes, from->bytes, from->size);
    copy.inputs[copy.ninputs] = (struct result_input){copy_text(memory, from->name), bytes, from->size,
                                                      copy_text(memory, from->file), from->line};
  }
  return copy;
}

void judge_leave_open(struct judge *j, const struct result_failure *f) {
  uint32_t known;
  uint64_t key = key_of(f);
  if (map_get(&j->asked, key, &known)) return;
  map_put(&j->asked, key, 1);
  if (j->open.count < MOST_OPEN) vec_push(&j->open, copy_run(&j->memory, f));
  else j->overflow = true;
}

/* Who watches need not wait for the end. */
static void tell(struct work *w, const struct result_failure *f) {
  char text[400];
  if (f->age != AGE_NEW || w->judge.told || !f->nframes || !isatty(STDERR_FILENO)) return;
  w->judge.told = true;
  snprintf(text, sizeof text, "a new failure: %s:%u: %s", f->frames[0].file, f->frames[0].line, f->message);
  history_say(w, text);
}

static void find_age(struct work *w, struct result_failure *f) {
  ASSERT(w->check->change && !w->check->change->nothing);
  const struct saved_result *old = &w->check->old;
  bool there = classify_was_old(w->check->change, old, f);
  f->age = there && f->kind == FAILURE_RACE ? AGE_OLD : AGE_NEW;
  f->also_old = false;
  if (f->age == AGE_OLD) return;
  if (!there && (match_of(w, f->site) == IR_NONE || MUTATED(INCREMENTAL_UNSHOWN))) return;
  if (!there && w->check->old_is_known && old->complete && f->kind != FAILURE_RACE) return;
  f->age = there && MUTATED(INCREMENTAL_PLACE) ? AGE_OLD : age_by_test(w, f);
  f->also_old = there && f->age == AGE_NEW;
  if (f->age != AGE_UNKNOWN) return;
  f->also_old = there;
  judge_leave_open(&w->judge, f);
}

static void judge_failure(void *context, struct result_failure *f) {
  find_age(context, f);
  tell(context, f);
}

/* ---- afterwards ---- */

static bool is_at(const struct result_failure *a, const struct result_failure *b) {
  struct failure_point x = result_point(a), y = result_point(b);
  return failure_same(FAILURE_REPORTED, &x, &y);
}

/* The test of a run that takes the place of another: there already, or written in the place of the other's, unless that
   one has to stay for its own path. */
static void find_test(struct work *w, struct result_failure *shown, const struct result_failure *other) {
  enum explore_tests tests = w->request->options->config.tests;
  bool every = tests == TESTS_RUNS || tests == TESTS_PATHS;
  shown->test = every && w->request->options->output.out_dir ? reuse_find_test(w, shown) : NULL;
  if (!shown->test) show_write(w, shown, every ? NULL : other->test);
}

/* A run that is new takes the place of one that is not. */
static void take_run(struct work *w, uint32_t number, const struct result_failure *run) {
  ASSERT(number < w->check->result.failures.count);
  struct result_failure *f = &w->check->result.failures.data[number], shown;
  if (key_of(run) != key_of(f)) {
    if (!show_run(w, run, (struct show_schedule){0}, &shown)) return;
    find_test(w, &shown, f);
    shown.sites = f->sites;
    shown.nsites = f->nsites;
    *f = shown;
  }
  f->age = AGE_NEW;
  f->also_old = run->also_old;
}

/* The schedules of its runs do not fit the old version: their inputs decide. */
static void settle(struct work *w, uint32_t number) {
  struct result_failure *f = &w->check->result.failures.data[number];
  enum result_age all = w->judge.overflow ? AGE_UNKNOWN : AGE_OLD;
  judge_leave_open(&w->judge, f);
  for (uint32_t i = 0; i < w->judge.open.count; i++) {
    const struct result_failure *run = &w->judge.open.data[i];
    if (!is_at(run, f)) continue;
    enum result_age age = age_by_inputs(w, run);
    if (age == AGE_NEW) {
      take_run(w, number, run);
      return;
    }
    if (age == AGE_UNKNOWN) all = age;
  }
  f->age = all;
}

/* A race that the old version has too stays a warning; else it is what the change breaks. Other than a failure the old
   version has it if any schedule shows it. */
static void judge_race(struct work *w, struct result_failure *race) {
  race->age = classify_was_old(w->check->change, &w->check->old, race) ? AGE_OLD : age_by_test(w, race);
  if (race->age == AGE_OLD) return;
  enum result_age age = age_by_inputs(w, race);
  if (age != AGE_UNKNOWN) race->age = age;
}

static void promote(struct work *w, const struct result_failure *race) {
  struct result_failure failure = *race, shown;
  if (show_run(w, race, (struct show_schedule){0}, &shown)) show_write(w, &failure, NULL);
  vec_push(&w->check->result.failures, failure);
}

static void judge_races(struct work *w) {
  struct result *result = &w->check->result;
  bool fails = !w->request->options->goal.ignore_races;
  uint32_t kept = 0, count = result->warnings.count;
  for (uint32_t i = 0; i < count; i++) {
    struct result_failure *race = &result->warnings.data[i];
    judge_race(w, race);
    if (fails && race->age != AGE_OLD) promote(w, race);
    else result->warnings.data[kept++] = *race;
  }
  result->warnings.count = kept;
  if (kept < count) result->verdict = VERDICT_UNSAFE;
  for (uint32_t i = 0, new = 0; i < kept; i++) { /* new ones first */
    struct result_failure race = result->warnings.data[i];
    if (race.age == AGE_OLD) continue;
    memmove(&result->warnings.data[new + 1], &result->warnings.data[new], (i - new) * sizeof race);
    result->warnings.data[new ++] = race;
  }
}

void judge_settle(struct work *w) {
  ASSERT(w->judge.hook.context == w); /* between judge_open and judge_close */
  struct result *result = &w->check->result;
  for (uint32_t i = 0; i < result->failures.count; i++)
    if (result->failures.data[i].age == AGE_UNKNOWN && !result->interrupted) settle(w, i);
  judge_races(w);
}

void judge_open(struct work *w) { w->judge = (struct judge){.hook = {.context = w, .judge = judge_failure}}; }

void judge_forget_open(struct judge *j) {
  vec_free(&j->open);
  map_free(&j->asked);
  arena_free(&j->memory);
  j->overflow = false;
}

void judge_close(struct work *w) {
  judge_forget_open(&w->judge);
  if (w->judge.statics) static_close(w->judge.statics);
}

/* Is a failure that check calls new, old or unknown so? By brute force: the inputs of its test in all schedules of the
   old version, and its test on the old version where it is said to pass there. Where check calls a failure old, every
   failing run of the new version is tried: one with inputs that never fail there in the old version makes it new. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "check/classify.h"
#include "explore/follow.h"
#include "pairs.h"
#include "util/map.h"

enum { MOST_RUNS = 24 }; /* failing runs of the new version that are tried at one place */

struct bench {
  const struct pairs_age *age;
  const struct result_failure *failure; /* the one in question */
  struct map tried;                     /* by inputs */
  bool new;                             /* a run is new */
};

static uint32_t match_of(const struct pairs_age *a, uint32_t ins) {
  const struct change_side *new = &a->check->change->new;
  return ins < new->program->nins ? new->ins[ins] : IR_NONE;
}

static bool is_at(const struct pairs_age *a, const struct result_failure *old, const struct result_failure *new) {
  return old->kind == new->kind && old->site == match_of(a, new->site) && old->site != IR_NONE &&
         (old->kind != FAILURE_LEAK || !strcmp(old->message, new->message));
}

static bool has(const struct pairs_age *a, const struct result *old, const struct result_failure *new) {
  for (uint32_t i = 0; i < old->failures.count; i++)
    if (is_at(a, &old->failures.data[i], new)) return true;
  return false;
}

enum answer { PASSES, FAILS, NOBODY_KNOWS };

/* The old version with the inputs of a run, in every schedule. */
static enum answer ask_inputs(const struct pairs_age *a, const struct result_failure *run) {
  struct explore_options options = *a->brute;
  struct result seen = {0};
  struct smt_stats solver;
  struct ktest test;
  explore_test_of(run, &test);
  options.config.strategy = STRATEGY_NAIVE;
  options.goal.pinned = &test;
  explore_run(a->old, &options, NULL, &seen, &solver);
  enum answer answer = has(a, &seen, run) ? FAILS : seen.reasons.count ? NOBODY_KNOWS : PASSES;
  result_free(&seen);
  ktest_free(&test);
  return answer;
}

static enum answer ask_test(const struct pairs_age *a, const struct result_failure *run) {
  const struct change *change = a->check->change;
  struct schedule_match match = {
      .here = change->new.ins, .nhere = (uint32_t)change->new.program->nins, .there = change->old.ins};
  struct explore_options options = *a->brute;
  struct result seen = {0};
  struct ktest test;
  explore_test_of(run, &test);
  struct explore_replay_request replay = {.test = &test,
                                          .other_version = true,
                                          .match = &match,
                                          .by_site = true,
                                          .kind = failure_kind_text(run->kind),
                                          .site = match_of(a, run->site)};
  explore_replay(a->old, &options, &replay, &seen);
  bool decided = !replay.diverged && !replay.loose && !seen.reasons.count;
  enum answer answer = has(a, &seen, run) ? FAILS : decided ? PASSES : NOBODY_KNOWS;
  free(replay.schedule);
  result_free(&seen);
  ktest_free(&test);
  return answer;
}

static uint64_t inputs_of(const struct result_failure *f) {
  uint64_t key = 0;
  for (uint32_t i = 0; i < f->ninputs; i++) key = hash_join(key, hash_bytes(f->inputs[i].bytes, f->inputs[i].size));
  return key;
}

/* Every failing run of the new version passes here: none is new as far as the exploration is concerned. */
static void on_run(void *context, struct result_failure *run) {
  struct bench *b = context;
  uint32_t known;
  run->age = AGE_OLD;
  if (run->kind != b->failure->kind || run->site != b->failure->site || b->new || b->tried.count >= MOST_RUNS) return;
  if (map_get(&b->tried, inputs_of(run), &known)) return;
  map_put(&b->tried, inputs_of(run), 1);
  b->new = ask_inputs(b->age, run) == PASSES;
}

/* One run stands for all that differ in nothing that counts. What counts for a check by impact is what its targets
   depend on; the exploration here is told apart by the same. */
static bool has_new_run(const struct pairs_age *a, const struct result_failure *f) {
  struct bench b = {.age = a, .failure = f};
  struct explore_judge judge = {.context = &b, .judge = on_run};
  struct explore_options options = *a->brute;
  struct result seen = {0};
  struct smt_stats solver;
  options.config.strategy = STRATEGY_GUIDED;
  options.goal.without_summaries = true;
  options.goal.judge = &judge;
  if (a->check->scope == SCOPE_IMPACT) {
    options.goal.targets = &a->check->impact->targets;
    options.goal.statics = a->check->impact->new_statics;
  }
  explore_run(a->check->change->new.program, &options, NULL, &seen, &solver);
  result_free(&seen);
  map_free(&b.tried);
  return b.new;
}

static const char *judge_one(const struct pairs_age *a, const struct result_failure *f) {
  bool in_old = pairs_truth_has(a->check->change, a->truth, f);
  switch (f->age) {
  case AGE_UNKNOWN: return in_old || a->limited ? NULL : "unknown, but the old version never fails there";
  case AGE_OLD:
    if (!in_old) return "old, but the old version never fails there";
    return !a->limited && !a->suite && !a->few && f->ninputs && has_new_run(a, f)
               ? "old, but there is a run whose inputs never fail there in the old version"
               : NULL;
  case AGE_NEW: break;
  }
  if (!in_old) return f->also_old ? "said to be in the old version, too, which never fails there" : NULL;
  if (!f->also_old && !a->limited) return "not said to be in the old version, too";
  enum answer inputs = ask_inputs(a, f);
  return inputs == FAILS && ask_test(a, f) != PASSES ? "new, but its test fails in the old version" : NULL;
}

/* A race that nobody asked for is a failure only if it is new. The old version may have it for other inputs. */
static const char *judge_race(const struct pairs_age *a, const struct result_failure *f) {
  uint32_t site = match_of(a, f->site), other = match_of(a, f->other_site);
  if (a->brute->config.checks >> CHECK_RACE & 1) return NULL;
  if (f->age == AGE_OLD) return "a failure although the old version has it";
  struct failure_point seen = classify_point(a->old, FAILURE_RACE, site, other, NULL);
  for (uint32_t i = 0; i < a->truth->races.count && !f->ninputs && f->age == AGE_NEW; i++) {
    const struct pairs_failure *race = &a->truth->races.data[i];
    struct failure_point known = classify_point(a->old, FAILURE_RACE, race->site, race->other_site, NULL);
    if (failure_same(FAILURE_REPORTED, &known, &seen)) return "new, but the old version has it";
  }
  return NULL;
}

char *pairs_age_judge(const struct pairs_age *a) {
  const struct result *result = &a->check->result;
  char *what = NULL;
  for (uint32_t i = 0; i < result->failures.count && !what; i++) {
    const struct result_failure *f = &result->failures.data[i];
    const char *wrong = f->kind == FAILURE_RACE ? judge_race(a, f) : judge_one(a, f);
    if (wrong &&
        asprintf(&what, "%s at line %u: %s", failure_kind_text(f->kind), f->nframes ? f->frames[0].line : 0, wrong) < 0)
      abort();
  }
  return what;
}

/* The order of things: what changed, what is known, what is affected, what is left to explore. */
#include "check/check.h"

#include <stdlib.h>
#include <time.h>

#include "check/divergence.h"
#include "check/inside.h"
#include "explore/relevance.h"
#include "ir/thread_functions.h"
#include "util/assert.h"
#include "util/clock.h"
#include "util/mem.h"
#include "util/mutate.h"
#include "util/stop.h"

const char *check_strategy_text(enum check_strategy strategy) {
  static const char *const texts[] = {[CHECK_STRATEGY_AUTO] = "auto",     [CHECK_STRATEGY_FULL] = "full",
                                      [CHECK_STRATEGY_IMPACT] = "impact", [CHECK_STRATEGY_SUMMARIES] = "summaries",
                                      [CHECK_STRATEGY_SUITE] = "suite",   [CHECK_STRATEGY_DIVERGENCE] = "divergence"};
  return texts[strategy];
}

/* Who wants a test for each path gets all of them: nothing can be left out then. */
static enum check_strategy strategy_of(const struct check_request *r) {
  if (r->strategy == CHECK_STRATEGY_AUTO && r->suite && r->options->config.tests == TESTS_PATHS)
    return CHECK_STRATEGY_SUITE;
  return r->strategy;
}

/* Runs are compared with those of the old version where all that counts is whether something fails that did not. */
static bool may_diverge(const struct work *w) {
  const struct explore_config *config = &w->request->options->config;
  if (w->strategy != CHECK_STRATEGY_DIVERGENCE || w->request->suite || w->request->guarantee != GUARANTEE_VERDICT)
    return false;
  if (checks_have(config->checks, CHECK_RACE) || checks_have(config->checks, CHECK_UNINIT)) return false;
  return config->tests != TESTS_PATHS && !config->dump_paths && config->prune == PRUNE_STATES;
}

static bool has_threads(const struct ir_program *p) {
  for (uint32_t f = 0; f < p->nfunctions; f++)
    if (thread_function_order(ir_text(p, p->functions[f].name)) & THREAD_CREATES) return true;
  return false;
}

/* What is known of the old version does not tell whether the accesses behind a state race with each other: where that
   is a failure, nothing is used again. */
static bool wants_states(const struct work *w) {
  if (w->request->options->config.checks >> CHECK_RACE & 1) return false;
  return w->strategy == CHECK_STRATEGY_SUMMARIES || w->strategy == CHECK_STRATEGY_AUTO;
}

/* Where there are threads, states cost less than summaries, and the new version is searched as `run` would. */
static bool wants_summaries(const struct work *w) {
  return wants_states(w) && (w->strategy == CHECK_STRATEGY_SUMMARIES || !(has_threads(w->old) || has_threads(w->new)));
}
static bool wants_impact(const struct work *w) {
  return w->strategy == CHECK_STRATEGY_IMPACT || w->strategy == CHECK_STRATEGY_AUTO ||
         w->strategy == CHECK_STRATEGY_DIVERGENCE;
}

static const struct stop_part analysis = {.what = "the static analysis"};

/* ---- what is affected ---- */

/* Every instruction at which a failure of the old version was seen. */
static bool failing_sites(const struct work *w, struct impact_failures *failures) {
  const struct saved_result *old = &w->check->old;
  VEC(uint32_t) sites = {0};
  for (uint32_t i = 0; i < old->nfailures; i++) {
    const struct saved_failure *f = &old->failures[i];
    if (f->warning || MUTATED(INCREMENTAL_FAILURES)) continue;
    failures->deadlock |= f->kind == FAILURE_DEADLOCK;
    failures->leak |= f->kind == FAILURE_LEAK;
    vec_push(&sites, saved_site_find(w->old, &f->site));
    for (uint32_t k = 0; k < f->nfurther; k++) vec_push(&sites, saved_site_find(w->old, &f->further[k]));
  }
  failures->sites = sites.data;
  failures->nsites = sites.count;
  for (uint32_t i = 0; i < sites.count; i++)
    if (sites.data[i] == IR_NONE) return false;
  return true;
}

static void say_working(const struct work *w, const char *phase) {
  const struct explore_hooks *hooks = w->request->hooks;
  if (hooks && hooks->working) hooks->working(hooks->context, phase);
}

/* Where a site of the old version cannot be named, nothing is known about its failures. */
static void find_impact(struct work *w) {
  ASSERT(!w->check->impact && !w->check->change->nothing);
  struct impact_failures failures = {0};
  uint32_t checks = w->request->options->config.checks;
  double start = clock_now();
  bool known = failing_sites(w, &failures);
  stop_enter(&analysis);
  bool values = w->strategy == CHECK_STRATEGY_AUTO || w->strategy == CHECK_STRATEGY_DIVERGENCE;
  if (values && w->request->guarantee == GUARANTEE_VERDICT) {
    say_working(w, "proving equivalence");
    bool may_fail = w->request->options->config.malloc_may_fail;
    w->check->equivalence =
        equivalence_open(w->check->change, &(struct equivalence_options){checks, EQUIVALENCE_SHORT, may_fail});
    equivalence_except(w->check->equivalence, w->check->change, failures.sites, failures.nsites);
  }
  say_working(w, "what the change affects");
  w->check->impact = impact_open(w->check->change, checks, known ? &failures : NULL);
  if (may_diverge(w))
    w->check->divergence =
        divergence_open(w->check->change, w->check->equivalence, w->check->impact, &failures, checks);
  stop_leave();
  w->check->targets = static_set_count(&w->check->impact->targets);
  w->check->static_seconds += clock_now() - start;
  free((void *)failures.sites);
}

/* ---- exploring the new version ---- */

/* As long as nothing fails every wait ends, as it did in the old version. Then the order of threads counts only where
   two of them are at the same memory, and it decides about a target what they find there. One schedule for each path
   shows whether there is such a place, and if there is none and nothing fails, every other schedule comes to the
   same. */
static bool explore_once(struct work *w, const struct explore_options *wanted) {
  enum {
    FEW_PATHS = 2,
    MANY_PATHS = 256
  }; /* where there are more summaries are the better way, those of the old version above all */
  struct check *c = w->check;
  struct explore_options options = *wanted;
  struct result result = {0};
  if (c->scope != SCOPE_IMPACT || options.reuse.in_turn || !c->impact->waits_end ||
      !checks_are_local(options.config.checks) || options.config.tests == TESTS_PATHS || options.config.dump_paths)
    return false;
  options.goal.one_schedule = options.reuse.known ? FEW_PATHS : MANY_PATHS;
  options.config.stop_at_first_failure = true;
  options.output.keep_summaries = false;
  options.reuse.known = NULL;
  options.goal.divergence = NULL;
  options.config.tests = TESTS_NONE;
  options.output.out_dir = NULL;
  explore_run(w->new, &options, w->request->hooks, &result, &c->solver);
  bool good = !result.order_matters && !result.failures.count && !result.reasons.count;
  if (!good || !wanted->output.out_dir || wanted->config.tests != TESTS_RUNS) {
    if (good) c->result = result;
    else result_free(&result);
    return good;
  }
  result_free(&result);
  options.config.tests = wanted->config.tests;
  options.output.out_dir = wanted->output.out_dir;
  explore_run(w->new, &options, w->request->hooks, &c->result, &c->solver);
  return true;
}

static bool can_load(const struct work *w) {
  return wants_states(w) && w->check->new_ids && (w->stored.summaries_bytes || w->states.summaries_bytes) &&
         stable_ids_same_skeleton(w->check->change);
}

/* For hunting, a byte per instruction of the new version: what changed, and what comes where code was deleted. Unlike
   the impact it needs to know nothing else about the old version. */
static uint8_t *changed_code(const struct change *change) {
  const struct change_side *old = &change->old, *new = &change->new;
  uint8_t *changed = mem_zalloc(new->program->nins + 1);
  for (uint32_t i = 0; i < new->program->nins; i++) changed[i] = new->status[i] != CHANGE_SAME && !new->equal[i];
  for (uint32_t f = 0; f < old->program->nfunctions; f++) {
    const struct ir_function *function = &old->program->functions[f];
    bool deleted = false;
    for (uint32_t i = function->first_ins; i < function->first_ins + function->nins; i++) {
      if (deleted && old->ins[i] != IR_NONE) changed[old->ins[i]] = 1;
      deleted = old->ins[i] == IR_NONE && (deleted || !old->equal[i]);
    }
  }
  return changed;
}

static void explore_new(struct work *w) {
  ASSERT(w->check->scope != SCOPE_IMPACT || w->check->impact);
  const struct check_request *r = w->request;
  struct check *c = w->check;
  struct explore_options options = *r->options;
  struct explore_known known = {.summaries = w->stored.summaries, .bytes = w->stored.summaries_bytes};
  struct explore_states states = {.bytes = w->states.summaries, .size = w->states.summaries_bytes};
  uint32_t *blocks = NULL;
  uint8_t *changed = changed_code(c->change);
  options.config.strategy = STRATEGY_GUIDED;
  options.goal.changed = changed;
  if (w->strategy == CHECK_STRATEGY_IMPACT || w->strategy == CHECK_STRATEGY_SUMMARIES)
    options.config.prune = PRUNE_SUMMARIES; /* as the papers have it */
  options.goal.judge = &w->judge.hook;
  options.config.timeout_seconds =
      clock_left(options.config.timeout_seconds, c->old_seconds); /* the limit is one for both versions */
  options.output.keep_summaries = r->store && wants_summaries(w);
  options.output.keep_states = r->store && c->new_ids;
  options.reuse.in_turn = w->strategy == CHECK_STRATEGY_AUTO && wants_summaries(w) && !r->suite;
  if (w->strategy == CHECK_STRATEGY_AUTO || w->strategy == CHECK_STRATEGY_DIVERGENCE)
    options.reuse.first = (struct explore_first){c->old.search.engine, c->old.search.events};
  if (can_load(w)) {
    known.block = states.block = blocks = stable_ids_blocks(c->change);
    known.nblocks = states.nblocks = (uint32_t)w->old->nblocks;
    if (w->stored.summaries_bytes && wants_summaries(w)) options.reuse.known = &known;
    if (w->states.summaries_bytes) options.reuse.states = &states;
  }
  if (c->scope == SCOPE_IMPACT) {
    options.goal.targets = MUTATED(INCREMENTAL_FORWARD) ? &c->impact->forward : &c->impact->targets;
    options.goal.statics = c->impact->new_statics;
    options.goal.failures_once =
        !r->suite; /* summaries that are made here are not kept; tests are to show their runs */
  }
  if (!options.goal.statics && c->equivalence) options.goal.statics = c->equivalence->statics[1];
  if (c->divergence && !c->divergence->why_not) options.goal.divergence = &c->divergence->goal;
  double start = clock_now();
  if (r->suite) suite_reuse_explore(w, &options);
  else if (!explore_once(w, &options)) {
    options.config.timeout_seconds = clock_left(options.config.timeout_seconds, clock_now() - start);
    explore_run(w->new, &options, r->hooks, &c->result, &c->solver);
  }
  c->summaries_used = c->result.stats.summaries.loaded;
  free(blocks);
  free(changed);
}

static bool has_failed(const struct check *c) {
  for (uint32_t i = 0; i < c->old.nfailures; i++)
    if (!c->old.failures[i].warning) return true;
  return false;
}

/* Every run is one of the old version, which never fails. */
static bool is_same_to_the_end(const struct check *c) {
  const struct divergence *d = c->divergence;
  if (!d || d->why_not || has_failed(c)) return false;
  return !static_set_count(&d->entries);
}

/* Where most is affected, leaving out the rest costs more than it saves: what is finished would be known for some
   targets only. */
static bool is_broad(const struct work *w) {
  const struct impact *impact = w->check->impact;
  if (w->strategy != CHECK_STRATEGY_AUTO || w->request->suite || !has_threads(w->new)) return false;
  return 2 * impact->affected > impact->live;
}

/* The impact rule rests on a complete exploration of the old version. */
static enum check_scope choose_scope(struct work *w) {
  struct check *c = w->check;
  if (!wants_impact(w)) return SCOPE_ALL;
  if (!c->old.complete) {
    result_add_note(&c->result, result_text(&c->result,
                                            "the old version could not be explored completely (%s), so the new one is "
                                            "explored as a whole",
                                            c->old.nreasons ? c->old.reasons[0] : "its result does not say why"));
    return SCOPE_ALL;
  }
  find_impact(w);
  if (!c->targets) return SCOPE_NO_TARGET;
  if (is_same_to_the_end(c)) return SCOPE_SAME;
  return w->strategy == CHECK_STRATEGY_DIVERGENCE || is_broad(w) ? SCOPE_ALL : SCOPE_IMPACT;
}

/* One path for each sequence of affected places: the old version's behaviour does not matter, only its code. */
static void explore_paths(struct work *w) {
  struct check *c = w->check;
  struct explore_options options = *w->request->options;
  find_impact(w);
  paths_open(c);
  c->scope = c->impact->affected ? SCOPE_IMPACT : SCOPE_NO_TARGET;
  options.config.strategy = STRATEGY_GUIDED;
  options.goal.targets = &c->impact->forward;
  options.goal.statics = c->impact->new_statics;
  options.goal.targets_reached = true;
  options.goal.marks = c->paths.marks;
  options.goal.judge = &w->judge.hook;
  if (c->impact->affected) explore_run(w->new, &options, w->request->hooks, &c->result, &c->solver);
  else c->result.verdict = VERDICT_SAFE;
  judge_settle(w);
}

/* The mutant INCREMENTAL_SLICE: in the backward slice of the change nothing has the number by which summaries know it.
 */
static void renumber_slice(struct work *w) {
  struct ir_program *new = &w->check->new_ids->program;
  uint32_t checks = w->request->options->config.checks;
  struct impact *impact = impact_open(w->check->change, checks, NULL);
  impact_find_backward(impact);
  for (uint32_t i = 0; i < new->nins; i++)
    if (static_set_has(&impact->backward, i)) new->ids[i] = new->ids[new->nins]++;
  impact_close(impact);
}

/* Nothing of either version is affected, so each run of the one is a run of the other: what fails is what failed. */
static bool stands(struct work *w) {
  const struct impact *impact = w->check->impact;
  if (w->strategy != CHECK_STRATEGY_AUTO || w->request->suite || !impact) return false;
  bool nothing = !static_set_count(&impact->forward) && !static_set_count(&impact->forward_old);
  return (nothing || MUTATED(KNOWN_STANDS)) && classify_stands(w);
}

/* Who wants to see runs gets them. */
static bool may_be_known(const struct work *w) {
  const struct explore_config *config = &w->request->options->config;
  if (w->strategy != CHECK_STRATEGY_AUTO || w->request->suite || !w->check->old.complete) return false;
  return config->tests != TESTS_PATHS && config->tests != TESTS_RUNS && !config->dump_paths;
}

static void explore_verdict(struct work *w) {
  struct check *c = w->check;
  bool missing = wants_summaries(w) && !w->stored.summaries_bytes && !w->states.summaries_bytes;
  if (!c->old_is_known || (missing && w->strategy == CHECK_STRATEGY_SUMMARIES))
    history_explore_old(w, wants_summaries(w));
  c->scope = may_be_known(w) && history_know_new(w) ? SCOPE_KNOWN : choose_scope(w);
  if (MUTATED(INCREMENTAL_SLICE) && c->new_ids) renumber_slice(w);
  if (c->scope == SCOPE_NO_TARGET || c->scope == SCOPE_SAME || c->scope == SCOPE_KNOWN)
    c->result.verdict = VERDICT_SAFE;
  else if (stands(w)) c->scope = SCOPE_NO_TARGET;
  else if (may_be_known(w) && ancestors_know(w)) c->scope = SCOPE_ALIKE, c->result.verdict = VERDICT_SAFE;
  else explore_new(w);
  judge_settle(w);
  classify_fixed(w);
}

/* Nothing changed: what the one version does the other does, and neither is new. A suite is kept as it is. */
static void explore_unchanged(struct work *w) {
  const struct check_request *r = w->request;
  struct check *c = w->check;
  struct explore_options options = *r->options;
  struct result *result = &c->result;
  if (classify_unchanged(w)) return;
  options.config.strategy = STRATEGY_GUIDED;
  if (r->suite) options.config.tests = TESTS_NONE;
  history_say(w, "nothing changed, and not all is known about this program: exploring it");
  explore_run(w->new, &options, r->hooks, result, &c->solver);
  for (uint32_t i = 0; i < result->failures.count; i++) result->failures.data[i].age = AGE_OLD;
  for (uint32_t i = 0; i < result->warnings.count; i++) result->warnings.data[i].age = AGE_OLD;
  saved_result_free(&c->old);
  saved_result_make(&c->old, w->new, options.config.checks, result);
  c->old_is_known = true;
  c->old_from_store = false;
  c->old_seconds = result->stats.seconds;
}

/* The versions get the numbers that the old one is known by. */
static void number_new(struct work *w) {
  struct check *c = w->check;
  history_load(w);
  if (c->old_ids) {
    change_close(c->change);
    c->change = change_open(w->old, w->new);
  }
  c->new_ids = stable_ids_assign(c->change);
}

void check_run(const struct check_request *request, struct check *check) {
  struct work w = {
      .request = request, .check = check, .strategy = strategy_of(request), .old = request->old, .new = request->new};
  *check = (struct check){0};
  history_open(&w);
  double start = clock_now();
  stop_enter(&analysis);
  check->change = change_open(w.old, w.new);
  if (!check->change->nothing) number_new(&w);
  w.new = check->change->new.program;
  stop_leave();
  check->static_seconds = clock_now() - start;
  judge_open(&w);
  if (check->change->nothing) explore_unchanged(&w);
  else if (request->guarantee == GUARANTEE_PATHS) explore_paths(&w);
  else explore_verdict(&w);
  if (request->suite && request->guarantee == GUARANTEE_VERDICT) suite_reuse_finish(&w);
  if (request->guarantee == GUARANTEE_VERDICT) history_keep(&w);
  judge_close(&w);
  history_close(&w);
}

const struct statics *check_statics(const struct check *c, int side) {
  if (c->impact) return side ? c->impact->new_statics : c->impact->old_statics;
  return c->equivalence ? c->equivalence->statics[side] : NULL;
}

void check_free(struct check *check) {
  paths_close(check);
  divergence_close(check->divergence);
  if (check->impact) impact_close(check->impact);
  equivalence_close(check->equivalence);
  if (check->change) change_close(check->change);
  stable_ids_free(check->old_ids);
  stable_ids_free(check->new_ids);
  saved_result_free(&check->old);
  for (uint32_t i = 0; i < check->parts.count; i++) {
    result_free(check->parts.data[i]);
    free(check->parts.data[i]);
  }
  vec_free(&check->parts);
  result_free(&check->result);
  vec_free(&check->fixed);
}

/* What comes before and behind the loop over runs: opening and closing a search, its turns with others, rounds with a
   larger bound, summaries in files, and the figures of the result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "explore/search_inside.h"
#include "static/static.h"
#include "util/assert.h"
#include "util/clock.h"
#include "util/stop.h"

/* Visible operations of a search before the next one has its turn; and before it hunts for the first time, for how
   long. */
enum { FIRST_SHARE = 1 << 15, EARLY_SHARE = 1 << 11, EARLY_HUNT = 1 << 13 };

/* Every term that was made, in the order of making: what a term is built from comes before it. */
static void print_terms(const struct sym *sym) {
  for (sym_id term = 1; term <= sym_count(sym); term++) {
    printf("term %u:%u = ", term, sym_width(sym, term));
    sym_print(sym, term, 60, stdout);
    printf("\n");
  }
}

static void add_state_stats(struct result_stats *stats, struct stateful_stats states) {
  stats->states += states.states;
  stats->state_lookups += states.lookups;
  stats->state_cuts += states.cuts;
  stats->exchanges += states.exchanged;
  if (states.bytes > stats->state_bytes) stats->state_bytes = states.bytes;
}

/* Work is that of all rounds; what says how large the search was is that of the last one. */
static void fill_stats(struct search *s, struct smt_stats *solver) {
  struct result_stats *stats = &s->recorder.result->stats;
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  smt_stats_add(solver, smt_stats(s->smt));
  stats->seconds = clock_now() - s->started;
  stats->solver_seconds = solver->z3_seconds;
  stats->instructions += vm_counts(s->vm).instructions;
  stats->queries = solver->by_z3;
  stats->queries_avoided = solver->queries - solver->by_z3 - solver->elsewhere;
  stats->nodes += vm_counts(s->vm).choices;
  stats->threads = vm_thread_count(s->vm);
  stats->peak_rss_kib = (uint64_t)usage.ru_maxrss;
  stats->expressions = sym_count(s->sym);
  stats->guided |= s->summary != NULL;
  if (s->summary) stats->summaries = *summary_stats(s->summary);
  struct dpor_stats threads = dpor_stats(s->dpor);
  stats->events += threads.events;
  stats->races += threads.races;
  stats->traces = threads.traces;
  stats->reversals += threads.reversals;
  stats->peak_plans = threads.peak_plans;
  if (s->hunt) stats->hunted += hunt_runs(s->hunt);
  if (s->stateful) add_state_stats(stats, stateful_stats(s->stateful));
  stats->looks_beside += vm_beside_counts(s->vm).looks;
  stats->diverged += vm_beside_counts(s->vm).diverged;
}

/* The watchdog reports, because a part does not come to its end: what has been found until then is the result. */
static void settle(void *context) {
  struct search *s = context;
  if (!s->stopped) search_stop(s, search_stop_text(s->recorder.result), true);
  fill_stats(s, s->solver);
  deepen_explain(&s->deepening, s->recorder.program, s->recorder.result);
  recorder_verdict(&s->recorder);
}

static uint8_t *read_file(const char *path, uint64_t *bytes) {
  VEC(uint8_t) all = {0};
  uint8_t buffer[4096];
  FILE *in = fopen(path, "rb");
  if (!in) return NULL;
  for (size_t n; (n = fread(buffer, 1, sizeof buffer, in)) > 0;) {
    vec_reserve(&all, all.count + (uint32_t)n);
    memcpy(all.data + all.count, buffer, n);
    all.count += (uint32_t)n;
  }
  fclose(in);
  *bytes = all.count;
  return all.data ? all.data : mem_alloc(1);
}

/* Summaries that cannot be used are no failure: everything is explored then. */
static void load_summaries(struct search *s) {
  struct result *result = s->recorder.result;
  const struct explore_known *known = s->options->reuse.known;
  const char *path = s->options->reuse.load_summaries, *why = "it cannot be opened";
  if (known && !summary_load(s->summary, known, &why))
    result_add_note(result, result_text(result, "what is known about the old version was not used: %s", why));
  if (!path) return;
  struct explore_known file = {0};
  uint8_t *data = read_file(path, &file.bytes);
  file.summaries = data;
  if (!data || !summary_load(s->summary, &file, &why))
    result_add_note(result, result_text(result, "the summaries in %s were not used: %s", path, why));
  free(data);
}

static void save_summaries(struct search *s) {
  const char *path = s->options->output.save_summaries;
  if (!path && !s->options->output.keep_summaries) return;
  struct result *result = s->recorder.result;
  result->artefacts.summaries = summary_save(s->summary, &result->artefacts.summaries_bytes);
  FILE *out = path ? fopen(path, "wb") : NULL;
  bool good = out && fwrite(result->artefacts.summaries, 1, result->artefacts.summaries_bytes, out) ==
                         result->artefacts.summaries_bytes;
  if (out && fclose(out)) good = false;
  if (path && !good) result_add_note(result, result_text(result, "the summaries could not be saved in %s", path));
}

static void open_tests(struct search *s) {
  seeds_open(&s->seeds, &s->options->reuse, s->options->output.keep_unsat_cores, s->sym, s->smt);
  s->recorder.seeds = &s->seeds;
  result_open_test_status(s->recorder.result, s->seeds.ntests);
}

static void open_summaries(struct search *s) {
  struct summary_machine machine = {s->recorder.program, s->vm, s->smt, s->sym, s->dpor, s->stateful};
  s->summary = summary_open(&machine, s->options);
  summary_set_imprecision(s->summary, s->relevance.flags);
  load_summaries(s);
  if (s->options->config.explain_pruning) summary_explain(s->summary, s->recorder.result);
}

/* Who asks what runs read must be asked before each cut. */
static void open_stateful(struct search *s) {
  const struct explore_options *options = s->options;
  struct stateful_layers layers = {.exact = !options->goal.cuts && options->config.prune != PRUNE_CONDITIONS,
                                   .summaries = s->engine == ENGINE_SUMMARIES || search_wants_summaries(s)};
  if (!layers.summaries) layers.alike = s->relevance.alike; /* a summary speaks of threads by their numbers */
  s->stateful = stateful_open(s->vm, s->dpor, options, layers);
  if (options->goal.divergence && !layers.summaries) vm_set_other(s->vm, options->goal.divergence->other);
  if (options->config.explain_pruning) stateful_explain(s->stateful, s->recorder.result);
  if (layers.summaries) open_summaries(s);
}

static void use_relevance(struct search *s) {
  const struct explore_options *options = s->options;
  vm_set_relevance(s->vm, s->relevance.flags);
  s->recorder.relevance = s->relevance.flags;
  s->recorder.context = s;
  s->recorder.poll = search_poll_between;
  if (search_is_stateful(s)) {
    open_stateful(s);
    return;
  }
  if (options->goal.marks) {
    s->classes.marks = options->goal.marks;
    vm_log_start(s->vm);
  }
  if (s->relevance.order) dpor_keep_order(s->dpor, s->relevance.order);
  struct dpor_pruner pruner = search_pruner(s);
  dpor_set_pruner(s->dpor, &pruner);
}

static void use_bound(struct search *s) {
  if (!s->deepening.bound) return;
  struct dpor_bounds bounds = search_bounds(s);
  dpor_bound(s->dpor, s->deepening.bound, &bounds);
  vm_bound_steps(s->vm, deepen_steps(&s->deepening));
}

static void open_relevance(struct search *s) {
  stop_enter(&(struct stop_part){.what = "the static analysis"});
  relevance_open(&s->relevance, s->recorder.program, &s->options->config, &s->options->goal);
  stop_leave();
}

/* A round of the search begins with nothing but what was found before: failures, tests, reasons. */
static void open_round(struct search *s, bool guided) {
  ASSERT(!s->summary && !s->stopped);
  const struct explore_options *options = s->options;
  struct machine *m = &s->machine;
  struct machine_policy policy = search_policy(s, guided);
  machine_open(m, &policy);
  s->sym = s->recorder.sym = m->sym;
  s->smt = s->recorder.smt = m->smt;
  s->dpor = m->dpor;
  open_tests(s);
  machine_start(m, s->recorder.program, &options->config, &options->goal);
  s->vm = s->recorder.vm = m->vm;
  if (s->verified) vm_verify_with(s->vm, s->verified);
  if (s->engine == ENGINE_HUNT) s->hunt = hunt_open(s->vm, s->dpor, options->config.hunt_seed);
  else if (guided) use_relevance(s);
  s->recorder.dpor = s->dpor;
  s->recorder.round = ENGINE_COUNT * s->deepening.bound + s->engine;
  s->tree.shown = 0;
  s->recorder.result->runs = (struct result_runs){0};
  use_bound(s);
}

static void close_round(struct search *s) {
  if (s->summary) summary_close(s->summary);
  s->summary = NULL;
  if (s->stateful) stateful_close(s->stateful);
  s->stateful = NULL;
  if (s->hunt) hunt_close(s->hunt);
  s->hunt = NULL;
  seeds_close(&s->seeds);
  machine_close(&s->machine);
}

/* ---- dovetail ---- */

static void exchange(void *a, void *b, size_t bytes) {
  uint8_t *x = a, *y = b;
  for (size_t i = 0; i < bytes; i++) {
    uint8_t byte = x[i];
    x[i] = y[i];
    y[i] = byte;
  }
}

/* The search that goes on waits in its place; what waits in the other one's place, if it has begun, goes on. */
static void change_places(struct search *s, struct paused *p) {
  exchange(&s->machine, &p->machine, sizeof s->machine);
  exchange(&s->sym, &p->sym, sizeof s->sym);
  exchange(&s->smt, &p->smt, sizeof s->smt);
  exchange(&s->vm, &p->vm, sizeof s->vm);
  exchange(&s->dpor, &p->dpor, sizeof s->dpor);
  exchange(&s->summary, &p->summary, sizeof s->summary);
  exchange(&s->stateful, &p->stateful, sizeof s->stateful);
  exchange(&s->hunt, &p->hunt, sizeof s->hunt);
  exchange(&s->seeds, &p->seeds, sizeof s->seeds);
  exchange(&s->recorder.result->runs, &p->runs, sizeof p->runs);
}

static void aim_recorder(struct search *s) {
  s->recorder.sym = s->sym;
  s->recorder.smt = s->smt;
  s->recorder.vm = s->vm;
  s->recorder.dpor = s->dpor;
  s->recorder.relevance = s->engine >= ENGINE_DPOR ? NULL : s->relevance.flags;
  s->recorder.round = ENGINE_COUNT * s->deepening.bound + s->engine;
}

static void switch_to(struct search *s, enum engine next) {
  s->paused[s->engine].opened = true;
  change_places(s, &s->paused[s->engine]);
  change_places(s, &s->paused[next]);
  s->engine = next;
  aim_recorder(s);
  if (!s->paused[next].opened) open_round(s, next < ENGINE_DPOR);
}

/* Summaries may be of use where states of control come back with other data. */
static bool has_other_data(const struct search *s) {
  enum { SHARE = 16, COUNTED = 1 << 14 };
  if (s->paused[ENGINE_SUMMARIES].opened) return true;
  struct stateful_stats stats =
      stateful_stats(s->engine == ENGINE_STATEFUL ? s->stateful : s->paused[ENGINE_STATEFUL].stateful);
  return stats.revisits && stats.revisits * SHARE >= (stats.states < COUNTED ? stats.states : COUNTED);
}

/* After the one that went on last, those that hunt not counted. */
static enum engine next_engine(const struct search *s) {
  if (s->too_many || (s->searching == ENGINE_STATEFUL && !has_other_data(s))) return ENGINE_DPOR;
  return (s->searching + 1) % ENGINE_HUNT;
}

static bool hunts(const struct search *s) {
  const struct explore_config *config = &s->options->config;
  return config->hunt > 0 && config->tests != TESTS_PATHS && !s->hunted_out;
}

/* Hunting has its share of all, so a little more of what the others have. */
static uint64_t hunted_share(const struct search *s, uint64_t share) {
  return (uint64_t)((double)share * s->options->config.hunt / (1 - s->options->config.hunt));
}

/* True: one of the searches has come to its end. */
static bool take_turn(struct search *s, enum engine engine, uint64_t share) {
  if (engine != s->engine) switch_to(s, engine);
  if (engine != ENGINE_HUNT) s->searching = engine;
  s->until = s->switches + share;
  s->waits = false;
  search_all(s);
  return !s->waits;
}

/* The scheduler takes over where there are too many threads for the other one. */
static void search_alone(struct search *s) {
  s->waits = false;
  search_all(s);
  if (!s->too_many || !s->waits) return;
  switch_to(s, ENGINE_DPOR);
  s->waits = false;
  search_all(s);
}

/* Which search is best depends on the program, and nothing tells before: whether states outnumber traces, or data that
   no longer matters makes states differ. So they go on in turn, each time for twice as long, until one of them has
   ended: that costs a small factor more than the best one. */
static void search_in_turn(struct search *s) {
  uint64_t first = s->options->config.first_turn, share = first ? first : FIRST_SHARE;
  s->until = 0;
  s->searching = s->engine;
  if (!s->stateful || search_wants_summaries(s) || s->options->config.prune == PRUNE_EXACT) {
    search_alone(s);
    return;
  }
  if (hunts(s) && (take_turn(s, s->engine, first ? first : EARLY_SHARE) ||
                   take_turn(s, ENGINE_HUNT, first ? 8 * first : EARLY_HUNT)))
    return;
  for (enum engine next = s->searching;; next = next_engine(s)) {
    if (take_turn(s, next, share) || (hunts(s) && take_turn(s, ENGINE_HUNT, hunted_share(s, share)))) return;
    if (s->searching == ENGINE_STATEFUL) share *= 2;
  }
}

/* Those that still wait when one has ended. */
static void close_paused(struct search *s, struct smt_stats *solver) {
  enum engine last = s->engine;
  struct result_runs runs = s->recorder.result->runs;
  for (enum engine i = ENGINE_STATEFUL; i < ENGINE_COUNT; i++) {
    struct paused *p = &s->paused[i];
    if (i == last || !p->opened) continue;
    change_places(s, p);
    fill_stats(s, solver);
    close_round(s);
    change_places(s, p);
  }
  s->recorder.result->runs = runs;
  memset(s->paused, 0, sizeof s->paused);
  s->engine = ENGINE_STATEFUL;
}

/* What single runs say at most. */
static void explain_hunting(struct search *s) {
  struct result *result = s->recorder.result;
  result_add_reason(
      result, result_text(result,
                          "hunting only: %llu runs; for their inputs a failure of depth 2 was missed with "
                          "a probability of at most %.2g, one of depth 3 of %.2g",
                          (unsigned long long)result->runs.full, hunt_missed(s->hunt, 2), hunt_missed(s->hunt, 3)));
}

void explore_run(const struct ir_program *program, const struct explore_options *options,
                 const struct explore_hooks *hooks, struct result *result, struct smt_stats *solver) {
  struct search s = {.options = options, .hooks = hooks, .solver = solver, .started = clock_now()};
  bool guided = options->config.strategy == STRATEGY_GUIDED && options->config.tests != TESTS_PATHS;
  *solver = (struct smt_stats){0};
  ASSERT(!options->goal.pinned || options->goal.without_summaries || options->config.strategy != STRATEGY_GUIDED);
  ASSERT(!options->goal.targets || options->goal.targets->size == program->nins);
  double soft = stop_soft(options->config.timeout_seconds > 0 ? s.started + options->config.timeout_seconds : 0);
  recorder_open(&s.recorder, program, options, result);
  if (guided) open_relevance(&s);
  if (VERIFYING) s.verified = static_open(program);
  if (options->config.hunt_only) s.engine = ENGINE_HUNT;
  open_round(&s, guided && !options->config.hunt_only);
  struct stop_settle settled = stop_settle((struct stop_settle){settle, &s});
  for (search_in_turn(&s); deepen_goes_on(&s.deepening, s.stopped, s.switches, result); search_in_turn(&s)) {
    close_paused(&s, solver);
    fill_stats(&s, solver);
    close_round(&s);
    s.stopped = false;
    open_round(&s, guided);
  }
  if (s.engine == ENGINE_HUNT && s.searching != ENGINE_HUNT) switch_to(&s, s.searching);
  stop_settle(settled);
  close_paused(&s, solver);
  if (options->config.dump_expr) print_terms(s.sym);
  if (options->config.dump_summaries && s.summary) summary_dump(s.summary, stdout);
  if (s.summary) save_summaries(&s);
  if (options->output.keep_unsat_cores)
    result->artefacts.unsat_cores = unsat_cache_encode(&s.seeds.cache, &result->artefacts.unsat_cores_bytes);
  if (options->config.hunt_only) explain_hunting(&s);
  fill_stats(&s, solver);
  deepen_explain(&s.deepening, program, result);
  recorder_verdict(&s.recorder);
  stop_soft(soft);
  close_round(&s);
  if (s.verified) static_close(s.verified);
  deepen_close(&s.deepening);
  relevance_close(&s.relevance);
  path_classes_close(&s.classes);
  recorder_close(&s.recorder);
}

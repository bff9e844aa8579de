/* What comes before and behind the loop over runs: opening and closing a search, its turns with others, rounds with a
   larger bound, summaries in files, and the figures of the result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "explore/kept_states.h"
#include "explore/record.h"
#include "explore/search_inside.h"
#include "explore/workers.h"
#include "static/static.h"
#include "util/assert.h"
#include "util/clock.h"
#include "util/stop.h"

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
  stats->states_used += states.known_cuts;
  if (states.known > stats->states_loaded) stats->states_loaded = states.known;
  if (states.bytes > stats->state_bytes) stats->state_bytes = states.bytes;
}

/* Work is that of all rounds; what says how large the search was is that of the last one. */
void search_fill_stats(struct search *s, struct smt_stats *solver) {
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
  search_fill_stats(s, s->solver);
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

static struct kept_states states_of(struct search *s, struct machine *machine, struct stateful *stateful) {
  return (struct kept_states){s->recorder.program, s->options, &s->relevance, machine, stateful};
}

static void load_states(struct search *s) {
  struct kept_states k = states_of(s, &s->machine, s->stateful);
  const char *why;
  if (!kept_states_load(&k, s->options->reuse.states, &why))
    result_add_note(s->recorder.result,
                    result_text(s->recorder.result, "states of the old version were not used: %s", why));
}

/* Of the search over states, which may have its turn later. */
void search_save_states(struct search *s) {
  struct result *result = s->recorder.result;
  struct paused *p = &s->paused[ENGINE_STATEFUL];
  bool waits = s->engine != ENGINE_STATEFUL && p->opened && p->stateful;
  struct kept_states k = states_of(s, waits ? &p->machine : &s->machine, waits ? p->stateful : s->stateful);
  if (!s->options->output.keep_states || !k.stateful || !stateful_codes(k.stateful)) return;
  if (s->shared) {
    stateful_share(k.stateful, s->shared, true);
    stateful_take_shared(k.stateful);
  }
  result->artefacts.states = kept_states_save(&k, &result->artefacts.states_bytes);
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
  layers.kept = layers.exact && kept_states_wanted(options);
  bool others = options->config.jobs > 1 || (s->hooks && s->hooks->remote);
  layers.shared = layers.exact && !layers.summaries && others;
  if (s->engine == ENGINE_STATEFUL) layers.near = s->relevance.near;
  layers.blocks = (uint32_t)s->recorder.program->nblocks;
  s->stateful = stateful_open(s->vm, s->dpor, options, layers);
  if (options->goal.divergence && !layers.summaries) vm_set_other(s->vm, options->goal.divergence->other);
  if (layers.kept && options->reuse.states) load_states(s);
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
    if (!s->classes.marks)
      path_classes_open(&s->classes, s->recorder.program, options->goal.statics, options->goal.marks);
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

void search_open_relevance(struct search *s) {
  stop_enter(&(struct stop_part){.what = "the static analysis"});
  relevance_open(&s->relevance, s->recorder.program, &s->options->config, &s->options->goal);
  stop_leave();
}

static void open_hunt(struct search *s) {
  s->hunt_inputs = mem_zalloc(sizeof *s->hunt_inputs);
  hunt_inputs_open(s->hunt_inputs, s->options->reuse.hunted, s->sym, s->smt);
  s->hunt = hunt_open(s->vm, s->dpor, s->options->config.hunt_seed, s->options->goal.changed,
                      hunt_inputs_starts(s->hunt_inputs));
}

/* A round of the search begins with nothing but what was found before: failures, tests, reasons. */
void search_open_round(struct search *s, bool guided) {
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
  if (s->engine == ENGINE_HUNT) open_hunt(s);
  else if (guided) use_relevance(s);
  s->recorder.dpor = s->dpor;
  s->recorder.round = ENGINE_COUNT * s->deepening.bound + s->engine;
  s->tree.shown = 0;
  s->recorder.result->runs = (struct result_runs){0};
  use_bound(s);
}

void search_close_round(struct search *s) {
  if (s->summary) summary_close(s->summary);
  s->summary = NULL;
  if (s->stateful) stateful_close(s->stateful);
  s->stateful = NULL;
  if (s->hunt) {
    hunt_close(s->hunt);
    hunt_inputs_close(s->hunt_inputs);
    free(s->hunt_inputs);
  }
  s->hunt = NULL;
  s->hunt_inputs = NULL;
  seeds_close(&s->seeds);
  machine_close(&s->machine);
}

void search_close_paused(struct search *s, struct smt_stats *solver) {
  enum engine last = s->engine;
  struct result_runs runs = s->recorder.result->runs;
  for (enum engine i = ENGINE_STATEFUL; i < ENGINE_COUNT; i++) {
    struct paused *p = &s->paused[i];
    if (i == last || !p->opened) continue;
    search_change_places(s, p);
    search_fill_stats(s, solver);
    search_close_round(s);
    search_change_places(s, p);
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

/* Of the search that has ended. */
static void leave_artefacts(struct search *s) {
  const struct explore_options *options = s->options;
  struct result_artefacts *artefacts = &s->recorder.result->artefacts;
  if (options->config.dump_expr) print_terms(s->sym);
  if (options->config.dump_summaries && s->summary) summary_dump(s->summary, stdout);
  if (s->summary) save_summaries(s);
  if (options->output.keep_unsat_cores)
    artefacts->unsat_cores = unsat_cache_encode(&s->seeds.cache, &artefacts->unsat_cores_bytes);
  if (options->config.hunt_only) explain_hunting(s);
}

static void end_round(struct search *s, struct smt_stats *solver) {
  if (!s->gathered) {
    search_close_paused(s, solver);
    search_fill_stats(s, solver);
    search_close_round(s);
  }
  s->gathered = false;
}

/* Rounded up: several processes do not count to the last one. */
void search_note_ended(struct search *s, enum engine engine, uint64_t events) {
  uint64_t rounded = 1;
  while (rounded < events) rounded *= 2;
  s->recorder.result->search = (struct result_search){engine, rounded};
}

/* Whoever explores another version knows then where to begin. */
static void note_search(struct search *s) {
  if (s->stopped || s->gathered || s->waits || s->engine == ENGINE_HUNT) return;
  bool elsewhere = s->engine == ENGINE_SUMMARIES && s->paused[ENGINE_STATEFUL].opened;
  const struct dpor *dpor = elsewhere ? s->paused[ENGINE_STATEFUL].dpor : s->dpor;
  search_note_ended(s, s->engine, dpor_stats(dpor).events + s->work);
}

void explore_run(const struct ir_program *program, const struct explore_options *options,
                 const struct explore_hooks *hooks, struct result *result, struct smt_stats *solver) {
  struct search s = {.options = options, .hooks = hooks, .solver = solver, .started = clock_now()};
  bool guided = options->config.strategy == STRATEGY_GUIDED && options->config.tests != TESTS_PATHS;
  *solver = (struct smt_stats){0};
  ASSERT(!options->goal.pinned || options->goal.without_summaries || options->config.prune == PRUNE_EXACT ||
         options->config.strategy != STRATEGY_GUIDED);
  ASSERT(!options->goal.targets || options->goal.targets->size == program->nins);
  double soft = stop_soft(options->config.timeout_seconds > 0 ? s.started + options->config.timeout_seconds : 0);
  recorder_open(&s.recorder, program, options, result);
  record_begin(options->goal.record, program);
  if (guided) search_open_relevance(&s);
  if (VERIFYING) s.verified = static_open(program);
  if (options->config.hunt_only) s.engine = ENGINE_HUNT;
  s.turns.searching = s.engine;
  search_open_round(&s, guided && !options->config.hunt_only);
  struct stop_settle settled = stop_settle((struct stop_settle){settle, &s});
  for (search_in_turn(&s); deepen_goes_on(&s.deepening, s.stopped, s.switches, result); search_in_turn(&s)) {
    end_round(&s, solver);
    s.stopped = false;
    search_open_round(&s, guided);
  }
  note_search(&s);
  if (s.engine == ENGINE_HUNT && s.turns.searching != ENGINE_HUNT) search_switch_to(&s, s.turns.searching);
  stop_settle(settled);
  if (!s.gathered) search_save_states(&s);
  search_close_paused(&s, solver);
  if (!s.gathered) leave_artefacts(&s);
  end_round(&s, solver);
  deepen_explain(&s.deepening, program, result);
  recorder_verdict(&s.recorder);
  stop_soft(soft);
  if (s.verified) static_close(s.verified);
  deepen_close(&s.deepening);
  relevance_close(&s.relevance);
  path_classes_close(&s.classes);
  recorder_close(&s.recorder);
  vec_free(&s.before);
}

/* The depth-first search over all paths, its limits, and what a person may watch meanwhile. */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "dpor/dpor.h"
#include "explore/target_reach.h"
#include "explore/deepen.h"
#include "explore/dump.h"
#include "explore/explore.h"
#include "explore/machine.h"
#include "explore/recorder.h"
#include "explore/relevance.h"
#include "explore/path_classes.h"
#include "stateful/stateful.h"
#include "static/static.h"
#include "summary/summary.h"
#include "util/assert.h"
#include "util/clock.h"
#include "util/stop.h"

enum {
  POLL_SWITCHES = 4096,
  FIRST_SHARE = 1 << 15, /* visible operations of a search before the other one has its turn */
};

/* The searches of a dovetail, in the order of their turns. */
enum engine { ENGINE_STATEFUL, ENGINE_SUMMARIES, ENGINE_DPOR, ENGINE_COUNT };

/* Of a dovetail: a search that waits while another one goes on. */
struct paused {
  bool opened; /* it has begun */
  struct machine machine;
  struct sym *sym;
  struct smt *smt;
  struct vm *vm;
  struct dpor *dpor;
  struct summary_engine *summary;
  struct stateful *stateful;
  struct seeds seeds;
  struct result_runs runs;
};

struct search {
  struct machine machine;
  struct recorder recorder;
  const struct explore_options *options;
  const struct explore_hooks *hooks;
  struct sym *sym;
  struct smt *smt;
  struct smt_stats *solver; /* where its figures go */
  struct vm *vm;
  struct dpor *dpor;
  struct summary_engine *summary; /* NULL: nothing is cut short */
  struct stateful *stateful;      /* it chooses instead of the scheduler; NULL: it does not */
  enum engine engine;             /* which one goes on */
  struct paused paused[ENGINE_COUNT];
  uint64_t until; /* of a dovetail: how many visible operations there are when the next search has its turn */
  bool waits;     /* it has */
  bool too_many;  /* there are too many threads for the stateful search */
  struct relevance relevance;
  struct statics *verified;    /* verifying builds: what accesses are compared with */
  struct path_classes classes; /* if code is marked */
  struct seeds seeds;          /* tests of the old version, and the cache of unsat cores */
  bool over;                   /* the run ended because no target is left */
  double started, shown;
  uint64_t switches; /* visible operations so far */
  uint64_t looked;   /* how many there were at the last look around */
  bool stopped; /* a limit of the whole search was reached; its reason is in the result. Or this round of it is over */
  struct deepening deepening;
  struct dump_tree tree; /* --dump=schedule */
};

static uint64_t resident_kib(void) {
  unsigned long pages = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file) return 0;
  if (fscanf(file, "%lu %lu", &pages, &resident) != 2) resident = 0;
  fclose(file);
  return resident * (uint64_t)sysconf(_SC_PAGESIZE) / 1024;
}

static void show_progress(struct search *s, double at) {
  if (!s->hooks || !s->hooks->progress || at - s->shown < 0.1) return;
  s->shown = at;
  struct explore_progress progress = {
      .runs = s->recorder.result->runs.full,
      .failures = s->recorder.result->failures.count,
      .depth = vm_depth(s->vm),
      .queries = smt_stats(s->smt)->queries,
      .instructions = vm_counts(s->vm).instructions,
      .memory_kib = resident_kib(),
      .seconds = at - s->started,
  };
  s->hooks->progress(s->hooks->context, &progress);
}

/* `inside` a path the place it has reached says more than the limit alone. */
static void stop(struct search *s, const char *reason, bool inside) {
  s->stopped = true;
  if (inside) recorder_incomplete(&s->recorder, reason);
  else result_add_reason(s->recorder.result, reason);
}

static const char *stop_text(struct result *result) {
  char text[100];
  return result_text(result, "%s", stop_words(text, sizeof text));
}

/* Limits of the whole search. True: stop now. */
static bool over_limit(struct search *s, bool inside) {
  const struct explore_options *o = s->options;
  struct result *result = s->recorder.result;
  double at = clock_now();
  show_progress(s, at);
  if (s->stopped) return true;
  result->interrupted |= stop_signal() != 0;
  if (stop_wanted()) stop(s, stop_text(result), inside);
  else if (o->config.timeout_seconds > 0 && at - s->started >= o->config.timeout_seconds)
    stop(s, result_text(result, "the time limit of %g s was reached", o->config.timeout_seconds), inside);
  else if (o->config.max_memory_mib && resident_kib() / 1024 >= o->config.max_memory_mib)
    stop(s,
         result_text(result, "the memory limit of %llu MiB was reached", (unsigned long long)o->config.max_memory_mib),
         inside);
  return s->stopped;
}

static bool is_probing(const struct search *s) { return s->summary && summary_is_probing(s->summary); }

/* A step is only tried out: what it reports was or will be reported by a run of its own. */
static bool on_trial(void *context, bool spoils) {
  struct search *s = context;
  if (!is_probing(s)) return false;
  if (spoils) summary_spoil_probe(s->summary);
  return true;
}

/* This round is over: the next one comes back in time to what lies beside the thread's loop. */
static void start_deepening(struct search *s, uint32_t thread, bool alone) {
  vm_look_at(s->vm, thread);
  s->deepening.starts = s->stopped = true;
  deepen_met(&s->deepening, vm_failing_ins(s->vm), alone);
}

static bool on_poll(void *context) {
  struct search *s = context;
  if (over_limit(s, true)) return true;
  if (vm_depth(s->vm) && deepen_is_long(&s->deepening, vm_path_steps(s->vm)))
    start_deepening(s, vm_current_thread(s->vm), true);
  return s->stopped;
}

static void on_bound(void *context, uint32_t thread) {
  struct search *s = context;
  uint32_t before = vm_current_thread(s->vm);
  vm_look_at(s->vm, thread);
  deepen_met(&s->deepening, vm_failing_ins(s->vm), false);
  vm_look_at(s->vm, before);
  if (s->summary) summary_bounded(s->summary);
  if (s->stateful) stateful_bounded(s->stateful);
}
static void on_long_path(void *context) {
  struct search *s = context;
  deepen_met(&s->deepening, vm_failing_ins(s->vm), true);
}
static bool on_concrete_poll(void *context) { return over_limit(context, false); }
static bool on_immediate(void *context) { return dpor_join_immediate(((struct search *)context)->dpor); }
static bool on_stateful_immediate(void *context) {
  struct search *s = context;
  if (!stateful_immediate(s->stateful)) return false;
  s->switches++;
  return true;
}
static bool on_alone(void *context) {
  struct search *s = context;
  if (is_probing(s) || !dpor_join_immediate(s->dpor))
    return false; /* steps that are only tried out leave no nodes behind */
  s->switches++;
  return true;
}
/* No target is left, and nothing that could have come before what has happened and led to one. */
static bool is_over(struct search *s) {
  const uint8_t *reach = s->relevance.reach;
  if (!reach || vm_has_failed(s->vm) || vm_is_halted(s->vm) || is_probing(s)) return false;
  if (vm_can_reach(s->vm, reach, REACH_TARGET)) return false;
  s->over = !vm_is_threaded(s->vm) || !vm_can_reach(s->vm, reach, REACH_ORDER);
  return s->over;
}

static bool on_agreed_value(void *context, sym_id term, uint64_t *value) {
  return seeds_value(&((struct search *)context)->seeds, term, value);
}
static void on_indivisible(void *context) {
  struct search *s = context;
  s->recorder.result->indivisible = s->stopped = true;
}
static bool is_unit(const struct search *s) { return s->options->reuse.seeds && s->options->reuse.seeds->units > 1; }

static bool on_decision(void *context) {
  struct search *s = context;
  return is_over(s) || (s->summary && summary_covers(s->summary, true));
}
static bool on_redundant(void *context, sym_id side) {
  return dpor_is_redundant(((struct search *)context)->dpor, side);
}
static bool on_node(void *context, bool forced) {
  struct search *s = context;
  struct summary_engine *summary = s->summary;
  if (is_over(s)) return true;
  if (!summary) return false;
  if (summary_covers(summary, false)) return true;
  if (forced) summary_passes(summary);
  return false;
}
static void on_chosen(void *context, bool schedule, bool every, uint32_t log) {
  struct search *s = context;
  if (s->summary) summary_chosen(s->summary, schedule, every, log);
}

static uint64_t paused_runs(const struct search *s) {
  uint64_t runs = 0;
  for (unsigned i = 0; i < ENGINE_COUNT; i++) runs += s->paused[i].runs.full + s->paused[i].runs.partial;
  return runs;
}

/* What remains to be asked between two paths. */
static bool enough(struct search *s, uint64_t paths) {
  struct result *result = s->recorder.result;
  if (s->options->config.stop_at_first_failure && result->failures.count) {
    if (vm_depth(s->vm)) stop(s, "stopped at the first failure", false);
    return true;
  }
  uint64_t runs = s->deepening.runs + result->runs.full + result->runs.partial + paused_runs(s);
  if (s->options->config.max_runs && runs >= s->options->config.max_runs && vm_depth(s->vm)) {
    stop(s, result_text(result, "the limit of %llu runs was reached", (unsigned long long)s->options->config.max_runs),
         false);
    return true;
  }
  return (paths % 64 == 0 || stop_wanted()) && over_limit(s, false);
}

static const char *end_text(enum vm_end end) {
  static const char *const names[] = {"exit", "failure", "infeasible", "cut", "stopped", "known", "covered"};
  return names[end];
}

static void print_path(struct search *s, enum vm_end end) {
  uint32_t count;
  const sym_id *path = smt_path(s->smt, &count);
  printf("path %016llx ends in %s:\n", (unsigned long long)vm_path_hash(s->vm, end == VM_FAILED), end_text(end));
  for (uint32_t i = 0; i < count; i++) {
    printf("  ");
    sym_print(s->sym, path[i], 60, stdout);
    printf("\n");
  }
}

/* Now and then: limits, and runs that would not come to an end. True: stop. */
static bool look_around(struct search *s) {
  uint32_t thread;
  s->looked = s->switches;
  if (over_limit(s, true)) return true;
  if (dpor_goes_round(s->dpor, deepen_rounds(&s->options->config), &thread)) start_deepening(s, thread, false);
  else if (deepen_is_enough(&s->deepening, s->switches, s->recorder.result)) s->stopped = true;
  return s->stopped;
}

/* At each visible operation the scheduler. Steps may be too short for the machine to ask by itself whether to go on. */
static enum machine_next next_thread(void *context) {
  struct search *s = context;
  struct machine *m = &s->machine;
  uint64_t every = s->options->config.loop_rounds ? 1 : POLL_SWITCHES;
  if (++s->switches - s->looked >= every && look_around(s)) return machine_stop(m, VM_STOPPED);
  switch (dpor_next(s->dpor)) {
  case DPOR_RUN: return MACHINE_RUNS;
  case DPOR_FINISHED:
  case DPOR_EXIT: return MACHINE_EXITS;
  case DPOR_DEADLOCK:
    if (vm_is_halted(s->vm) || s->options->config.checks >> CHECK_DEADLOCK & 1) return MACHINE_DEADLOCKS;
    return machine_stop(m, VM_FAILED);
  case DPOR_BLOCKED: s->recorder.result->runs.blocked++; return machine_stop(m, VM_YIELDED);
  case DPOR_COVERED: return machine_stop(m, VM_COVERED);
  case DPOR_BOUNDED: break;
  }
  return machine_stop(m, VM_CUT);
}

/* The same with the stateful search: look, cut or step. */
static enum machine_next next_state(void *context) {
  struct search *s = context;
  struct machine *m = &s->machine;
  if (++s->switches - s->looked >= POLL_SWITCHES && look_around(s)) return machine_stop(m, VM_STOPPED);
  switch (stateful_look(s->stateful)) {
  case STATEFUL_RUN: return MACHINE_RUNS;
  case STATEFUL_FINISHED:
  case STATEFUL_EXIT: return MACHINE_EXITS;
  case STATEFUL_DEADLOCK:
    if (vm_is_halted(s->vm) || s->options->config.checks >> CHECK_DEADLOCK & 1) return MACHINE_DEADLOCKS;
    return machine_stop(m, VM_FAILED);
  case STATEFUL_TOO_MANY: s->waits = s->too_many = true; return machine_stop(m, VM_STOPPED);
  case STATEFUL_NODE: break;
  }
  if (is_over(s) || stateful_is_known(s->stateful)) return machine_stop(m, VM_COVERED);
  stateful_step(s->stateful);
  return MACHINE_RUNS;
}

static uint32_t event_count(const struct search *s) {
  uint32_t count;
  dpor_events(s->dpor, &count);
  return count;
}

static bool go_back_stateful(struct search *s) {
  for (;;) {
    stateful_leave(s->stateful);
    enum vm_back back = vm_backtrack(s->vm);
    dump_back(&s->tree, event_count(s));
    if (back == VM_BACK_NONE) return false;
    if (back == VM_BACK_DECISION || stateful_resume(s->stateful)) return true;
  }
}

/* To the newest choice that has a side left. */
static bool go_back(struct search *s) {
  ASSERT(!is_probing(s));
  if (s->stateful) return go_back_stateful(s);
  for (;;) {
    if (s->summary) summary_back(s->summary);
    enum vm_back back = vm_backtrack(s->vm);
    dump_back(&s->tree, event_count(s));
    if (back == VM_BACK_NONE) return false;
    if (back == VM_BACK_DECISION) return true;
    if (s->summary) summary_resume(s->summary);
    if (dpor_resume(s->dpor)) return true;
    if (s->summary) summary_leave(s->summary);
  }
}

/* A run that came to its end; the failures of a sequential one but for leaks were counted when they were found. Under
   dpor each is a trace of its own, which is only checked if asked to. */
static void count_end(struct search *s, enum vm_end end) {
  if (end == VM_FAILED && (vm_is_threaded(s->vm) || s->recorder.leaks)) s->recorder.result->runs.full++;
  s->recorder.leaks = false;
  if (s->options->config.strategy == STRATEGY_NAIVE || s->options->config.validate) dpor_count_trace(s->dpor);
}

/* One path stands for all that execute the same marked code. */
static void count_sequence(struct search *s, enum vm_end end) {
  struct result *result = s->recorder.result;
  if (end != VM_EXITED && end != VM_FAILED && !s->over) return;
  bool new = path_classes_add(&s->classes, &s->recorder);
  if (new && (end == VM_EXITED || s->over)) {
    const char *known = path_classes_find_test(&s->recorder);
    result->artefacts.tests_reused += known != NULL;
    const char *test = known ? known : recorder_path(&s->recorder, !s->over);
    vec_last(&result->artefacts.paths).test = test;
  }
  if (end == VM_EXITED && !s->over) result->runs.full++;
}

/* Nothing that was looked for, and all that follows is known. A failure is an end like any other where nobody asks for
   it, or for more than to see it once. */
static bool is_fine(const struct search *s, enum vm_end end) {
  bool fails =
      s->options->goal.without_failures || (s->options->goal.failures_once && !recorder_has_open(&s->recorder));
  return end == VM_EXITED || end == VM_INFEASIBLE || end == VM_YIELDED || (end == VM_FAILED && fails);
}

static void search_all(struct search *s) {
  struct result *result = s->recorder.result;
  for (uint64_t paths = 1;; paths++) {
    s->over = false;
    enum vm_end end = machine_run(&s->machine);
    if (s->options->goal.marks) count_sequence(s, end);
    else if (end == VM_EXITED) recorder_run(&s->recorder);
    if (end == VM_EXITED || end == VM_FAILED) count_end(s, end);
    if (end == VM_INFEASIBLE && seeds_own_path(&s->seeds)) result->runs.infeasible++;
    if (is_unit(s) && seeds_has_threads(s->vm)) on_indivisible(s);
    if (end == VM_COVERED) result->runs.partial++;
    result->stats.stopped += s->over;
    if (s->stateful && (s->over || end != VM_COVERED)) stateful_ended(s->stateful, end == VM_FAILED, s->over);
    if (s->summary && (s->over || end != VM_COVERED)) summary_ended(s->summary, s->over || is_fine(s, end));
    if (s->options->config.dump_paths) print_path(s, end);
    if (s->options->config.dump_schedule) dump_run(&s->tree, s->dpor, s->vm, end_text(end));
    if (vm_depth(s->vm) > result->stats.max_depth) result->stats.max_depth = vm_depth(s->vm);
    if (end == VM_STOPPED || result->indivisible) break;
    if (s->hooks && s->hooks->ended && s->hooks->ended(s->hooks->context, &s->recorder)) break;
    if (!s->stateful) dpor_end_run(s->dpor);
    if (s->relevance.order && (dpor_order_matters(s->dpor) || paths > s->options->goal.one_schedule)) {
      result->order_matters = true;
      break;
    }
    if (enough(s, paths)) break;
    if (!go_back(s)) break;
    s->waits = s->until && s->switches >= s->until;
    if (s->waits) break;
  }
}

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
  if (s->stateful) add_state_stats(stats, stateful_stats(s->stateful));
}

/* The watchdog reports, because a part does not come to its end: what has been found until then is the result. */
static void settle(void *context) {
  struct search *s = context;
  if (!s->stopped) stop(s, stop_text(s->recorder.result), true);
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
  s->summary = summary_open(s->recorder.program, s->options, s->vm, s->smt, s->sym, s->dpor);
  summary_set_imprecision(s->summary, s->relevance.flags);
  load_summaries(s);
  if (s->options->config.explain_pruning) summary_explain(s->summary, s->recorder.result);
}

/* Nobody needs more than failures: no summaries of an earlier version or for a later one, no tests that go along. */
static bool is_stateful(const struct search *s) {
  const struct explore_config *config = &s->options->config;
  const struct explore_goal *goal = &s->options->goal;
  const struct explore_reuse *reuse = &s->options->reuse;
  const struct explore_output *output = &s->options->output;
  bool summaries = config->prune == PRUNE_SUMMARIES || config->dump_summaries || reuse->known ||
                   reuse->load_summaries || output->save_summaries || output->keep_summaries;
  bool all = !goal->marks && !goal->one_schedule && !goal->without_summaries && !goal->watch && !goal->cuts;
  return all && !summaries && !reuse->seeds && !s->deepening.bound && s->engine == ENGINE_STATEFUL;
}

static struct vm_search search_of(struct search *s, bool guided) {
  struct vm_search search = {.context = s, .bounded = on_long_path};
  if (guided) {
    search.alone = is_stateful(s) ? on_stateful_immediate : on_alone;
    search.immediate = is_stateful(s) ? on_stateful_immediate : NULL;
    search.covered = on_decision;
    search.chosen = on_chosen;
  } else if (s->options->config.strategy != STRATEGY_NAIVE) {
    search.immediate = on_immediate;
    search.redundant = on_redundant;
  }
  if (is_unit(s)) {
    search.agreed_value = on_agreed_value;
    search.indivisible = on_indivisible;
  }
  return search;
}

static void use_relevance(struct search *s) {
  const struct explore_options *options = s->options;
  vm_set_relevance(s->vm, s->relevance.flags);
  s->recorder.relevance = s->relevance.flags;
  s->recorder.context = s;
  s->recorder.poll = on_concrete_poll;
  if (options->goal.marks) {
    s->classes.marks = options->goal.marks;
    vm_log_start(s->vm);
  } else if (is_stateful(s)) {
    s->stateful = stateful_open(s->vm, s->dpor, options);
    if (options->config.explain_pruning) stateful_explain(s->stateful, s->recorder.result);
    return;
  } else if (!options->goal.without_summaries && !options->goal.one_schedule) open_summaries(s);
  if (s->relevance.order) dpor_keep_order(s->dpor, s->relevance.order);
  dpor_set_pruner(s->dpor, &(struct dpor_pruner){.context = s, .covers = on_node});
}

static void use_bound(struct search *s) {
  if (!s->deepening.bound) return;
  dpor_bound(s->dpor, s->deepening.bound, &(struct dpor_bounds){.context = s, .met = on_bound});
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
  machine_open(m, &(struct machine_policy){.context = s,
                                           .next = guided && is_stateful(s) ? next_state : next_thread,
                                           .poll = on_poll,
                                           .recorder = &s->recorder,
                                           .trial = on_trial,
                                           .search = search_of(s, guided),
                                           .solver = {.timeout_ms = options->config.solver_timeout_ms,
                                                      .validate = options->config.validate,
                                                      .dump = options->config.dump_queries ? stdout : NULL},
                                           .naive = options->config.strategy == STRATEGY_NAIVE});
  s->sym = s->recorder.sym = m->sym;
  s->smt = s->recorder.smt = m->smt;
  s->dpor = m->dpor;
  open_tests(s);
  machine_start(m, s->recorder.program, &options->config, &options->goal);
  s->vm = s->recorder.vm = m->vm;
  if (s->verified) vm_verify_with(s->vm, s->verified);
  if (guided) use_relevance(s);
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
  exchange(&s->seeds, &p->seeds, sizeof s->seeds);
  exchange(&s->recorder.result->runs, &p->runs, sizeof p->runs);
}

static void aim_recorder(struct search *s) {
  s->recorder.sym = s->sym;
  s->recorder.smt = s->smt;
  s->recorder.vm = s->vm;
  s->recorder.dpor = s->dpor;
  s->recorder.relevance = s->engine == ENGINE_DPOR ? NULL : s->relevance.flags;
  s->recorder.round = ENGINE_COUNT * s->deepening.bound + s->engine;
}

static void switch_to(struct search *s, enum engine next) {
  s->paused[s->engine].opened = true;
  change_places(s, &s->paused[s->engine]);
  change_places(s, &s->paused[next]);
  s->engine = next;
  aim_recorder(s);
  if (!s->paused[next].opened) open_round(s, next != ENGINE_DPOR);
}

static enum engine next_engine(const struct search *s) {
  enum engine next = (s->engine + 1) % ENGINE_COUNT;
  return next == ENGINE_STATEFUL && s->too_many ? ENGINE_SUMMARIES : next;
}

/* Which search is best depends on the program, and nothing tells before: whether states outnumber traces, or data that
   no longer matters makes states differ. So they go on in turn, each time for twice as long, until one of them has
   ended: that costs a small factor more than the best one. */
static void search_in_turn(struct search *s) {
  bool in_turn = s->stateful;
  uint64_t first = s->options->config.first_turn ? s->options->config.first_turn : FIRST_SHARE;
  for (uint64_t share = first;; share *= s->engine == ENGINE_STATEFUL ? 2 : 1) {
    s->until = in_turn ? s->switches + share : 0;
    s->waits = false;
    search_all(s);
    if (!s->waits) return;
    switch_to(s, next_engine(s));
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
  open_round(&s, guided);
  struct stop_settle settled = stop_settle((struct stop_settle){settle, &s});
  for (search_in_turn(&s); deepen_goes_on(&s.deepening, s.stopped, s.switches, result); search_in_turn(&s)) {
    close_paused(&s, solver);
    fill_stats(&s, solver);
    close_round(&s);
    s.stopped = false;
    open_round(&s, guided);
  }
  stop_settle(settled);
  close_paused(&s, solver);
  if (options->config.dump_expr) print_terms(s.sym);
  if (options->config.dump_summaries && s.summary) summary_dump(s.summary, stdout);
  if (s.summary) save_summaries(&s);
  if (options->output.keep_unsat_cores)
    result->artefacts.unsat_cores = unsat_cache_encode(&s.seeds.cache, &result->artefacts.unsat_cores_bytes);
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

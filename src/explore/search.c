/* The depth-first search over all paths, its limits, and what a person may watch meanwhile: the loop over runs, and the
   policies by which the machine goes through one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/accept.h"
#include "explore/record.h"
#include "explore/search_inside.h"
#include "explore/stop_sets.h"
#include "explore/target_reach.h"
#include "explore/workers.h"
#include "stateful/division.h"
#include "util/assert.h"
#include "util/clock.h"
#include "util/stop.h"

enum { POLL_SWITCHES = 4096 };

/* own: without what other processes see, too, as files and the table of states. */
static uint64_t resident_kib(bool own) {
  unsigned long pages = 0, resident = 0, common = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file) return 0;
  if (fscanf(file, "%lu %lu %lu", &pages, &resident, &common) != 3) resident = common = 0;
  fclose(file);
  return (resident - (own ? common : 0)) * (uint64_t)sysconf(_SC_PAGESIZE) / 1024;
}

uint64_t search_resident_kib(void) { return resident_kib(false); }
uint64_t search_own_kib(void) { return resident_kib(true); }

/* How much of what the user allowed is used up. How much there is to explore nobody knows before the end. */
double search_used_share(const struct search *s, double seconds, uint64_t full) {
  const struct explore_config *limits = &s->options->config;
  double time = limits->timeout_seconds > 0 ? seconds / limits->timeout_seconds : 0;
  double runs = limits->max_runs ? (double)full / (double)limits->max_runs : 0;
  double most = time > runs ? time : runs;
  return most > 1 ? 1 : most;
}

static void show_progress(struct search *s, double at) {
  if (!s->hooks || !s->hooks->progress || at - s->shown < 0.1) return;
  s->shown = at;
  struct explore_progress progress = {
      .phase = s->hooks->phase,
      .runs = s->recorder.result->runs.full,
      .failures = s->recorder.result->failures.count,
      .depth = vm_depth(s->vm),
      .queries = smt_stats(s->smt)->queries,
      .instructions = vm_counts(s->vm).instructions,
      .states = s->stateful ? stateful_stats(s->stateful).states : 0,
      .memory_kib = search_resident_kib(),
      .seconds = at - s->started,
      .share = search_used_share(s, at - s->started, s->recorder.result->runs.full),
      .hunting = s->engine == ENGINE_HUNT,
  };
  s->hooks->progress(s->hooks->context, &progress);
}

/* `inside` a path the place it has reached says more than the limit alone. */
void search_stop(struct search *s, const char *reason, bool inside) {
  s->stopped = true;
  if (inside) recorder_incomplete(&s->recorder, reason);
  else result_add_reason(s->recorder.result, reason);
}

const char *search_stop_text(struct result *result) {
  char text[100];
  return result_text(result, "%s", stop_words(text, sizeof text));
}

/* Of all processes that search: what they share, once; what each has of its own. */
static uint64_t memory_kib(struct search *s) {
  if (!s->page) return search_resident_kib();
  uint64_t own = search_own_kib(), before = s->page->own_kib;
  struct worker_figures *mine = &s->page->workers[s->place];
  mine->kib = own > before ? own - before : 0;
  mine->runs = s->recorder.result->runs.full;
  mine->failures = s->recorder.result->failures.count;
  mine->queries = smt_stats(s->smt)->queries;
  mine->states = s->stateful ? stateful_stats(s->stateful).states : 0;
  return page_kib(s->page, s->shared);
}

/* Limits of the whole search. True: stop now. */
static bool over_limit(struct search *s, bool inside) {
  const struct explore_options *o = s->options;
  struct result *result = s->recorder.result;
  double at = clock_now();
  uint64_t memory = s->page || o->config.max_memory_mib ? memory_kib(s) : 0;
  show_progress(s, at);
  if (s->stopped) return true;
  result->interrupted |= stop_signal() != 0;
  if (stop_wanted()) search_stop(s, search_stop_text(result), inside);
  else if (o->config.timeout_seconds > 0 && at - s->started >= o->config.timeout_seconds)
    search_stop(s, result_text(result, "the time limit of %g s was reached", o->config.timeout_seconds), inside);
  else if (o->config.max_memory_mib && memory / 1024 >= o->config.max_memory_mib)
    search_stop(
        s,
        result_text(result, "the memory limit of %llu MiB was reached", (unsigned long long)o->config.max_memory_mib),
        inside);
  return s->stopped;
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
  bool is_long = vm_depth(s->vm) && deepen_is_long(&s->deepening, vm_path_steps(s->vm));
  if (is_long && s->hunt) s->waits = s->hunted_out = true;
  else if (is_long) start_deepening(s, vm_current_thread(s->vm), true);
  return s->stopped || s->hunted_out;
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
bool search_poll_between(void *context) { return over_limit(context, false); }
static bool on_immediate(void *context) { return dpor_join_immediate(((struct search *)context)->dpor); }
static bool on_stateful_immediate(void *context) {
  struct search *s = context;
  if (!stateful_immediate(s->stateful)) return false;
  s->switches++;
  return true;
}
static bool on_alone(void *context) {
  struct search *s = context;
  if (!dpor_join_immediate(s->dpor)) return false;
  s->switches++;
  return true;
}
/* No target is left, and nothing that could have come before what has happened and led to one. */
static bool is_over(struct search *s) {
  const uint8_t *reach = s->relevance.reach;
  if (!reach || vm_has_failed(s->vm) || vm_is_halted(s->vm)) return false;
  if (vm_can_reach(s->vm, reach, REACH_TARGET)) return false;
  if (s->relevance.differs && vm_comes_to(s->vm, s->relevance.differs, REACH_TARGET, REACH_OWN)) return false;
  s->over = !vm_is_threaded(s->vm) || !vm_can_reach(s->vm, reach, REACH_ORDER);
  return s->over;
}

/* A run of the old version from here on as well: nothing that differs can be reached. `node`: all threads stand before
   visible operations. */
static bool stays_old(struct search *s, bool node) {
  const uint8_t *differs = s->relevance.differs;
  if (!differs || !s->stateful || s->summary || vm_has_diverged(s->vm)) return false;
  if (vm_has_failed(s->vm) || vm_is_halted(s->vm) || vm_comes_to(s->vm, differs, REACH_TARGET, REACH_OWN)) return false;
  footprint ahead = stop_sets_ahead(s->relevance.stops, s->vm, stateful_footprints(s->stateful));
  if (!stateful_may_stop(s->stateful, ahead)) return false;
  stateful_stop(s->stateful, ahead, node);
  s->recorder.result->stats.stops++;
  return true;
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
  return is_over(s) || stays_old(s, false) || (s->classes.cuts && path_classes_cover(&s->classes, &s->recorder)) ||
         (s->summary && summary_covers(s->summary, true));
}
static bool on_redundant(void *context, sym_id side) {
  return dpor_is_redundant(((struct search *)context)->dpor, side);
}
static bool on_node(void *context) { return is_over(context); }
static void on_chosen(void *context, bool schedule, bool every, uint32_t log) {
  struct search *s = context;
  if (s->summary) summary_chosen(s->summary, schedule, every, log);
}

static uint64_t paused_runs(const struct search *s) {
  uint64_t runs = 0;
  for (unsigned i = 0; i < ENGINE_COUNT; i++) runs += s->paused[i].runs.full + s->paused[i].runs.partial;
  return runs;
}

/* Whether a failure was found that is not accepted. */
static bool counted(const struct search *s) {
  const struct result *result = s->recorder.result;
  const struct accept *accept = s->options->config.accept;
  bool found = false;
  for (uint32_t i = 0; i < result->failures.count && !found; i++)
    found = !accept || !accept_find(accept, &result->failures.data[i]);
  return found;
}

/* Of a process whose search counts only as long as nothing happens. */
static bool note_incident(struct search *s) {
  if (!s->page && !s->exchange) return false;
  if (s->page && s->page->incident) return false;
  if (recorder_parts_is_clean(&s->recorder, &s->clean)) return false;
  if (s->page) s->page->incident = true;
  if (s->exchange) s->exchange->disturb(s->exchange->context);
  s->disturbed = s->waits = s->exchange;
  return s->disturbed;
}

/* What remains to be asked between two paths. */
static bool enough(struct search *s, uint64_t paths) {
  struct result *result = s->recorder.result;
  if (note_incident(s)) return true;
  if (s->options->config.stop_at_first_failure && counted(s)) {
    if (vm_depth(s->vm)) search_stop(s, "stopped at the first failure", false);
    return true;
  }
  uint64_t runs = s->deepening.runs + result->runs.full + result->runs.partial + paused_runs(s);
  if (s->options->config.max_runs && runs >= s->options->config.max_runs && vm_depth(s->vm)) {
    search_stop(
        s, result_text(result, "the limit of %llu runs was reached", (unsigned long long)s->options->config.max_runs),
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

/* If the process dies, that is where. */
static void note_place(const struct search *s) {
  if (s->page) atomic_store_explicit(&s->page->workers[s->place].ins, vm_failing_ins(s->vm), memory_order_relaxed);
}

/* Now and then: limits, and runs that would not come to an end. True: stop. */
static bool look_around(struct search *s) {
  uint32_t thread;
  s->looked = s->switches;
  if (s->stateful && s->shared) stateful_hint(s->stateful);
  if (s->exchange && s->exchange->pass(s->exchange->context, s->stateful, s->shared, false))
    s->disturbed = s->waits = true;
  if (s->disturbed || over_limit(s, true)) return true;
  if (dpor_goes_round(s->dpor, deepen_rounds(&s->options->config), &thread)) start_deepening(s, thread, false);
  else if (deepen_is_enough(&s->deepening, s->switches, s->recorder.result)) s->stopped = true;
  return s->stopped;
}

/* Nobody can go on, and somebody waits. */
static enum machine_next deadlocks(struct search *s) {
  if (vm_is_halted(s->vm) || s->options->config.checks >> CHECK_DEADLOCK & 1) return MACHINE_DEADLOCKS;
  return machine_stop(&s->machine, VM_FAILED);
}

/* At each visible operation the scheduler. Steps may be too short for the machine to ask by itself whether to go on. */
static enum machine_next next_thread(void *context) {
  struct search *s = context;
  struct machine *m = &s->machine;
  uint64_t every = s->options->config.loop_rounds ? 1 : POLL_SWITCHES;
  note_place(s);
  if (++s->switches - s->looked >= every && look_around(s)) return machine_stop(m, VM_STOPPED);
  switch (dpor_next(s->dpor)) {
  case DPOR_RUN: return MACHINE_RUNS;
  case DPOR_FINISHED:
  case DPOR_EXIT: return MACHINE_EXITS;
  case DPOR_DEADLOCK: return deadlocks(s);
  case DPOR_BLOCKED: s->recorder.result->runs.blocked++; return machine_stop(m, VM_YIELDED);
  case DPOR_COVERED: return machine_stop(m, VM_COVERED);
  case DPOR_BOUNDED: break;
  }
  return machine_stop(m, VM_CUT);
}

/* Is all that can follow the node known: was its state finished, or does a summary cover it? */
static bool is_known(struct search *s) {
  uint32_t summary = 0;
  if (stateful_is_known(s->stateful, &summary)) {
    if (s->summary) summary_cut(s->summary, summary);
    return true;
  }
  if (!s->summary || !stateful_near_choice(s->stateful)) return false;
  if (summary_covers(s->summary, false)) return true;
  if (!stateful_has_choice(s->stateful)) summary_passes(s->summary);
  return false;
}

/* Who makes turns small makes parts of a search small, too. */
static uint64_t looks_after(const struct search *s) {
  enum { SMALL = 2 };
  return s->exchange && s->options->config.first_turn ? SMALL : POLL_SWITCHES;
}

/* The same with the stateful search: look, cut or step. */
static enum machine_next next_state(void *context) {
  struct search *s = context;
  struct machine *m = &s->machine;
  note_place(s);
  if (++s->switches - s->looked >= looks_after(s) && look_around(s)) return machine_stop(m, VM_STOPPED);
  switch (stateful_look(s->stateful)) {
  case STATEFUL_RUN: return MACHINE_RUNS;
  case STATEFUL_FINISHED:
  case STATEFUL_EXIT: return MACHINE_EXITS;
  case STATEFUL_DEADLOCK: return deadlocks(s);
  case STATEFUL_TOO_MANY: s->waits = s->too_many = true; return machine_stop(m, VM_STOPPED);
  case STATEFUL_NODE: break;
  }
  if (is_over(s) || is_known(s) || stays_old(s, true) || stateful_strays(s->stateful))
    return machine_stop(m, VM_COVERED);
  stateful_step(s->stateful);
  return MACHINE_RUNS;
}

/* And hunting. */
static enum machine_next next_hunted(void *context) {
  struct search *s = context;
  struct machine *m = &s->machine;
  note_place(s);
  if (++s->switches - s->looked >= POLL_SWITCHES) {
    s->looked = s->switches;
    if (over_limit(s, true)) return machine_stop(m, VM_STOPPED);
  }
  switch (hunt_step(s->hunt)) {
  case HUNT_RUN: return MACHINE_RUNS;
  case HUNT_NOBODY: return machine_nobody(m) == MACHINE_EXITS ? MACHINE_EXITS : deadlocks(s);
  case HUNT_TOO_LONG: break;
  }
  return machine_stop(m, VM_CUT);
}

static uint32_t event_count(const struct search *s) {
  uint32_t count;
  dpor_events(s->dpor, &count);
  return count;
}

/* The branch at hand is over. One that was small goes on with what lies beside it; of those that are as small as they
   can be some do. */
static bool ends_branch(struct search *s, bool schedule) {
  if (!division_is_left(s->stateful, schedule)) return false;
  bool small = s->options->config.first_turn ? s->switches % 2 : clock_processor() < s->branch_until;
  return !schedule || !small || !division_goes_up(s->stateful);
}

/* To the newest choice that has a side left. */
static bool go_back_stateful(struct search *s) {
  for (;;) {
    if (s->summary) summary_back(s->summary);
    stateful_leave(s->stateful);
    enum vm_back back = vm_backtrack(s->vm);
    dump_back(&s->tree, event_count(s));
    if (back == VM_BACK_NONE || ends_branch(s, back == VM_BACK_SCHEDULE)) return false;
    if (back == VM_BACK_DECISION) return true;
    bool more = stateful_resume(s->stateful);
    if (s->summary) summary_rely(s->summary);
    if (more) return true;
    if (s->summary) summary_leave(s->summary);
  }
}

static bool go_back(struct search *s) {
  if (s->stateful) return go_back_stateful(s);
  if (s->hunt) {
    hunt_back(s->hunt);
    return true;
  }
  for (;;) {
    enum vm_back back = vm_backtrack(s->vm);
    dump_back(&s->tree, event_count(s));
    if (back == VM_BACK_NONE) return false;
    if (back == VM_BACK_DECISION) return true;
    if (dpor_resume(s->dpor)) return true;
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

static void end_stateful(struct search *s, enum vm_end end) {
  if (end == VM_STOPPED) return;
  stateful_ended(s->stateful, end == VM_FAILED, s->over);
  if (s->summary) summary_ended(s->summary, s->over || is_fine(s, end));
}

/* What paths of one thread take, in visible operations: instructions, summaries that are looked at, the solver. */
static uint64_t figures(const struct search *s) {
  enum { INSTRUCTIONS = 16, CHECK = 32, QUERY = 512 };
  uint64_t checks = s->summary ? summary_stats(s->summary)->checks : 0;
  return vm_counts(s->vm).instructions / INSTRUCTIONS + CHECK * checks + QUERY * smt_stats(s->smt)->by_z3;
}

static void note_work(struct search *s) {
  uint64_t now = figures(s);
  if (!vm_is_threaded(s->vm)) s->work += now - s->worked;
  s->worked = now;
}

uint64_t search_done(const struct search *s) { return s->options->reuse.in_turn ? s->work : s->switches; }

void search_all(struct search *s) {
  s->worked = figures(s);
  struct result *result = s->recorder.result;
  for (uint64_t paths = 1;; paths++) {
    s->over = false;
    uint64_t incidents = s->recorder.incidents;
    enum vm_end end = machine_run(&s->machine);
    if (s->stateful && (s->recorder.incidents != incidents || end == VM_CUT || s->over)) stateful_incident(s->stateful);
    if (s->options->goal.marks) count_sequence(s, end);
    else if (end == VM_EXITED && s->hunt) result->runs.full++;
    else if (end == VM_EXITED) recorder_run(&s->recorder);
    if (end == VM_EXITED || end == VM_FAILED) count_end(s, end);
    if (end == VM_INFEASIBLE && seeds_own_path(&s->seeds)) result->runs.infeasible++;
    if (is_unit(s) && seeds_has_threads(s->vm)) on_indivisible(s);
    if (end == VM_COVERED) result->runs.partial++;
    result->stats.stopped += s->over;
    if (s->stateful && (s->over || end != VM_COVERED)) end_stateful(s, end);
    if (s->options->config.dump_paths) print_path(s, end);
    record_run(s->options->goal.record, &(struct record_end){s->recorder.program, s->vm, s->dpor, s->smt, s->sym},
               s->recorder.round, end_text(end));
    if (s->options->config.dump_schedule) dump_run(&s->tree, s->dpor, s->vm, end_text(end));
    if (vm_depth(s->vm) > result->stats.max_depth) result->stats.max_depth = vm_depth(s->vm);
    if (end == VM_STOPPED || result->indivisible) break;
    if (s->hooks && s->hooks->ended && s->hooks->ended(s->hooks->context, &s->recorder)) break;
    if (!s->stateful && !s->hunt) dpor_end_run(s->dpor);
    if (s->relevance.order && (dpor_order_matters(s->dpor) || paths > s->options->goal.one_schedule)) {
      result->order_matters = true;
      break;
    }
    if (enough(s, paths)) break;
    bool more = go_back(s);
    note_work(s);
    if (!more) break;
    s->waits = s->until && search_done(s) >= s->until;
    if (s->waits) break;
  }
}

/* Every path, one schedule, or a bound on rounds is the scheduler's. */
bool search_is_stateful(const struct search *s) {
  const struct explore_goal *goal = &s->options->goal;
  bool all = !goal->marks && !goal->one_schedule && !goal->without_summaries;
  return all && !s->deepening.bound && s->engine != ENGINE_DPOR;
}

/* They are what is wanted: of an earlier version, for a later one, to be asked about what runs read. */
bool search_wants_summaries(const struct search *s) {
  const struct explore_config *config = &s->options->config;
  const struct explore_goal *goal = &s->options->goal;
  const struct explore_reuse *reuse = &s->options->reuse;
  const struct explore_output *output = &s->options->output;
  bool versions = (reuse->known || output->keep_summaries) && !reuse->in_turn;
  return config->prune == PRUNE_SUMMARIES || config->prune == PRUNE_CONDITIONS || config->dump_summaries ||
         reuse->load_summaries || reuse->seeds || output->save_summaries || versions || goal->watch || goal->cuts;
}

static struct vm_search search_of(struct search *s, bool guided) {
  /* a summary does not say that a thread waits, and why */
  bool summaries = guided && (!search_is_stateful(s) || s->engine == ENGINE_SUMMARIES || search_wants_summaries(s));
  bool rounds = s->options->config.strategy == STRATEGY_NAIVE || s->options->goal.one_schedule || summaries;
  struct vm_search search = {.context = s, .bounded = on_long_path, .rounds = rounds};
  if (s->engine == ENGINE_HUNT) return search;
  if (guided) {
    search.alone = search_is_stateful(s) ? on_stateful_immediate : on_alone;
    search.immediate = search_is_stateful(s) ? on_stateful_immediate : NULL;
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

static enum machine_next (*chooser(const struct search *s, bool guided))(void *) {
  if (s->engine == ENGINE_HUNT) return next_hunted;
  return guided && search_is_stateful(s) ? next_state : next_thread;
}

struct machine_policy search_policy(struct search *s, bool guided) {
  const struct explore_config *config = &s->options->config;
  return (struct machine_policy){.context = s,
                                 .next = chooser(s, guided),
                                 .proves_nothing = s->engine == ENGINE_HUNT,
                                 .poll = on_poll,
                                 .recorder = &s->recorder,
                                 .search = search_of(s, guided),
                                 .solver = {.timeout_ms = config->solver_timeout_ms,
                                            .validate = config->validate,
                                            .dump = config->dump_queries ? stdout : NULL},
                                 .naive = config->strategy == STRATEGY_NAIVE};
}

struct dpor_pruner search_pruner(struct search *s) { return (struct dpor_pruner){.context = s, .covers = on_node}; }
struct dpor_bounds search_bounds(struct search *s) { return (struct dpor_bounds){.context = s, .met = on_bound}; }

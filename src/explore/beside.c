/* The searches of a dovetail beside each other, each in a worker process.

   In: a search whose first turns are over. Out: the result that one process would have had. The order of turns is the
   same (turns.c), and what a worker finds in a turn is added when that turn's place in the order has come: so neither
   the number of processes nor their speed makes a difference. Meanwhile workers go on with later turns. Those whose
   turn comes first are preferred, so that little is done in vain. The first search that ends, in that order, decides.

   As long as nothing has happened that is to be told, order does not matter: a search that has gone through everything
   and found nothing decides at once. So the stateful search may be divided then: helpers and its worker share a table
   of finished states, and who comes to the end of the root has proved all. As soon as something happens, all turns are
   taken again in their order, and the stateful search begins again without help.

   A worker that dies is made again from what this process knows, and repeats its turns: they are the same. One that
   dies twice is given up; the others can still decide. If none can, the verdict is incomplete. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "explore/record.h"
#include "explore/workers.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/stop.h"

enum {
  LEAST = 1 << 13, /* visible operations before it is worth while */
  AHEAD = 12,      /* turns that workers may be ahead */
  MOST_DEATHS = 2,
  MOST_VANISHED = 16, /* the same of workers elsewhere: they may be ended for many reasons */
  PATIENCE_MS = 100,
};

struct beside {
  struct search *s;
  struct turns turns;                  /* up to what is in the result */
  struct worker workers[MOST_WORKERS]; /* one for each search; then helpers */
  uint32_t count, places;              /* of them now; when they were made */
  struct part_head last[ENGINE_COUNT]; /* of the newest part that is in the result, if: */
  bool counts[ENGINE_COUNT];           /* there is one */
  bool clean;                          /* nothing has happened yet */
  bool alone;                          /* something has that only this process can tell */
  enum engine ended;                   /* the search that decided; ENGINE_COUNT: none yet */
  bool over;                           /* nothing more is ordered */
  bool limited;                        /* because a limit of the whole command was reached */
  double shown, looked;
  struct explore_elsewhere elsewhere; /* what was seen then */
};

/* Nothing has happened so far that is to be told, and runs that end well are not. */
static bool is_clean(struct search *s) {
  const struct recorder *r = &s->recorder;
  return !r->result->failures.count && !r->result->reasons.count && !r->unconfirmed.count && !r->incidents &&
         !recorder_wants_every(&s->recorder);
}

/* The age of a failure is asked for when it is found: in this process. */
bool beside_may_come(struct search *s) {
  const struct explore_config *c = &s->options->config;
  const struct explore_goal *g = &s->options->goal;
  bool nobody = c->jobs < 2 && !(s->hooks && s->hooks->remote);
  bool alone = s->alone || nobody || c->max_runs || c->show_output || c->explain_pruning || c->dump_expr ||
               c->dump_paths || c->dump_queries || c->dump_schedule || (g->judge && !is_clean(s)) || g->watch ||
               (s->hooks && s->hooks->ended);
  return !alone;
}

bool beside_is_wanted(struct search *s) {
  return beside_may_come(s) && (s->switches >= LEAST || s->options->config.first_turn);
}

static bool is_remote(const struct beside *b) { return b->s->remote; }

/* ---- what a part says ---- */

static void get_deepening(struct source *source, struct deepening *d, bool deepens) {
  struct deepening got = {.starts = deepens, .met = source_get32(source)};
  for (uint32_t n = source_get_count(source, sizeof(struct deepen_loop)); n-- > 0 && !source->bad;) {
    struct deepen_loop loop;
    source_get(source, &loop, sizeof loop);
    vec_push(&got.loops, loop);
  }
  if (deepens && !source->bad) {
    vec_free(&d->loops);
    *d = got;
  } else vec_free(&got.loops);
}

static void get_cores(struct source *source, struct result_artefacts *artefacts, bool wanted) {
  uint64_t size = source_get64(source);
  if (source->bad || size > source->size - source->at) {
    source->bad = true;
    return;
  }
  if (size && wanted) {
    free(artefacts->unsat_cores);
    artefacts->unsat_cores = mem_alloc(size);
    memcpy(artefacts->unsat_cores, source->bytes + source->at, size);
    artefacts->unsat_cores_bytes = size;
  }
  source->at += size;
}

/* The part is in the result from now on; or, as long as nothing has happened, what it says about turns is known. */
static void take_part(struct beside *b, struct worker *w, bool late) {
  struct search *s = b->s;
  struct part *part = &w->parts.data[w->taken++];
  struct part_head *head = &b->last[w->engine];
  struct recorder_source from = {.round = ENGINE_COUNT * s->deepening.bound + w->engine, .late = late};
  struct source rest;
  uint64_t stopped = head->stats.stopped;
  b->counts[w->engine] = true;
  part_read_head(part, head, &rest);
  head->stats.stopped += stopped;
  if (b->clean) return;
  get_deepening(&rest, &s->deepening, head->deepens && !late);
  get_cores(&rest, &s->recorder.result->artefacts, head->ended && !late);
  if (!recorder_parts_add(&s->recorder, &rest, &from))
    search_stop(s, "what a worker process found could not be read", false), b->over = true;
  free(part->data.bytes); /* its size says that it was there */
  part->data.bytes = NULL;
  s->recorder.result->interrupted |= head->interrupted;
}

/* ---- in the order of turns ---- */

static bool is_gone(const struct beside *b, enum engine engine) { return b->workers[engine].given_up; }

static bool all_gone(const struct beside *b) {
  if (b->turns.only) return is_gone(b, ENGINE_STATEFUL);
  return is_gone(b, ENGINE_STATEFUL) && is_gone(b, ENGINE_DPOR) &&
         (is_gone(b, ENGINE_SUMMARIES) || !b->turns.summaries);
}

/* Once summaries have had a turn they have one in every round. */
static bool has_summaries(const struct beside *b) {
  return b->workers[ENGINE_SUMMARIES].taken || b->s->paused[ENGINE_SUMMARIES].opened;
}

static void note_flags(struct beside *b, const struct part_head *head, enum engine engine) {
  if (engine == ENGINE_STATEFUL) {
    b->turns.summaries = head->turns.summaries || has_summaries(b);
    b->turns.too_many |= head->turns.too_many;
    if (b->turns.only && b->turns.too_many) b->alone = b->over = true; /* another search comes then */
  }
  if (engine == ENGINE_HUNT) b->turns.hunts &= head->turns.hunts;
}

static void decide(struct beside *b, enum engine engine) {
  const struct part_head *head = &b->last[engine];
  b->ended = engine;
  b->over = true;
  b->limited = head->limit;
  b->s->stopped |= head->stopped;
}

/* True: there may be more. */
static bool take_next(struct beside *b) {
  struct turns turns = b->turns;
  struct turn turn = turns_next(&turns);
  struct worker *w = &b->workers[turn.engine];
  if (!w->given_up) {
    if (w->taken == w->parts.count || !w->parts.data[w->taken].data.size) return false;
    if (w->parts.data[w->taken].share != turn.share) {
      worker_begin_again(w); /* it had another share than was expected */
      return false;
    }
    b->turns = turns;
    take_part(b, w, false);
    note_flags(b, &b->last[turn.engine], turn.engine);
    if (b->last[turn.engine].ended) decide(b, turn.engine);
  } else b->turns = turns;
  return !b->over;
}

/* ---- as long as nothing has happened ---- */

/* From now on parts count, from the first one on. */
static void end_clean(struct beside *b) {
  b->clean = false;
  for (uint32_t i = 0; i < b->count; i++) b->workers[i].taken = 0;
  memset(b->last, 0, sizeof b->last);
  memset(b->counts, 0, sizeof b->counts);
}

/* Something has happened: in the order of turns, and the stateful search as it is without others. */
static void begin_in_order(struct beside *b) {
  end_clean(b);
  if (b->s->options->goal.judge) b->alone = b->over = true;
  for (uint32_t i = ENGINE_COUNT; i < b->count; i++) worker_end(&b->workers[i]);
  b->count = ENGINE_COUNT;
  if (b->s->asks) worker_begin_again(&b->workers[ENGINE_STATEFUL]);
  b->s->asks = false;
  b->turns = b->s->turns;
}

static bool has_part(const struct worker *w, uint32_t number) {
  return number < w->parts.count && w->parts.data[number].data.size;
}

/* Others may have warned of something. */
static void decide_at_once(struct beside *b, struct worker *by) {
  end_clean(b);
  for (uint32_t i = 0; i < ENGINE_COUNT; i++)
    while (has_part(&b->workers[i], b->workers[i].taken)) take_part(b, &b->workers[i], false);
  if (worker_is_helper(by)) take_part(b, by, false);
  b->turns.searching = by->engine;
  decide(b, by->engine);
}

/* True: the search has gone through everything. A limit is reached by all at about the same time, and each says so in
   its turn. */
static bool look_at(struct beside *b, struct worker *w) {
  struct part_head head;
  struct source rest;
  part_read_head(&w->parts.data[w->looked_at++], &head, &rest);
  if (!b->clean || head.limit) return false;
  if (head.clean && !head.stopped && !head.interrupted) return head.ended;
  begin_in_order(b);
  return false;
}

/* No worker elsewhere can be reached: this process goes on where it was, unless what they said is in the result. */
static void look_at_way(struct beside *b) {
  if (!b->s->page->lost || b->over) return;
  for (uint32_t i = 0; i < b->count && !b->clean; i++)
    if (b->workers[i].taken) return;
  b->alone = b->over = true;
}

static void look_at_all(struct beside *b) {
  struct worker *by = NULL;
  look_at_way(b);
  if (b->clean && b->s->page->incident) begin_in_order(b);
  for (uint32_t i = 0; i < b->count; i++)
    while (has_part(&b->workers[i], b->workers[i].looked_at))
      if (look_at(b, &b->workers[i])) by = &b->workers[i];
  if (by && b->clean) decide_at_once(b, by);
}

/* ---- orders ---- */

static uint32_t busy_count(const struct beside *b) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < b->count; i++) count += b->workers[i].busy;
  return count;
}

static void give_order(struct beside *b, struct worker *w, uint64_t share) {
  if (worker_order(w, b->s, share)) return;
  w->given_up = true;
  struct result *result = b->s->recorder.result;
  result_add_note(result, result_text(result, "a worker process could not be made: %s", strerror(errno)));
}

/* A piece of what is left to do. One that died is made again, a few times. */
static void order_helpers(struct beside *b, uint32_t room) {
  for (uint32_t i = ENGINE_COUNT; i < b->count && room; i++) {
    struct worker *w = &b->workers[i];
    if (w->busy || w->given_up || w->ended) continue;
    give_order(b, w, UINT64_MAX / 4);
    room--;
  }
}

/* Workers elsewhere that are free explore branches of the stateful search: they are left to it in its turn. */
static bool has_help_elsewhere(const struct beside *b) {
  const struct worker *w = &b->workers[ENGINE_STATEFUL];
  return is_remote(b) && b->s->asks && !w->given_up && !w->ended;
}

/* Those whose turns come first go on. Whether summaries have a turn is not known before the stateful search has had its
   own; from there on only the turns of which that makes no difference are known. */
static void order_next(struct beside *b) {
  struct turns ahead = b->turns;
  uint32_t turns[ENGINE_COUNT], room = is_remote(b) ? EXPLORE_ENGINES : b->s->options->config.jobs,
                                busy = busy_count(b);
  bool unsure = false;
  for (unsigned i = 0; i < ENGINE_COUNT; i++) turns[i] = b->workers[i].taken;
  for (unsigned i = 0; i < AHEAD && busy < room; i++) {
    struct turn turn = turns_next(&ahead);
    struct worker *w = &b->workers[turn.engine];
    uint32_t number = turns[turn.engine]++;
    bool there = number < w->parts.count && w->parts.data[number].data.size;
    bool sure = !unsure || turn.engine == ENGINE_STATEFUL || turn.engine == ENGINE_DPOR;
    if (turn.engine == ENGINE_STATEFUL && !there && !has_summaries(b)) unsure = true;
    if (!there && sure && !w->busy && !w->given_up && !w->ended) give_order(b, w, turn.share);
    busy = busy_count(b);
    if (turn.engine == ENGINE_STATEFUL && !there) order_helpers(b, room - busy);
    if (turn.engine == ENGINE_STATEFUL && !there && has_help_elsewhere(b)) break;
    busy = busy_count(b);
  }
}

/* A search that was in the middle of a turn when a limit was reached tells what it has found. */
static void order_last(struct beside *b) {
  for (unsigned i = 0; i < ENGINE_COUNT; i++) {
    struct worker *w = &b->workers[i];
    if (w->process && w->inside && !w->busy && w->turn + 1 == w->parts.count) give_order(b, w, 0);
  }
}

/* ---- waiting ---- */

/* Workers on other machines say by themselves what they do. */
static void add_elsewhere(struct beside *b, struct explore_progress *now, double at) {
  const struct explore_remote *remote = b->s->remote;
  if (!remote) return;
  if (at - b->looked >= 1) remote->look(remote->context, &b->elsewhere), b->looked = at;
  now->workers = b->elsewhere.workers;
  now->units += b->elsewhere.units;
  now->states = (uint64_t)(b->elsewhere.states * now->seconds);
}

static void show(struct beside *b) {
  struct search *s = b->s;
  double at = clock_now();
  if (!s->hooks || !s->hooks->progress || at - b->shown < 0.1) return;
  b->shown = at;
  struct explore_progress now = {.phase = s->hooks->phase,
                                 .seconds = at - s->started,
                                 .workers = busy_count(b),
                                 .memory_kib = page_kib(s->page, s->shared)};
  for (uint32_t i = 0; i < b->count; i++) {
    const struct worker_figures *figures = &s->page->workers[i];
    now.runs += figures->runs;
    now.queries += figures->queries;
    now.states += figures->states;
    now.units += b->workers[i].taken;
    if (figures->failures > now.failures) now.failures = figures->failures;
  }
  add_elsewhere(b, &now, at);
  now.share = search_used_share(s, now.seconds, now.runs);
  s->hooks->progress(s->hooks->context, &now);
}

static void pass_on(struct beside *b) {
  if (!stop_signal()) return;
  for (uint32_t i = 0; i < b->count; i++)
    if (b->workers[i].process) kill(b->workers[i].process, stop_signal());
}

static const char *name_of(enum engine engine) {
  static const char *const names[] = {"the stateful search", "the search with summaries", "dpor", "hunting"};
  return names[engine];
}

/* "": nobody knows. */
static const char *place_of(struct beside *b, const struct worker *w) {
  uint32_t ins = b->s->page->workers[w->place].ins;
  if (ins == IR_NONE) return "";
  struct result_frame place = vm_frame_at(b->s->vm, ins);
  return place.line ? result_text(b->s->recorder.result, " near %s:%u", place.file, place.line) : "";
}

static void mourn(struct beside *b, struct worker *w) {
  struct result *result = b->s->recorder.result;
  w->given_up = b->s->page->lost || w->deaths >= (is_remote(b) ? MOST_VANISHED : MOST_DEATHS);
  b->s->page->workers[w->place].kib = 0;
  if (!w->given_up || worker_is_helper(w) || b->s->page->lost) return; /* the search that it helped goes on; or all */
  const char *how = WIFSIGNALED(w->death) ? strsignal(WTERMSIG(w->death)) : "it gave up";
  result_add_note(result,
                  result_text(result, "the worker process of %s died too often, the last time in turn %u%s (%s)",
                              name_of(w->engine), w->turn + 1, place_of(b, w), how));
}

static void listen(struct beside *b) {
  struct pollfd polled[MOST_WORKERS];
  struct worker *whose[MOST_WORKERS];
  nfds_t count = 0;
  for (uint32_t i = 0; i < b->count; i++) {
    if (!b->workers[i].process) continue;
    whose[count] = &b->workers[i];
    polled[count++] = (struct pollfd){.fd = b->workers[i].socket, .events = POLLIN};
  }
  if (!count || poll(polled, count, PATIENCE_MS) <= 0) return;
  for (nfds_t i = 0; i < count; i++) {
    uint32_t deaths = whose[i]->deaths;
    if (polled[i].revents && worker_hear(whose[i]) && whose[i]->deaths > deaths) mourn(b, whose[i]);
  }
}

/* Nobody can decide any more. */
static void give_up(struct beside *b) {
  struct result *result = b->s->recorder.result;
  const char *note = result->notes.count ? result->notes.data[result->notes.count - 1] : "";
  search_stop(b->s, result_text(result, "no search could go on: %s", note), false);
  b->over = true;
}

static struct stateful *stateful_of(const struct search *s) {
  return s->engine == ENGINE_STATEFUL ? s->stateful : s->paused[ENGINE_STATEFUL].stateful;
}

/* ---- the end ---- */

/* What is found when time is over counts, wherever its turn would have been. */
static void take_rest(struct beside *b) {
  for (uint32_t i = ENGINE_COUNT; i < b->count; i++) worker_stop(&b->workers[i]);
  if (b->clean) end_clean(b);
  order_last(b);
  while (busy_count(b)) {
    pass_on(b);
    listen(b);
  }
  for (unsigned i = 0; i < ENGINE_COUNT; i++) {
    struct worker *w = &b->workers[i];
    while (w->taken < w->parts.count && w->parts.data[w->taken].data.size) take_part(b, w, true);
  }
}

/* Figures: work is that of all searches; what says how large the search was is that of the one that decided. */
static void add_stats(struct beside *b) {
  struct result_stats *all = &b->s->recorder.result->stats;
  for (unsigned i = 0; i < ENGINE_COUNT; i++) {
    const struct part_head *head = &b->last[i];
    if (!b->counts[i]) continue;
    stats_add(all, &head->stats);
    smt_stats_add(b->s->solver, &head->solver);
    if (head->stats.guided) all->guided = true, all->summaries = head->stats.summaries;
  }
  all->seconds = clock_now() - b->s->started;
  all->solver_seconds = b->s->solver->z3_seconds;
  all->queries = b->s->solver->by_z3;
  all->queries_avoided = b->s->solver->queries - b->s->solver->by_z3 - b->s->solver->elsewhere;
}

static void keep_figures(struct beside *b, enum engine engine) {
  struct result *result = b->s->recorder.result;
  if (!b->counts[engine]) return;
  const struct part_head *head = &b->last[engine];
  result->runs = head->runs;
  result->stats.traces = head->stats.traces;
  result->stats.threads = head->stats.threads;
  result->stats.peak_plans = head->stats.peak_plans;
  result->stats.expressions = head->stats.expressions;
}

/* The searches as they were when workers were made. What they did counts if no worker has gone on with them. */
static void close_searches(struct beside *b) {
  struct search *s = b->s;
  enum engine current = s->engine;
  for (enum engine i = ENGINE_STATEFUL; i < ENGINE_COUNT; i++) {
    if (i != current && !s->paused[i].opened) continue;
    if (i != current) search_change_places(s, &s->paused[i]);
    struct result_runs runs = s->recorder.result->runs;
    if (!b->counts[i]) search_fill_stats(s, s->solver);
    search_close_round(s);
    s->recorder.result->runs = runs;
    if (i != current) search_change_places(s, &s->paused[i]);
  }
  memset(s->paused, 0, sizeof s->paused);
}

static uint64_t flow_bytes(const struct beside *b) {
  return b->places * b->s->recorder.program->nins * sizeof(struct vm_flow);
}

/* Coverage is that of all, also where what a process found does not count. */
static void take_flows(struct beside *b) {
  struct search *s = b->s;
  if (!s->flows) return;
  for (uint32_t i = 0; i < b->places && !b->alone; i++)
    record_add(s->options->goal.record, s->flows + i * s->recorder.program->nins);
  record_show(s->options->goal.record, ENGINE_COUNT * s->deepening.bound + b->turns.searching);
  munmap(s->flows, flow_bytes(b));
  s->flows = NULL;
}

static void close_shared(struct search *s) {
  shared_close(s->shared);
  s->shared = NULL;
  munmap(s->page, sizeof *s->page);
  s->page = NULL;
}

/* For who explores another version. */
static void note_ended(struct beside *b) {
  struct search *s = b->s;
  enum engine counted = b->ended == ENGINE_DPOR ? ENGINE_DPOR : ENGINE_STATEFUL;
  const struct dpor *here = s->engine == counted ? s->dpor : s->paused[counted].dpor;
  if (b->ended >= ENGINE_HUNT || b->limited || (!b->counts[counted] && !here)) return;
  search_note_ended(s, b->ended, b->counts[counted] ? b->last[counted].stats.events : dpor_stats(here).events);
}

static void gather(struct beside *b) {
  struct search *s = b->s;
  enum engine last = b->turns.searching;
  struct result_runs runs = s->engine == last ? s->recorder.result->runs : s->paused[last].runs;
  if (!s->deepening.starts) search_save_states(s);
  note_ended(b);
  close_searches(b);
  s->recorder.result->runs = runs;
  add_stats(b);
  keep_figures(b, last);
  s->gathered = true;
  s->engine = s->turns.searching = ENGINE_STATEFUL;
}

static void finish(struct beside *b) {
  if (!b->alone && (b->limited || stop_wanted())) take_rest(b);
  for (uint32_t i = 0; i < b->count; i++) worker_end(&b->workers[i]);
  if (is_remote(b)) b->s->remote->end(b->s->remote->context, b->s->page->lost);
  b->s->remote = NULL;
  if (!b->alone) gather(b);
  else if (b->s->shared) stateful_share(stateful_of(b->s), NULL, false);
  take_flows(b);
  b->s->alone |= b->alone;
  close_shared(b->s);
}

static bool open_page(struct search *s) {
  s->page = mmap(NULL, sizeof *s->page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (s->page == MAP_FAILED) {
    s->page = NULL;
    return false;
  }
  s->page->before_kib = search_resident_kib();
  s->page->own_kib = search_own_kib();
  return true;
}

static void open_flows(struct beside *b) {
  const struct explore_record *record = b->s->options->goal.record;
  if (!record || record->program != b->s->recorder.program) return;
  b->s->flows = mmap(NULL, flow_bytes(b), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (b->s->flows == MAP_FAILED) b->s->flows = NULL; /* then what others execute is not noted */
}

static void open_workers(struct beside *b) {
  struct search *s = b->s;
  uint32_t helpers = s->options->config.jobs - 1;
  struct stateful *stateful = stateful_of(s);
  bool remote = is_remote(b);
  b->clean = is_clean(s);
  if (!remote && stateful && stateful_can_share(stateful)) s->shared = worker_table();
  if (s->shared) stateful_share(stateful, s->shared, false); /* what is known so far, and how threads are named */
  s->asks = b->clean && (s->shared || (remote && stateful && stateful_can_share(stateful)));
  b->count = ENGINE_COUNT;
  if (s->shared && b->clean) b->count += helpers < MOST_HELPERS ? helpers : MOST_HELPERS;
  for (uint32_t i = 0; i < b->count; i++) {
    b->workers[i].engine = i < ENGINE_COUNT ? i : ENGINE_STATEFUL;
    b->workers[i].place = i;
  }
  b->places = b->count;
  open_flows(b);
}

/* False: there is nobody elsewhere. */
static bool submit(struct search *s) {
  const struct explore_remote *remote = s->hooks ? s->hooks->remote : NULL;
  const char *why = NULL;
  bool good = remote && remote->submit(remote->context, s->recorder.program, s->options, &why);
  if (why) warn_say("%s; going on without the cluster", why);
  if (good) s->remote = remote;
  return good;
}

bool beside_search(struct search *s) {
  struct beside b = {.s = s, .turns = s->turns, .ended = ENGINE_COUNT};
  s->alone = !open_page(s);
  if (s->alone) return false; /* without memory for others this process goes on */
  if (!submit(s) && s->options->config.jobs < 2) {
    close_shared(s);
    s->alone = true;
    return false;
  }
  open_workers(&b);
  while (!b.over) {
    while (!all_gone(&b) && take_next(&b)) {}
    if (!b.over && all_gone(&b)) give_up(&b);
    if (stop_wanted()) b.over = true;
    if (b.over) break;
    order_next(&b);
    show(&b);
    listen(&b);
    look_at_all(&b);
  }
  finish(&b);
  return !b.alone;
}

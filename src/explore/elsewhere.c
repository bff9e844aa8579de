/* The side of a worker on another machine: a whole search by orders, or branches of the stateful search. What they have
   in common with those of this machine is in workers.c. */
#include <stdlib.h>

#include "explore/search_inside.h"
#include "explore/workers.h"
#include "stateful/division.h"
#include "util/clock.h"

static void share(struct search *s) {
  if (!s->shared || !stateful_can_share(s->stateful)) return;
  stateful_share(s->stateful, s->shared, true);
  division_begin(s->stateful, 0);
}

void explore_serve(const struct ir_program *program, const struct explore_options *options, uint32_t engine,
                   const struct explore_exchange *exchange, int socket) {
  struct smt_stats solver = {0};
  struct result result = {0};
  struct search s = {.options = options, .solver = &solver, .started = clock_now(), .engine = engine};
  recorder_open(&s.recorder, program, options, &result);
  search_open_relevance(&s);
  search_open_round(&s, engine < ENGINE_DPOR);
  if (exchange && engine == ENGINE_STATEFUL && s.stateful) s.shared = worker_table();
  if (s.shared) s.exchange = exchange;
  share(&s);
  worker_serve(&s, socket);
  if (s.stateful) stateful_share(s.stateful, NULL, false);
  search_close_round(&s);
  shared_close(s.shared);
  relevance_close(&s.relevance);
  recorder_close(&s.recorder);
  result_free(&result);
}

/* ---- branches ---- */

struct explore_helper {
  struct search search;
  struct smt_stats solver;
  struct result result;
};

struct explore_helper *explore_help_open(const struct ir_program *program, const struct explore_options *options,
                                         const struct explore_exchange *exchange) {
  struct explore_helper *h = mem_zalloc(sizeof *h);
  struct search *s = &h->search;
  *s = (struct search){.options = options,
                       .solver = &h->solver,
                       .started = clock_now(),
                       .engine = ENGINE_STATEFUL,
                       .shared = worker_table(),
                       .exchange = exchange};
  if (!s->shared) {
    free(h);
    return NULL;
  }
  recorder_open(&s->recorder, program, options, &h->result);
  search_open_relevance(s);
  s->clean = recorder_parts_begin(&s->recorder);
  return h;
}

/* What a round of an earlier branch has left. */
static void begin(struct search *s) {
  deepen_close(&s->deepening);
  s->deepening = (struct deepening){0};
  s->stopped = s->waits = s->too_many = false;
  s->until = 0;
  s->looked = s->switches;
  search_open_round(s, true);
  stateful_help(s->stateful);
  share(s);
}

/* What others have finished, and what this one has, go their ways before the branch begins and when it has ended. */
static bool pass(struct search *s, bool ends) {
  if (s->exchange->pass(s->exchange->context, s->stateful, s->shared, ends)) s->disturbed = true;
  return !s->disturbed;
}

bool explore_help(struct explore_helper *h, const void *bytes, uint64_t size, struct explore_helped *helped) {
  struct search *s = &h->search;
  struct source source = {.bytes = bytes, .size = size};
  division_prefix prefix;
  uint64_t tried;
  double began = clock_processor();
  static const double least = 0.25; /* seconds that a unit takes, where there is so much to do */
  *helped = (struct explore_helped){0};
  s->branch_until = began + least;
  if (!division_get_prefix(&source, &prefix, &tried)) return false;
  begin(s);
  if (stateful_can_share(s->stateful) && pass(s, false)) {
    division_follow(s->stateful, &prefix, tried);
    helped->before = clock_processor() - began;
    search_all(s);
    if (!s->disturbed) pass(s, true);
  }
  struct stateful_stats stats = stateful_stats(s->stateful);
  helped->states = stats.states;
  helped->cuts = stats.shared_cuts;
  helped->seconds = clock_processor() - began;
  s->stopped = false;
  search_close_round(s);
  vec_free(&prefix);
  return !s->disturbed;
}

void explore_help_close(struct explore_helper *h) {
  shared_close(h->search.shared);
  relevance_close(&h->search.relevance);
  recorder_close(&h->search.recorder);
  result_free(&h->result);
  free(h);
}

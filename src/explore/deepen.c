/* How far each round goes, when to stop, and what remains to be said. */
#include "explore/deepen.h"

#include "util/mutate.h"

enum {
  FIRST_BOUND = 2,
  FINE_BOUND = 16, /* up to here bounds double, then they grow by four */
  LAST_BOUND = 1 << 24,
  ENOUGH_BOUND = 64,       /* once something has failed: as far as the search goes on */
  ENOUGH_EVENTS = 1 << 16, /* the same, as many visible operations */
  MOST_BOUND = 256,        /* both if nothing has, where each round of the loop makes another run */
  MOST_EVENTS = 1 << 18,
  MANY_ROUNDS = 4096,  /* of a loop, in one run */
  LONG_PATH = 1 << 25, /* instructions */
  STEPS = 1 << 18,     /* instructions of a path for each unit of the bound */
  MOST_LOOPS = 8,      /* that are named */
};

uint32_t deepen_rounds(const struct explore_config *config) {
  return config->loop_rounds ? config->loop_rounds : MANY_ROUNDS;
}
bool deepen_is_long(const struct deepening *d, uint64_t steps) { return !d->bound && steps >= LONG_PATH; }
uint64_t deepen_steps(const struct deepening *d) { return (uint64_t)d->bound * STEPS; }

void deepen_met(struct deepening *d, uint32_t ins, bool alone) {
  struct deepen_loop loop = {.ins = ins, .bound = d->bound, .alone = alone};
  d->met = !MUTATED(BOUND);
  for (uint32_t i = 0; i < d->loops.count; i++) {
    if (d->loops.data[i].ins != ins || d->loops.data[i].alone != alone) continue;
    d->loops.data[i] = loop;
    return;
  }
  if (d->loops.count < MOST_LOOPS) vec_push(&d->loops, loop);
}

/* Where the number of rounds makes no difference to the others a loop that is only long comes to its end. */
bool deepen_is_enough(const struct deepening *d, uint64_t operations, const struct result *result) {
  uint64_t most = result->failures.count                      ? ENOUGH_EVENTS
                  : d->spreads && d->complete >= ENOUGH_BOUND ? MOST_EVENTS
                                                              : UINT64_MAX;
  return d->bound && operations - d->from >= most;
}

static bool is_last(const struct deepening *d, uint64_t operations, const struct result *result) {
  if (!d->met || d->bound >= LAST_BOUND || deepen_is_enough(d, operations, result)) return true;
  return d->bound >= ENOUGH_BOUND && (result->failures.count || (d->spreads && d->bound >= MOST_BOUND));
}

bool deepen_goes_on(struct deepening *d, bool stopped, uint64_t operations, const struct result *result) {
  const struct result_runs *runs = &result->runs;
  if (!stopped && !d->starts) d->complete = d->bound;
  d->spreads = runs->full + runs->partial + runs->blocked >= d->bound;
  if (!stopped && !d->starts && !d->met) d->loops.count = 0;
  if (d->starts) d->from = operations;
  else if (stopped || is_last(d, operations, result)) return false;
  d->runs += result->runs.full + result->runs.partial;
  d->bound = d->starts ? FIRST_BOUND : d->bound < FINE_BOUND ? 2 * d->bound : 4 * d->bound;
  d->starts = d->met = false;
  return true;
}

static const char *explain_loop(const struct deepening *d, const char *file, uint32_t line, bool alone,
                                struct result *result) {
  const char *what = alone ? "goes on for very long" : "counts while it waits";
  if (!d->complete) return result_text(result, "the loop at %s:%u %s", file, line, what);
  if (alone)
    return result_text(result, "the loop at %s:%u %s: explored up to %llu instructions", file, line, what,
                       (unsigned long long)d->complete * STEPS);
  return result_text(result, "the loop at %s:%u %s: explored up to %u rounds in a row", file, line, what, d->complete);
}

void deepen_explain(const struct deepening *d, const struct ir_program *program, struct result *result) {
  for (uint32_t i = 0; i < d->loops.count; i++) {
    const struct deepen_loop *l = &d->loops.data[i];
    const struct ir_loc *loc = &program->locs[program->ins[l->ins].loc];
    if (l->bound >= d->complete)
      result_add_reason(result, explain_loop(d, ir_text(program, loc->file), loc->line, l->alone, result));
  }
}

void deepen_close(struct deepening *d) { vec_free(&d->loops); }

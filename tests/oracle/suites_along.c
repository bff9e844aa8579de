/* One suite along a chain of versions, as in a project: each check takes the suite that the one before has left. Some
   are cut short, by limits or by a signal while the old version or the new one is explored; some are of a strategy that
   leaves tests out. In the end a check without a limit, back to the first version, must make the suite complete. */
#include <stdlib.h>
#include <string.h>

#include "suites_inside.h"
#include "util/map.h"

static const struct suites_step ways[] = {
    {.strategy = CHECK_STRATEGY_SUITE, .tests = TESTS_PATHS},
    {.strategy = CHECK_STRATEGY_AUTO, .tests = TESTS_PATHS},
    {.strategy = CHECK_STRATEGY_AUTO, .tests = TESTS_RUNS},
    {.strategy = CHECK_STRATEGY_AUTO, .tests = TESTS_FAILURES},
    {.strategy = CHECK_STRATEGY_IMPACT, .tests = TESTS_RUNS},
    {.strategy = CHECK_STRATEGY_SUMMARIES, .tests = TESTS_RUNS},
    {.strategy = CHECK_STRATEGY_FULL, .tests = TESTS_PATHS},
};

static const struct suites_limit limits[] = {
    {0}, {.max_runs = 1},   {.max_runs = 2},    {.max_runs = 5},  {.interrupt = 1},
    {0}, {.max_steps = 40}, {.max_steps = 250}, {.interrupt = 3}, {.interrupt = 8}};

#define PICK(list, number) list[(number) % (sizeof(list) / sizeof *(list))]

struct walk {
  struct suites_court *court;
  uint64_t random; /* of the chain: what is chosen for each step follows from it */
  char *suite;     /* the directory of the suite as it is now */
  uint32_t number; /* of the step */
};

/* The suite stays where it is, or goes on to another directory. */
static void take_step(struct walk *w, struct suites_step *step) {
  struct suites_court *c = w->court;
  char name[20];
  bool in_place = hash_mix(w->random + w->number) & 1;
  char *before = suites_make_directory(c, "before"), *out;
  suites_copy_directory(w->suite, before);
  snprintf(name, sizeof name, "along%u", w->number++);
  out = in_place ? w->suite : suites_make_directory(c, name);
  step->name = in_place ? "along, in place" : "along";
  step->units = step->jobs = 1;
  step->stored = w->random & 1;
  step->before = before;
  step->suite_dir = w->suite;
  step->out_dir = out;
  suites_check(c, step, false);
  c->figures->pairs++;
  c->figures->limited += suites_is_limited(&step->limit);
  if (!in_place) suites_remove_directory(w->suite);
  w->suite = out;
  suites_remove_directory(before);
}

void suites_along(struct suites_court *c) {
  struct walk w = {.court = c, .random = hash_mix(c->chain->seed + 1), .suite = suites_make_directory(c, "along")};
  suites_copy_directory(c->truth[0].dir, w.suite);
  for (uint32_t old = 0; old + 1 < c->count && !c->what; old++) {
    uint64_t random = hash_mix(w.random + 100 + old);
    struct suites_step step = PICK(ways, random);
    step.limit = PICK(limits, random >> 20);
    step.old = old;
    step.new = old + 1;
    take_step(&w, &step);
  }
  struct suites_step back = {.strategy = CHECK_STRATEGY_SUITE, .tests = TESTS_PATHS, .old = c->count - 1};
  if (!c->what) take_step(&w, &back);
  suites_remove_directory(w.suite);
}

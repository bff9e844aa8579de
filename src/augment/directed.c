/* The bounds of the steps that start from tests, and the steps: other orders (reorder.h), solved inputs and schedules
   (solve.h), random schedules (test_run.h). */
#include "augment/directed.h"

#include <stdio.h>
#include <string.h>

#include "augment/reorder.h"
#include "util/assert.h"
#include "util/clock.h"
#include "util/mutate.h"

enum {
  QUICK_ORDERS = 4, /* of one run for one target before anything is explored; and of all runs: */
  QUICK_ORDERS_ALL = 12,
  QUICK_MISSES = 3,      /* questions in a row that cover nothing */
  QUICK_EFFORT = 3000,   /* of the solver for one of them */
  MOST_EFFORT = 1000000, /* later; the more time there is for a turn the more */
  RUNS = 3,              /* of one test whose orders are tried: its own, and random ones, which may come elsewhere */
};

static const double FREE = 1;          /* second of exploration without turns: many programs are explored by then */
static const double SHARE = 0.1;       /* of the rest of its time, for turns */
static const double LEAST_TURN = 0.02; /* seconds */
static const double PATIENCE = 2;      /* of the rest, without success; and of all of it: */
static const double MOST_REST = 10;

static bool is_due(struct augmentation *d) {
  return augment_is_over(d) || (d->directed.until > 0 && clock_now() >= d->directed.until);
}

static const struct target_order *order_of(struct augmentation *d) {
  struct target_order *order = &d->directed.order;
  if (!order->list) target_order_open(order, d->request, d->targets);
  return order;
}

static uint64_t name_key(const struct augmentation *d, uint32_t number) {
  const char *name = d->seeds.data[number]->name;
  return hash_bytes(name, strlen(name));
}

/* ---- other orders ---- */

/* How the orders of one run are tried. */
struct reordering {
  struct test_run *run;
  struct reorder_trace trace;
  enum target_means means;
  uint64_t key; /* of the run */
  bool quick;
};

/* What the threads did in the last run, and where: runs that are alike in that have the same orders to try. */
static uint64_t trace_key(const struct test_run *r) {
  const struct machine *m = &r->session.machine;
  uint64_t key = 1;
  uint32_t count;
  const struct vm_access *accesses = vm_accesses(m->vm, &count);
  for (uint32_t i = 0; i < m->steps.count; i++)
    key = hash_join(key, (uint64_t)m->steps.data[i].thread << 32 | m->steps.data[i].op.ins);
  for (uint32_t i = 0; i < count; i++) key = hash_join(hash_join(key, accesses[i].ins), accesses[i].address);
  return key;
}

static bool is_new(struct augmentation *d, uint64_t key) {
  uint32_t known;
  if (map_get(&d->directed.tried, key, &known)) return false;
  map_put(&d->directed.tried, key, 1);
  return true;
}

/* It is believed, not seen. */
static void claim(struct augmentation *d, struct target *t) {
  if (t->status != TARGET_OPEN) return;
  t->status = TARGET_COVERED;
  d->open--;
}

/* Orders of the run for one target, near ones first. */
static void reorder_for(struct augmentation *d, struct reordering *f, uint32_t target) {
  struct target *t = &d->targets->list.data[target];
  schedule_constraints list = {0};
  struct reorder reorder;
  uint8_t *tries = &d->directed.tries[target];
  reorder_open(&reorder, &f->trace, t);
  for (uint32_t i = 0; t->status == TARGET_OPEN && !is_due(d) && reorder_next(&reorder, &list); i++) {
    if (f->quick && (i >= QUICK_ORDERS || *tries >= QUICK_ORDERS_ALL)) break;
    if (!f->quick && !is_new(d, hash_join(hash_join(f->key, target), i))) continue;
    *tries += f->quick;
    test_run_constrained(f->run, &list);
    test_output_run(d, f->run, f->means, NULL);
    if (MUTATED(AUGMENT_CLAIM)) claim(d, t);
  }
  reorder_close(&reorder);
  vec_free(&list);
}

/* Of the last run, for each open target. */
static void reorder_run(struct augmentation *d, struct reordering *f) {
  const struct target_order *order = order_of(d);
  reorder_trace_keep(&f->trace, f->run);
  for (uint32_t i = 0; i < order->count && !is_due(d); i++)
    if (d->targets->list.data[order->list[i]].status == TARGET_OPEN) reorder_for(d, f, order->list[i]);
  reorder_trace_free(&f->trace);
}

static void run_own_order(struct augmentation *d, uint32_t number, struct test_run *r) {
  const struct seed *seed = d->seeds.data[number];
  const struct change *change = seed->foreign ? d->request->change : NULL;
  schedule_constraints own = {0};
  schedule_constraints_of_test(&seed->test, change ? change->old.ins : NULL,
                               change ? (uint32_t)change->old.program->nins : 0, &own);
  test_run_constrained(r, &own);
  vec_free(&own);
}

static void reorder_seed(struct augmentation *d, uint32_t number, bool quick) {
  struct test_run r;
  uint64_t key = name_key(d, number);
  bool threads = augment_open_seed(d, number, &r) && r.threads;
  for (uint32_t i = 0; threads && i < (quick ? 1 : RUNS) && !is_due(d); i++) {
    struct chance chance = {hash_join(d->request->seed, i)};
    struct reordering f = {.run = &r, .means = MEANS_FLIPPED, .key = hash_join(key, i), .quick = quick};
    if (i) test_run_random(&r, &chance);
    else run_own_order(d, number, &r);
    test_output_run(d, &r, MEANS_FLIPPED, NULL);
    reorder_run(d, &f);
  }
  test_run_close(&r);
}

/* True: it is through. */
static bool reorder_more(struct augmentation *d) {
  for (uint32_t *i = &d->directed.reordered; *i < d->seeds.count; ++*i) {
    char name[256];
    if (is_due(d)) return false;
    snprintf(name, sizeof name, "%s", d->seeds.data[*i]->name);
    if (state_done(&d->state, name, MEANS_FLIPPED)) continue;
    reorder_seed(d, *i, false);
    if (is_due(d)) return false;
    state_set_done(&d->state, name, MEANS_FLIPPED, 1);
    test_output_state(d, false);
  }
  return true;
}

/* ---- solved inputs and schedules ---- */

void directed_candidate(struct augmentation *d, struct ktest *test, enum target_means means) {
  struct test_run r;
  struct ktest done;
  schedule_constraints list = {0};
  bool fits = test_run_open(&r, d->request->program, &d->watching, test, true, d->coverage, d->deadline);
  schedule_constraints_of_test(test, NULL, 0, &list);
  if (fits && r.threads) test_run_constrained(&r, &list);
  if (fits) test_output_run(d, &r, means, NULL);
  test_run_as_test(&r, &done);
  /* A solved input often makes both ends of a pair happen, and then it is only a matter of their order. */
  struct reordering f = {.run = &r, .means = means, .quick = true};
  bool pairs = fits && means == MEANS_SOLVED && d->targets->criterion == CRITERION_PAIRS && r.threads;
  if (pairs && is_new(d, trace_key(&r))) reorder_run(d, &f);
  test_run_close(&r);
  ktest_free(test);
  *test = done;
  vec_free(&list);
}

static bool on_solved(void *context, struct ktest *test) {
  struct augmentation *d = context;
  directed_candidate(d, test, MEANS_SOLVED);
  return augment_is_over(d);
}

/* Those first that are unlike the ones before. */
static void add_seeds(struct augmentation *d, bool quick) {
  for (uint32_t i = 0; i < d->seeds.count; i++) {
    struct seed *seed = d->seeds.data[i];
    if (seed->solved || (quick && seed->alike) || state_done(&d->state, seed->name, MEANS_SOLVED)) continue;
    solve_add_seed(&d->directed.solved, &seed->test);
    seed->solved = true;
  }
}

static bool solve(struct augmentation *d, unsigned effort, bool quick) {
  add_seeds(d, quick);
  const struct target_order *order = order_of(d);
  struct solve_request request = {.program = d->request->program,
                                  .statics = d->request->statics,
                                  .options = &d->plain,
                                  .targets = d->targets,
                                  .order = order->list,
                                  .norder = order->count,
                                  .deadline = d->directed.until > 0 ? d->directed.until : d->deadline,
                                  .effort = effort,
                                  .wanted = quick ? d->directed.missing : NULL,
                                  .quick = quick,
                                  .misses = quick ? QUICK_MISSES : 0,
                                  .memory = &d->directed.solved,
                                  .context = d,
                                  .solved = on_solved};
  return solve_run(&request, &d->augment->solver);
}

/* Questions that nobody could answer are asked again where there is time for much more effort. */
static bool solve_more(struct augmentation *d) {
  struct solve_memory *m = &d->directed.solved;
  double left = d->directed.until - clock_now();
  unsigned effort =
      d->directed.until <= 0 || left > 1 ? MOST_EFFORT : (unsigned)(left > 0.01 ? left * MOST_EFFORT : 10000);
  if (!m->next) d->directed.effort = effort, m->unanswered = false;
  if (!solve(d, effort, false)) return false;
  bool again = m->unanswered && d->directed.effort < MOST_EFFORT;
  if (again && effort >= 4 * d->directed.effort) m->next = 0;
  if (again) return false;
  for (uint32_t i = 0; i < d->seeds.count; i++) state_set_done(&d->state, d->seeds.data[i]->name, MEANS_SOLVED, 1);
  return true;
}

/* ---- random schedules ---- */

/* Every test has its own chances: it does not matter which others there are. */
static void random_schedules(struct augmentation *d, uint32_t number) {
  char name[256];
  snprintf(name, sizeof name, "%s", d->seeds.data[number]->name);
  uint32_t done = state_done(&d->state, name, MEANS_RANDOM);
  struct test_run r;
  if (done >= d->request->random) return;
  if (augment_open_seed(d, number, &r) && r.threads)
    for (; done < d->request->random && !is_due(d); done++) {
      struct chance chance = {hash_join(d->request->seed, hash_join(hash_bytes(name, strlen(name)), done))};
      test_run_random(&r, &chance);
      test_output_run(d, &r, MEANS_RANDOM, NULL);
      if (augment_is_over(d)) break;
    }
  else done = d->request->random;
  test_run_close(&r);
  state_set_done(&d->state, name, MEANS_RANDOM, done);
}

static bool random_more(struct augmentation *d) {
  for (uint32_t *i = &d->directed.random; *i < d->seeds.count; ++*i) {
    if (is_due(d)) return false;
    random_schedules(d, *i);
    test_output_state(d, false);
    if (is_due(d)) return false;
  }
  return true;
}

void directed_random(struct augmentation *d) {
  double start = clock_now();
  if (augment_is_over(d)) return;
  augment_say(d, "trying random schedules");
  random_more(d);
  d->augment->steps[MEANS_RANDOM].seconds += clock_now() - start;
}

/* ---- before anything is explored ---- */

enum { WRITTEN = 1, READ = 2 };

static void note_accesses(struct augmentation *d, const struct test_run *r) {
  uint32_t count;
  const struct vm_access *accesses = vm_accesses(r->session.machine.vm, &count);
  if (!d->directed.happened) d->directed.happened = mem_zalloc(d->request->program->nins + 1);
  for (uint32_t i = 0; i < count; i++) {
    uint8_t what = accesses[i].write ? WRITTEN : READ;
    d->directed.happened[accesses[i].ins] |= what;
    d->directed.happened[accesses[i].user] |= what;
  }
}

void directed_note(struct augmentation *d, struct seed *seed, const struct test_run *r) {
  if (d->targets->criterion != CRITERION_PAIRS) return;
  note_accesses(d, r);
  seed->alike = r->threads && !is_new(d, trace_key(r));
}

/* Marks the open targets with an end that no test comes to. False: there is none. */
static bool find_missing(struct augmentation *d) {
  struct directed *s = &d->directed;
  bool any = false;
  s->missing = mem_zalloc(d->targets->list.count + 1ull);
  for (uint32_t i = 0; i < d->targets->list.count; i++) {
    const struct target *t = &d->targets->list.data[i];
    bool pair = d->targets->criterion == CRITERION_PAIRS && s->happened;
    bool both = pair && s->happened[t->first] & WRITTEN && s->happened[t->second] & READ;
    s->missing[i] = t->status == TARGET_OPEN && !both;
    any |= s->missing[i];
  }
  return any;
}

static void reorder_first(struct augmentation *d) {
  double start = clock_now();
  if (augment_is_over(d) || d->targets->criterion != CRITERION_PAIRS) return;
  augment_say(d, "trying other orders of their runs");
  for (uint32_t i = 0; i < d->seeds.count && !augment_is_over(d); i++)
    if (!d->seeds.data[i]->alike) reorder_seed(d, i, true);
  d->augment->steps[MEANS_FLIPPED].seconds += clock_now() - start;
}

static void solve_first(struct augmentation *d) {
  double start = clock_now();
  if (augment_is_over(d) || !find_missing(d)) return;
  augment_say(d, "solving for inputs");
  solve(d, QUICK_EFFORT, true);
  d->directed.solved.next = 0; /* the other questions come later */
  d->augment->steps[MEANS_SOLVED].seconds += clock_now() - start;
}

void directed_first(struct augmentation *d) {
  d->directed.tries = mem_zalloc(d->targets->list.count + 1ull);
  if (!d->seeds.count) return;
  reorder_first(d);
  solve_first(d);
}

/* ---- turns ---- */

static const struct {
  enum target_means means;
  bool (*go_on)(struct augmentation *d);
} steps[] = {{MEANS_RANDOM, random_more}, {MEANS_FLIPPED, reorder_more}, {MEANS_SOLVED, solve_more}};
enum { STEPS = sizeof steps / sizeof *steps };

/* The next step that has something left to do goes on for so long. False: there is none. */
static bool take_turn(struct augmentation *d, double seconds) {
  struct directed *s = &d->directed;
  for (unsigned i = 0; i < STEPS; i++, s->turn = (s->turn + 1) % STEPS) {
    unsigned step = s->turn;
    if (s->through[step] == d->seeds.count) continue;
    double start = clock_now();
    uint32_t open = d->open, seeds = d->seeds.count;
    s->until = start + seconds;
    if (d->deadline > 0 && s->until > d->deadline) s->until = d->deadline;
    bool pairs = steps[step].means != MEANS_FLIPPED || d->targets->criterion == CRITERION_PAIRS;
    if (!pairs || steps[step].go_on(d)) s->through[step] = seeds;
    s->until = 0;
    d->augment->steps[steps[step].means].seconds += clock_now() - start;
    if (d->open == open) s->turn = (step + 1) % STEPS;
    return true;
  }
  return false;
}

/* Of the processor: how busy the machine is does not matter. */
static double used_seconds(void) { return clock_seconds(CLOCK_PROCESS_CPUTIME_ID); }

void directed_exploring(struct augmentation *d, bool begins) {
  struct directed *s = &d->directed;
  if (!begins) s->explored += used_seconds() - s->since;
  s->since = used_seconds();
}

/* A step that covers something goes on. */
void directed_turn(struct augmentation *d) {
  struct directed *s = &d->directed;
  double used = used_seconds(), start = clock_now(), explored = s->explored + used - s->since - FREE;
  double least = explored * SHARE / 5 > LEAST_TURN ? explored * SHARE / 5 : LEAST_TURN;
  if (!d->seeds.count || augment_is_over(d) || explored * SHARE - s->spent < least) return;
  uint32_t open;
  do open = d->open;
  while (take_turn(d, least) && d->open < open && !augment_is_over(d));
  used = used_seconds() - used;
  s->spent += used;
  s->since += used; /* is no exploration */
  s->elapsed += clock_now() - start;
}

void directed_rest(struct augmentation *d) {
  double start = clock_now(), limit = d->request->options->config.timeout_seconds;
  double until = start + (limit > 0 && limit * 2 * SHARE > PATIENCE ? limit * 2 * SHARE : MOST_REST), last = start;
  if (!d->seeds.count || augment_is_over(d)) return;
  augment_say(d, "trying more orders, inputs and schedules");
  while (!augment_is_over(d) && clock_now() < until && clock_now() - last < PATIENCE) {
    uint32_t open = d->open;
    if (!take_turn(d, PATIENCE / 4)) break;
    if (d->open < open) last = clock_now();
  }
}

void directed_close(struct augmentation *d) {
  struct directed *s = &d->directed;
  if (s->order.list) target_order_close(&s->order);
  map_free(&s->tried);
  free(s->tries);
  free(s->happened);
  free(s->missing);
  solve_memory_free(&s->solved);
}

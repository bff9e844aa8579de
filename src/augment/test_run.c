/* One machine per test, that starts again from its first choice of threads for each run (explain/session.h). */
#include "augment/test_run.h"

#include <stdio.h>
#include <string.h>

#include "suite/meta.h"
#include "util/assert.h"

enum {
  MOST_STEPS = 200000, /* of one run: a loop that counts its rounds would never end under an unfair schedule */
  MOST_MISSED = 256,   /* steps of a thread on the way to an operation that a constraint names */
};

uint64_t chance_next(struct chance *c) { return hash_mix(c->state += 0x9e3779b97f4a7c15u); }
uint32_t chance_below(struct chance *c, uint32_t limit) { return (uint32_t)((chance_next(c) >> 32) * limit >> 32); }

/* ---- watching the run ---- */

static void on_start(void *context, struct session *s) {
  struct test_run *r = context;
  (void)s;
  r->reached.count = 0;
}
static void before_step(void *context, struct session *s, uint32_t step) {
  (void)context;
  (void)s;
  (void)step;
}
/* The first failure is the one that counts. */
static void after_step(void *context, struct session *s, uint32_t step) {
  struct test_run *r = context;
  uint32_t count;
  (void)step;
  if (s->seen.happened) s->wanted = s->seen;
  vm_accesses(s->machine.vm, &count);
  vec_push(&r->reached, count);
}

/* ---- who goes next, by chance ---- */

static uint32_t priority_of(struct test_run *r, uint32_t thread) {
  while (r->priorities.count <= thread) vec_push(&r->priorities, (uint32_t)(chance_next(r->chance) >> 33) | 1u << 30);
  return r->priorities.data[thread];
}

/* Threads have fixed priorities, except that at a few steps the running one gets the lowest. */
static uint32_t choose_by_priority(struct test_run *r, struct session *s) {
  uint32_t best = IR_NONE;
  for (uint32_t i = 0; i < r->changes.count; i++)
    if (r->changes.data[i] == s->machine.steps.count && priority_of(r, s->stepping))
      r->priorities.data[s->stepping] = r->lowest--;
  for (uint32_t t = 0; t < vm_thread_count(s->machine.vm); t++)
    if (vm_thread_can_go(s->machine.vm, t) && (best == IR_NONE || priority_of(r, t) > priority_of(r, best))) best = t;
  return best;
}

static uint32_t choose_by_dice(struct test_run *r, struct session *s) {
  uint32_t count = 0, current = vm_current_thread(s->machine.vm);
  for (uint32_t t = 0; t < vm_thread_count(s->machine.vm); t++) count += vm_thread_can_go(s->machine.vm, t);
  if (!count) return IR_NONE;
  if (vm_thread_can_go(s->machine.vm, current) && chance_below(r->chance, 256) < r->stay) return current;
  uint32_t left = chance_below(r->chance, count);
  for (uint32_t t = 0; t < vm_thread_count(s->machine.vm); t++)
    if (vm_thread_can_go(s->machine.vm, t) && !left--) return t;
  return IR_NONE;
}

static uint32_t on_dice(void *context, struct session *s, uint32_t *woken) {
  struct test_run *r = context;
  (void)woken;
  return r->changes.count ? choose_by_priority(r, s) : choose_by_dice(r, s);
}

/* A new way to choose: half of the runs by priorities with one to three changes, the others by dice of different
   kinds. */
static void deal(struct test_run *r, uint32_t length) {
  r->priorities.count = r->changes.count = 0;
  r->lowest = 1u << 20;
  uint32_t changes = chance_below(r->chance, 2) ? 1 + chance_below(r->chance, 3) : 0;
  for (uint32_t i = 0; i < changes; i++) vec_push(&r->changes, chance_below(r->chance, length + 1));
  r->stay = 256 - (256u >> chance_below(r->chance, 5));
}

/* ---- who goes next, by schedule constraints ---- */

static uint32_t anybody(struct session *s, uint32_t but) {
  uint32_t current = vm_current_thread(s->machine.vm);
  if (current != but && vm_thread_can_go(s->machine.vm, current)) return current;
  for (uint32_t t = 0; t < vm_thread_count(s->machine.vm); t++)
    if (t != but && vm_thread_can_go(s->machine.vm, t)) return t;
  return IR_NONE;
}

static bool is_fulfilled(const struct schedule_constraint *w, struct session *s, uint32_t thread) {
  return w->ins == IR_NONE || vm_thread_op(s->machine.vm, thread)->ins == w->ins;
}

static uint32_t on_constraint(void *context, struct session *s, uint32_t *woken) {
  struct test_run *r = context;
  for (; r->constraint < r->constraints->count; r->constraint++, r->missed = 0) {
    const struct schedule_constraint *w = &r->constraints->data[r->constraint];
    uint32_t thread = vm_find_thread(s->machine.vm, w->thread);
    bool can = thread != IR_NONE && vm_thread_can_go(s->machine.vm, thread);
    if (r->missed++ >= MOST_MISSED) continue;
    if (can && is_fulfilled(w, s, thread)) {
      if (w->woken[0]) *woken = vm_find_thread(s->machine.vm, w->woken);
      r->constraint++;
      r->missed = 0;
    }
    if (can) return thread;
    if (w->patient && anybody(s, thread) != IR_NONE) return anybody(s, thread);
  }
  return anybody(s, IR_NONE);
}

/* ---- runs ---- */

bool test_run_open(struct test_run *r, const struct ir_program *program, const struct explore_options *options,
                   struct ktest *test, bool grows, struct coverage *coverage, double deadline) {
  *r = (struct test_run){.coverage = coverage};
  if (coverage) coverage_restart(coverage);
  r->threads = grows ? session_open_growing(&r->session, program, &options->config, &options->goal, test)
                     : session_open(&r->session, program, &options->config, &options->goal, test);
  r->watch = (struct session_watch){.context = r, .start = on_start, .before = before_step, .after = after_step};
  r->dice = (struct session_chooser){.context = r, .choose = on_dice};
  r->granter = (struct session_chooser){.context = r, .choose = on_constraint};
  r->session.watch = &r->watch;
  r->session.most_steps = MOST_STEPS;
  r->session.deadline = deadline;
  r->end = TEST_RUN_GIVEN_UP;
  if (r->session.seen.happened) r->end = TEST_RUN_FAILED;
  else if (r->session.end == VM_EXITED && !r->session.incomplete) r->end = TEST_RUN_OK;
  if (coverage) coverage_follow(coverage, r->session.machine.vm);
  vm_accesses(r->session.machine.vm, &r->prefix);
  return !r->session.inputs.diverged;
}

void test_run_close(struct test_run *r) {
  session_close(&r->session);
  vec_free(&r->priorities);
  vec_free(&r->changes);
  vec_free(&r->reached);
}

static enum test_run_end finish(struct test_run *r, bool fits) {
  const struct session *s = &r->session;
  if (r->coverage) coverage_follow(r->coverage, s->machine.vm);
  if (s->seen.happened) r->end = TEST_RUN_FAILED;
  else r->end = fits && s->end == VM_EXITED && !s->incomplete && !s->inputs.diverged ? TEST_RUN_OK : TEST_RUN_GIVEN_UP;
  return r->end;
}

static void run(struct test_run *r, const struct session_chooser *chooser) {
  ASSERT(!r->session.chooser && r->session.watch == &r->watch); /* between open and close, one run at a time */
  session_plan nothing = {0};
  r->session.chooser = chooser;
  r->session.wanted = (struct session_failure){0};
  session_run(&r->session, &nothing);
  r->session.chooser = NULL;
}

enum test_run_end test_run_random(struct test_run *r, struct chance *chance) {
  uint32_t length = r->session.machine.steps.count ? r->session.machine.steps.count : 64;
  r->chance = chance;
  deal(r, length);
  run(r, &r->dice);
  return finish(r, true);
}

enum test_run_end test_run_constrained(struct test_run *r, const schedule_constraints *list) {
  r->constraints = list;
  r->constraint = r->missed = 0;
  run(r, &r->granter);
  return finish(r, true);
}

enum test_run_end test_run_exact(struct test_run *r, const schedule_steps *steps) {
  r->session.wanted = (struct session_failure){0};
  session_follow(&r->session, steps);
  return finish(r, r->session.end != VM_STOPPED);
}

void schedule_constraints_of_test(const struct ktest *test, const uint32_t *ins, uint32_t nins,
                                  schedule_constraints *list) {
  schedule_steps steps = {0};
  uint32_t line;
  schedule_decode(test, &steps, &line);
  for (uint32_t i = 0; i < steps.count; i++) {
    struct schedule_constraint w = {.ins = steps.data[i].ins};
    if (ins) w.ins = w.ins < nins ? ins[w.ins] : IR_NONE;
    memcpy(w.thread, steps.data[i].thread, sizeof w.thread);
    memcpy(w.woken, steps.data[i].woken, sizeof w.woken);
    vec_push(list, w);
  }
  vec_free(&steps);
}

struct schedule_constraint schedule_constraint_of_step(const struct vm *vm, const struct schedule_done *step) {
  struct schedule_constraint w = {.ins = step->op.ins};
  bool woke = step->op.kind == VM_OP_SIGNAL && step->op.ticket;
  snprintf(w.thread, sizeof w.thread, "%s", vm_name_of_thread(vm, step->thread));
  if (woke) snprintf(w.woken, sizeof w.woken, "%s", vm_name_of_thread(vm, (uint32_t)step->op.ticket - 1));
  return w;
}

/* ---- tests ---- */

void test_run_as_test(struct test_run *r, struct ktest *test) {
  ASSERT(!r->session.chooser);
  const struct ktest *from = r->session.inputs.test;
  *test = (struct ktest){0};
  for (uint32_t i = 0; i < from->nobjects; i++)
    if (!meta_is_remark(&from->objects[i]))
      ktest_put(test, from->objects[i].name, from->objects[i].bytes, from->objects[i].size);
  if (!r->session.machine.steps.count) return;
  char *schedule =
      schedule_encode_done(r->session.machine.vm, r->session.machine.steps.data, r->session.machine.steps.count);
  ktest_put(test, META_SCHEDULE, schedule, (uint32_t)strlen(schedule));
  free(schedule);
}

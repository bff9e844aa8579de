/* The machine follows the test's values: the solver is blind, the model is the test. Steps are those of the test's
   schedule, then whoever can goes on. */
#include "augment/symbolic.h"

#include <string.h>

#include "suite/meta.h"
#include "util/clock.h"
#include "util/map.h"
#include "vm/log.h"

struct pending {
  uint32_t ins, condition; /* a decision; how many conditions there were before it */
};

struct walk {
  struct symbolic *s;
  struct dpor *events;
  schedule_steps steps;
  uint32_t at, most, log;        /* step; nodes; entries of the log that were looked at */
  VEC(uint32_t) newest;          /* per thread: its newest node, or IR_NONE */
  VEC(uint64_t) paths;           /* per thread: hash of its branches */
  VEC(struct pending) pending;   /* of the stretch under way */
  uint32_t conditions, accesses; /* that belong to nodes already */
  double deadline;
  bool spoilt;
};

/* ---- the machine's host ---- */

static void on_failure(void *context, enum failure_kind kind, const char *message, const char *detail) {
  (void)context;
  (void)kind;
  (void)message;
  (void)detail;
}
/* Where the solver would have been asked, there is a decision. */
static void on_incomplete(void *context, const char *reason) {
  struct walk *w = context;
  (void)reason;
  struct pending p = {.ins = vm_position(w->s->vm, vm_current_thread(w->s->vm)).pc, .condition = smt_depth(w->s->smt)};
  vec_push(&w->pending, p);
}
static bool on_poll(void *context) {
  struct walk *w = context;
  return w->deadline > 0 && clock_now() > w->deadline;
}
static uint64_t on_mark(void *context) { return dpor_mark(((struct walk *)context)->events); }
static uint32_t on_events(void *context) { return (uint32_t)on_mark(context); }
static bool on_disturbed(void *context, uint32_t thread, uint32_t from, uint32_t to) {
  return dpor_disturbed(((struct walk *)context)->events, thread, from, to);
}
static void on_touched(void *context, const struct vm_range *range, bool approximate) {
  dpor_touched(((struct walk *)context)->events, range, approximate);
}
static void on_picked(void *context, uint32_t thread) {
  struct walk *w = context;
  dpor_picked(w->events, thread);
  if (w->s->nodes.count) vec_last(&w->s->nodes).op.ticket = thread + 1;
}
static void on_race(void *context, const struct dpor_event *first, uint32_t thread, const struct vm_op *second) {
  (void)context;
  (void)first;
  (void)thread;
  (void)second;
}

/* ---- nodes ---- */

static uint32_t *newest_of(struct walk *w, uint32_t thread) {
  while (w->newest.count <= thread) {
    vec_push(&w->newest, IR_NONE);
    vec_push(&w->paths, 1);
  }
  return &w->newest.data[thread];
}

static uint32_t add_node(struct walk *w, uint32_t thread, const struct vm_op *op) {
  struct symbolic_node node = {.thread = thread, .birth = !op, .before = *newest_of(w, thread)};
  uint32_t parent = vm_thread_parent(w->s->vm, thread);
  if (op) node.op = *op;
  if (node.before == IR_NONE && parent != IR_NONE) node.before = *newest_of(w, parent);
  vec_push(&w->s->nodes, node);
  *newest_of(w, thread) = w->s->nodes.count - 1;
  w->spoilt |= w->s->nodes.count > w->most;
  return w->s->nodes.count - 1;
}

static void take_branches(struct walk *w, uint32_t thread, uint32_t node) {
  uint32_t count, next = 0;
  const struct vm_log_entry *log = vm_log(w->s->vm, &count);
  for (; w->log < count; w->log++) {
    const struct vm_log_entry *e = &log[w->log];
    if (e->kind != LOG_BRANCH) continue;
    w->paths.data[thread] = hash_join(w->paths.data[thread], e->b << 32 | e->small);
    uint32_t found = next;
    while (found < w->pending.count && w->pending.data[found].ins != e->b) found++;
    if (found >= w->pending.count) continue; /* on something that is no variable */
    struct symbolic_branch b = {.node = node, .ins = (uint32_t)e->b, .taken = e->small, .path = w->paths.data[thread]};
    b.condition = w->pending.data[found].condition - w->conditions + w->s->nodes.data[node].conditions.count;
    vec_push(&w->s->branches, b);
    next = found + 1;
  }
  w->pending.count = 0;
}

/* What the running thread did since the last look belongs to its newest node. */
static void take_stretch(struct walk *w, uint32_t thread) {
  uint32_t node = *newest_of(w, thread), count;
  if (node == IR_NONE) node = add_node(w, thread, NULL);
  take_branches(w, thread, node);
  struct symbolic_node *n = &w->s->nodes.data[node];
  const sym_id *path = smt_path(w->s->smt, &count);
  for (; w->conditions < count; w->conditions++) vec_push(&n->conditions, path[w->conditions]);
  const struct vm_access *accesses = vm_accesses(w->s->vm, &count);
  for (; w->accesses < count; w->accesses++) {
    if (accesses[w->accesses].visible) vec_push(&n->accesses, w->s->accesses.count);
    vec_push(&w->s->accesses, accesses[w->accesses]);
  }
}

/* ---- the run ---- */

static enum vm_end go(struct walk *w) {
  uint32_t thread = vm_current_thread(w->s->vm);
  enum vm_end end = vm_run(w->s->vm);
  take_stretch(w, thread);
  return end;
}

static uint32_t choose(struct walk *w, uint32_t *woken) {
  struct vm *vm = w->s->vm;
  *woken = IR_NONE - 1;
  while (w->at < w->steps.count) {
    const struct schedule_step *step = &w->steps.data[w->at++];
    uint32_t t = vm_find_thread(vm, step->thread);
    if (t == IR_NONE || !vm_thread_can_go(vm, t)) continue;
    if (step->woken[0]) *woken = vm_find_thread(vm, step->woken);
    return t;
  }
  for (uint32_t i = 0, from = vm_current_thread(vm), count = vm_thread_count(vm); i < count; i++)
    if (vm_thread_can_go(vm, (from + i) % count)) return (from + i) % count;
  return IR_NONE;
}

static void run(struct walk *w) {
  struct vm *vm = w->s->vm;
  enum vm_end end = go(w);
  while (end == VM_YIELDED && !w->spoilt && !vm_has_failed(vm)) {
    uint32_t woken;
    if (vm_continue_local(vm)) {
      end = go(w);
      continue;
    }
    uint32_t thread = choose(w, &woken);
    if (thread == IR_NONE) break;
    struct vm_op op = *vm_thread_op(vm, thread);
    add_node(w, thread, &op);
    dpor_record(w->events, thread);
    vm_pick(vm, woken);
    vm_continue(vm, thread, true);
    end = go(w);
  }
  w->spoilt |= end == VM_CUT || end == VM_STOPPED;
}

/* The variables are made before the machine asks for them, with the test's values in the model. */
static void set_inputs(struct symbolic *s, const struct ktest *test) {
  static const char uninit[] = "heddle.uninit.";
  for (uint32_t i = 0; i < test->nobjects; i++) {
    const struct ktest_object *o = &test->objects[i];
    bool unwritten = !strncmp(o->name, uninit, sizeof uninit - 1);
    if (!o->size || (!unwritten && !meta_is_input(o))) continue;
    uint32_t input = sym_input(s->sym, o->name, o->size, unwritten ? SYM_UNINIT : SYM_INPUT);
    uint32_t first = sym_input_at(s->sym, input)->first;
    for (uint32_t k = 0; k < o->size; k++) smt_set_model(s->smt, first + k, o->bytes[k]);
  }
}

bool symbolic_open(struct symbolic *s, const struct ir_program *program, const struct explore_options *options,
                   const struct ktest *test, uint32_t most_nodes, double deadline) {
  struct smt_options blind = {.blind = true};
  struct walk w = {.s = s, .most = most_nodes, .deadline = deadline};
  struct vm_host host = {.context = &w,
                         .failure = on_failure,
                         .incomplete = on_incomplete,
                         .poll = on_poll,
                         .mark = on_mark,
                         .events = on_events,
                         .touched = on_touched,
                         .disturbed = on_disturbed,
                         .picked = on_picked};
  uint32_t line;
  *s = (struct symbolic){.sym = sym_open(), .options = *options};
  struct explore_options *own = &s->options;
  own->watch = WATCH_VALUES;
  own->watch_branches = true;
  own->show_output = own->dump_paths = own->dump_queries = own->dump_expr = own->validate = false;
  s->smt = smt_open(s->sym, &blind);
  set_inputs(s, test);
  w.events = dpor_open(false, &(struct dpor_races){.context = &w, .found = on_race});
  s->vm = vm_open(program, own, s->sym, s->smt, &host);
  dpor_attach(w.events, s->vm);
  schedule_decode(test, &w.steps, &line);
  run(&w);
  dpor_close(w.events);
  vec_free(&w.steps);
  vec_free(&w.newest);
  vec_free(&w.paths);
  vec_free(&w.pending);
  return !w.spoilt;
}

void symbolic_close(struct symbolic *s) {
  vm_close(s->vm);
  smt_close(s->smt);
  sym_close(s->sym);
  for (uint32_t i = 0; i < s->nodes.count; i++) {
    vec_free(&s->nodes.data[i].conditions);
    vec_free(&s->nodes.data[i].accesses);
  }
  vec_free(&s->nodes);
  vec_free(&s->branches);
  vec_free(&s->accesses);
}

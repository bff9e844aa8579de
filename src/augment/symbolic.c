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
  struct follower follower;
  uint32_t most, log;            /* nodes; entries of the log that were looked at */
  VEC(uint32_t) newest;          /* per thread: its newest node, or IR_NONE */
  VEC(uint64_t) paths;           /* per thread: hash of its branches */
  VEC(struct pending) pending;   /* of the stretch under way */
  uint32_t conditions, accesses; /* that belong to nodes already */
  double deadline;
  bool spoilt;
};

/* Where the solver would have been asked, there is a decision. */
static void note_decision(void *context) {
  struct walk *w = context;
  struct machine *m = &w->s->machine;
  struct pending p = {.ins = vm_position(m->vm, vm_current_thread(m->vm)).pc, .condition = smt_depth(m->smt)};
  vec_push(&w->pending, p);
}

static bool poll(void *context) {
  struct walk *w = context;
  return w->deadline > 0 && clock_now() > w->deadline;
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
  uint32_t parent = vm_thread_parent(w->s->machine.vm, thread);
  if (op) node.op = *op;
  if (node.before == IR_NONE && parent != IR_NONE) node.before = *newest_of(w, parent);
  vec_push(&w->s->nodes, node);
  *newest_of(w, thread) = w->s->nodes.count - 1;
  w->spoilt |= w->s->nodes.count > w->most;
  return w->s->nodes.count - 1;
}

static void take_branches(struct walk *w, uint32_t thread, uint32_t node) {
  uint32_t count, next = 0;
  const struct vm_log_entry *log = vm_log(w->s->machine.vm, &count);
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

/* What the thread did since the last look belongs to its newest node. A signal knows now whom it woke. */
static void take_stretch(void *context, uint32_t thread) {
  struct walk *w = context;
  uint32_t node = *newest_of(w, thread), count;
  if (node == IR_NONE) node = add_node(w, thread, NULL);
  take_branches(w, thread, node);
  struct symbolic_node *n = &w->s->nodes.data[node];
  if (node + 1 == w->s->nodes.count && !n->birth) n->op.ticket = vec_last(&w->s->machine.steps).op.ticket;
  const sym_id *path = smt_path(w->s->machine.smt, &count);
  for (; w->conditions < count; w->conditions++) vec_push(&n->conditions, path[w->conditions]);
  const struct vm_access *accesses = vm_accesses(w->s->machine.vm, &count);
  for (; w->accesses < count; w->accesses++) {
    if (accesses[w->accesses].visible) vec_push(&n->accesses, w->s->accesses.count);
    vec_push(&w->s->accesses, accesses[w->accesses]);
  }
}

static void begin_stretch(void *context, uint32_t thread) {
  struct walk *w = context;
  struct vm_op op = *vm_thread_op(w->s->machine.vm, thread);
  add_node(w, thread, &op);
}

/* ---- the run ---- */

static enum machine_next next_thread(void *context) {
  struct walk *w = context;
  struct machine *m = &w->s->machine;
  if (w->spoilt || vm_has_failed(m->vm)) return machine_stop(m, VM_YIELDED);
  if (follow_step(&w->follower) == FOLLOW_RUNS) return MACHINE_RUNS;
  uint32_t thread = machine_anybody(m, vm_current_thread(m->vm));
  if (thread == IR_NONE) return machine_stop(m, VM_YIELDED);
  machine_take(m, thread, IR_NONE);
  return MACHINE_RUNS;
}

/* The variables are made before the machine asks for them, with the test's values in the model. */
static void set_inputs(struct machine *m, const struct ktest *test) {
  static const char uninit[] = "heddle.uninit.";
  for (uint32_t i = 0; i < test->nobjects; i++) {
    const struct ktest_object *o = &test->objects[i];
    bool unwritten = !strncmp(o->name, uninit, sizeof uninit - 1);
    if (!o->size || (!unwritten && !meta_is_input(o))) continue;
    uint32_t input = sym_input(m->sym, o->name, o->size, unwritten ? SYM_UNINIT : SYM_INPUT);
    uint32_t first = sym_input_at(m->sym, input)->first;
    for (uint32_t k = 0; k < o->size; k++) smt_set_model(m->smt, first + k, o->bytes[k]);
  }
}

static void open_machine(struct walk *w, const struct ktest *test) {
  struct machine *m = &w->s->machine;
  uint32_t line;
  machine_open(m, &(struct machine_policy){.context = w,
                                           .next = next_thread,
                                           .taking = begin_stretch,
                                           .ran = take_stretch,
                                           .poll = poll,
                                           .incomplete = note_decision,
                                           .solver.blind = true,
                                           .lists_steps = true});
  set_inputs(m, test);
  w->follower = (struct follower){.machine = m, .eager = true, .lenient = true};
  schedule_decode(test, &w->follower.steps, &line);
}

bool symbolic_open(struct symbolic *s, const struct ir_program *program, const struct explore_options *options,
                   const struct ktest *test, uint32_t most_nodes, double deadline) {
  struct walk w = {.s = s, .most = most_nodes, .deadline = deadline};
  *s = (struct symbolic){.goal = options->goal};
  s->goal.watch = WATCH_VALUES;
  s->goal.watch_branches = true;
  open_machine(&w, test);
  machine_start(&s->machine, program, &options->config, &s->goal);
  enum vm_end end = machine_run(&s->machine);
  follow_free(&w.follower);
  vec_free(&w.newest);
  vec_free(&w.paths);
  vec_free(&w.pending);
  return !w.spoilt && end != VM_CUT && end != VM_STOPPED;
}

void symbolic_close(struct symbolic *s) {
  smt_close(s->questions);
  machine_close(&s->machine);
  for (uint32_t i = 0; i < s->nodes.count; i++) {
    vec_free(&s->nodes.data[i].conditions);
    vec_free(&s->nodes.data[i].accesses);
  }
  vec_free(&s->nodes);
  vec_free(&s->branches);
  vec_free(&s->accesses);
}

/* Watching a run: before each step its place and what memory holds, after it what changed and which threads are new. */
#include "explain/trace.h"

#include <string.h>

static const char *keep(struct trace *t, const char *text) { return result_text(t->result, "%s", text ? text : ""); }

static void set_place(struct trace *t, struct result_step *step, const struct result_frame *frame) {
  step->file = keep(t, frame->file);
  step->function = keep(t, frame->function);
  step->line = frame->line;
  step->column = frame->column;
}

static void peek(const struct trace *t, struct trace_row *row, unsigned when) {
  const struct vm_range *range = &row->op.range[0];
  if (range->size && range->size <= sizeof row->bytes[0])
    row->known[when] = vm_peek(t->session->machine.vm, range->address, (uint32_t)range->size, row->bytes[when]);
}

/* Threads that were not there before: each is a row of its creator. */
static void add_creations(struct trace *t) {
  struct vm *vm = t->session->machine.vm;
  for (uint32_t i = 0; i < vm_thread_count(vm); i++) {
    while (t->seen.count <= i) vec_push(&t->seen, false);
    if (t->seen.data[i] || vm_thread_status(vm, i) == THREAD_NONE) continue;
    t->seen.data[i] = true;
    uint32_t parent = vm_thread_parent(vm, i), ins = vm_thread_made_at(vm, i);
    if (parent == IR_NONE || ins == IR_NONE) continue;
    struct trace_row row = {.thread = parent, .create = true, .other = i};
    struct result_frame frame = vm_frame_at(vm, ins);
    set_place(t, &row.step, &frame);
    row.step.thread = keep(t, vm_name_of_thread(vm, parent));
    row.step.operation = "create";
    row.step.object = keep(t, vm_name_of_thread(vm, i));
    row.step.text = result_text(t->result, "creates %s", row.step.object);
    vec_push(&t->rows, row);
  }
}

enum { MOST_FRAMES = 64 };

/* The innermost and the outermost place of the user's code. */
static void look_at_stack(struct trace *t, struct trace_row *row) {
  const struct session *s = t->session;
  uint32_t stack[MOST_FRAMES], n = vm_stack_of(s->machine.vm, row->thread, stack, MOST_FRAMES);
  row->user_ins = n ? stack[0] : IR_NONE;
  if (n) row->step.start = keep(t, ir_text(s->program, ir_function_of(s->program, stack[n - 1])->name));
}

static void before(void *context, struct session *s, uint32_t number) {
  struct trace *t = context;
  uint32_t thread = s->stepping;
  struct trace_row row = {.thread = thread, .op = *vm_thread_op(s->machine.vm, thread), .other = IR_NONE};
  struct result_frame frame = {0};
  (void)number;
  if (row.op.kind == VM_OP_JOIN) row.other = vm_thread_joined(s->machine.vm, thread);
  bool wakes = row.op.kind == VM_OP_WAKE || row.op.kind == VM_OP_TIMEOUT;
  if (wakes && row.op.after != IR_NONE && row.op.after && row.op.after <= t->row_of_step.count)
    row.after = t->row_of_step.data[row.op.after - 1] + 1;
  if (vm_thread_place(s->machine.vm, thread, &frame)) set_place(t, &row.step, &frame);
  row.step.thread = keep(t, vm_name_of_thread(s->machine.vm, thread));
  row.step.choice = true;
  look_at_stack(t, &row);
  peek(t, &row, 0);
  vec_push(&t->row_of_step, t->rows.count);
  vec_push(&t->rows, row);
}

static void after(void *context, struct session *s, uint32_t number) {
  struct trace *t = context;
  struct trace_row *row = &t->rows.data[t->row_of_step.data[number]];
  row->op.ticket = s->machine.steps.data[number].op.ticket;
  row->touches = t->touches.count;
  for (uint32_t i = 0; i < s->machine.touches.count; i++)
    if (s->machine.touches.data[i].step == number) vec_push(&t->touches, s->machine.touches.data[i].range);
  row->ntouches = t->touches.count - row->touches;
  peek(t, row, 1);
  trace_words(t, row);
  add_creations(t);
}

static void start(void *context, struct session *s) {
  (void)s;
  add_creations(context);
}

bool trace_run(struct trace *t, struct session *s, struct result *result, const session_plan *plan) {
  const struct session_watch watch = {.context = t, .start = start, .before = before, .after = after};
  *t = (struct trace){.session = s, .result = result};
  s->watch = &watch;
  bool good = session_run(s, plan);
  s->watch = NULL;
  return good;
}

void trace_free(struct trace *t) {
  vec_free(&t->rows);
  vec_free(&t->touches);
  vec_free(&t->row_of_step);
  vec_free(&t->seen);
}

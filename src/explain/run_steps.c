/* Recording a run. The machine tells each instruction before it is executed, and a visible one again once its thread
   was chosen, so a step is kept when the next one shows that it happened. Registers and bytes remember the step that
   gave them; parameters and results are handed through calls, so that what they depend on is what gave them. */
#include "explain/run_steps.h"

#include <string.h>

#include "vm/names.h"

enum { MOST_STEPS = 1 << 20, MOST_BLOCK = 1 << 12 };

static struct run_thread *thread_at(struct run_steps *r, uint32_t thread) {
  while (r->threads.count <= thread) vec_push(&r->threads, ((struct run_thread){.last = IR_NONE}));
  return &r->threads.data[thread];
}

static uint32_t *cell_at(struct run_thread *t, uint32_t cell) {
  while (t->cells.count <= cell) vec_push(&t->cells, 0);
  return &t->cells.data[cell];
}

static const char *keep(struct run_steps *r, uint64_t key, const char *text) {
  uint32_t index;
  if (map_get(&r->texts, key, &index)) return r->names.data[index];
  size_t size = strlen(text) + 1;
  map_put(&r->texts, key, r->names.count);
  vec_push(&r->names, memcpy(arena_alloc(&r->arena, size), text, size));
  return vec_last(&r->names);
}

/* ---- names, while the machine is there ---- */

static const char *name_of_memory(struct run_steps *r, const struct vm *vm, const struct vm_step *s, uint32_t size) {
  char text[200];
  if (!s->known[0]) return NULL;
  name_memory(text, sizeof text, vm, r->program, s->value[0], size, s->ins);
  return keep(r, hash_join(hash_join(s->value[0], s->ins), 1), text);
}

/* An address is known by what lies there. */
static const char *name_of_value(struct run_steps *r, const struct vm *vm, uint64_t value, unsigned width) {
  struct vm_where where;
  char text[200];
  if (width != r->program->pointer_bits || !vm_locate(vm, value, &where)) return NULL;
  name_value(text, sizeof text, vm, r->program, (const uint8_t *)&value, width / 8);
  return keep(r, hash_join(value, 2), text);
}

static void set_value(struct run_steps *r, const struct vm *vm, struct run_step *step, uint64_t value, bool known,
                      unsigned width) {
  step->value = value;
  step->known = known;
  step->text = known ? name_of_value(r, vm, value, width) : NULL;
}

/* ---- dependences ---- */

static void depend(struct run_step *step, uint32_t on) {
  if (!on || step->ndata == RUN_DEPENDENCES) return;
  for (uint32_t i = 0; i < step->ndata; i++)
    if (step->data[i] == on - 1) return;
  step->data[step->ndata++] = on - 1;
}

static uint32_t giver(struct run_thread *t, uint32_t base, ir_value v) {
  return ir_is_const(v) ? 0 : *cell_at(t, base + (uint32_t)v);
}

static uint32_t writer(const struct run_steps *r, uint64_t address) {
  uint32_t step;
  return map_get(&r->memory, address, &step) ? step : 0;
}

static void read_memory(const struct run_steps *r, struct run_step *step, uint64_t address, uint64_t bytes) {
  for (uint64_t i = 0; i < bytes && i < MOST_BLOCK; i++) depend(step, writer(r, address + i));
}

static void write_memory(struct run_steps *r, uint32_t step, uint64_t address, uint64_t bytes) {
  for (uint64_t i = 0; i < bytes && i < MOST_BLOCK; i++) map_put(&r->memory, address + i, step + 1);
}

/* What is copied still comes from who wrote it. */
static void copy_memory(struct run_steps *r, uint64_t to, uint64_t from, uint64_t bytes) {
  uint32_t givers[MOST_BLOCK];
  uint64_t count = bytes < MOST_BLOCK ? bytes : MOST_BLOCK;
  for (uint64_t i = 0; i < count; i++) givers[i] = writer(r, from + i);
  for (uint64_t i = 0; i < count; i++) map_put(&r->memory, to + i, givers[i]);
}

/* The branch of this activation that was taken last of those that decide about the instruction. */
static uint32_t decided_by(const struct run_steps *r, const struct run_frame *frame, uint32_t ins) {
  const uint32_t *deciders;
  uint32_t count = r->statics ? static_control(r->statics, ins, &deciders) : 0, last = 0, step;
  for (uint32_t i = 0; i < count; i++)
    if (map_get(&r->branches, (uint64_t)frame->number << 32 | deciders[i], &step) && step > last) last = step;
  return last ? last - 1 : frame->call;
}

/* ---- calls ---- */

static uint32_t find_creation(const struct run_steps *r, const struct vm *vm, uint32_t thread) {
  uint32_t parent = vm_thread_parent(vm, thread), ins = vm_thread_made_at(vm, thread);
  for (uint32_t i = r->steps.count; parent != IR_NONE && i-- > 0;)
    if (r->steps.data[i].thread == parent && r->steps.data[i].ins == ins) return i;
  return IR_NONE;
}

/* Parameters come from the arguments of the call; those of a thread's first function from its creation. */
static void give_parameters(struct run_steps *r, struct run_thread *t, const struct vm_step *s, uint32_t call) {
  const struct ir_function *f = ir_function_of(r->program, s->ins);
  if (call == IR_NONE) return;
  const struct ir_ins *ins = &r->program->ins[r->steps.data[call].ins];
  for (uint32_t i = 0; i < f->nparams; i++) {
    bool given = t->frames.count && ir_op_is_call(ins->op) && i < (uint32_t)ins->c;
    uint32_t from = given ? giver(t, vec_last(&t->frames).base, r->program->extra[ins->b + (int32_t)i]) : 0;
    *cell_at(t, s->base + i) = from ? from : call + 1;
  }
}

static void take_results(struct run_steps *r, struct run_thread *t, const struct run_frame *left) {
  const struct ir_ins *call = left->call == IR_NONE ? NULL : &r->program->ins[r->steps.data[left->call].ins];
  const struct ir_ins *ret = t->last == IR_NONE ? NULL : &r->program->ins[r->steps.data[t->last].ins];
  if (!call || !ret || ret->op != IR_RET || call->dst == IR_NONE || !t->frames.count) return;
  uint32_t base = vec_last(&t->frames).base;
  for (int32_t i = 0; i < ret->c && i < (int32_t)ir_result_count(call); i++) {
    uint32_t given = giver(t, left->base, r->program->extra[ret->b + i]);
    *cell_at(t, base + call->dst + (uint32_t)i) = given ? given : t->last + 1;
  }
}

static void enter_frame(struct run_steps *r, const struct vm *vm, const struct vm_step *s) {
  struct run_thread *t = thread_at(r, s->thread);
  while (t->frames.count && vec_last(&t->frames).depth > s->depth) {
    struct run_frame left = vec_pop(&t->frames);
    take_results(r, t, &left);
    struct run_step *call = left.call == IR_NONE ? NULL : &r->steps.data[left.call];
    uint64_t value;
    if (!call || !t->frames.count || call->thread != s->thread || r->program->ins[call->ins].dst == IR_NONE) continue;
    uint32_t dst = r->program->ins[call->ins].dst;
    bool known = vm_register(vm, s->thread, vec_last(&t->frames).base + dst, &value);
    set_value(r, vm, call, value, known,
              r->program->regs[ir_function_of(r->program, call->ins)->first_reg + dst].width);
  }
  if (t->frames.count && vec_last(&t->frames).depth == s->depth) return;
  uint32_t call = t->last == IR_NONE ? find_creation(r, vm, s->thread) : t->last;
  give_parameters(r, t, s, call);
  vec_push(&t->frames, ((struct run_frame){s->depth, s->base, r->nframes++, call}));
}

/* ---- one step ---- */

static void take_operands(struct run_steps *r, struct run_step *step, const struct vm_step *s,
                          const struct ir_ins *ins) {
  struct run_thread *t = &r->threads.data[s->thread];
  const ir_value fixed[] = {ins->a, ins->b, ins->c};
  for (unsigned k = 0; k < 3; k++)
    if (ir_ops[ins->op].shape[2 + k] == 'v') depend(step, giver(t, s->base, fixed[k]));
  bool outside = ins->op == IR_CALL &&
                 (!r->program->functions[ins->a].nins || r->program->functions[ins->a].flags & IR_FN_LIBRARY);
  for (int32_t k = 0; outside && k < ins->c; k++) depend(step, giver(t, s->base, r->program->extra[ins->b + k]));
}

static void access(struct run_steps *r, const struct vm *vm, const struct vm_step *s, uint32_t number) {
  struct run_step *step = &r->steps.data[number];
  const struct ir_ins *ins = &r->program->ins[s->ins];
  uint32_t size = (ins->width + 7u) / 8;
  if (ir_op_is_scalar_access(ins->op) && s->known[0]) {
    step->name = name_of_memory(r, vm, s, size);
    if (ir_op_reads(ins->op)) read_memory(r, step, s->value[0], size);
    if (ir_op_writes(ins->op)) write_memory(r, number, s->value[0], size);
    if (ins->op == IR_STORE) set_value(r, vm, step, s->value[1], s->known[1], ins->width);
  } else if (ir_ops[ins->op].access == IR_ACCESS_COPY && s->known[0] && s->known[1] && s->known[2]) {
    copy_memory(r, s->value[0], s->value[1], s->value[2]);
  } else if (ins->op == IR_MEMSET && s->known[0] && s->known[2]) write_memory(r, number, s->value[0], s->value[2]);
}

/* The instruction has happened. */
static void add_step(struct run_steps *r, const struct vm *vm, const struct vm_step *s) {
  const struct ir_ins *ins = &r->program->ins[s->ins];
  if (r->steps.count >= MOST_STEPS) {
    r->lost = true;
    return;
  }
  enter_frame(r, vm, s);
  struct run_thread *t = thread_at(r, s->thread);
  const struct run_frame *frame = &vec_last(&t->frames);
  struct run_step step = {.ins = s->ins, .thread = s->thread, .depth = s->depth, .frame = frame->number};
  step.control = decided_by(r, frame, s->ins);
  take_operands(r, &step, s, ins);
  uint32_t number = r->steps.count;
  vec_push(&r->steps, step);
  access(r, vm, s, number);
  if (ins->op == IR_CBR || ins->op == IR_SWITCH) {
    set_value(r, vm, &r->steps.data[number], s->value[0], s->known[0], 0);
    map_put(&r->branches, (uint64_t)frame->number << 32 | s->ins, number + 1);
  }
  for (uint32_t i = 0; i < ir_result_count(ins); i++) *cell_at(t, s->base + ins->dst + i) = number + 1;
  t->last = number;
}

/* What it gave, if the thread has gone on in the same function. */
static void add_result(struct run_steps *r, const struct vm *vm, const struct vm_step *now) {
  struct run_thread *t = thread_at(r, now->thread);
  uint64_t value;
  if (t->last == IR_NONE || !t->frames.count || vec_last(&t->frames).depth != now->depth) return;
  struct run_step *step = &r->steps.data[t->last];
  const struct ir_ins *ins = &r->program->ins[step->ins];
  if (step->depth != now->depth || !ir_result_count(ins)) return;
  bool known = vm_register(vm, now->thread, now->base + ins->dst, &value);
  set_value(r, vm, step, value, known,
            r->program->regs[ir_function_of(r->program, step->ins)->first_reg + ins->dst].width);
}

static bool is_same(const struct vm_step *a, const struct vm_step *b) {
  return a->ins == b->ins && a->depth == b->depth && a->base == b->base;
}

/* Told again: it did not happen the first time. */
static void hear(void *context, const struct vm *vm, const struct vm_step *s) {
  struct run_steps *r = context;
  if (r->open && r->told.thread == s->thread) {
    if (!is_same(&r->told, s)) add_step(r, vm, &r->told);
  } else {
    struct run_thread *before = r->open ? thread_at(r, r->told.thread) : NULL;
    if (before) before->waits = true, before->pending = r->told;
    const struct run_thread *t = thread_at(r, s->thread);
    if (t->waits && !is_same(&t->pending, s)) add_step(r, vm, &t->pending);
    thread_at(r, s->thread)->waits = false;
  }
  add_result(r, vm, s);
  thread_at(r, s->thread)->name = keep(r, hash_join(s->thread, 3), vm_name_of_thread(vm, s->thread));
  r->told = *s;
  r->open = true;
}

void run_steps_open(struct run_steps *r, const struct ir_program *program, const struct statics *statics) {
  *r = (struct run_steps){.program = program, .statics = statics};
  r->listener = (struct vm_listener){.context = r, .step = hear};
}

/* What was told last stands for where its thread is; there is no machine any more to ask for names. */
static void add_standing(struct run_steps *r, const struct vm_step *s) {
  struct run_thread *t = thread_at(r, s->thread);
  if (r->steps.count >= MOST_STEPS) return;
  while (t->frames.count && vec_last(&t->frames).depth > s->depth) t->frames.count--;
  if (!t->frames.count || vec_last(&t->frames).depth < s->depth)
    vec_push(&t->frames, ((struct run_frame){s->depth, s->base, r->nframes++, t->last}));
  const struct run_frame *frame = &vec_last(&t->frames);
  struct run_step step = {
      .ins = s->ins, .thread = s->thread, .depth = s->depth, .frame = frame->number, .stands = true};
  step.control = decided_by(r, frame, s->ins);
  take_operands(r, &step, s, &r->program->ins[s->ins]);
  if (ir_op_is_scalar_access(r->program->ins[s->ins].op) && s->known[0])
    read_memory(r, &step, s->value[0], (r->program->ins[s->ins].width + 7u) / 8);
  t->last = r->steps.count;
  vec_push(&r->steps, step);
}

void run_steps_end(struct run_steps *r) {
  for (uint32_t t = 0; t < r->threads.count; t++)
    if (r->threads.data[t].waits) add_standing(r, &r->threads.data[t].pending);
  if (r->open) add_standing(r, &r->told);
  r->open = false;
}

uint32_t run_steps_last(const struct run_steps *r, const char *thread) {
  for (uint32_t i = r->steps.count; i-- > 0;) {
    const struct run_step *step = &r->steps.data[i];
    const char *name = r->threads.data[step->thread].name;
    if (name && !strcmp(name, thread) && !(ir_function_of(r->program, step->ins)->flags & IR_FN_LIBRARY)) return i;
  }
  return IR_NONE;
}

void run_steps_free(struct run_steps *r) {
  for (uint32_t t = 0; t < r->threads.count; t++) {
    vec_free(&r->threads.data[t].frames);
    vec_free(&r->threads.data[t].cells);
  }
  vec_free(&r->steps);
  vec_free(&r->threads);
  vec_free(&r->names);
  map_free(&r->memory);
  map_free(&r->branches);
  map_free(&r->texts);
  arena_free(&r->arena);
}

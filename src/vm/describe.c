/* Words for people: objects, places, what is wrong with an access. */
#include <stdio.h>

#include "vm/state.h"

void describe_place(const struct vm *vm, uint32_t ins, char *text, size_t capacity) {
  const struct ir_program *p = vm->program;
  if (ins == IR_NONE || !p->ins[ins].loc) {
    snprintf(text, capacity, "an unknown place");
    return;
  }
  const struct ir_loc *loc = &p->locs[p->ins[ins].loc];
  snprintf(text, capacity, "%s:%u", ir_text(p, loc->file), loc->line);
}

void describe_object(const struct vm *vm, const struct object *o, char *text, size_t capacity) {
  const struct ir_program *p = vm->program;
  switch ((enum object_kind)o->kind) {
  case OBJECT_GLOBAL:
    if (*ir_text(p, o->name) == '.' || !*ir_text(p, o->name)) snprintf(text, capacity, "a string literal");
    else snprintf(text, capacity, "global '%s'", ir_text(p, o->name));
    break;
  case OBJECT_STACK:
    if (*ir_text(p, o->name)) snprintf(text, capacity, "local '%s'", ir_text(p, o->name));
    else snprintf(text, capacity, "a local object");
    break;
  case OBJECT_HEAP: snprintf(text, capacity, "a heap object"); break;
  case OBJECT_CODE: snprintf(text, capacity, "a function"); break;
  case OBJECT_ARGS: snprintf(text, capacity, "the program's arguments"); break;
  }
}

static const char *verb(enum access how) { return how == ACCESS_READ ? "read" : "write"; }

static const char *describe_dead(struct vm *vm, const struct object *o, enum access how, char *text, size_t capacity,
                                 char *detail, size_t detail_capacity) {
  char what[128], made[256], freed[256];
  describe_object(vm, o, what, sizeof what);
  describe_place(vm, o->made_at, made, sizeof made);
  describe_place(vm, o->freed_at, freed, sizeof freed);
  if (o->kind == OBJECT_HEAP) {
    snprintf(text, capacity, "use after free: %s of freed memory", verb(how));
    snprintf(detail, detail_capacity, "allocated at %s, freed at %s", made, freed);
  } else if (vm->program->ins[o->freed_at].op == IR_DEAD || vm->program->ins[o->freed_at].op == IR_STACKRESTORE) {
    snprintf(text, capacity, "use after scope: %s of %s after its block has ended", verb(how), what);
    snprintf(detail, detail_capacity, "its block ended at %s", freed);
  } else {
    snprintf(text, capacity, "use after return: %s of %s after its function has returned", verb(how), what);
    snprintf(detail, detail_capacity, "declared at %s", made);
  }
  return detail;
}

static const char *describe_bounds(struct vm *vm, const struct object *o, uint64_t address, uint64_t bytes,
                                   enum access how, char *text, size_t capacity, char *detail, size_t detail_capacity) {
  char what[128], made[256];
  describe_object(vm, o, what, sizeof what);
  int64_t offset = (int64_t)(address - o->base);
  snprintf(text, capacity, "out-of-bounds %s of %llu byte%s at offset %lld of %s (%llu byte%s)", verb(how),
           (unsigned long long)bytes, bytes == 1 ? "" : "s", (long long)offset, what, (unsigned long long)o->size,
           o->size == 1 ? "" : "s");
  if (o->kind != OBJECT_HEAP && o->kind != OBJECT_STACK) return NULL;
  if (o->made_at == IR_NONE || !vm->program->ins[o->made_at].loc) return NULL;
  describe_place(vm, o->made_at, made, sizeof made);
  snprintf(detail, detail_capacity, "%s at %s", o->kind == OBJECT_HEAP ? "allocated" : "declared", made);
  return detail;
}

const char *describe_access(struct vm *vm, struct object *o, uint64_t address, uint64_t bytes, enum access how,
                            char *text, size_t capacity, char *detail, size_t detail_capacity) {
  if (address < 4096) {
    snprintf(text, capacity, "null pointer dereference: %s of %llu byte%s at address %llu", verb(how),
             (unsigned long long)bytes, bytes == 1 ? "" : "s", (unsigned long long)address);
    return NULL;
  }
  if (!o) {
    snprintf(text, capacity, "%s through a wild pointer (0x%llx)", verb(how), (unsigned long long)address);
    return NULL;
  }
  if (o->released || o->freed_at != IR_NONE) return describe_dead(vm, o, how, text, capacity, detail, detail_capacity);
  if (o->kind == OBJECT_CODE) {
    snprintf(text, capacity, "%s of a function's code", verb(how));
    return NULL;
  }
  if (how == ACCESS_WRITE && o->readonly && object_allows(o, address - o->base, bytes)) {
    char what[128];
    describe_object(vm, o, what, sizeof what);
    snprintf(text, capacity, "write to read-only memory: %s", what);
    return NULL;
  }
  return describe_bounds(vm, o, address, bytes, how, text, capacity, detail, detail_capacity);
}

static struct result_frame frame_of(const struct vm *vm, uint32_t function, uint32_t ins) {
  const struct ir_program *p = vm->program;
  const struct ir_loc *loc = &p->locs[p->ins[ins].loc];
  return (struct result_frame){.function = ir_text(p, p->functions[function].name),
                               .file = ir_text(p, loc->file),
                               .line = loc->line,
                               .column = loc->column};
}

/* Calls `visit` for each frame of a thread, innermost first, until it says stop. */
static void walk(const struct thread *t, bool (*visit)(void *context, uint32_t function, uint32_t ins), void *context) {
  uint32_t base = t->regs.base, ins = t->regs.pc;
  while (base >= FRAME_CELLS && t->regs.depth) {
    const struct cell *header = &t->cells[base - FRAME_CELLS];
    if (!visit(context, frame_function(t, base), ins)) return;
    uint32_t from = (uint32_t)header[0].value;
    if (from == IR_NONE) return;
    ins = from - 1;
    base = (uint32_t)(header[0].value >> 32);
  }
}

bool vm_register_of(const struct vm *vm, uint32_t thread, uint32_t cell, uint32_t *function, uint32_t *reg) {
  const struct thread *t = vm->threads.data[thread];
  uint32_t base = t->regs.base;
  while (base >= FRAME_CELLS && t->regs.depth && base > cell) {
    const struct cell *header = &t->cells[base - FRAME_CELLS];
    if ((uint32_t)header[0].value == IR_NONE) return false;
    base = (uint32_t)(header[0].value >> 32);
  }
  if (base < FRAME_CELLS || !t->regs.depth || base > cell) return false;
  *function = frame_function(t, base);
  *reg = cell - base;
  return *reg < vm->program->functions[*function].nregs;
}

struct collect {
  const struct vm *vm;
  struct result_frame *frames;
  uint32_t count, max;
  bool with_library, seen_user;
  uint32_t user_ins, last_ins;
  uint32_t inner; /* so many of the innermost frames are left out, and the next one */
  uint32_t named; /* is at this instruction; IR_NONE: where it is */
};

/* The block at which the innermost loop around an instruction begins; NULL: there is none. */
static const struct ir_block *loop_around(const struct ir_program *p, uint32_t ins) {
  const struct ir_function *f = ir_function_of(p, ins);
  const struct ir_block *found = NULL;
  for (uint32_t i = ins; i < f->first_ins + f->nins; i++) {
    int32_t targets[2] = {-1, -1};
    if (p->ins[i].op == IR_BR) targets[0] = p->ins[i].a;
    if (p->ins[i].op == IR_CBR) targets[0] = p->ins[i].b, targets[1] = p->ins[i].c;
    for (unsigned k = 0; k < 2; k++) {
      const struct ir_block *b = targets[k] >= 0 ? &p->blocks[targets[k]] : NULL;
      if (b && b->first <= ins && (!found || b->first > found->first)) found = b;
    }
  }
  return found;
}

/* The first access of the loop: which of them are interleaved depends on what the exploration leaves out. */
static uint32_t first_in_loop(const struct ir_program *p, uint32_t ins) {
  const struct ir_block *begin = loop_around(p, ins);
  for (uint32_t i = begin ? begin->first : ins; begin && i < begin->first + begin->count && i < ins; i++)
    if (ir_is_hook(p, &p->ins[i])) return i;
  return ins;
}

static bool waits_in_loop(const struct vm *vm, const struct thread *t) {
  return t->regs.spins_from != IR_NONE || vm_thread_awaits(vm, t->index);
}

/* At which operation a loop was found to wait only depends on what others did meanwhile; its first one in the outermost
   frame that has one does not. */
static void name_wait(struct collect *c, const struct thread *t) {
  const struct thread_regs *r = &t->regs;
  uint32_t depth = r->depth;
  c->named = IR_NONE;
  if (!c->vm->deadlocked || r->status != THREAD_READY || !waits_in_loop(c->vm, t)) return;
  c->named = r->pc;
  for (uint32_t i = 0; i < t->visits.count && r->spins_from != IR_NONE; i++) {
    const struct visit *v = &t->visits.data[i];
    if (v->events < r->spins_from || v->events > r->spins_to || v->depth > depth) continue;
    if (v->depth < depth || v->pc / 2 < c->named) c->named = v->pc / 2;
    depth = v->depth;
  }
  c->named = first_in_loop(c->vm->program, c->named);
  c->inner = r->depth - depth;
}

/* Frames of the library are left out unless asked for. */
static bool collect_frame(void *context, uint32_t function, uint32_t ins) {
  struct collect *c = context;
  if (c->inner) {
    c->inner--;
    return true;
  }
  if (c->named != IR_NONE) {
    ins = c->named;
    function = (uint32_t)(ir_function_of(c->vm->program, ins) - c->vm->program->functions);
  }
  c->named = IR_NONE;
  c->last_ins = ins;
  bool library = c->vm->program->functions[function].flags & IR_FN_LIBRARY;
  if (!library && !c->seen_user) {
    c->seen_user = true;
    c->user_ins = ins;
  }
  if ((!library || c->with_library) && c->frames && c->count < c->max)
    c->frames[c->count++] = frame_of(c->vm, function, ins);
  return true;
}

uint32_t vm_call_stack(const struct vm *vm, struct result_frame *frames, uint32_t max, bool with_library) {
  if (vm->blame != IR_NONE) {
    const struct ir_function *f = ir_function_of(vm->program, vm->blame);
    frames[0] = frame_of(vm, (uint32_t)(f - vm->program->functions), vm->blame);
    return 1;
  }
  struct collect c = {.vm = vm, .frames = frames, .max = max, .with_library = with_library};
  name_wait(&c, vm->thread);
  walk(vm->thread, collect_frame, &c);
  return c.count;
}

uint32_t describe_user_ins_of(const struct vm *vm, const struct thread *t) {
  struct collect c = {.vm = vm, .last_ins = t->regs.pc};
  name_wait(&c, t);
  walk(t, collect_frame, &c);
  return c.seen_user ? c.user_ins : c.last_ins;
}

uint32_t describe_user_ins(const struct vm *vm) { return describe_user_ins_of(vm, vm->thread); }

uint32_t vm_failing_ins(const struct vm *vm) { return vm->blame != IR_NONE ? vm->blame : describe_user_ins(vm); }

void vm_look_at(struct vm *vm, uint32_t thread) { vm->thread = vm->threads.data[thread]; }

/* The first thread of the same start function and parent. */
static uint32_t first_like(const struct vm *vm, const struct thread *t) {
  uint32_t i = 0;
  while (i < t->index && (vm->threads.data[i]->regs.status == THREAD_NONE || vm->threads.data[i]->parent != t->parent ||
                          vm->threads.data[i]->regs.function != t->regs.function))
    i++;
  return i;
}

/* Does the one name a deadlock rather than the other? Whoever joins does not; else the lower number. Of threads with
   the same start function it is the place that counts: which of them is there must make no difference. */
static bool comes_before(const struct vm *vm, const struct thread *a, const struct thread *b) {
  bool joins = a->regs.op.kind == VM_OP_JOIN;
  if (joins != (b->regs.op.kind == VM_OP_JOIN)) return !joins;
  uint32_t x = first_like(vm, a), y = first_like(vm, b);
  if (x != y) return x < y;
  uint32_t here = describe_user_ins_of(vm, a), there = describe_user_ins_of(vm, b);
  return here != there ? here < there : a->index < b->index;
}

void vm_look_at_waiting(struct vm *vm) {
  vm->deadlocked = true;
  struct thread *first = NULL;
  for (uint32_t i = 0; i < vm->threads.count; i++) {
    struct thread *t = vm->threads.data[i];
    if (t->regs.status == THREAD_READY && (!first || comes_before(vm, t, first))) first = t;
  }
  if (first) vm->thread = first;
}

/* Who holds the object that an operation waits for; NULL if nobody or unknown. */
static const char *holder_of(const struct vm *vm, const struct vm_op *op) {
  uint64_t state = op->sync ? sync_state(vm, op) : 0;
  if (op->sync == VM_SYNC_READ || op->sync == VM_SYNC_WRITE) state = vm_rw_writer(state);
  else if (op->sync != VM_SYNC_MUTEX && op->sync != VM_SYNC_SPIN) return NULL;
  return state && state <= vm->threads.count ? vm->threads.data[state - 1]->name : NULL;
}

static size_t describe_waiting(const struct vm *vm, const struct thread *t, char *text, size_t capacity) {
  const struct vm_op *op = &t->regs.op;
  char place[256], what[160] = "";
  describe_place(vm, waits_in_loop(vm, t) ? describe_user_ins_of(vm, t) : op->ins, place, sizeof place);
  if (op->kind == VM_OP_JOIN)
    snprintf(what, sizeof what, "the end of thread %s", vm->threads.data[t->regs.waits_for]->name);
  else if (op->kind == VM_OP_WAKE && t->regs.condition && !t->regs.signalled) snprintf(what, sizeof what, "a signal");
  else if (waits_in_loop(vm, t)) snprintf(what, sizeof what, "a change of what its loop reads");
  else if (op->range[0].size) describe_object(vm, memory_at(vm, op->range[0].address), what, sizeof what);
  const char *holder = holder_of(vm, op);
  int n = snprintf(text, capacity, "thread %s waits for %s at %s%s%s", t->name, what, place,
                   holder ? ", held by thread " : "", holder ? holder : "");
  return n < 0 ? 0 : (size_t)n < capacity ? (size_t)n : capacity;
}

void vm_describe_deadlock(struct vm *vm, char *text, size_t capacity) {
  size_t used = 0;
  text[0] = 0;
  for (uint32_t i = 0; i < vm->threads.count && used + 2 < capacity; i++) {
    const struct thread *t = vm->threads.data[i];
    if (t->regs.status != THREAD_READY) continue;
    if (used) text[used++] = '\n';
    used += describe_waiting(vm, t, text + used, capacity - used);
  }
}

struct ins_list {
  const struct vm *vm;
  uint32_t *ins, count, max;
  uint32_t user; /* so many, with the outermost of the user's code */
};

static bool list_ins(void *context, uint32_t function, uint32_t ins) {
  struct ins_list *list = context;
  bool library = list->vm->program->functions[function].flags & IR_FN_LIBRARY;
  if (library && !list->count) return true;
  list->ins[list->count++] = ins;
  if (!library) list->user = list->count;
  return list->count < list->max;
}

uint32_t vm_stack_of(const struct vm *vm, uint32_t thread, uint32_t *ins, uint32_t max) {
  struct ins_list list = {.vm = vm, .ins = ins, .max = max};
  walk(vm->threads.data[thread], list_ins, &list);
  return list.user;
}

struct result_frame vm_frame_at(const struct vm *vm, uint32_t ins) {
  const struct ir_function *f = ir_function_of(vm->program, ins);
  return frame_of(vm, (uint32_t)(f - vm->program->functions), ins);
}

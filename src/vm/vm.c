/* Making a machine for a program: addresses of functions and globals, their initial contents, arguments, the main
   thread. */
#include <stdio.h>

#include "util/error.h"
#include "vm/beside.h"
#include "vm/reuse.h"
#include "vm/world.h"

static struct object *global_object(struct vm *vm, enum object_kind kind, uint64_t size, uint64_t align) {
  return memory_allocate(vm, 0, &vm->global_slots, kind, size, align, true);
}

static uint64_t symbol_address(const struct vm *vm, uint32_t kind, uint32_t symbol) {
  return kind == IR_CONST_FUNC ? function_address(vm, symbol) : vm->global_base[symbol];
}

/* An object that is defined nowhere: nothing can be said behind an access to it, or what it holds is an input. */
static void place_missing(struct vm *vm, const struct ir_global *g, struct object *o) {
  if (vm->config->unknown_functions == EXTERN_INPUT && g->size)
    input_into(vm, o, 0, ir_text(vm->program, g->name), (uint32_t)g->size);
  else o->missing = true, o->limit = 0;
}

void memory_initialise(struct vm *vm, const struct ir_global *g, struct object *o) {
  const struct ir_program *p = vm->program;
  if (g->init != UINT64_MAX) memcpy(o->data, p->data + g->init, g->size);
  for (uint32_t i = 0; i < g->nrelocs; i++) {
    const struct ir_reloc *r = &p->relocs[g->first_reloc + i];
    uint64_t address = symbol_address(vm, r->kind, r->symbol) + (uint64_t)r->addend;
    memcpy(o->data + r->offset, &address, p->pointer_bits / 8);
  }
  o->readonly = g->flags & IR_GLOBAL_CONST;
  if (g->flags & IR_GLOBAL_EXTERN) place_missing(vm, g, o);
}

enum { SPARE_SLOTS = 256 }; /* room for the globals of a later version of the program, before the arguments */

static void place_code(struct vm *vm) {
  const struct ir_program *p = vm->program;
  uint32_t limit = ir_function_id_limit(p);
  vm->code_base = global_object(vm, OBJECT_CODE, vm_code_bytes(limit), 16)->base;
  vm->function_of_id = mem_alloc((limit + 1) * sizeof *vm->function_of_id);
  for (uint32_t i = 0; i < limit; i++) vm->function_of_id[i] = IR_NONE;
  for (uint32_t f = 0; f < p->nfunctions; f++) vm->function_of_id[ir_function_id(p, f)] = f;
}

static void place_globals(struct vm *vm) {
  const struct ir_program *p = vm->program;
  struct object **objects = mem_zalloc(p->nglobals * sizeof *objects);
  vm->global_base = mem_zalloc(p->nglobals * sizeof *vm->global_base);
  vm->global_slots = FIRST_SLOT;
  place_code(vm);
  for (uint64_t i = 0; i < p->nglobals; i++) {
    if (p->globals[i].flags & IR_GLOBAL_TLS) continue;
    if (p->nglobal_slots) vm->global_slots = p->global_slots[i];
    objects[i] = global_object(vm, OBJECT_GLOBAL, p->globals[i].size, p->globals[i].align);
    objects[i]->name = p->globals[i].name;
    vm->global_base[i] = objects[i]->base;
  }
  for (uint64_t i = 0; i < p->nglobals; i++)
    if (objects[i]) memory_initialise(vm, &p->globals[i], objects[i]);
  if (p->nglobal_slots) vm->global_slots = p->global_slots[p->nglobals];
  vm->globals_end = vm->global_slots;
  vm->global_slots = (vm->global_slots + SPARE_SLOTS - 1 + SPARE_SLOTS / 4) / SPARE_SLOTS * SPARE_SLOTS;
  free(objects);
}

static void resolve_constants(struct vm *vm) {
  const struct ir_program *p = vm->program;
  uint64_t mask = p->pointer_bits == 64 ? ~(uint64_t)0 : 0xffffffff;
  vm->consts = mem_zalloc((p->nconsts + 1) * sizeof *vm->consts);
  for (uint64_t i = 0; i < p->nconsts; i++) {
    const struct ir_const *c = &p->consts[i];
    uint64_t value = c->value;
    if (c->kind != IR_CONST_INT) value = (value + symbol_address(vm, c->kind, c->symbol)) & mask;
    vm->consts[i].value = value;
  }
}

/* Numbers the loop headers of each function: blocks that some later instruction jumps back to. */
static void find_loops(struct vm *vm) {
  const struct ir_program *p = vm->program;
  vm->loop_counter = mem_zalloc((p->nblocks + 1) * sizeof *vm->loop_counter);
  vm->nloops = mem_zalloc(p->nfunctions * sizeof *vm->nloops);
  for (uint64_t f = 0; f < p->nfunctions; f++) {
    const struct ir_function *fn = &p->functions[f];
    for (uint32_t i = fn->first_ins; i < fn->first_ins + fn->nins; i++) {
      const struct ir_ins *ins = &p->ins[i];
      int32_t targets[2] = {-1, -1};
      if (ins->op == IR_BR) targets[0] = ins->a;
      if (ins->op == IR_CBR) targets[0] = ins->b, targets[1] = ins->c;
      for (unsigned k = 0; k < 2; k++)
        if (targets[k] >= 0 && p->blocks[targets[k]].first <= i && !vm->loop_counter[targets[k]])
          vm->loop_counter[targets[k]] = ++vm->nloops[f];
    }
  }
}

static void find_hooks(struct vm *vm) {
  vm->hook_function = mem_zalloc(vm->program->nfunctions + 1);
  for (uint32_t f = 0; f < vm->program->nfunctions; f++) vm->hook_function[f] = ir_function_is_hook(vm->program, f);
}

/* Only main, which is one thread, joins, and nobody detaches: then no two operations compete for a handle. */
static void find_joins(struct vm *vm) {
  const struct ir_program *p = vm->program;
  for (uint32_t f = 0; f < p->nfunctions; f++) {
    const struct ir_function *caller = &p->functions[f];
    for (uint32_t i = caller->first_ins; i < caller->first_ins + caller->nins; i++) {
      if (p->ins[i].op != IR_CALL) continue;
      const char *name = ir_text(p, p->functions[p->ins[i].a].name);
      if (!strcmp(name, "pthread_detach")) vm->joins_compete = true;
      if (!strcmp(name, "pthread_join") && f != p->entry) vm->joins_compete = true;
    }
  }
}

static bool ends_well(const char *function) {
  static const char *const ends[] = {"exit",         "_exit",     "_Exit",         "quick_exit",
                                     "pthread_exit", "thrd_exit", "__heddle_exit", "__heddle_thread_exit"};
  for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++)
    if (!strcmp(function, ends[i])) return true;
  return false;
}

static bool is_dead_end(const struct ir_program *p, const struct ir_block *b) {
  const struct ir_ins *last = &p->ins[b->first + b->count - 1];
  if (last->op != IR_UNREACHABLE) return false;
  return b->count < 2 || last[-1].op != IR_CALL || !ends_well(ir_text(p, p->functions[last[-1].a].name));
}

static void find_dead_ends(struct vm *vm) {
  const struct ir_program *p = vm->program;
  vm->dead_end = mem_zalloc(p->nblocks + 1);
  for (uint64_t b = 0; b < p->nblocks; b++) vm->dead_end[b] = is_dead_end(p, &p->blocks[b]);
}

static void put_string(struct vm *vm, struct object *o, const char *text) {
  object_put_bytes(vm, o, 0, text, strlen(text) + 1);
}

struct object *args_object(struct vm *vm, uint64_t size) { return global_object(vm, OBJECT_ARGS, size, 16); }

/* A symbolic argument: `length` free bytes and a terminating zero. */
static uint64_t symbolic_argument(struct vm *vm, uint32_t number, uint32_t length) {
  char name[32];
  struct object *o = args_object(vm, length + 1);
  snprintf(name, sizeof name, "arg%02u", number);
  if (length) input_into(vm, o, 0, name, length);
  return o->base;
}

/* argv[i] of an optional argument: the string if there are more than i, else the null pointer. */
static void optional_argument(struct vm *vm, struct object *argv, uint32_t index, uint64_t string, sym_id exists) {
  unsigned width = vm->program->pointer_bits;
  sym_id pointer = sym_ite(vm->sym, exists, sym_const(vm->sym, string, width), sym_const(vm->sym, 0, width));
  object_put(vm, argv, (uint64_t)index * (width / 8), width, 0, pointer);
}

static void place_symbolic_args(struct vm *vm, struct object *argv, uint32_t before) {
  const struct explore_config *o = vm->config;
  unsigned width = vm->program->pointer_bits;
  struct cell count = {.value = o->sym_args_max, .stamp = vm->stamp};
  if (o->sym_args_min < o->sym_args_max) {
    struct object *number = args_object(vm, 4);
    input_into(vm, number, 0, "n_args", 4);
    object_get(vm, number, 0, 32, &count);
  }
  sym_id n = count.expr ? count.expr : sym_const(vm->sym, count.value, 32);
  decide_assume(vm, sym_binary(vm->sym, SYM_ULE, sym_const(vm->sym, o->sym_args_min, 32), n));
  decide_assume(vm, sym_binary(vm->sym, SYM_ULE, n, sym_const(vm->sym, o->sym_args_max, 32)));
  for (uint32_t i = 0; i < o->sym_args_max; i++) {
    uint64_t string = symbolic_argument(vm, i, o->sym_args_len);
    sym_id exists = sym_binary(vm->sym, SYM_ULT, sym_const(vm->sym, i, 32), n);
    if (sym_is_true(vm->sym, exists)) object_put(vm, argv, (uint64_t)(before + i) * (width / 8), width, string, 0);
    else if (!sym_is_false(vm->sym, exists)) optional_argument(vm, argv, before + i, string, exists);
  }
  sym_id argc = sym_binary(vm->sym, SYM_ADD, n, sym_const(vm->sym, before, 32));
  uint64_t value;
  if (sym_is_const(vm->sym, argc, &value)) vm->main_args[0].value = value;
  else vm->main_args[0].expr = argc;
}

static void place_args(struct vm *vm) {
  const struct explore_config *o = vm->config;
  unsigned width = vm->program->pointer_bits, word = width / 8;
  uint32_t before = 1 + o->narguments, total = before + o->sym_args_max;
  struct object *argv = args_object(vm, (uint64_t)(total + 1) * word);
  for (uint32_t i = 0; i < before; i++) {
    const char *text = i ? o->arguments[i - 1] : o->program_name ? o->program_name : "program";
    struct object *string = args_object(vm, strlen(text) + 1);
    put_string(vm, string, text);
    string->readonly = !vm->program->functions[vm->program->entry].nparams; /* nobody sees it */
    object_put(vm, argv, (uint64_t)i * word, width, string->base, 0);
  }
  vm->main_args[0].value = before;
  vm->main_args[1].value = argv->base;
  if (o->sym_args_max) place_symbolic_args(vm, argv, before);
  vm->main_args[2].value = args_object(vm, word)->base; /* an empty environment */
}

static void find_tls(struct vm *vm) {
  for (uint32_t i = 0; i < vm->program->nglobals; i++)
    if (vm->program->globals[i].flags & IR_GLOBAL_TLS) vec_push(&vm->tls, i);
}

struct vm *vm_open(const struct ir_program *program, const struct explore_config *config, struct sym *sym,
                   struct smt *smt, const struct vm_host *host) {
  struct vm *vm = mem_zalloc(sizeof *vm);
  vm->program = program;
  vm->config = config;
  vm->sym = sym;
  vm->smt = smt;
  vm->host = *host;
  vm->stamp = 1;
  vm->watches = host->watch;
  vm->logs = host->watch_branches;
  vm->edge = vm->blame = vm->pick = IR_NONE;
  memory_open(vm);
  place_globals(vm);
  resolve_constants(vm);
  builtins_bind(vm);
  reuse_open(vm);
  find_dead_ends(vm);
  find_hooks(vm);
  find_joins(vm);
  find_tls(vm);
  if (config->unwind) find_loops(vm);
  await_open(vm);
  vm->thread = threads_new(vm, IR_NONE, 0);
  vm->thread->regs.status = THREAD_LOCAL;
  vm->thread->regs.pc = program->functions[program->entry].first_ins;
  place_args(vm);
  world_open(vm);
  call_boot(vm);
  return vm;
}

void vm_close(struct vm *vm) {
  memory_close(vm);
  threads_close(vm);
  vec_free(&vm->entries);
  vec_free(&vm->snapshots);
  vec_free(&vm->choices);
  vec_free(&vm->prints);
  map_free(&vm->accessed_by);
  vec_free(&vm->inputs);
  vec_free(&vm->given);
  vec_free(&vm->irrelevant);
  vec_free(&vm->accesses);
  vec_free(&vm->log);
  vec_free(&vm->tls);
  free(vm->consts);
  free(vm->builtins);
  free(vm->global_base);
  free(vm->function_of_id);
  free(vm->loop_counter);
  vec_free(&vm->owners);
  map_free(&vm->opaque);
  free(vm->in_loop);
  free(vm->nloops);
  free(vm->dead_end);
  blocks_free(vm);
  free(vm->hook_function);
  live_close(vm);
  beside_close(vm);
  free(vm);
}

void vm_bound_steps(struct vm *vm, uint64_t steps) { vm->most_steps = steps; }
uint64_t vm_path_steps(const struct vm *vm) { return vm->steps; }
sym_id vm_true(struct vm *vm) { return sym_const(vm->sym, 1, 1); }
uint32_t vm_path_length(const struct vm *vm) {
  uint32_t count;
  smt_path(vm->smt, &count);
  return count;
}
sym_id vm_path_condition(struct vm *vm, uint32_t from, uint32_t to) {
  uint32_t count;
  const sym_id *path = smt_path(vm->smt, &count);
  ASSERT(from <= to && to <= count);
  sym_id all = vm_true(vm);
  for (uint32_t i = from; i < to; i++) all = sym_binary(vm->sym, SYM_AND, all, path[i]);
  return all;
}
bool vm_is_possible(struct vm *vm, sym_id side, sym_id condition) {
  return smt_check(vm->smt, sym_binary(vm->sym, SYM_AND, side, condition)) != SMT_UNSAT;
}
uint64_t vm_questions(const struct vm *vm) { return smt_stats(vm->smt)->queries; }
uint32_t vm_inputs(const struct vm *vm) { return vm->inputs.count; }
const struct sym_input *vm_input(const struct vm *vm, uint32_t i) {
  return sym_input_at(vm->sym, vm->inputs.data[i].input);
}
uint32_t vm_input_ins(const struct vm *vm, uint32_t i) { return vm->inputs.data[i].ins; }
/* While globals are laid out there is no thread yet. */
uint32_t vm_asking_ins(const struct vm *vm) {
  return vm->thread && vm->thread->regs.depth ? describe_user_ins(vm) : IR_NONE;
}
uint64_t vm_final_hash(const struct vm *vm) {
  uint64_t hash = 0;
  for (uint32_t i = 0; i < vm->threads.count; i++) {
    const struct thread_regs *r = &vm->threads.data[i]->regs;
    if (r->status != THREAD_NONE) hash = hash_join(hash_join(hash_join(hash, i), r->path ^ r->taken), r->pc);
  }
  return hash;
}

/* Every thread's decisions and where it stands; where in the library a path ends may differ between symbolic and fixed
   inputs, so its caller counts. Who moved last, and which number a thread has, does not: a replay may do by itself
   later what the run did earlier. When a thread fails, how far the others have come is their own business. */
uint64_t vm_path_hash(const struct vm *vm, bool failing) {
  if (failing) return hash_join(vm->thread->regs.path ^ vm->thread->regs.taken, vm_failing_ins(vm));
  uint64_t hash = 0;
  for (uint32_t i = 0; i < vm->threads.count; i++) {
    const struct thread *t = vm->threads.data[i];
    uint64_t name = i ? hash_bytes(t->name, strlen(t->name)) : 0;
    if (t->regs.status != THREAD_NONE)
      hash += hash_join(hash_join(name, t->regs.path ^ t->regs.taken), describe_user_ins_of(vm, t));
  }
  return hash;
}
uint64_t vm_depth(const struct vm *vm) { return vm->choices.count; }

struct vm_counts vm_counts(const struct vm *vm) {
  return (struct vm_counts){
      .instructions = vm->steps_sum, .choices = vm->nchoices, .objects = vm->nobjects, .memory_bytes = vm->bytes};
}

/* Lowering a module: a worklist from the entry, the constructors and destructors, and whatever is marked as used.

   Functions and globals get their index when they are first referred to; bodies and initialisers are lowered in the
   order of the indices, so the bodies of a program lie in order (ir_function_of relies on it). */
#include "front/lower.h"

#include <string.h>

#include "util/error.h"

static bool has_attribute(LLVMValueRef function, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind) != NULL;
}

static bool is_atomic_section(const char *name) {
  static const char prefix[] = "__VERIFIER_atomic_";
  if (strncmp(name, prefix, sizeof prefix - 1) != 0) return false;
  return strcmp(name, "__VERIFIER_atomic_begin") != 0 && strcmp(name, "__VERIFIER_atomic_end") != 0;
}

static uint32_t function_flags(struct lower *l, LLVMValueRef function) {
  uint32_t flags = 0, own;
  if (!LLVMIsDeclaration(function)) {
    flags |= IR_FN_DEFINED;
    if (!map_get(l->program_values, (uintptr_t)function, &own)) flags |= IR_FN_LIBRARY;
  }
  if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function))) flags |= IR_FN_VARIADIC;
  if (has_attribute(function, "noreturn")) flags |= IR_FN_NORETURN;
  if (is_atomic_section(LLVMGetValueName(function))) flags |= IR_FN_ATOMIC;
  return flags;
}

uint32_t lower_function_index(struct lower *l, LLVMValueRef function) {
  uint32_t index;
  if (map_get(&l->function_index, (uintptr_t)function, &index)) return index;
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  struct ir_function f = {.name = strings_add(&l->text, LLVMGetValueName(function)),
                          .flags = function_flags(l, function)};
  f.nresults = layout_of(l, LLVMGetReturnType(type))->n;
  f.loc = loc_of_global(l, function);
  map_put(&l->function_index, (uintptr_t)function, l->functions.count);
  vec_push(&l->functions, f);
  vec_push(&l->llvm_functions, function);
  return l->functions.count - 1;
}

uint32_t lower_global_index(struct lower *l, LLVMValueRef global) {
  uint32_t index;
  if (map_get(&l->global_index, (uintptr_t)global, &index)) return index;
  struct ir_global g = {.name = strings_add(&l->text, LLVMGetValueName(global))};
  map_put(&l->global_index, (uintptr_t)global, l->globals.count);
  vec_push(&l->globals, g);
  vec_push(&l->llvm_globals, global);
  return l->globals.count - 1;
}

static void lower_reachable(struct lower *l) {
  while (l->next_function < l->functions.count || l->next_global < l->globals.count) {
    if (l->next_function < l->functions.count) lower_body(l, l->next_function++);
    else lower_initialiser(l, l->next_global++);
  }
}

struct structor {
  uint64_t priority;
  uint32_t order; /* in the list of the module */
  LLVMValueRef function;
};

static int compare_structors(const void *a, const void *b) {
  const struct structor *x = a, *y = b;
  if (x->priority != y->priority) return x->priority < y->priority ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

typedef VEC(uint32_t) indices;

/* llvm.global_ctors and llvm.global_dtors are arrays of { i32 priority, ptr function, ptr data }. */
static void list_structors(struct lower *l, const char *name, void *list, bool reverse) {
  indices *out = list;
  LLVMValueRef global = LLVMGetNamedGlobal(l->module, name);
  LLVMValueRef array = global != NULL ? LLVMGetInitializer(global) : NULL;
  if (array == NULL || LLVMGetValueKind(array) != LLVMConstantArrayValueKind) return;
  VEC(struct structor) found = {0};
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(array); i++) {
    LLVMValueRef entry = LLVMGetOperand(array, i), function = LLVMGetOperand(entry, 1);
    if (!LLVMIsAFunction(function)) continue;
    struct structor s = {LLVMConstIntGetZExtValue(LLVMGetOperand(entry, 0)), i, function};
    vec_push(&found, s);
  }
  if (found.count) qsort(found.data, found.count, sizeof *found.data, compare_structors);
  for (uint32_t i = 0; i < found.count; i++)
    vec_push(out, lower_function_index(l, found.data[reverse ? found.count - 1 - i : i].function));
  vec_free(&found);
}

/* Functions the library marks with __attribute__((used)) are called by the interpreter itself. */
static void list_used(struct lower *l, const char *name) {
  LLVMValueRef global = LLVMGetNamedGlobal(l->module, name);
  LLVMValueRef array = global != NULL ? LLVMGetInitializer(global) : NULL;
  if (array == NULL || LLVMGetValueKind(array) != LLVMConstantArrayValueKind) return;
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(array); i++)
    if (LLVMIsAFunction(LLVMGetOperand(array, i))) lower_function_index(l, LLVMGetOperand(array, i));
}

static void list_function(struct lower *l, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction(l->module, name);
  if (function != NULL && !LLVMIsDeclaration(function)) lower_function_index(l, function);
}

static bool uses_function(const struct lower *l, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction(l->module, name);
  return function != NULL && LLVMGetFirstUse(function) != NULL;
}

/* The interpreter calls exit when the entry returns, and starts threads through the library where they may have
   destructors to run at their end. */
static void list_called(struct lower *l) {
  list_function(l, "exit");
  if (uses_function(l, "pthread_key_create") || uses_function(l, "tss_create"))
    list_function(l, "__heddle_thread_main");
}

static void release(struct lower *l) {
  map_free(&l->const_index);
  map_free(&l->loc_index);
  map_free(&l->function_index);
  map_free(&l->global_index);
  map_free(&l->type_index);
  map_free(&l->positions);
  debug_close(l);
  map_free(&l->text.by_hash);
  vec_free(&l->layouts);
  vec_free(&l->llvm_functions);
  vec_free(&l->llvm_globals);
  arena_free(&l->arena);
}

/* The vectors become the arrays of the program. */
static struct ir_program *finish(struct lower *l) {
  struct ir_program *p = mem_zalloc(sizeof *p);
  p->pointer_bits = l->pointer_bits;
  p->text = l->text.text;
  p->ntext = l->text.used;
#define TAKE(name) p->name = l->name.data, p->n##name = l->name.count
  TAKE(functions), TAKE(blocks), TAKE(ins), TAKE(extra), TAKE(regs), TAKE(consts), TAKE(globals), TAKE(relocs);
  TAKE(locs), TAKE(ctors), TAKE(dtors), TAKE(data), TAKE(types), TAKE(members);
#undef TAKE
  release(l);
  return p;
}

static bool check_program(const struct ir_program *p) {
  uint32_t where;
  const char *why = ir_verify(p, &where);
  if (why == NULL) return true;
  error_say("internal error in the front end: %s (instruction %u)", why, where);
  if (where < p->nins) {
    const struct ir_loc *loc = &p->locs[p->ins[where].loc];
    error_say("at %s:%u, in function '%s'", ir_text(p, loc->file), loc->line,
              ir_text(p, ir_function_of(p, where)->name));
  }
  return false;
}

struct ir_program *lower_module(LLVMModuleRef module, const struct map *program_values, const char *entry,
                                const struct front_tree *tree, lower_origins *origins) {
  struct lower l = {
      .module = module, .context = LLVMGetModuleContext(module), .tree = tree, .program_values = program_values};
  l.target = LLVMGetModuleDataLayout(module);
  l.pointer_bits = LLVMPointerSize(l.target) * 8;
  LLVMValueRef start = LLVMGetNamedFunction(module, entry);
  if (l.pointer_bits != 32 && l.pointer_bits != 64) {
    error_say("pointers of %u bits are not supported", l.pointer_bits);
    return NULL;
  }
  strings_add(&l.text, "");
  vec_push(&l.locs, ((struct ir_loc){0}));
  debug_open(&l);
  lower_function_index(&l, start);
  list_structors(&l, "llvm.global_ctors", &l.ctors, false);
  list_structors(&l, "llvm.global_dtors", &l.dtors, true);
  list_used(&l, "llvm.used");
  list_used(&l, "llvm.compiler.used");
  list_called(&l);
  lower_reachable(&l);
  *origins = l.origins;
  struct ir_program *p = finish(&l);
  if (check_program(p)) return p;
  ir_free(p);
  return NULL;
}

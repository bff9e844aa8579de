/* What people call a place in memory: the notation of reports (vm/names.h), from what the static layer knows. An index
   that is not known is "[]": queue.items[], slots[].full, heap:31.next, total of main(). */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "augment/pairs_inside.h"

enum { MOST_PART = 160 };

void names_open(struct names *n, const struct ir_program *p, struct arena *memory) {
  *n = (struct names){.p = p, .memory = memory};
}

void names_close(struct names *n) {
  map_free(&n->interned);
  vec_free(&n->list);
}

static uint32_t intern(struct names *n, const char *text) {
  uint64_t key = hash_bytes(text, strlen(text));
  uint32_t id;
  for (; map_get(&n->interned, key, &id); key = hash_mix(key + 1))
    if (!strcmp(n->list.data[id], text)) return id;
  char *copy = arena_alloc(n->memory, strlen(text) + 1);
  map_put(&n->interned, key, n->list.count);
  vec_push(&n->list, strcpy(copy, text));
  return n->list.count - 1;
}

/* ---- parts of objects ---- */

/* The type of the object itself; 0: not known. */
static uint32_t type_of(const struct ir_program *p, const struct static_location *at) {
  if (at->kind == STATIC_GLOBAL || at->kind == STATIC_TLS) return p->globals[at->index].type;
  if (at->kind != STATIC_STACK || p->ins[at->index].op != IR_ALLOCA) return 0;
  return p->regs[ir_function_of(p, at->index)->first_reg + p->ins[at->index].dst].pointee;
}

/* The register with the address of a memory access; NULL: it is no access, or its address is a constant. */
static const struct ir_reg *address_of(const struct ir_program *p, uint32_t ins) {
  const struct ir_ins *access = &p->ins[ins];
  bool plain = ir_op_is_scalar_access(access->op);
  return plain && !ir_is_const(access->a) ? &p->regs[ir_function_of(p, ins)->first_reg + (uint32_t)access->a] : NULL;
}

/* What the instruction takes its address for. */
static bool part_by_access(const struct ir_program *p, const struct static_location *at, uint32_t ins, char *part) {
  const struct ir_reg *reg = address_of(p, ins);
  if (!reg || !reg->pointee) return false;
  const struct ir_type *type = &p->types[reg->pointee];
  bool several = type->kind == IR_TYPE_SCALAR ? at->stride != 0 : at->stride > 1 && at->stride >= type->size;
  size_t used = several ? (size_t)snprintf(part, MOST_PART, "[]") : 0;
  if (!at->stride && type->size && at->offset >= (int64_t)type->size)
    used = (size_t)snprintf(part, MOST_PART, "[%" PRId64 "]", at->offset / (int64_t)type->size);
  return ir_part_name(p, reg->pointee, reg->at, at->width, at->stride != 0, part + used, MOST_PART - used);
}

/* How much a call touches is not known: the largest part that begins there. */
static bool part_of_call(const struct ir_program *p, const struct static_location *at, char *part) {
  uint32_t type = type_of(p, at);
  if (!at->offset) return true;
  for (uint64_t size = type ? p->types[type].size : 0; size; size /= 2)
    if (ir_part_name(p, type, (uint64_t)at->offset, size, false, part, MOST_PART)) return true;
  return false;
}

static bool find_part(const struct ir_program *p, const struct static_location *at, uint32_t ins, uint32_t other,
                      char part[MOST_PART]) {
  bool exact = !at->stride && at->offset >= 0;
  if (exact && ir_ops[p->ins[ins].op].class == IR_CLASS_CALL) return part_of_call(p, at, part);
  if (exact && ir_part_name(p, type_of(p, at), (uint64_t)at->offset, at->width, false, part, MOST_PART)) return true;
  return part_by_access(p, at, ins, part) || part_by_access(p, at, other, part);
}

/* ---- objects ---- */

static bool in_word(char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* A static variable of a function is called "function.variable" by the compiler. */
static const char *global_name(const struct ir_program *p, uint32_t global) {
  const char *name = ir_text(p, p->globals[global].name), *dot = strchr(name, '.');
  char function[MOST_PART];
  if (!dot || !in_word(dot[1])) return name;
  snprintf(function, sizeof function, "%.*s", (int)(dot - name), name);
  return ir_find_function(p, function) != IR_NONE ? dot + 1 : name;
}

static void write_object(const struct ir_program *p, const struct static_location *at, const char *part, FILE *out) {
  switch (at->kind) {
  case STATIC_GLOBAL:
  case STATIC_TLS: fprintf(out, "%s%s", global_name(p, at->index), part); break;
  case STATIC_STACK:
    fprintf(out, "%s%s of %s()", ir_text(p, (uint32_t)p->ins[at->index].c), part,
            ir_text(p, ir_function_of(p, at->index)->name));
    break;
  case STATIC_HEAP: fprintf(out, "heap:%u%s", p->locs[p->ins[at->index].loc].line, part); break;
  case STATIC_POOL: fprintf(out, "heap%s", part); break;
  case STATIC_VARIABLE: fprintf(out, "variable arguments of %s()", ir_text(p, p->functions[at->index].name)); break;
  case STATIC_ARGUMENTS: fputs("arguments of the program", out); break;
  default: fputs("memory at any address", out); break;
  }
}

static uint64_t size_of(const struct ir_program *p, const struct static_location *at) {
  if (at->kind == STATIC_GLOBAL || at->kind == STATIC_TLS) return p->globals[at->index].size;
  if (at->kind != STATIC_STACK) return UINT64_MAX;
  ir_value v = p->ins[at->index].a;
  return ir_is_const(v) && p->consts[ir_const_index(v)].kind == IR_CONST_INT ? p->consts[ir_const_index(v)].value
                                                                             : UINT64_MAX;
}

const char *names_variable(struct names *n, const struct static_location *written, uint32_t writer,
                           const struct static_location *read, uint32_t reader) {
  bool wide = !written->width || (read->width && read->width < written->width);
  const struct static_location *at = wide ? read : written;
  char part[MOST_PART] = "";
  bool whole = !at->width || at->width >= size_of(n->p, at);
  if (!whole && !find_part(n->p, at, wide ? reader : writer, wide ? writer : reader, part)) {
    part[0] = 0;
    if (at->stride) snprintf(part, sizeof part, "[]");
    else if (at->offset) snprintf(part, sizeof part, "+%" PRId64, at->offset);
  }
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out) return "";
  write_object(n->p, at, part, out);
  fclose(out);
  uint32_t id = intern(n, text);
  free(text);
  return n->list.data[id];
}

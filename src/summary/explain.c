/* Why a run was cut: the summary's conditions in terms of the program's variables, with what these hold at that moment.
   Read only; what is about the library's own state or about stack frames is only counted. */
#include <inttypes.h>
#include <stdio.h>

#include "vm/names.h"
#include "summary/inside.h"

enum { MOST_CUTS = 100, MOST_CONDITIONS = 40, MOST_NODES = 80, MOST_TEXT = 256 };

struct writer {
  struct summary_engine *g;
  FILE *out;
  unsigned left;     /* parts that may still be written */
  bool hidden;       /* something of the library was met */
  VEC(sym_id) shown; /* variables whose values were told */
};

void summary_explain(struct summary_engine *g, struct result *result) { g->explained = result; }

/* ---- places ---- */

static const struct ir_global *find_global(const struct ir_program *p, const char *name) {
  for (uint64_t i = 0; i < p->nglobals; i++)
    if (!strcmp(ir_text(p, p->globals[i].name), name)) return &p->globals[i];
  return NULL;
}

/* Is it an object of the program's own? False: of the library. */
static bool is_own(const struct summary_engine *g, const struct vm_where *w) {
  const struct ir_program *p = g->program;
  if (w->kind == VM_WHERE_OTHER) return false;
  if (w->kind == VM_WHERE_GLOBAL) {
    const struct ir_global *global = find_global(p, w->name);
    return global && !(global->flags & IR_GLOBAL_LIBRARY);
  }
  return w->made_at != IR_NONE && !(ir_function_of(p, w->made_at)->flags & IR_FN_LIBRARY);
}

static void write_memory(struct writer *w, uint64_t address, unsigned size) {
  char text[MOST_TEXT];
  struct vm_where where;
  if (!vm_locate(w->g->vm, address, &where) || !is_own(w->g, &where)) {
    w->hidden = true;
    return;
  }
  name_memory(text, sizeof text, w->g->vm, w->g->program, address, size, IR_NONE);
  if (where.kind == VM_WHERE_LOCAL && where.made_at != IR_NONE)
    fprintf(w->out, "%s::", ir_text(w->g->program, ir_function_of(w->g->program, where.made_at)->name));
  fputs(text, w->out);
}

/* A value without a name is known by the line that computes it. */
static uint32_t line_of_register(const struct ir_program *p, const struct ir_function *f, uint32_t reg) {
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++)
    if (p->ins[i].dst == reg) return p->locs[p->ins[i].loc].line;
  return p->locs[f->loc].line;
}

static void write_register(struct writer *w, uint32_t thread, uint32_t cell) {
  const struct ir_program *p = w->g->program;
  uint32_t function, reg;
  if (!vm_register_of(w->g->vm, thread, cell, &function, &reg) || p->functions[function].flags & IR_FN_LIBRARY) {
    w->hidden = true;
    return;
  }
  const struct ir_function *f = &p->functions[function];
  const char *name = ir_text(p, p->regs[f->first_reg + reg].name);
  fprintf(w->out, "%s::", ir_text(p, f->name));
  if (*name) fprintf(w->out, "%.*s", (int)strcspn(name, "."), name); /* i.0, i.1, ... are versions of i */
  else fprintf(w->out, "value of line %u", line_of_register(p, f, reg));
  if (thread) fprintf(w->out, "@%s", vm_name_of_thread(w->g->vm, thread));
}

static uint64_t object_address(struct summary_engine *g, uint64_t place) {
  struct vm_contents contents;
  uint64_t facts;
  vm_location_read(g->vm, place, &contents);
  memcpy(&facts, contents.bytes, sizeof facts);
  uint32_t start = (uint32_t)(facts >> VM_OBJECT_LIMIT_BITS) & ((1u << VM_OBJECT_START_BITS) - 1);
  return vm_object_base(g->vm, (uint32_t)(place >> 32) & 0x3fffffff, (uint32_t)place, start);
}

static void write_block(struct writer *w, const struct block *b, unsigned first, unsigned count) {
  if (b->input) {
    const struct sym_input *in =
        sym_input_at(w->g->machine_sym, sym_input_of(w->g->machine_sym, (uint32_t)b->place + first));
    fprintf(w->out, "input %s", in->name);
    if (in->size > count) fprintf(w->out, "[%u]", (uint32_t)b->place + first - in->first);
    return;
  }
  switch (vm_location_kind(b->place)) {
  case VM_LOCATION_WORD: write_memory(w, b->place << 3 | first, count); break;
  case VM_LOCATION_REGISTER:
    write_register(w, (uint32_t)(b->place >> 32) & 0x3fffffff, (uint32_t)b->place);
    if (first) fprintf(w->out, " byte %u", first);
    break;
  case VM_LOCATION_OBJECT: write_memory(w, object_address(w->g, b->place), 0); break;
  case VM_LOCATION_RESULT: {
    uint32_t thread = (uint32_t)b->place;
    if (thread < vm_thread_count(w->g->vm)) fprintf(w->out, "result of %s", vm_name_of_thread(w->g->vm, thread));
    else w->hidden = true;
  }
  }
}

static void write_bytes(struct writer *w, sym_id term) {
  uint32_t first = sym_first(w->g->places.sym, term), count = sym_width(w->g->places.sym, term) / 8;
  for (uint32_t i = 0; i < count;) {
    uint32_t at = (first + i) % 8, n = 8 - at < count - i ? 8 - at : count - i;
    if (i) fputs(" : ", w->out);
    write_block(w, &w->g->places.blocks.data[(first + i) / 8], at, n);
    i += n;
  }
}

/* ---- terms ---- */

static void write_term(struct writer *w, sym_id term);

static void write_value(struct writer *w, uint64_t value, unsigned width) {
  char text[MOST_TEXT] = "";
  uint8_t bytes[8];
  struct vm_where where;
  ASSERT(width > 0 && width <= 64);
  memcpy(bytes, &value, sizeof bytes);
  if (width == w->g->program->pointer_bits && vm_locate(w->g->vm, value, &where)) {
    name_value(text, sizeof text, w->g->vm, w->g->program, bytes, width / 8);
    if (where.kind == VM_WHERE_LOCAL) w->hidden = true; /* every pointer to a local variable is such a condition */
  }
  if (*text) fputs(text, w->out);
  else fprintf(w->out, "%" PRId64, width == 1 ? (int64_t)value : (int64_t)(value << (64 - width)) >> (64 - width));
}

static const char *operator_text(enum sym_op op, bool flag) {
  switch (op) {
  case SYM_ADD: return "+";
  case SYM_SUB: return "-";
  case SYM_MUL: return "*";
  case SYM_UDIV:
  case SYM_SDIV: return "/";
  case SYM_UREM:
  case SYM_SREM: return "%";
  case SYM_AND: return flag ? "and" : "&";
  case SYM_OR: return flag ? "or" : "|";
  case SYM_XOR: return "^";
  case SYM_SHL: return "<<";
  case SYM_LSHR:
  case SYM_ASHR: return ">>";
  case SYM_EQ: return "==";
  case SYM_ULT: return "<u";
  case SYM_ULE: return "<=u";
  case SYM_SLT: return "<";
  case SYM_SLE: return "<=";
  case SYM_CONCAT: return ":";
  default: return "?";
  }
}

/* The constant stands on the right, as people write it. */
static const char *turned(enum sym_op op) {
  switch (op) {
  case SYM_ULT: return ">u";
  case SYM_ULE: return ">=u";
  case SYM_SLT: return ">";
  case SYM_SLE: return ">=";
  default: return NULL;
  }
}

/* An operand that is an operation itself stands in parentheses, but for sums in comparisons. */
static void write_operand(struct writer *w, sym_id term, bool in_comparison) {
  struct sym *sym = w->g->places.sym;
  enum sym_op op = sym_op_of(sym, term);
  while (op == SYM_ZEXT || op == SYM_SEXT) {
    term = sym_operand(sym, term, 0);
    op = sym_op_of(sym, term);
  }
  bool simple =
      op == SYM_CONST || op == SYM_BYTES || op == SYM_EXTRACT || op == SYM_READ || (in_comparison && op <= SYM_MUL);
  if (!simple) fputc('(', w->out);
  write_term(w, term);
  if (!simple) fputc(')', w->out);
}

static void write_pair(struct writer *w, enum sym_op op, const char *text, sym_id a, sym_id b) {
  uint64_t value;
  bool compares = op >= SYM_EQ && op <= SYM_SLE;
  if (turned(op) && sym_is_const(w->g->places.sym, a, &value)) {
    sym_id c = a;
    a = b;
    b = c;
    text = turned(op);
  }
  write_operand(w, a, compares);
  fprintf(w->out, " %s ", text);
  write_operand(w, b, compares);
}

static void write_not(struct writer *w, sym_id a, unsigned width) {
  struct sym *sym = w->g->places.sym;
  if (sym_op_of(sym, a) == SYM_EQ) {
    write_pair(w, SYM_EQ, "!=", sym_operand(sym, a, 0), sym_operand(sym, a, 1));
    return;
  }
  fputs(width == 1 ? "not " : "~", w->out);
  write_operand(w, a, false);
}

/* fadd(x, y): no C operator says what is rounded how. */
static void write_float(struct writer *w, sym_id term) {
  struct sym *sym = w->g->places.sym;
  fprintf(w->out, "%s(", sym_op_text(sym_op_of(sym, term)));
  for (unsigned i = 0; i < 3 && sym_operand(sym, term, i); i++) {
    if (i) fputs(", ", w->out);
    write_operand(w, sym_operand(sym, term, i), false);
  }
  fputc(')', w->out);
}

static void write_term(struct writer *w, sym_id term) {
  struct sym *sym = w->g->places.sym;
  enum sym_op op = sym_op_of(sym, term);
  unsigned width = sym_width(sym, term);
  uint64_t value = 0;
  if (!w->left) {
    fputs("...", w->out);
    return;
  }
  w->left--;
  switch (op) {
  case SYM_CONST:
    sym_is_const(sym, term, &value);
    write_value(w, value, width);
    break;
  case SYM_BYTES: write_bytes(w, term); break;
  case SYM_NOT: write_not(w, sym_operand(sym, term, 0), width); break;
  case SYM_ZEXT:
  case SYM_SEXT: write_operand(w, term, false); break;
  case SYM_EXTRACT:
    write_operand(w, sym_operand(sym, term, 0), false);
    fprintf(w->out, " bits %u..%u", sym_low(sym, term), sym_low(sym, term) + width - 1);
    break;
  case SYM_READ:
    fputs("an element, number ", w->out);
    write_operand(w, sym_operand(sym, term, 0), false);
    break;
  case SYM_ITE:
    write_operand(w, sym_operand(sym, term, 0), false);
    fputs(" ? ", w->out);
    write_operand(w, sym_operand(sym, term, 1), false);
    fputs(" : ", w->out);
    write_operand(w, sym_operand(sym, term, 2), false);
    break;
  default:
    if (sym_is_float(op)) {
      write_float(w, term);
      break;
    }
    write_pair(w, op, operator_text(op, width == 1), sym_operand(sym, term, 0), sym_operand(sym, term, 1));
  }
}

/* ---- conditions ---- */

/* About an object as such: its place, else 0. */
static uint64_t object_of(struct summary_engine *g, sym_id term, uint32_t *byte) {
  uint32_t count;
  const uint32_t *support = sym_support(g->places.sym, term, &count);
  if (!count) return 0;
  const struct block *b = &g->places.blocks.data[support[0] / 8];
  *byte = support[0] % 8;
  return !b->input && vm_location_kind(b->place) == VM_LOCATION_OBJECT ? b->place : 0;
}

static bool on_stack(struct summary_engine *g, uint64_t place) {
  struct vm_where where;
  return vm_locate(g->vm, object_address(g, place), &where) && where.kind == VM_WHERE_LOCAL;
}

/* Size, beginning and owner come as conditions of their own; the size tells enough of the first two. */
static bool write_object(struct writer *w, sym_id term, uint64_t place, uint32_t byte) {
  struct sym *sym = w->g->places.sym;
  uint64_t least = 0;
  enum sym_op op = sym_op_of(sym, term);
  if (on_stack(w->g, place)) return false;
  if (byte == 0 && (op == SYM_ULT || op == SYM_ULE) && sym_is_const(sym, sym_operand(sym, term, 0), &least)) {
    write_memory(w, object_address(w->g, place), 0);
    fprintf(w->out, " is live and has at least %" PRIu64 " bytes", least + (op == SYM_ULT));
    return true;
  }
  if (byte < 6) return false;
  write_memory(w, object_address(w->g, place), 0);
  fputs(" is known to its own thread only", w->out);
  return true;
}

/* What the variables of the condition hold now, unless the condition itself says so. */
static void write_now(struct writer *w, sym_id term, const char **separator) {
  struct sym *sym = w->g->places.sym;
  if (sym_op_of(sym, term) == SYM_BYTES) {
    uint32_t first = sym_first(sym, term), count = sym_width(sym, term) / 8;
    bool plain = true;
    uint64_t value = 0;
    for (uint32_t i = 0; i < count; i++) {
      struct block *b = &w->g->places.blocks.data[(first + i) / 8];
      struct vm_contents now = {0};
      if (!b->input) vm_location_read(w->g->vm, b->place, &now);
      plain &= now.plain >> (first + i) % 8 & 1;
      value |= (uint64_t)now.bytes[(first + i) % 8] << 8 * i;
    }
    for (uint32_t i = 0; i < w->shown.count; i++)
      if (w->shown.data[i] == term) return;
    vec_push(&w->shown, term);
    fputs(*separator, w->out);
    *separator = ", ";
    write_bytes(w, term);
    if (plain) fputs(" = ", w->out), write_value(w, value, count * 8);
    else fputs(" depends on inputs", w->out);
    return;
  }
  for (unsigned i = 0; i < 3; i++)
    if (sym_operand(sym, term, i) && sym_op_of(sym, term) != SYM_READ)
      write_now(w, sym_operand(sym, term, i), separator);
}

static bool says_value(struct sym *sym, sym_id term) {
  uint64_t value;
  if (sym_op_of(sym, term) != SYM_EQ) return false;
  sym_id a = sym_operand(sym, term, 0), b = sym_operand(sym, term, 1);
  return (sym_op_of(sym, a) == SYM_BYTES && sym_is_const(sym, b, &value)) ||
         (sym_op_of(sym, b) == SYM_BYTES && sym_is_const(sym, a, &value));
}

static uint32_t leaves_of(struct sym *sym, sym_id term) {
  uint32_t count;
  sym_support(sym, term, &count);
  return count;
}

/* NULL: not for people. */
static const char *condition_text(struct summary_engine *g, sym_id term) {
  char *text = NULL;
  size_t length = 0;
  uint32_t byte;
  uint64_t object = object_of(g, term, &byte);
  struct writer w = {.g = g, .left = MOST_NODES, .out = open_memstream(&text, &length)};
  if (!w.out) return NULL;
  if (object) w.hidden |= !write_object(&w, term, object, byte);
  else {
    const char *separator = "   (now ";
    write_term(&w, term);
    if (!says_value(g->places.sym, term) && leaves_of(g->places.sym, term) <= 32) write_now(&w, term, &separator);
    if (*separator == ',') fputc(')', w.out);
  }
  fclose(w.out);
  vec_free(&w.shown);
  const char *kept = w.hidden ? NULL : result_text(g->explained, "%s", text);
  free(text);
  return kept;
}

/* ---- the cut ---- */

static bool has_text(const struct result_cut *cut, const char *text) {
  for (uint32_t i = 0; i < cut->nconditions; i++)
    if (!strcmp(cut->conditions[i], text)) return true;
  return false;
}

/* Conditions on memory come first: they are what people look for. */
static bool is_about_memory(struct summary_engine *g, sym_id term) {
  uint32_t count;
  const uint32_t *support = sym_support(g->places.sym, term, &count);
  for (uint32_t i = 0; i < count; i++) {
    const struct block *b = &g->places.blocks.data[support[i] / 8];
    if (b->input || vm_location_kind(b->place) == VM_LOCATION_WORD) return true;
  }
  return false;
}

static void add_condition(struct summary_engine *g, struct result_cut *cut, sym_id term) {
  const char *text = condition_text(g, term);
  if (!text) cut->library++;
  else if (has_text(cut, text)) return;
  else if (cut->nconditions == MOST_CONDITIONS) cut->more++;
  else cut->conditions[cut->nconditions++] = text;
}

void explain_cut(struct summary_engine *g, const struct entry *e) {
  struct result *result = g->explained;
  if (!result || result->cuts.count >= MOST_CUTS) return;
  struct result_cut cut = {.run = g->runs + 1, .summary = e->serial, .made_after = e->made_after};
  name_threads(g->vm, result, &cut);
  cut.conditions = arena_alloc(&result->memory, MOST_CONDITIONS * sizeof *cut.conditions);
  for (uint32_t i = 0; i < e->nterms; i++)
    if (is_about_memory(g, e->terms[i])) add_condition(g, &cut, e->terms[i]);
  for (uint32_t i = 0; i < e->nterms; i++)
    if (!is_about_memory(g, e->terms[i])) add_condition(g, &cut, e->terms[i]);
  vec_push(&result->cuts, cut);
}

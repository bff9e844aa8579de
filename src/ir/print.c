/* The printer: a program as text for people. One line per instruction:

       %4 x = add.32 %3 y, 1                     ; file.c:12:7

   Registers appear as %number with their name, constants as numbers or @symbol+offset. */
#include <inttypes.h>
#include <stdarg.h>

#include "ir/ir.h"

static const char *const order_names[8] = {"", " relaxed", " acquire", " release", " acq_rel", " seq_cst", "", ""};

static const char *const rmw_names[] = {"xchg", "add", "sub", "and", "nand", "or", "xor", "max", "min", "umax", "umin"};

struct printer {
  const struct ir_program *p;
  const struct ir_function *f;
  FILE *out;
  int column; /* characters of the current line */
};

static void say(struct printer *pr, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(struct printer *pr, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vfprintf(pr->out, format, list);
  va_end(list);
  if (n > 0) pr->column += n;
}

static void print_reg(struct printer *pr, uint32_t reg) {
  uint32_t name = pr->p->regs[pr->f->first_reg + reg].name;
  say(pr, name ? "%%%u %s" : "%%%u", reg, ir_text(pr->p, name));
}

static void print_const(struct printer *pr, const struct ir_const *c) {
  if (c->kind == IR_CONST_FUNC) {
    say(pr, "@%s", ir_text(pr->p, pr->p->functions[c->symbol].name));
  } else if (c->kind == IR_CONST_GLOBAL) {
    say(pr, "@%s", ir_text(pr->p, pr->p->globals[c->symbol].name));
    if (c->value) say(pr, "%+" PRId64, (int64_t)c->value);
  } else {
    uint64_t sign = (uint64_t)1 << (c->width - 1);
    say(pr, "%" PRId64, c->width == 1 ? (int64_t)c->value : (int64_t)((c->value ^ sign) - sign));
  }
}

static void print_value(struct printer *pr, ir_value value) {
  if (ir_is_const(value)) print_const(pr, &pr->p->consts[ir_const_index(value)]);
  else print_reg(pr, (uint32_t)value);
}

static void print_immediate(struct printer *pr, const struct ir_ins *ins, int32_t value) {
  if (ins->op == IR_RMW) say(pr, "%s", rmw_names[value]);
  else if (ins->op == IR_FMATH || ins->op == IR_FMATH2) say(pr, "%s", ir_fmath_name((int32_t)value));
  else say(pr, "%d", value);
}

static void print_block_name(struct printer *pr, uint32_t block) {
  const char *name = ir_text(pr->p, pr->p->blocks[block].name);
  say(pr, *name ? "b%u.%s" : "b%u", block - pr->f->first_block, name);
}

static void print_switch(struct printer *pr, const struct ir_ins *ins) {
  const int32_t *extra = pr->p->extra + ins->b;
  for (int32_t i = 1; i < ins->c; i += 2) {
    say(pr, ", ");
    print_value(pr, extra[i]);
    say(pr, ": ");
    print_block_name(pr, (uint32_t)extra[i + 1]);
  }
  say(pr, ", default: ");
  print_block_name(pr, (uint32_t)extra[0]);
}

static void print_extra(struct printer *pr, const struct ir_ins *ins) {
  say(pr, "(");
  for (int32_t i = 0; i < ins->c; i++) {
    if (i) say(pr, ", ");
    print_value(pr, pr->p->extra[ins->b + i]);
  }
  say(pr, ")");
}

static void print_operand(struct printer *pr, const struct ir_ins *ins, int k) {
  char shape = ir_ops[ins->op].shape[2 + k];
  int32_t value = k == 0 ? ins->a : k == 1 ? ins->b : ins->c;
  if (shape == '-' || shape == 'n') return;
  if (shape != 'x') say(pr, k ? ", " : " ");
  switch (shape) {
  case 'v': print_value(pr, value); break;
  case 'i': print_immediate(pr, ins, value); break;
  case 'l': print_block_name(pr, (uint32_t)value); break;
  case 'f': say(pr, "@%s", ir_text(pr->p, pr->p->functions[value].name)); break;
  case 'g': say(pr, "@%s", ir_text(pr->p, pr->p->globals[value].name)); break;
  case 's': say(pr, "\"%s\"", ir_text(pr->p, (uint32_t)value)); break;
  case 'x':
    if (ins->op == IR_SWITCH) print_switch(pr, ins);
    else print_extra(pr, ins);
    break;
  }
}

static void print_results(struct printer *pr, const struct ir_ins *ins) {
  char shape = ir_ops[ins->op].shape[0];
  if (ins->dst == IR_NONE || shape == '-') return;
  uint32_t count = shape == 'p' ? 2 : shape == 'm' ? ins->width : 1;
  for (uint32_t k = 0; k < count; k++) {
    if (k) say(pr, ", ");
    print_reg(pr, ins->dst + k);
  }
  say(pr, " = ");
}

static void print_flags(struct printer *pr, const struct ir_ins *ins) {
  if (ins->flags & IR_NSW) say(pr, ins->op == IR_CMPXCHG ? " fail-acquires" : " nsw");
  if (ins->flags & IR_NUW && ins->op != IR_ALLOCA && ins->op != IR_UNDEF) say(pr, " nuw");
  if (ins->flags & IR_VOLATILE) say(pr, " volatile");
  if (ins->flags & IR_ATOMIC) say(pr, " atomic");
  if (ins->flags & IR_WEAK) say(pr, ins->op == IR_LOAD ? " raw" : " weak");
  say(pr, "%s", order_names[(ins->flags & IR_ORDER) >> 5]);
}

static void print_loc(struct printer *pr, uint32_t loc) {
  if (loc == 0) return;
  say(pr, "%*s;", pr->column < 56 ? 56 - pr->column : 1, "");
  for (; loc != 0; loc = pr->p->locs[loc].inlined_at) {
    const struct ir_loc *l = &pr->p->locs[loc];
    say(pr, " %s:%u:%u%s", ir_text(pr->p, l->file), l->line, l->column, l->inlined_at ? " in" : "");
  }
}

void ir_print_ins(const struct ir_program *p, uint32_t function, uint32_t ins, FILE *out) {
  struct printer pr = {p, &p->functions[function], out, 0};
  const struct ir_ins *i = &p->ins[ins];
  print_results(&pr, i);
  say(&pr, "%s", ir_ops[i->op].text);
  if (i->width && ir_ops[i->op].class != IR_CLASS_CALL) say(&pr, ".%u", i->width);
  print_flags(&pr, i);
  for (int k = 0; k < 3; k++) print_operand(&pr, i, k);
  print_loc(&pr, i->loc);
}

static void print_header(struct printer *pr) {
  const struct ir_function *f = pr->f;
  say(pr, "%s @%s(", f->flags & IR_FN_DEFINED ? "function" : "external", ir_text(pr->p, f->name));
  for (uint32_t i = 0; i < f->nparams; i++) {
    if (i) say(pr, ", ");
    print_reg(pr, i);
    say(pr, ":%u", pr->p->regs[f->first_reg + i].width);
  }
  if (f->flags & IR_FN_VARIADIC) say(pr, f->nparams ? ", ..." : "...");
  say(pr, ") results %u registers %u", f->nresults, f->nregs);
  if (f->flags & IR_FN_LIBRARY) say(pr, " library");
  if (f->flags & IR_FN_NORETURN) say(pr, " noreturn");
  if (f->flags & IR_FN_ATOMIC) say(pr, " atomic");
  print_loc(pr, f->loc);
  say(pr, "\n");
}

void ir_print_function(const struct ir_program *p, uint32_t function, FILE *out) {
  struct printer pr = {p, &p->functions[function], out, 0};
  print_header(&pr);
  for (uint32_t b = 0; b < pr.f->nblocks; b++) {
    const struct ir_block *block = &p->blocks[pr.f->first_block + b];
    print_block_name(&pr, pr.f->first_block + b);
    say(&pr, ":\n");
    for (uint32_t i = 0; i < block->count; i++) {
      fprintf(out, "  ");
      ir_print_ins(p, function, block->first + i, out);
      fprintf(out, "\n");
    }
  }
}

static void print_global(struct printer *pr, const struct ir_global *g) {
  static const struct {
    uint32_t flag;
    const char *text;
  } flags[] = {{IR_GLOBAL_CONST, " const"},
               {IR_GLOBAL_TLS, " thread-local"},
               {IR_GLOBAL_LIBRARY, " library"},
               {IR_GLOBAL_EXTERN, " extern"}};
  pr->column = 0;
  say(pr, "global @%s size %" PRIu64 " align %u", ir_text(pr->p, g->name), g->size, g->align);
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (g->flags & flags[i].flag) say(pr, "%s", flags[i].text);
  if (g->init != UINT64_MAX) {
    say(pr, " =");
    for (uint64_t i = 0; i < g->size && i < 64; i++) say(pr, " %02x", pr->p->data[g->init + i]);
    if (g->size > 64) say(pr, " ...");
  }
  print_loc(pr, g->loc);
  say(pr, "\n");
  for (uint32_t i = 0; i < g->nrelocs; i++) {
    const struct ir_reloc *r = &pr->p->relocs[g->first_reloc + i];
    uint32_t name = r->kind == IR_CONST_FUNC ? pr->p->functions[r->symbol].name : pr->p->globals[r->symbol].name;
    say(pr, "  +%" PRIu64 ": @%s%+" PRId64 "\n", r->offset, ir_text(pr->p, name), r->addend);
  }
}

void ir_print(const struct ir_program *p, FILE *out) {
  struct printer pr = {p, NULL, out, 0};
  say(&pr, "program of %u-bit pointers, entry @%s\n", p->pointer_bits, ir_text(p, p->functions[p->entry].name));
  for (uint64_t i = 0; i < p->nglobals; i++) print_global(&pr, &p->globals[i]);
  for (uint64_t i = 0; i < p->nctors; i++) say(&pr, "constructor @%s\n", ir_text(p, p->functions[p->ctors[i]].name));
  for (uint64_t i = 0; i < p->ndtors; i++) say(&pr, "destructor @%s\n", ir_text(p, p->functions[p->dtors[i]].name));
  for (uint32_t i = 0; i < p->nfunctions; i++) {
    fprintf(out, "\n");
    ir_print_function(p, i, out);
  }
}

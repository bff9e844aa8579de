/* Terms as text: infix operators, names of inputs, C-like where C has the operator. */
#include <inttypes.h>

#include "sym/node.h"

struct printer {
  const struct sym *sym;
  FILE *out;
  unsigned left; /* nodes that may still be printed */
};

static const char *infix(enum sym_op op) {
  switch (op) {
  case SYM_ADD: return "+";
  case SYM_SUB: return "-";
  case SYM_MUL: return "*";
  case SYM_UDIV: return "/u";
  case SYM_SDIV: return "/s";
  case SYM_UREM: return "%u";
  case SYM_SREM: return "%s";
  case SYM_AND: return "&";
  case SYM_OR: return "|";
  case SYM_XOR: return "^";
  case SYM_SHL: return "<<";
  case SYM_LSHR: return ">>u";
  case SYM_ASHR: return ">>s";
  case SYM_EQ: return "==";
  case SYM_ULT: return "<u";
  case SYM_ULE: return "<=u";
  case SYM_SLT: return "<s";
  case SYM_SLE: return "<=s";
  default: return NULL;
  }
}

const char *sym_op_text(enum sym_op op) {
  static const char *const text[] = {
#define SYM(name, text, arity, meaning) text,
#include "sym/ops.def"
#undef SYM
  };
  return text[op];
}

static void print_value(const struct printer *p, uint64_t value, unsigned width) {
  if (width > 1 && value & sign_bit(width) && signed_of(value, width) > -1000)
    fprintf(p->out, "%" PRId64, signed_of(value, width));
  else fprintf(p->out, value < 4096 ? "%" PRIu64 : "0x%" PRIx64, value);
}

/* x, x[3], x[2..5]: the name alone when the whole input is meant. */
static void print_bytes(const struct printer *p, uint32_t first, unsigned count) {
  const struct sym_input *in = &p->sym->inputs.data[p->sym->input_of.data[first]];
  uint32_t offset = first - in->first;
  if (offset == 0 && count == in->size) fprintf(p->out, "%s", in->name);
  else if (count == 1) fprintf(p->out, "%s[%u]", in->name, offset);
  else fprintf(p->out, "%s[%u..%u]", in->name, offset, offset + count - 1);
}

static void print(struct printer *p, sym_id a);

static void print_pair(struct printer *p, const char *open, sym_id a, const char *between, sym_id b) {
  fputs(open, p->out);
  print(p, a);
  fputs(between, p->out);
  print(p, b);
  fputc(')', p->out);
}

static void print_binary(struct printer *p, const struct node *n) {
  char between[8], open[16];
  if (infix(n->op)) {
    snprintf(between, sizeof between, " %s ", infix(n->op));
    print_pair(p, "(", n->a, between, n->b);
  } else {
    snprintf(open, sizeof open, "%s(", sym_op_text(n->op));
    print_pair(p, open, n->a, ", ", n->b);
  }
}

static void print_not(struct printer *p, const struct node *n) {
  const struct node *a = &p->sym->nodes[n->a];
  if (a->op == SYM_EQ) {
    print_pair(p, "(", a->a, " != ", a->b);
    return;
  }
  fputc(n->width == 1 ? '!' : '~', p->out);
  print(p, n->a);
}

static void print_ite(struct printer *p, const struct node *n) {
  fputc('(', p->out);
  print(p, n->a);
  fputs(" ? ", p->out);
  print(p, n->b);
  fputs(" : ", p->out);
  print(p, n->c);
  fputc(')', p->out);
}

static void print_library(struct printer *p, const struct node *n) {
  fprintf(p->out, "%s(", sym_library_name((unsigned)at(p->sym, n->c)->value));
  print(p, n->a);
  fputs(", ", p->out);
  print(p, n->b);
  fputc(')', p->out);
}

static void print_float(struct printer *p, const struct node *n) {
  fprintf(p->out, "%s(", sym_op_text(n->op));
  print(p, n->a);
  for (unsigned i = 1; i < 3; i++) {
    sym_id next = i == 1 ? n->b : n->c;
    if (!next) break;
    fputs(", ", p->out);
    print(p, next);
  }
  fputc(')', p->out);
}

static void print(struct printer *p, sym_id a) {
  const struct node *n = at(p->sym, a);
  if (!p->left) {
    fputs("...", p->out);
    return;
  }
  p->left--;
  switch (n->op) {
  case SYM_CONST: print_value(p, n->value, n->width); break;
  case SYM_BYTES: print_bytes(p, n->a, n->low); break;
  case SYM_READ:
    fprintf(p->out, "table%u[", n->b);
    print(p, n->a);
    fputc(']', p->out);
    break;
  case SYM_NOT: print_not(p, n); break;
  case SYM_EXTRACT:
    print(p, n->a);
    fprintf(p->out, "{%u..%u}", n->low, (unsigned)(n->low + n->width - 1));
    break;
  case SYM_ZEXT:
  case SYM_SEXT:
    fprintf(p->out, "%s%u(", sym_op_text(n->op), n->width);
    print(p, n->a);
    fputc(')', p->out);
    break;
  case SYM_ITE: print_ite(p, n); break;
  default:
    if (n->op == SYM_FMATH) print_library(p, n);
    else if (sym_is_float(n->op)) print_float(p, n);
    else print_binary(p, n);
  }
}

void sym_print(const struct sym *s, sym_id a, unsigned limit, FILE *out) {
  struct printer p = {s, out, limit};
  print(&p, a);
}

/* What differs, for people: a condition with the names of the source, and an example of a state. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "equivalence/inside.h"

enum { MOST_NODES = 24, MOST_TEXT = 110, MOST_EXAMPLES = 4 };

/* ---- memory cells ---- */

static const char *register_name(const struct work *w, const struct path *path, ir_value v, char text[64]) {
  const struct ir_program *p = w->p[path->side];
  if (ir_is_const(v)) return "";
  const struct ir_function *f = &p->functions[vec_last(&path->frames).function];
  const char *name = ir_text(p, p->regs[f->first_reg + (uint32_t)v].name);
  snprintf(text, 64, "%.*s", (int)strcspn(name, "."), name);
  return text;
}

/* A global, or a part of one. */
static bool global_cell(struct work *w, const struct path *path, const struct ir_ins *ins, char *text,
                        size_t capacity) {
  const struct ir_program *p = w->p[path->side];
  char part[80];
  if (!ir_is_const(ins->a)) return false;
  const struct ir_const *c = &p->consts[ir_const_index(ins->a)];
  if (c->kind != IR_CONST_GLOBAL) return false;
  const struct ir_global *g = &p->globals[c->symbol];
  if (!ir_part_name(p, g->type, c->value, ins->width / 8u, false, part, sizeof part)) *part = 0;
  snprintf(text, capacity, "%.60s%.60s", ir_text(p, g->name), part);
  return true;
}

const char *words_cell(struct work *w, const struct path *path, const struct ir_ins *ins, sym_id address, char *text,
                       size_t capacity) {
  const struct ir_program *p = w->p[path->side];
  char name[64] = "", part[80] = "";
  uint32_t count;
  if (global_cell(w, path, ins, text, capacity)) return text;
  register_name(w, path, ins->a, name);
  const struct ir_reg *reg = &p->regs[p->functions[vec_last(&path->frames).function].first_reg + (uint32_t)ins->a];
  bool known = reg->pointee && ir_part_name(p, reg->pointee, reg->at, ins->width / 8u, true, part, sizeof part);
  const uint32_t *support = sym_support(w->sym, address, &count);
  const char *from = count ? sym_input_at(w->sym, sym_input_of(w->sym, support[0]))->name : name;
  if (*from == '&') snprintf(text, capacity, "%.60s%.60s", from + 1, known ? part : "[...]");
  else if (known && *part == '.') snprintf(text, capacity, "%.60s->%.60s", from, part + 1);
  else snprintf(text, capacity, "*%.60s", from);
  return text;
}

/* ---- conditions ---- */

/* The operators as C writes them, without the mark of those on signed numbers; unsigned ones keep theirs. */
static void as_in_c(char *text) {
  static const char *const marked[] = {" <s ", " <=s ", " /s ", " %s ", " >>s "};
  for (unsigned i = 0; i < sizeof marked / sizeof *marked; i++)
    for (char *at = text; (at = strstr(at, marked[i]));) {
      char *mark = strchr(at, 's');
      memmove(mark, mark + 1, strlen(mark));
    }
}

static void print_parts(struct work *w, sym_id term, FILE *out, const char **between) {
  if (sym_op_of(w->sym, term) == SYM_AND && sym_width(w->sym, term) == 1) {
    print_parts(w, sym_operand(w->sym, term, 0), out, between);
    print_parts(w, sym_operand(w->sym, term, 1), out, between);
    return;
  }
  fputs(*between, out);
  sym_print(w->sym, term, MOST_NODES, out);
  *between = " and ";
}

/* Would a person write it so? Not parts of numbers, nor tables. */
static bool is_readable(const char *text) {
  static const char *const odd[] = {"...", "{", "table", "concat", "mulh"};
  for (unsigned i = 0; i < sizeof odd / sizeof *odd; i++)
    if (strstr(text, odd[i])) return false;
  return strlen(text) <= MOST_TEXT;
}

/* NULL: it is too long to help. */
static char *condition_text(struct work *w, sym_id when) {
  char *text = NULL;
  size_t size;
  const char *between = "";
  FILE *out = open_memstream(&text, &size);
  print_parts(w, when, out, &between);
  fclose(out);
  as_in_c(text);
  if (is_readable(text)) return text;
  free(text);
  return NULL;
}

static bool print_input(struct work *w, uint32_t input, FILE *out, const char *between) {
  const struct sym_input *in = sym_input_at(w->sym, input);
  if (*in->name == '&' || in->size > 8) return false;
  uint64_t value = smt_witness_value(w->smt, sym_bytes(w->sym, in->first, in->size));
  unsigned unused = 64 - in->size * 8;
  fprintf(out, "%s%s = %" PRId64, between, in->name, (int64_t)(value << unused) >> unused);
  return true;
}

/* Values of a state in which it holds. */
static char *example_text(struct work *w, sym_id when) {
  char *text = NULL;
  size_t size;
  uint32_t count, shown = 0, last = UINT32_MAX;
  if (compare_ask(w, when) != SMT_SAT) return NULL;
  FILE *out = open_memstream(&text, &size);
  const uint32_t *support = sym_support(w->sym, when, &count);
  for (uint32_t i = 0; i < count && shown < MOST_EXAMPLES; i++) {
    uint32_t input = sym_input_of(w->sym, support[i]);
    if (input == last) continue;
    last = input;
    shown += print_input(w, input, out, shown ? ", " : "");
  }
  fclose(out);
  if (*text) return text;
  free(text);
  return NULL;
}

char *words_condition(struct work *w, sym_id when) {
  char *all = NULL;
  size_t size;
  if (!when) return NULL;
  if (sym_is_true(w->sym, when)) return mem_strdup("in every state");
  char *example = example_text(w, when), *text = condition_text(w, when);
  FILE *out = open_memstream(&all, &size);
  if (text) fprintf(out, "when %s", text);
  if (example) fprintf(out, "%s%s", text ? ", for example " : "for example when ", example);
  if (!text && !example) fputs("in some states", out);
  fclose(out);
  free(text);
  free(example);
  return all;
}

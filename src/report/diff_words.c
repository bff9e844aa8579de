/* A change in a few words: the first difference between two instructions that a person can make something of. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "change/lines.h"
#include "change/operands.h"
#include "report/diff.h"
#include "report/words.h"

struct words {
  const struct change *change;
  const struct ir_program *p[2];
  const struct ir_ins *ins[2];
  char *buffer;
};

static bool say(struct words *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool say(struct words *w, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(w->buffer, DIFF_WORDS, format, args);
  va_end(args);
  return true;
}

enum { VALUE = 64 };

/* The text of a literal. */
static bool is_text(const struct ir_program *p, const struct ir_global *g) {
  if (!(g->flags & IR_GLOBAL_CONST) || g->init == UINT64_MAX || ir_text(p, g->name)[0] != '.') return false;
  return g->size > 0 && memchr(p->data + g->init, 0, g->size) == p->data + g->init + g->size - 1;
}

static void value_text(const struct ir_program *p, const struct ir_const *c, char text[VALUE]) {
  if (c->kind == IR_CONST_INT) {
    uint64_t sign = (uint64_t)1 << (c->width - 1);
    snprintf(text, VALUE, "%" PRId64, c->width == 1 ? (int64_t)c->value : (int64_t)((c->value ^ sign) - sign));
    return;
  }
  if (c->kind == IR_CONST_FUNC) {
    snprintf(text, VALUE, "%s", ir_text(p, p->functions[c->symbol].name));
    return;
  }
  const struct ir_global *g = &p->globals[c->symbol];
  if (is_text(p, g)) {
    char *quoted = words_quote(p->data + g->init, (uint32_t)g->size - 1, 24);
    snprintf(text, VALUE, "%s", quoted);
    free(quoted);
  } else if (c->value) snprintf(text, VALUE, "%s%+" PRId64, ir_text(p, g->name), (int64_t)c->value);
  else snprintf(text, VALUE, "%s", ir_text(p, g->name));
}

static bool say_constants(struct words *w, ir_value a, ir_value b) {
  char old[VALUE], new[VALUE];
  const struct ir_const *c = &w->p[OLD]->consts[ir_const_index(a)], *d = &w->p[NEW]->consts[ir_const_index(b)];
  value_text(w->p[OLD], c, old);
  value_text(w->p[NEW], d, new);
  if (strcmp(old, new) != 0) {
    uint32_t *match = c->kind == IR_CONST_GLOBAL ? w->change->old.global : w->change->old.function;
    if (c->kind == d->kind && c->kind != IR_CONST_INT && c->value == d->value && match[c->symbol] == d->symbol)
      return false;
    return say(w, "%s -> %s", old, new);
  }
  if (c->kind == IR_CONST_GLOBAL && d->kind == IR_CONST_GLOBAL && !is_text(w->p[OLD], &w->p[OLD]->globals[c->symbol]))
    return say(w, "%s is another object", new);
  return false;
}

static bool say_callee(struct words *w, uint32_t a, uint32_t b) {
  const char *old = ir_text(w->p[OLD], w->p[OLD]->functions[a].name),
             *new = ir_text(w->p[NEW], w->p[NEW]->functions[b].name);
  if (w->change->old.function[a] != b) return say(w, "%s() -> %s()", old, new);
  const struct ir_function *f = &w->p[OLD]->functions[a], *g = &w->p[NEW]->functions[b];
  if (f->nparams != g->nparams || f->nresults != g->nresults || f->flags != g->flags)
    return say(w, "%s() is declared in another way", new);
  return false;
}

static bool say_operands(struct words *w) {
  uint32_t n = operand_count(w->ins[OLD]), k = operand_count(w->ins[NEW]);
  for (uint32_t i = 0; i < n && i < k; i++) {
    struct operand a = operand_at(w->p[OLD], w->ins[OLD], i), b = operand_at(w->p[NEW], w->ins[NEW], i);
    if (a.kind == 'f' && say_callee(w, (uint32_t)a.value, (uint32_t)b.value)) return true;
    if (a.kind == 'i' && a.value != b.value) return say(w, "%d -> %d", a.value, b.value);
    if (a.kind != 'v' || b.kind != 'v' || !ir_is_const(a.value) || !ir_is_const(b.value)) continue;
    if (match_is_position(w->p[OLD], w->ins[OLD], i - 1)) continue;
    if (say_constants(w, a.value, b.value)) return true;
  }
  return n != k && say(w, "%u -> %u operands", n, k);
}

static bool say_flags(struct words *w) {
  static const struct {
    unsigned flag;
    const char *text;
  } rows[] = {{IR_VOLATILE, "volatile"},
              {IR_ATOMIC, "atomic"},
              {IR_WEAK, "weak"},
              {IR_NSW, "signed"},
              {IR_NUW, "without wrapping"}};
  static const char *const orders[8] = {"none", "relaxed", "acquire", "release", "acq_rel", "seq_cst", "?", "?"};
  unsigned a = w->ins[OLD]->flags, b = w->ins[NEW]->flags;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if ((a ^ b) & rows[i].flag) return say(w, b & rows[i].flag ? "now %s" : "no longer %s", rows[i].text);
  return a != b && say(w, "order %s -> %s", orders[(a & IR_ORDER) >> 5], orders[(b & IR_ORDER) >> 5]);
}

static bool say_difference(struct words *w) {
  const struct ir_ins *a = w->ins[OLD], *b = w->ins[NEW];
  if (a->op != b->op) return say(w, "%s -> %s", ir_ops[a->op].text, ir_ops[b->op].text);
  if (a->width != b->width && ir_ops[a->op].class != IR_CLASS_CALL) return say(w, "%u -> %u bits", a->width, b->width);
  return (a->flags != b->flags && say_flags(w)) || say_operands(w);
}

const char *diff_words(const struct change *change, const struct lines_row *row, char buffer[DIFF_WORDS]) {
  buffer[0] = 0;
  if (row->ins[OLD] == IR_NONE || row->ins[NEW] == IR_NONE || change->old.ins[row->ins[OLD]] != row->ins[NEW])
    return buffer;
  struct words w = {.change = change, .p = {change->old.program, change->new.program}, .buffer = buffer};
  w.ins[OLD] = &w.p[OLD]->ins[row->ins[OLD]];
  w.ins[NEW] = &w.p[NEW]->ins[row->ins[NEW]];
  if (!say_difference(&w)) buffer[0] = 0;
  return buffer;
}

static bool contents_value(const struct ir_program *p, const struct ir_global *g, int64_t *value) {
  static const uint8_t zero[8];
  if (g->size > 8 || g->nrelocs) return false;
  return words_number(g->init == UINT64_MAX ? zero : p->data + g->init, (uint32_t)g->size, value);
}

const char *diff_words_global(const struct change *change, const struct lines_global *global, char buffer[DIFF_WORDS]) {
  static const struct {
    uint32_t flag;
    const char *text;
  } rows[] = {{IR_GLOBAL_CONST, "constant"}, {IR_GLOBAL_TLS, "one per thread"}, {IR_GLOBAL_EXTERN, "only declared"}};
  struct words w = {0};
  const struct ir_program *old = change->old.program, *new = change->new.program;
  const struct ir_global *a = &old->globals[global->global[OLD]], *b = &new->globals[global->global[NEW]];
  int64_t x, y;
  w.buffer = buffer;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if ((a->flags ^ b->flags) & rows[i].flag)
      return say(&w, b->flags & rows[i].flag ? "now %s" : "no longer %s", rows[i].text), buffer;
  if (a->size != b->size) say(&w, "size %" PRIu64 " -> %" PRIu64 " bytes", a->size, b->size);
  else if (a->align != b->align) say(&w, "alignment %u -> %u", a->align, b->align);
  else if (contents_value(old, a, &x) && contents_value(new, b, &y))
    say(&w, "initial value %" PRId64 " -> %" PRId64, x, y);
  else say(&w, "other initial contents");
  return buffer;
}

const char *diff_words_edge(enum static_edge edge) {
  static const char *const texts[] = {
      [STATIC_START] = "changed",
      [STATIC_DATA] = "uses its result",
      [STATIC_MEMORY] = "reads what it writes",
      [STATIC_THREAD] = "sees it in memory or synchronisation, perhaps from another thread",
      [STATIC_CONTROL] = "is executed, or not, because of it",
      [STATIC_CALL] = "is called by it, or given its value",
      [STATIC_RETURN] = "gets its result back, or goes on after it",
      [STATIC_CREATION] = "runs in the thread that it starts",
  };
  return texts[edge];
}

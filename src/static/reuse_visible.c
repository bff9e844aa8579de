/* Can the program tell whether memory that was freed is handed out again? Only if the address of an object that may
   be freed is looked at: compared with that of another heap object, exchanged against it, subtracted, or made a
   number of. A test for null, an access, or arithmetic inside an object says nothing about it. Order (<) is not
   looked at: it is not promised. Neither is code of the library: it compares addresses inside one object only.

   Likewise the identity of threads: whoever asks for its own, compares two, or compares what a creation wrote. */
#include "ir/thread_functions.h"
#include "static/inside.h"
#include "static/points.h"

struct looks {
  struct statics *s;
  const bool *ends; /* per object: it may be freed */
  list scratch;
};

enum { HEAP = 1, FREED = 2 };

/* What kinds of heap objects a value may be an address of. */
static unsigned kinds_of(struct looks *x, uint32_t ins, ir_value v) {
  const struct points *points = x->s->points;
  unsigned kinds = 0;
  x->scratch.count = 0;
  points_of(x->s->points, x->s->function_of[ins], v, &x->scratch);
  for (uint32_t i = 0; i < x->scratch.count; i++) {
    uint32_t object = points->locations.data[x->scratch.data[i]].object;
    if (!object_is_on_heap(&points->objects.data[object])) continue;
    kinds |= HEAP | (x->ends[object] ? FREED : 0);
  }
  return kinds;
}

static bool is_freed(struct looks *x, uint32_t ins, ir_value v) { return kinds_of(x, ins, v) & FREED; }

/* Addresses of two objects, one of which may be gone. */
static bool are_two(struct looks *x, uint32_t ins, ir_value a, ir_value b) {
  return kinds_of(x, ins, a) && kinds_of(x, ins, b) && (is_freed(x, ins, a) || is_freed(x, ins, b));
}

/* The low bits are the same wherever an object lies. */
static bool is_low(const struct statics *s, ir_value v) {
  enum { LOW = 16 };
  if (!ir_is_const(v) || s->p->consts[ir_const_index(v)].kind != IR_CONST_INT) return false;
  const struct ir_const *c = &s->p->consts[ir_const_index(v)];
  uint64_t all = c->width >= 64 ? UINT64_MAX : ((uint64_t)1 << c->width) - 1;
  return c->value <= LOW || (~c->value & all) < LOW;
}

static bool any_is_freed(struct looks *x, uint32_t i) {
  struct operands o = operands_of(x->s->p, &x->s->p->ins[i]);
  for (uint32_t k = 0; k < o.nfixed; k++)
    if (is_freed(x, i, o.fixed[k])) return true;
  return false;
}

static unsigned tells_address(struct looks *x, uint32_t i) {
  const struct ir_ins *ins = &x->s->p->ins[i];
  bool low = false;
  switch (ir_ops[ins->op].address) {
  case IR_ADDRESS_NONE:
  case IR_ADDRESS_ORDER: return 0;
  case IR_ADDRESS_EQUALITY:
  case IR_ADDRESS_DIFFERENCE: return are_two(x, i, ins->a, ins->b) ? STATIC_TELLS_ADDRESSES : 0;
  case IR_ADDRESS_EXCHANGE: return is_freed(x, i, ins->b) ? STATIC_TELLS_ADDRESSES : 0;
  case IR_ADDRESS_SUM: return are_two(x, i, ins->a, ins->b) ? STATIC_TELLS_NUMBERS : 0;
  case IR_ADDRESS_BITS:
  case IR_ADDRESS_REMAINDER: low = is_low(x->s, ins->a) || is_low(x->s, ins->b); break;
  case IR_ADDRESS_NUMBER: break;
  }
  return !low && any_is_freed(x, i) ? STATIC_TELLS_NUMBERS : 0;
}

void reuse_find(struct statics *s, const bool *ends) {
  struct looks x = {.s = s, .ends = ends};
  bool freed = false;
  for (uint32_t o = 0; o < s->points->objects.count && !freed; o++)
    freed = ends[o] && object_is_on_heap(&s->points->objects.data[o]);
  for (uint32_t i = 0; i < s->p->nins && freed; i++)
    if (is_live(s, i) && !(function_at(s, i)->flags & IR_FN_LIBRARY)) s->tells |= tells_address(&x, i);
  vec_free(&x.scratch);
}

/* ---- threads ---- */

static const char *callee_of(const struct statics *s, uint32_t i) {
  const struct ir_ins *ins = &s->p->ins[i];
  return ins->op == IR_CALL ? ir_text(s->p, s->p->functions[ins->a].name) : "";
}

static bool is_int(const struct statics *s, ir_value v) {
  return ir_is_const(v) && s->p->consts[ir_const_index(v)].kind == IR_CONST_INT;
}

/* A handle is given to the library, or compared with a number. */
static bool is_plain_use(const struct statics *s, uint32_t i) {
  const struct ir_ins *ins = &s->p->ins[i];
  if (ins->op == IR_EQ || ins->op == IR_NE) return is_int(s, ins->a) || is_int(s, ins->b);
  const char *name = callee_of(s, i);
  bool library =
      *name && (s->p->functions[ins->a].flags & IR_FN_LIBRARY || !(s->p->functions[ins->a].flags & IR_FN_DEFINED));
  return library && !(thread_function_order(name) & THREAD_COMPARES);
}

static bool is_looked_at(const struct statics *s, uint32_t i) {
  uint32_t count;
  if (s->p->ins[i].dst == IR_NONE) return false;
  const uint32_t *uses = table_row(&s->uses, function_at(s, i)->first_reg + s->p->ins[i].dst, &count);
  for (uint32_t k = 0; k < count; k++)
    if (!is_plain_use(s, uses[k])) return true;
  return false;
}

/* Does it read what a creation wrote? */
static bool reads_handle(const struct statics *s, uint32_t i, const list *creations) {
  uint32_t nread, nwritten;
  const uint32_t *read = table_row(&s->reads, i, &nread);
  for (uint32_t c = 0; c < creations->count; c++) {
    const uint32_t *written = table_row(&s->writes, creations->data[c], &nwritten);
    for (uint32_t k = 0; k < nread * nwritten; k++) {
      const struct cell *a = &s->cells.data[read[k / nwritten]], *b = &s->cells.data[written[k % nwritten]];
      if (a->object == b->object && cells_overlap(a, b)) return true;
    }
  }
  return false;
}

static bool tells_thread(const struct statics *s, uint32_t i, const list *creations) {
  const struct ir_ins *ins = &s->p->ins[i];
  enum thread_order order = thread_function_order(callee_of(s, i));
  if (order & THREAD_COMPARES) return true;
  if (order & THREAD_ASKS) return is_looked_at(s, i);
  if (ir_ops[ins->op].access == IR_ACCESS_COPY) return reads_handle(s, i, creations);
  return ir_ops[ins->op].access == IR_ACCESS_READ && is_looked_at(s, i) && reads_handle(s, i, creations);
}

/* Can a thread be created after another one was joined, or when one may have ended by itself? */
static bool may_follow(const struct statics *s, uint32_t i, const list *creations) {
  enum thread_order order = thread_function_order(callee_of(s, i));
  if (order & THREAD_DETACHES) return true;
  if (!(order & THREAD_JOINS)) return false;
  for (uint32_t c = 0; c < creations->count; c++)
    if (may_precede_ask(s, i, creations->data[c])) return true;
  return false;
}

static bool tells_threads(const struct statics *s) {
  list creations = {0};
  bool follows = false, tells = false;
  for (uint32_t i = 0; i < s->p->nins; i++)
    if (is_live(s, i) && is_creation(s, i)) vec_push(&creations, i);
  for (uint32_t i = 0; i < s->p->nins && !follows && creations.count; i++)
    follows = is_live(s, i) && may_follow(s, i, &creations);
  for (uint32_t i = 0; i < s->p->nins && follows && !tells; i++)
    tells = is_live(s, i) && !(function_at(s, i)->flags & IR_FN_LIBRARY) && tells_thread(s, i, &creations);
  vec_free(&creations);
  return tells;
}

unsigned static_tells(const struct statics *s) { return s->tells | (tells_threads(s) ? STATIC_TELLS_THREADS : 0); }

/* The value of a term under a model. The hot path of the solver chain: recursion with a memo per epoch; past a
   bounded depth an explicit stack takes over, so that long chains cannot overflow the C stack. Only what decides the
   value is evaluated: one arm of an if-then-else, one element of a table. */
#include "sym/node.h"

enum { MAX_DEPTH = 400 };

struct run {
  struct sym *sym;
  const uint8_t *model;
  uint32_t nvars;
  uint64_t epoch;
};

static inline uint64_t bytes_value(const struct run *r, uint32_t first, unsigned count) {
  uint64_t value = 0;
  if ((uint64_t)first + 8 <= r->nvars) { /* a load of constant size is one instruction */
    memcpy(&value, r->model + first, 8);
    return value & mask_of(8 * count);
  }
  if (first < r->nvars) memcpy(&value, r->model + first, first + count <= r->nvars ? count : r->nvars - first);
  return value;
}

static inline sym_id element(const struct sym *s, const struct node *n, uint64_t index) {
  const struct table *t = &s->tables.data[n->b];
  return s->elements.data[t->first + (index < t->count ? index : t->count - 1)];
}

static inline bool ready(const struct run *r, sym_id a) {
  unsigned op = r->sym->nodes[a].op;
  return op == SYM_CONST || op == SYM_BYTES || r->sym->memo[a].stamp == r->epoch;
}

static inline uint64_t ready_value(const struct run *r, sym_id a) {
  const struct node *n = &r->sym->nodes[a];
  if (n->op == SYM_CONST) return n->value;
  if (n->op == SYM_BYTES) return bytes_value(r, n->a, n->low);
  return r->sym->memo[a].value;
}

static inline uint64_t widen(uint64_t v, unsigned from, unsigned to) {
  return (uint64_t)signed_of(v, from) & mask_of(to);
}

/* The operand of `a` that must be evaluated next; 0 when all are ready. */
static sym_id missing(const struct run *r, sym_id a) {
  const struct node *n = &r->sym->nodes[a];
  if (!ready(r, n->a)) return n->a;
  sym_id next = 0;
  if (n->op == SYM_READ) next = element(r->sym, n, ready_value(r, n->a));
  else if (n->op == SYM_ITE) next = ready_value(r, n->a) ? n->b : n->c;
  else if (n->b && n->c && ready(r, n->b)) next = n->c;
  else if (n->b) next = n->b;
  return next && !ready(r, next) ? next : 0;
}

static uint64_t float_from_ready(const struct run *r, const struct node *n) {
  uint64_t a = ready_value(r, n->a), b = n->b ? ready_value(r, n->b) : 0, c = n->c ? ready_value(r, n->c) : 0;
  return sym_float_value(n->op, n->width, r->sym->nodes[n->a].width, a, b, c);
}

static uint64_t from_ready(const struct run *r, const struct node *n) {
  const struct sym *s = r->sym;
  uint64_t a = ready_value(r, n->a);
  unsigned from = s->nodes[n->a].width;
  if (sym_is_float(n->op)) return float_from_ready(r, n);
  switch (n->op) {
  case SYM_READ: return ready_value(r, element(s, n, a));
  case SYM_NOT: return ~a & mask_of(n->width);
  case SYM_EXTRACT: return (a >> n->low) & mask_of(n->width);
  case SYM_ZEXT: return a;
  case SYM_SEXT: return widen(a, from, n->width);
  case SYM_ITE: return ready_value(r, a ? n->b : n->c);
  case SYM_CONCAT: return a << s->nodes[n->b].width | ready_value(r, n->b);
  default: return apply(n->op, a, ready_value(r, n->b), from);
  }
}

static uint64_t eval_deep(const struct run *r, sym_id root) {
  struct sym *s = r->sym;
  uint32_t bottom = s->eval_stack.count;
  vec_push(&s->eval_stack, root);
  while (s->eval_stack.count > bottom) {
    sym_id a = vec_last(&s->eval_stack), next = missing(r, a);
    if (next) {
      vec_push(&s->eval_stack, next);
      continue;
    }
    s->memo[a] = (struct memo){r->epoch, from_ready(r, &s->nodes[a])};
    s->eval_stack.count--;
  }
  return s->memo[root].value;
}

static uint64_t eval(const struct run *r, sym_id a, unsigned depth);

static inline uint64_t eval_leaf(const struct run *r, sym_id a, unsigned depth) {
  const struct node *n = &r->sym->nodes[a];
  if (n->op == SYM_CONST) return n->value;
  if (n->op == SYM_BYTES) return bytes_value(r, n->a, n->low);
  return eval(r, a, depth);
}

static uint64_t eval_float(const struct run *r, const struct node *n, uint64_t a, unsigned depth) {
  uint64_t b = n->b ? eval_leaf(r, n->b, depth) : 0, c = n->c ? eval_leaf(r, n->c, depth) : 0;
  return sym_float_value(n->op, n->width, r->sym->nodes[n->a].width, a, b, c);
}

static uint64_t eval(const struct run *r, sym_id id, unsigned depth) {
  struct memo *memo = &r->sym->memo[id];
  if (memo->stamp == r->epoch) return memo->value;
  if (depth > MAX_DEPTH) return eval_deep(r, id);
  const struct node *n = &r->sym->nodes[id];
  uint64_t a = eval_leaf(r, n->a, depth + 1), v;
  switch (n->op) {
  case SYM_READ: v = eval_leaf(r, element(r->sym, n, a), depth + 1); break;
  case SYM_NOT: v = ~a & mask_of(n->width); break;
  case SYM_EXTRACT: v = (a >> n->low) & mask_of(n->width); break;
  case SYM_ZEXT: v = a; break;
  case SYM_SEXT: v = widen(a, r->sym->nodes[n->a].width, n->width); break;
  case SYM_ITE: v = eval_leaf(r, a ? n->b : n->c, depth + 1); break;
  case SYM_CONCAT: v = a << r->sym->nodes[n->b].width | eval_leaf(r, n->b, depth + 1); break;
  default:
    if (sym_is_float(n->op)) v = eval_float(r, n, a, depth + 1);
    else v = apply(n->op, a, eval_leaf(r, n->b, depth + 1), r->sym->nodes[n->a].width);
  }
  *memo = (struct memo){r->epoch, v};
  return v;
}

uint64_t sym_epoch(struct sym *s) { return ++s->epoch; }

uint64_t sym_eval_in(struct sym *s, uint64_t epoch, sym_id a, const uint8_t *model, uint32_t nvars) {
  at(s, a);
  struct run r = {s, model, nvars, epoch};
  return eval_leaf(&r, a, 0);
}

uint64_t sym_eval(struct sym *s, sym_id a, const uint8_t *model, uint32_t nvars) {
  return sym_eval_in(s, sym_epoch(s), a, model, nvars);
}

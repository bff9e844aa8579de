/* The instructions of a function as nodes, edges and rules of the points-to analysis.

   Every value may carry a pointer, whatever its width. Sums, differences and bit masks as wide as a pointer keep the
   objects of their operands and forget the offset; all other arithmetic leaves a number, which is an address only where
   no pointer can be: then it may be the address of anything. Results that are too small for an address are nothing. The
   index of an address computation (lea) is no pointer, unless the base is none. */
#include "static/points.h"

enum { SMALL = 4096 }; /* no object lies below */

static uint32_t const_node(struct points *x, uint32_t index) {
  const struct ir_const *c = &x->s->p->consts[index];
  if (c->kind == IR_CONST_INT) return x->nothing;
  if (x->const_nodes[index] != IR_NONE) return x->const_nodes[index];
  uint32_t node = x->const_nodes[index] = points_node(x);
  uint32_t object = c->kind == IR_CONST_FUNC ? function_object(x, c->symbol) : global_object(x, c->symbol);
  points_add(x, node, points_location(x, object, (int64_t)c->value, 0));
  return node;
}

uint32_t constraint_value(struct points *x, uint32_t instance, ir_value v) {
  return ir_is_const(v) ? const_node(x, ir_const_index(v)) : x->instances.data[instance].first_node + (uint32_t)v;
}

/* ---- one function at a time ---- */

struct body {
  struct points *x;
  const struct ir_program *p;
  const struct ir_function *f;
  uint32_t instance;
  uint32_t *cycle; /* per register: component of the flow between registers */
  bool *stored;    /* per register: a store takes it as it is */
};

static uint32_t value(const struct body *b, ir_value v) { return constraint_value(b->x, b->instance, v); }
static uint32_t result(const struct body *b, const struct ir_ins *ins) {
  return b->x->instances.data[b->instance].first_node + ins->dst;
}

static bool is_int(const struct body *b, ir_value v, int64_t *number) {
  if (!ir_is_const(v) || b->p->consts[ir_const_index(v)].kind != IR_CONST_INT) return false;
  const struct ir_const *c = &b->p->consts[ir_const_index(v)];
  unsigned unused = c->width < 64 && c->width ? 64u - c->width : 0;
  *number = (int64_t)(c->value << unused) >> unused;
  return true;
}

/* A step in a cycle of registers is taken any number of times. */
static bool repeats(const struct body *b, ir_value from, uint32_t to) {
  return !ir_is_const(from) && b->cycle[from] == b->cycle[to];
}

static void copy(const struct body *b, ir_value from, const struct ir_ins *ins) {
  points_edge(b->x, value(b, from), result(b, ins), EDGE_COPY, 0);
}
static void blur(const struct body *b, ir_value from, const struct ir_ins *ins) {
  points_edge(b->x, value(b, from), result(b, ins), EDGE_STRIDE, ANYWHERE);
}
static void compute(const struct body *b, ir_value from, const struct ir_ins *ins) {
  points_edge(b->x, value(b, from), result(b, ins), EDGE_NUMBER, 0);
}
/* Arithmetic on addresses has their width. */
static void blur_both(const struct body *b, const struct ir_ins *ins) {
  bool whole = ins->width == b->p->pointer_bits;
  (whole ? blur : compute)(b, ins->a, ins);
  (whole ? blur : compute)(b, ins->b, ins);
}
/* A third operand is an amount. */
static void compute_all(const struct body *b, const struct ir_ins *ins) {
  compute(b, ins->a, ins);
  if (ir_ops[ins->op].shape[3] == 'v') compute(b, ins->b, ins);
}
static void shift(const struct body *b, ir_value from, const struct ir_ins *ins, int64_t bytes) {
  uint64_t step = (uint64_t)(bytes < 0 ? -bytes : bytes);
  if (!bytes) copy(b, from, ins);
  else if (step > UINT32_MAX) blur(b, from, ins);
  else if (repeats(b, from, ins->dst)) points_edge(b->x, value(b, from), result(b, ins), EDGE_STRIDE, (int64_t)step);
  else points_edge(b->x, value(b, from), result(b, ins), EDGE_SHIFT, bytes);
}

static void add(const struct body *b, const struct ir_ins *ins, bool negative) {
  int64_t number;
  bool whole = ins->width == b->p->pointer_bits;
  if (whole && is_int(b, ins->b, &number)) shift(b, ins->a, ins, negative ? -number : number);
  else if (whole && !negative && is_int(b, ins->a, &number)) shift(b, ins->b, ins, number);
  else blur_both(b, ins);
}

static void address(const struct body *b, const struct ir_ins *ins) {
  int64_t number;
  if (is_int(b, ins->a, &number)) blur(b, ins->b, ins);
  else if (is_int(b, ins->b, &number)) shift(b, ins->a, ins, number * ins->c);
  else if (ins->c == 0) copy(b, ins->a, ins);
  else points_edge(b->x, value(b, ins->a), result(b, ins), EDGE_STRIDE, ins->c < 0 ? -(int64_t)ins->c : ins->c);
}

/* A result below this operand is too small to be an address. */
static bool is_small(const struct body *b, ir_value v) {
  int64_t number;
  return is_int(b, v, &number) && number >= 0 && number <= SMALL;
}

static uint64_t bytes_of(const struct ir_ins *ins) { return (ins->width + 7u) / 8; }

/* The node of the pointers of which a register takes parts from a load to a store. */
static uint32_t pieces_of(const struct body *b, uint32_t node) {
  uint32_t pieces;
  if (map_get(&b->x->pieces, node, &pieces)) return pieces;
  pieces = points_node(b->x);
  map_put(&b->x->pieces, node, pieces);
  return pieces;
}

static void load(const struct body *b, const struct ir_ins *ins) {
  uint64_t bytes = bytes_of(ins);
  points_rule(b->x, value(b, ins->a), (struct rule){.kind = RULE_LOAD, .bytes = bytes, .value = result(b, ins)});
  if (bytes >= b->x->word || !b->stored[ins->dst]) return;
  uint32_t pieces = pieces_of(b, result(b, ins));
  points_rule(b->x, value(b, ins->a),
              (struct rule){.kind = RULE_LOAD, .bytes = bytes, .pieces = true, .value = pieces});
}

static void store(const struct body *b, ir_value to, uint64_t bytes, uint32_t from) {
  if (points_find(b->x, from) == b->x->nothing) return;
  points_rule(b->x, value(b, to), (struct rule){.kind = RULE_STORE, .bytes = bytes, .value = from});
}

static void make_object(const struct body *b, const struct ir_ins *ins, enum static_object_kind kind, uint64_t size) {
  uint32_t object = points_object(b->x, kind, (uint32_t)(ins - b->p->ins), size);
  points_add(b->x, result(b, ins), points_location(b->x, object, 0, 0));
}

static void start_variable(const struct body *b, const struct ir_ins *ins) {
  struct points *x = b->x;
  uint32_t object = instance_variable(x, b->instance), pointer = points_node(x), field = points_node(x);
  points_add(x, pointer, points_location(x, object, 0, ANYWHERE));
  points_edge(x, value(b, ins->a), field, EDGE_SHIFT, x->word == 8 ? 8 : 0);
  points_rule(x, field, (struct rule){.kind = RULE_STORE, .bytes = x->word, .value = pointer});
}

/* The new value is the last operand. */
static void put(const struct body *b, const struct ir_ins *ins) {
  ir_value from = ir_ops[ins->op].shape[4] == 'v' ? ins->c : ins->b;
  store(b, ins->a, bytes_of(ins), value(b, from));
  if (ir_op_updates(ins->op) || bytes_of(ins) >= b->x->word || ir_is_const(from)) return;
  store(b, ins->a, bytes_of(ins), pieces_of(b, value(b, from)));
}

static void memory(const struct body *b, const struct ir_ins *ins) {
  int64_t number;
  switch (ir_ops[ins->op].access) {
  case IR_ACCESS_NONE: break;
  case IR_ACCESS_READ: load(b, ins); break;
  case IR_ACCESS_WRITE: put(b, ins); break;
  case IR_ACCESS_UPDATE:
    load(b, ins);
    put(b, ins);
    break;
  case IR_ACCESS_COPY:
    rule_block_copy(b->x, value(b, ins->a), value(b, ins->b),
                    is_int(b, ins->c, &number) && number > 0 ? (uint64_t)number : 0);
    break;
  case IR_ACCESS_FILL: store(b, ins->a, 0, value(b, ins->b)); break;
  case IR_ACCESS_LIST: start_variable(b, ins); break;
  }
}

static void object(const struct body *b, const struct ir_ins *ins) {
  int64_t number;
  if (ins->op == IR_ALLOCA)
    make_object(b, ins, STATIC_STACK, is_int(b, ins->a, &number) ? (uint64_t)number : UINT64_MAX);
  else points_add(b->x, result(b, ins), points_location(b->x, global_object(b->x, (uint32_t)ins->a), 0, 0));
}

static void give_back(const struct body *b, const struct ir_ins *ins) {
  uint32_t results = b->x->instances.data[b->instance].first_result;
  for (int32_t i = 0; i < ins->c && (uint32_t)i < b->f->nresults; i++)
    points_edge(b->x, value(b, b->p->extra[ins->b + i]), results + (uint32_t)i, EDGE_COPY, 0);
}

static void call(const struct body *b, const struct ir_ins *ins) {
  uint32_t number = (uint32_t)(ins - b->p->ins);
  if (ins->op == IR_CALL) link_call(b->x, b->instance, number, (uint32_t)ins->a);
  else points_rule(b->x, value(b, ins->a), (struct rule){.kind = RULE_CALL, .ins = number, .instance = b->instance});
}

static void constrain(const struct body *b, const struct ir_ins *ins) {
  memory(b, ins);
  switch (ir_ops[ins->op].pointers) {
  case IR_POINTERS_NONE:
  case IR_POINTERS_MEMORY: break;
  case IR_POINTERS_SAME: copy(b, ins->a, ins); break;
  case IR_POINTERS_CHOICE:
    copy(b, ins->b, ins);
    copy(b, ins->c, ins);
    break;
  case IR_POINTERS_SUM: add(b, ins, false); break;
  case IR_POINTERS_DIFFERENCE: add(b, ins, true); break;
  case IR_POINTERS_ELEMENT: address(b, ins); break;
  case IR_POINTERS_MASK:
    if (!is_small(b, ins->a) && !is_small(b, ins->b)) blur_both(b, ins);
    break;
  case IR_POINTERS_MIX: blur_both(b, ins); break;
  case IR_POINTERS_REMAINDER:
    if (!is_small(b, ins->b)) compute(b, ins->a, ins);
    break;
  case IR_POINTERS_NUMBER: compute_all(b, ins); break;
  case IR_POINTERS_OBJECT: object(b, ins); break;
  case IR_POINTERS_CALL: call(b, ins); break;
  case IR_POINTERS_RETURN: give_back(b, ins); break;
  }
}

/* The flow between the registers of the function: p in `p = p + 4` is part of a cycle. */
static void find_cycles(struct body *b) {
  pairs flow = {0};
  b->stored = mem_zalloc(b->f->nregs + 1);
  for (uint32_t i = b->f->first_ins; i < b->f->first_ins + b->f->nins; i++) {
    const struct ir_ins *ins = &b->p->ins[i];
    if (ir_ops[ins->op].access == IR_ACCESS_WRITE && !ir_is_const(ins->b)) b->stored[ins->b] = true;
    if (ins->dst == IR_NONE || ir_ops[ins->op].class != IR_CLASS_PURE) continue;
    const int32_t operands[] = {ins->a, ins->b, ins->c};
    for (unsigned k = 0; k < 3; k++)
      if (ir_ops[ins->op].shape[2 + k] == 'v' && !ir_is_const(operands[k]))
        vec_push(&flow, ((struct pair){(uint32_t)operands[k], ins->dst}));
  }
  struct table t = table_make(b->f->nregs, flow.data, flow.count);
  b->cycle = mem_alloc(((size_t)b->f->nregs + 1) * sizeof *b->cycle);
  components_find(b->f->nregs, &t, b->cycle);
  table_free(&t);
  vec_free(&flow);
}

void constraint_function(struct points *x, uint32_t instance) {
  const struct ir_program *p = x->s->p;
  struct body b = {.x = x, .p = p, .f = &p->functions[x->instances.data[instance].function], .instance = instance};
  find_cycles(&b);
  for (uint32_t i = b.f->first_ins; i < b.f->first_ins + b.f->nins; i++)
    if (is_live(x->s, i)) constrain(&b, &p->ins[i]);
  free(b.cycle);
  free(b.stored);
}

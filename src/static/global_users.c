/* Who uses what: the instructions that may access given globals, those that look at addresses as numbers, and what part
   an instruction has in the order of threads. The comparison of two versions asks, where something changed that is no
   instruction. */
#include "static/inside.h"
#include "static/points.h"

/* ---- globals ---- */

static bool is_access(const struct ir_ins *ins) {
  enum ir_class class = ir_ops[ins->op].class;
  return class == IR_CLASS_MEM || class == IR_CLASS_SYNC || class == IR_CLASS_CALL;
}

/* A function with a body accesses what it is given itself. */
static bool has_body(const struct statics *s, uint32_t ins) {
  uint32_t count;
  const uint32_t *callees = table_row(&s->callees, ins, &count);
  for (uint32_t i = 0; i < count; i++)
    if (s->models[callees[i]] != MODEL_NONE) return false;
  return ir_ops[s->p->ins[ins].op].class == IR_CLASS_CALL;
}

static bool points_at(const struct statics *s, uint32_t ins, ir_value v, const uint8_t *globals, list *scratch) {
  scratch->count = 0;
  points_of(s->points, s->function_of[ins], v, scratch);
  for (uint32_t i = 0; i < scratch->count; i++) {
    uint32_t at = s->points->locations.data[scratch->data[i]].object;
    const struct object *o = &s->points->objects.data[at];
    if (at == s->points->anything || ((o->kind == STATIC_GLOBAL || o->kind == STATIC_TLS) && globals[o->index]))
      return true;
  }
  return false;
}

void static_add_users(const struct statics *s, const uint8_t *globals, struct static_set *set) {
  list scratch = {0};
  for (uint32_t i = 0; i < s->p->nins; i++) {
    const struct ir_ins *ins = &s->p->ins[i];
    if (!is_live(s, i) || !is_access(ins) || has_body(s, i)) continue;
    struct operands o = operands_of(s->p, ins);
    bool found = ins->op == IR_TLSADDR && globals[ins->a];
    for (uint32_t k = 0; k < o.nfixed && !found; k++) found = points_at(s, i, o.fixed[k], globals, &scratch);
    for (uint32_t k = 0; k < o.nmore && !found; k++) found = points_at(s, i, o.more[k], globals, &scratch);
    if (found) static_set_add(set, i);
  }
  vec_free(&scratch);
}

/* ---- addresses as numbers ---- */

/* Objects lie at multiples of this, unless they ask for more: so the bits below say nothing about where. */
enum { LEAST_DISTANCE = 256 };

static bool is_low_mask(const struct statics *s, ir_value v) {
  if (!ir_is_const(v) || s->p->consts[ir_const_index(v)].kind != IR_CONST_INT) return false;
  uint64_t value = s->p->consts[ir_const_index(v)].value;
  unsigned width = s->p->consts[ir_const_index(v)].width;
  uint64_t all = width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
  return value < LEAST_DISTANCE || (~value & all) < LEAST_DISTANCE;
}

/* The one object that a value points into: IR_NONE if it is no pointer, IR_NONE - 1 if there are several. */
enum { SEVERAL = IR_NONE - 1 };
static uint32_t object_of(const struct statics *s, uint32_t ins, ir_value v, list *scratch) {
  uint32_t found = IR_NONE;
  if (ir_is_const(v) && s->p->consts[ir_const_index(v)].kind == IR_CONST_INT) return IR_NONE;
  scratch->count = 0;
  points_of(s->points, s->function_of[ins], v, scratch);
  for (uint32_t i = 0; i < scratch->count; i++) {
    uint32_t at = s->points->locations.data[scratch->data[i]].object;
    if (at == s->points->anything) continue; /* a number already */
    found = found == IR_NONE || found == at ? at : SEVERAL;
  }
  if (found != IR_NONE && found != SEVERAL && object_is_on_heap(&s->points->objects.data[found])) return SEVERAL;
  return found;
}

static bool any_is_pointer(const struct statics *s, uint32_t i, list *scratch) {
  struct operands o = operands_of(s->p, &s->p->ins[i]);
  for (uint32_t k = 0; k < o.nfixed; k++)
    if (object_of(s, i, o.fixed[k], scratch) != IR_NONE) return true;
  return false;
}

/* Differences and sums stay addresses until they are looked at; an exchange and a test compare without a place. */
static bool looks_at_address(const struct statics *s, uint32_t i, list *scratch) {
  const struct ir_ins *ins = &s->p->ins[i];
  bool low = false;
  uint32_t a, b;
  switch (ir_ops[ins->op].address) {
  case IR_ADDRESS_NONE:
  case IR_ADDRESS_SUM:
  case IR_ADDRESS_DIFFERENCE:
  case IR_ADDRESS_EXCHANGE: return false;
  case IR_ADDRESS_ORDER:
    a = object_of(s, i, ins->a, scratch);
    b = object_of(s, i, ins->b, scratch);
    return (a != IR_NONE || b != IR_NONE) && (a != b || a == SEVERAL);
  case IR_ADDRESS_EQUALITY: /* with null, or with each other: places do not matter */
    a = object_of(s, i, ins->a, scratch);
    b = object_of(s, i, ins->b, scratch);
    return (a == IR_NONE) != (b == IR_NONE) && !is_low_mask(s, ins->a) && !is_low_mask(s, ins->b);
  case IR_ADDRESS_BITS: low = is_low_mask(s, ins->a) || is_low_mask(s, ins->b); break;
  case IR_ADDRESS_REMAINDER:
  case IR_ADDRESS_NUMBER: break;
  }
  return !low && any_is_pointer(s, i, scratch);
}

void static_add_address_users(const struct statics *s, struct static_set *set) {
  list scratch = {0};
  for (uint32_t i = 0; i < s->p->nins; i++)
    if (is_live(s, i) && looks_at_address(s, i, &scratch)) static_set_add(set, i);
  vec_free(&scratch);
}

/* ---- parts in the order of threads ---- */

static unsigned model_roles(enum model m) {
  switch (m) {
  case MODEL_CREATE:
  case MODEL_HANDLE:
  case MODEL_ATOMIC:
  case MODEL_SYNC: return STATIC_SYNCHRONISES;
  case MODEL_JOIN:
  case MODEL_BLOCK: return STATIC_SYNCHRONISES | STATIC_BLOCKS;
  case MODEL_ASSUME:
  case MODEL_EXIT:
  case MODEL_THREAD_EXIT: return STATIC_ENDS;
  case MODEL_ALLOCATE: return STATIC_ALLOCATES | STATIC_ON_HEAP;
  case MODEL_FREE: return STATIC_FREES;
  default: return 0;
  }
}

unsigned static_roles(const struct statics *s, uint32_t i) {
  const struct ir_ins *ins = &s->p->ins[i];
  unsigned roles = is_stop(s, i) ? STATIC_ENDS : 0;
  uint32_t count;
  switch ((enum ir_op)ins->op) {
  case IR_ALLOCA: return roles | STATIC_ALLOCATES;
  case IR_RET: return roles | (s->function_of[i] == s->p->entry ? STATIC_ENDS : 0);
  case IR_UNSUPPORTED: return STATIC_ENDS;
  case IR_BR:
  case IR_CBR:
  case IR_SWITCH: return roles | (s->escapes[static_block_of(s, i)] ? STATIC_BLOCKS : 0);
  case IR_CALL:
  case IR_ICALL: break;
  default: return roles;
  }
  const uint32_t *callees = table_row(&s->callees, i, &count);
  for (uint32_t k = 0; k < count; k++) roles |= model_roles((enum model)s->models[callees[k]]);
  return roles;
}

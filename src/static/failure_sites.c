/* Failure sites: every instruction at which a run may fail, end early or become incomplete. An access is no failure
   site if it evidently lies inside a global or a local of the same function. */
#include "static/scope.h"

/* ---- evident addresses ---- */

struct base {
  uint64_t size;
  int64_t offset;
  uint32_t object; /* instruction or global, to tell two bases apart */
  bool is_global, readonly;
};

static bool is_int(const struct ir_program *p, ir_value v) {
  return ir_is_const(v) && p->consts[ir_const_index(v)].kind == IR_CONST_INT;
}

static int64_t number(const struct ir_program *p, ir_value v) {
  const struct ir_const *c = &p->consts[ir_const_index(v)];
  unsigned unused = c->width && c->width < 64 ? 64u - c->width : 0;
  return (int64_t)(c->value << unused) >> unused;
}

static bool global_base(const struct ir_program *p, uint32_t global, int64_t offset, struct base *base) {
  const struct ir_global *g = &p->globals[global];
  *base = (struct base){
      .size = g->size, .offset = offset, .object = global, .is_global = true, .readonly = g->flags & IR_GLOBAL_CONST};
  return !(g->flags & IR_GLOBAL_EXTERN);
}

static uint32_t only_definition(const struct statics *s, uint32_t function, uint32_t reg) {
  uint32_t count;
  const uint32_t *all = table_row(&s->definitions, s->p->functions[function].first_reg + reg, &count);
  return count == 1 && reg >= s->p->functions[function].nparams ? all[0] : IR_NONE;
}

/* Locals can end before their function only where a stack mark is restored. */
static bool restores_stack(const struct statics *s, uint32_t function) {
  const struct ir_function *f = &s->p->functions[function];
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++)
    if (s->p->ins[i].op == IR_STACKRESTORE) return true;
  return false;
}

static bool find_base(const struct statics *s, uint32_t user, ir_value v, struct base *base) {
  const struct ir_program *p = s->p;
  uint32_t function = s->function_of[user];
  int64_t offset = 0;
  for (unsigned steps = 0; steps < 32; steps++) {
    if (ir_is_const(v)) {
      const struct ir_const *c = &p->consts[ir_const_index(v)];
      return c->kind == IR_CONST_GLOBAL && !(p->globals[c->symbol].flags & IR_GLOBAL_TLS) &&
             global_base(p, c->symbol, offset + (int64_t)c->value, base);
    }
    uint32_t at = only_definition(s, function, (uint32_t)v);
    if (at == IR_NONE) return false;
    const struct ir_ins *ins = &p->ins[at];
    if (ins->op == IR_ADD && is_int(p, ins->b)) offset += number(p, ins->b);
    else if (ins->op == IR_LEA && is_int(p, ins->b)) offset += number(p, ins->b) * ins->c;
    else if (ins->op == IR_TLSADDR) return global_base(p, (uint32_t)ins->a, offset, base);
    else if (ins->op == IR_ALLOCA && is_int(p, ins->a) && !restores_stack(s, function) &&
             !scope_may_be_over(s, at, user)) {
      *base = (struct base){.size = (uint64_t)number(p, ins->a), .offset = offset, .object = at};
      return true;
    } else if (ins->op != IR_MOV) return false;
    v = ins->a;
  }
  return false;
}

static bool is_inside(const struct base *base, uint64_t bytes) {
  return base->offset >= 0 && bytes <= base->size && (uint64_t)base->offset <= base->size - bytes;
}

static bool is_evident(const struct statics *s, uint32_t ins, ir_value address, uint64_t bytes, bool write) {
  struct base base;
  return find_base(s, ins, address, &base) && is_inside(&base, bytes) && !(write && base.readonly);
}

static bool copy_is_evident(const struct statics *s, uint32_t i) {
  const struct ir_ins *ins = &s->p->ins[i];
  struct base to = {0}, from = {0};
  if (!is_int(s->p, ins->c) || number(s->p, ins->c) < 0) return false;
  uint64_t bytes = (uint64_t)number(s->p, ins->c);
  if (!ir_op_reads(ins->op)) return is_evident(s, i, ins->a, bytes, true);
  if (!is_evident(s, i, ins->a, bytes, true) || !is_evident(s, i, ins->b, bytes, false)) return false;
  find_base(s, i, ins->a, &to);
  find_base(s, i, ins->b, &from);
  return to.object != from.object || to.is_global != from.is_global; /* copies must not overlap */
}

/* ---- values that are the same small constant whoever calls ---- */

static bool is_small_everywhere(const struct statics *s, uint32_t function, ir_value v, unsigned depth) {
  uint32_t count;
  if (ir_is_const(v)) return is_int(s->p, v) && s->p->consts[ir_const_index(v)].value <= UINT32_MAX;
  const uint32_t *calls = table_row(&s->callers, function, &count);
  if ((uint32_t)v >= s->p->functions[function].nparams || !count || depth > 4 || function == s->p->entry) return false;
  for (uint32_t i = 0; i < count; i++) {
    const struct ir_ins *call = &s->p->ins[calls[i]];
    if (is_creation(s, calls[i]) || is_thread_start(s, calls[i]) || (uint32_t)v >= (uint32_t)call->c) return false;
    if (!is_small_everywhere(s, s->function_of[calls[i]], s->p->extra[call->b + v], depth + 1)) return false;
  }
  return true;
}

static bool argument_is_small(const struct statics *s, uint32_t ins, uint32_t i) {
  const struct ir_ins *call = &s->p->ins[ins];
  return i < (uint32_t)call->c && is_small_everywhere(s, s->function_of[ins], s->p->extra[call->b + (int32_t)i], 0);
}

/* ---- what may fail ---- */

static bool model_fails(const struct statics *s, uint32_t ins, enum model model, uint32_t checks) {
  const struct ir_ins *call = &s->p->ins[ins];
  uint64_t bytes = 0;
  switch (model) {
  case MODEL_NONE:
  case MODEL_PURE:
  case MODEL_INPUT:
  case MODEL_NOTHING:
  case MODEL_THREAD_EXIT: return false;
  case MODEL_ALLOCATE:
    return checks_have(checks, CHECK_LEAK) || !argument_is_small(s, ins, 0) || !argument_is_small(s, ins, 1);
  case MODEL_SYMBOLIC:
    if (call->c > 1 && is_int(s->p, s->p->extra[call->b + 1]))
      bytes = s->p->consts[ir_const_index(s->p->extra[call->b + 1])].value;
    return !bytes || !is_evident(s, ins, s->p->extra[call->b], bytes, true);
  case MODEL_STDIN: return call->c < 1 || !is_evident(s, ins, s->p->extra[call->b], s->p->pointer_bits / 8, true);
  default: return true;
  }
}

static bool call_fails(const struct statics *s, uint32_t ins, uint32_t checks) {
  uint32_t count;
  const uint32_t *callees = table_row(&s->callees, ins, &count);
  if ((s->p->ins[ins].op == IR_ICALL && !is_thread_start(s, ins)) || is_failure_call(s, ins)) return true;
  for (uint32_t i = 0; i < count; i++) {
    if (model_fails(s, ins, (enum model)s->models[callees[i]], checks)) return true;
    if (s->recursive[callees[i]] && s->recursive[s->function_of[ins]] && !is_creation(s, ins)) return true;
  }
  return false;
}

static bool division_fails(const struct ir_program *p, const struct ir_ins *ins) {
  if (!is_int(p, ins->b)) return true;
  int64_t by = number(p, ins->b);
  return by == 0 || (by == -1 && (ins->op == IR_SDIV || ins->op == IR_SREM));
}

static bool shift_fails(const struct ir_program *p, const struct ir_ins *ins) {
  return !is_int(p, ins->b) || p->consts[ir_const_index(ins->b)].value >= ins->width;
}

static bool access_fails(const struct statics *s, uint32_t i, uint32_t checks) {
  const struct ir_ins *ins = &s->p->ins[i];
  if (ir_ops[ins->op].access == IR_ACCESS_LIST)
    return !is_evident(s, i, ins->a, s->p->pointer_bits == 64 ? 24 : 4, true);
  if (checks_have(checks, CHECK_UNINIT)) return true;
  if (ir_op_is_block_access(ins->op)) return !copy_is_evident(s, i);
  return !is_evident(s, i, ins->a, (ins->width + 7u) / 8, ir_op_writes(ins->op));
}

static bool may_fail(const struct statics *s, uint32_t i, uint32_t checks) {
  const struct ir_ins *ins = &s->p->ins[i];
  switch (ir_ops[ins->op].fails) {
  case IR_FAILS_NEVER: return false;
  case IR_FAILS_DIVISION: return division_fails(s->p, ins);
  case IR_FAILS_OVERFLOW: return checks_have(checks, CHECK_OVERFLOW) && ins->flags & IR_NSW;
  case IR_FAILS_SHIFT: return checks_have(checks, CHECK_SHIFT) && shift_fails(s->p, ins);
  case IR_FAILS_UNWRITTEN: return checks_have(checks, CHECK_UNINIT);
  case IR_FAILS_ACCESS: return access_fails(s, i, checks);
  case IR_FAILS_SIZE: return !is_int(s->p, ins->a);
  case IR_FAILS_CALL: return call_fails(s, i, checks);
  case IR_FAILS_ALWAYS: break;
  }
  return true;
}

/* A thread that waits in a loop for a change that never comes is a deadlock, and one that never ends makes the verdict
   incomplete. */
static void add_loops(const struct statics *s, struct static_set *set) {
  for (uint32_t b = 0; b < s->p->nblocks; b++) {
    uint32_t last = s->p->blocks[b].first + s->p->blocks[b].count - 1;
    if (s->escapes[b] && is_live(s, last)) static_set_add(set, last);
  }
}

struct static_set static_targets(const struct statics *s, uint32_t checks) {
  struct static_set set = static_set_new(s);
  add_loops(s, &set);
  for (uint32_t i = 0; i < s->p->nins; i++)
    if (is_live(s, i) && (may_fail(s, i, checks) || (checks_have(checks, CHECK_RACE) && static_is_shared_access(s, i))))
      static_set_add(&set, i);
  return set;
}

static bool is_skeleton(const struct statics *s, uint32_t i) {
  uint32_t count;
  if (s->p->ins[i].op != IR_CALL && s->p->ins[i].op != IR_ICALL) return false;
  const uint32_t *callees = table_row(&s->callees, i, &count);
  for (uint32_t k = 0; k < count; k++) switch ((enum model)s->models[callees[k]]) {
    case MODEL_UNKNOWN:
    case MODEL_SYMBOLIC:
    case MODEL_INPUT:
    case MODEL_STDIN:
    case MODEL_EXIT: return true;
    default:
      if (model_is_sync((enum model)s->models[callees[k]])) return true;
    }
  return false;
}

void static_add_skeleton(const struct statics *s, struct static_set *set) {
  for (uint32_t i = 0; i < s->p->nins; i++)
    if (is_live(s, i) && is_skeleton(s, i)) static_set_add(set, i);
}

/* ---- what of it matters ---- */

static enum static_relevance model_level(enum model model) {
  switch (model) {
  case MODEL_NONE:
  case MODEL_UNKNOWN:
  case MODEL_FAIL:
  case MODEL_EXIT: return STATIC_EXECUTED;
  case MODEL_ALLOCATE:
  case MODEL_SYMBOLIC:
  case MODEL_OUTPUT:
  case MODEL_STDIN:
  case MODEL_JOIN: return STATIC_CHECKED;
  default: return STATIC_VALUE;
  }
}

enum static_relevance failure_level(const struct statics *s, uint32_t i) {
  const struct ir_ins *ins = &s->p->ins[i];
  switch ((enum ir_op)ins->op) {
  case IR_CALL:
  case IR_ICALL: {
    enum static_relevance most = STATIC_EXECUTED;
    uint32_t count;
    const uint32_t *callees = table_row(&s->callees, i, &count);
    for (uint32_t k = 0; k < count; k++)
      if (model_level((enum model)s->models[callees[k]]) > most) most = model_level((enum model)s->models[callees[k]]);
    return most;
  }
  case IR_UNREACHABLE:
  case IR_TRAP:
  case IR_BR:
  case IR_UNSUPPORTED: return STATIC_EXECUTED;
  case IR_CBR:
  case IR_SWITCH: return STATIC_VALUE;
  default: return STATIC_CHECKED;
  }
}

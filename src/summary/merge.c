/* Branches whose sides come together again at once: the condition becomes part of values, or one demand for several
   ways, so that a summary made on one of the ways holds for the others too. */
#include "summary/segment.h"

enum { MOST_VARIABLES = 32 }; /* of a value that depends on conditions */
enum { MOST_ARM = 8 };        /* instructions of a side */

struct arm {
  uint32_t first, count; /* instructions */
  uint32_t join;         /* block where it ends */
};

static bool is_harmless(const struct segment *s, const struct ir_ins *ins) {
  if (ir_ops[ins->op].class != IR_CLASS_PURE || ins->dst == IR_NONE) return false;
  switch (ir_ops[ins->op].fails) {
  case IR_FAILS_DIVISION: return false;
  case IR_FAILS_OVERFLOW:
  case IR_FAILS_SHIFT: return !segment_checks(s, CHECK_OVERFLOW) && !segment_checks(s, CHECK_SHIFT);
  default: return true;
  }
}

static bool find_arm(const struct segment *s, uint32_t block, struct arm *arm) {
  const struct ir_block *b = &s->program->blocks[block];
  if (b->count > MOST_ARM || s->program->ins[b->first + b->count - 1].op != IR_BR) return false;
  for (uint32_t i = 0; i + 1 < b->count; i++)
    if (!is_harmless(s, &s->program->ins[b->first + i])) return false;
  *arm = (struct arm){
      .first = b->first, .count = b->count - 1, .join = (uint32_t)s->program->ins[b->first + b->count - 1].a};
  return true;
}

/* The two sides as arms that end in the same block; one of them may be that block itself. */
static bool find_arms(const struct segment *s, const struct ir_ins *ins, struct arm *yes, struct arm *no) {
  bool has_yes = find_arm(s, (uint32_t)ins->b, yes), has_no = find_arm(s, (uint32_t)ins->c, no);
  if (has_yes && has_no && yes->join == no->join) return true;
  if (has_yes && yes->join == (uint32_t)ins->c) {
    *no = (struct arm){.join = yes->join};
    return true;
  }
  if (has_no && no->join == (uint32_t)ins->b) {
    *yes = (struct arm){.join = no->join};
    return true;
  }
  return false;
}

static void follow_arm(struct segment *s, const struct arm *arm, const struct arm *other, sym_id *values) {
  const struct ir_ins *ins = s->program->ins;
  for (uint32_t i = 0; i < arm->count; i++) segment_pure(s, &ins[arm->first + i]);
  for (uint32_t i = 0; i < arm->count; i++) *values++ = segment_value(s, (ir_value)ins[arm->first + i].dst);
  for (uint32_t i = 0; i < other->count; i++) *values++ = segment_value(s, (ir_value)ins[other->first + i].dst);
}

static void set_all(struct segment *s, const struct arm *first, const struct arm *second, const sym_id *values) {
  const struct ir_ins *ins = s->program->ins;
  for (uint32_t i = 0; i < first->count; i++) segment_set(s, ins[first->first + i].dst, *values++);
  for (uint32_t i = 0; i < second->count; i++) segment_set(s, ins[second->first + i].dst, *values++);
}

/* Both sides are followed from the same state; what they leave behind depends on the condition. */
static bool follow_both(struct segment *s, const struct ir_ins *ins, sym_id condition) {
  struct arm yes, no, none = {0};
  sym_id before[2 * MOST_ARM] = {0}, after_yes[2 * MOST_ARM], after_no[2 * MOST_ARM], mixed[2 * MOST_ARM];
  uint64_t constant;
  if (sym_is_const(s->sym, condition, &constant) || !find_arms(s, ins, &yes, &no)) return false;
  uint32_t count = yes.count + no.count;
  for (uint32_t i = 0; i < yes.count; i++) before[i] = segment_value(s, (ir_value)s->program->ins[yes.first + i].dst);
  for (uint32_t i = 0; i < no.count; i++)
    before[yes.count + i] = segment_value(s, (ir_value)s->program->ins[no.first + i].dst);
  follow_arm(s, &yes, &no, after_yes);
  set_all(s, &yes, &no, before);
  follow_arm(s, &no, &none, mixed);
  for (uint32_t i = 0; i < yes.count; i++) after_no[i] = segment_value(s, (ir_value)s->program->ins[yes.first + i].dst);
  for (uint32_t i = 0; i < no.count; i++)
    after_no[yes.count + i] = segment_value(s, (ir_value)s->program->ins[no.first + i].dst);
  for (uint32_t i = 0; i < count; i++) mixed[i] = sym_ite(s->sym, condition, after_yes[i], after_no[i]);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t variables;
    sym_support(s->sym, mixed[i], &variables);
    if (variables <= MOST_VARIABLES) continue;
    set_all(s, &yes, &no, before);
    return false;
  }
  set_all(s, &yes, &no, mixed);
  bits_add(&s->code, (uint32_t)ins->b);
  bits_add(&s->code, (uint32_t)ins->c);
  segment_enter(s, yes.join);
  return true;
}

/* ---- several conditions on the way to one block: a || b ---- */

/* A load that nobody else notices, of a place that lies in a global for certain: it reads there whatever else is so. */
static bool is_quiet_load(const struct segment *s, const struct ir_ins *ins) {
  const struct ir_program *p = s->program;
  const uint8_t *flags = s->g->imprecision;
  if (ins->op != IR_LOAD || !ir_is_const(ins->a) || !flags || !(flags[ins - p->ins] & VM_ALONE)) return false;
  const struct ir_const *c = &p->consts[ir_const_index(ins->a)];
  uint64_t size = c->kind == IR_CONST_GLOBAL ? p->globals[c->symbol].size : 0, bytes = (ins->width + 7u) / 8;
  return bytes <= size && c->value <= size - bytes && s->g->options->goal.watch == WATCH_NOTHING;
}

static void quiet_load(struct segment *s, const struct ir_ins *ins) {
  segment_set(s, ins->dst, segment_load(s, vm_const_value(s->g->vm, ir_const_index(ins->a)), ins->width));
}

/* What the log has of the block's loads; false: something else came between. */
static bool skip_loads(const struct segment *s, uint32_t block, uint32_t *at) {
  const struct ir_block *b = &s->program->blocks[block];
  for (uint32_t i = 0; i < b->count; i++) {
    if (s->program->ins[b->first + i].op != IR_LOAD) continue;
    if (*at >= s->to || s->log[*at].kind != LOG_LOAD) return false;
    ++*at;
  }
  return true;
}

/* A block of harmless instructions that ends in a branch, one of whose sides is `target`. */
static const struct ir_ins *link_to(const struct segment *s, uint32_t block, uint32_t target) {
  const struct ir_block *b = &s->program->blocks[block];
  const struct ir_ins *last = &s->program->ins[b->first + b->count - 1];
  if (b->count > MOST_ARM || last->op != IR_CBR || last->b == last->c) return NULL;
  if ((uint32_t)last->b != target && (uint32_t)last->c != target) return NULL;
  for (uint32_t i = 0; i + 1 < b->count; i++)
    if (!is_harmless(s, &s->program->ins[b->first + i]) && !is_quiet_load(s, &s->program->ins[b->first + i]))
      return NULL;
  return last;
}

static sym_id goes_to(struct segment *s, const struct ir_ins *ins, uint32_t target) {
  sym_id condition = segment_value(s, ins->a);
  return (uint32_t)ins->b == target ? condition : sym_not(s->sym, condition);
}

static uint32_t other_side(const struct ir_ins *ins, uint32_t target) {
  return (uint32_t)((uint32_t)ins->b == target ? ins->c : ins->b);
}

/* The way goes from the branch to `target`, at once or through blocks that can lead there too: any of them would do.
   What those blocks compute is not used behind `target`, which does not lie behind them alone. */
static bool follow_chain(struct segment *s, const struct ir_ins *ins, uint32_t target, uint32_t taken) {
  enum { MOST_LINKS = 8 };
  uint32_t at = s->at, block = other_side(ins, target), links = 0;
  sym_id any = goes_to(s, ins, target);
  bool arrived = taken == target;
  for (const struct ir_ins *link; links < MOST_LINKS && (link = link_to(s, block, target)); links++) {
    if (!arrived) {
      if (!skip_loads(s, block, &at) || at >= s->to || s->log[at].kind != LOG_BRANCH) return false;
      arrived = s->log[at].small == target;
      at++;
    }
    for (const struct ir_ins *i = &s->program->ins[s->program->blocks[block].first]; i != link; i++)
      if (i->op == IR_LOAD) quiet_load(s, i);
      else segment_pure(s, i);
    any = sym_binary(s->sym, SYM_OR, any, goes_to(s, link, target));
    bits_add(&s->code, block);
    block = other_side(link, target);
  }
  if (!links || !arrived) return false;
  segment_demand(s, any);
  s->at = at;
  segment_enter(s, target);
  return true;
}

bool segment_merge(struct segment *s, const struct ir_ins *ins, uint32_t taken) {
  return follow_both(s, ins, segment_value(s, ins->a)) || follow_chain(s, ins, (uint32_t)ins->b, taken) ||
         follow_chain(s, ins, (uint32_t)ins->c, taken);
}

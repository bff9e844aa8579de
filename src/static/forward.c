/* Forward slices: what depends on an instruction. The mirror of backward.c: an argument that is affected affects the
   uses of the parameter, and the call as far as the function makes its result or its return depend on the parameter
   (call_effects.c); returns of functions that were entered that way do not go on to other callers. */
#include "static/points.h"
#include "static/slice.h"

struct step {
  struct static_slice *x;
  const struct statics *s;
  uint32_t from; /* spot */
  struct spot at;
};

/* What is affected of an instruction: only its result, of a call or of an access at an address that is not affected;
   what it computes, and for a call whether it returns; or also whether it is executed. */
static const enum static_relevance gives = STATIC_EXECUTED, computes = STATIC_CHECKED, runs = STATIC_VALUE;

static void visit(const struct step *t, uint32_t ins, enum static_relevance level, bool open, enum static_edge edge) {
  slice_visit(t->x, (struct spot){ins, level, open}, t->from, edge);
}

static bool is_call(const struct ir_ins *ins) { return ir_op_is_call(ins->op); }

static void visit_uses(const struct step *t, uint32_t function, uint32_t reg, bool open, enum static_edge edge);

/* ---- calls ---- */

static void visit_body(const struct step *t, uint32_t function, enum static_edge edge) {
  const struct ir_function *f = &t->s->p->functions[function];
  if (t->s->models[function] != MODEL_NONE || !slice_mark(t->x->entered, function)) return;
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) visit(t, i, runs, false, edge);
}

static void visit_callees(const struct step *t, uint32_t call) {
  if (is_thread_start(t->s, call)) return; /* the creation leads to the start functions */
  if (is_failure_call(t->s, call)) return;
  uint32_t count;
  const uint32_t *callees = table_row(&t->s->callees, call, &count);
  enum static_edge edge = is_creation(t->s, call) ? STATIC_CREATION : STATIC_CALL;
  for (uint32_t i = 0; i < count; i++) visit_body(t, callees[i], edge);
}

static void visit_variable(const struct step *t, uint32_t function) {
  const struct ir_function *f = &t->s->p->functions[function];
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++)
    if (t->s->p->ins[i].op == IR_VASTART) visit(t, i, computes, false, STATIC_CALL);
}

/* Once is enough, and a function that calls itself may hand its parameter on. */
static void visit_parameter(const struct step *t, uint32_t function, uint32_t position, enum static_edge edge) {
  const struct ir_function *f = &t->s->p->functions[function];
  if (t->s->models[function] != MODEL_NONE) return;
  if (position < f->nparams && slice_mark(t->x->given, f->first_reg + position))
    visit_uses(t, function, position, false, edge);
  if (position >= f->nparams && f->flags & IR_FN_VARIADIC) visit_variable(t, function);
}

static void visit_argument(const struct step *t, uint32_t call, uint32_t position) {
  uint32_t count;
  const uint32_t *callees = table_row(&t->s->callees, call, &count);
  bool creates = is_creation(t->s, call);
  for (uint32_t i = 0; i < count; i++) {
    if (!creates) visit_parameter(t, callees[i], position, STATIC_CALL);
    else if (callees[i] == t->s->thread_main && position >= 2)
      visit_parameter(t, callees[i], position - 2, STATIC_CREATION);
    else if (position == 3) visit_parameter(t, callees[i], 0, STATIC_CREATION);
  }
  if (creates && position == 2) visit_callees(t, call);
}

/* ---- registers ---- */

/* Where only the value that is written is affected, the access itself is as it was. */
static enum static_relevance use_level(const struct step *t, uint32_t use, uint32_t reg) {
  const struct ir_ins *ins = &t->s->p->ins[use];
  bool writes = ir_op_is_scalar_access(ins->op) && ir_op_writes(ins->op);
  return writes && ins->a != (int32_t)reg && !is_stop(t->s, use) ? gives : computes;
}

static void hand_over(const struct step *t, uint32_t call, uint32_t position, bool open, enum static_edge edge) {
  unsigned influence = call_effect_of_argument(t->x, call, position);
  enum static_relevance level = influence & SUMMARY_RETURN ? computes : influence & SUMMARY_RESULT ? gives : PASSES;
  visit(t, call, level, open, edge);
  visit_argument(t, call, position);
}

static void visit_call(const struct step *t, uint32_t call, uint32_t reg, bool open, enum static_edge edge) {
  const struct ir_ins *ins = &t->s->p->ins[call];
  if (ins->op == IR_ICALL && ins->a == (int32_t)reg) {
    visit(t, call, computes, open, edge);
    visit_callees(t, call);
  }
  if (is_thread_start(t->s, call)) return; /* the creation hands the argument over */
  for (int32_t k = 0; k < ins->c; k++)
    if (t->s->p->extra[ins->b + k] == (int32_t)reg) hand_over(t, call, (uint32_t)k, open, edge);
}

static void visit_use(const struct step *t, uint32_t use, uint32_t reg, bool open, enum static_edge edge) {
  if (is_call(&t->s->p->ins[use])) visit_call(t, use, reg, open, edge);
  else visit(t, use, use_level(t, use, reg), open, edge);
}

static void visit_uses(const struct step *t, uint32_t function, uint32_t reg, bool open, enum static_edge edge) {
  uint32_t count;
  const uint32_t *uses = table_row(&t->s->uses, t->s->p->functions[function].first_reg + reg, &count);
  for (uint32_t i = 0; i < count; i++) visit_use(t, uses[i], reg, open, edge);
}

static void visit_results(const struct step *t) {
  const struct ir_ins *ins = &t->s->p->ins[t->at.ins];
  uint32_t count = ir_result_count(ins);
  for (uint32_t i = 0; i < count; i++)
    visit_uses(t, t->s->function_of[t->at.ins], ins->dst + i, t->at.open, STATIC_DATA);
}

/* ---- control ---- */

static void visit_controlled(const struct step *t) {
  uint32_t count;
  const uint32_t *segments = table_row(&t->s->controlled, t->at.ins, &count);
  for (uint32_t i = 0; i < count; i++) {
    const struct segment *segment = &t->s->segments.data[segments[i]];
    for (uint32_t k = segment->first; k <= segment->last; k++) visit(t, k, runs, t->at.open, STATIC_CONTROL);
  }
}

static void visit_callers(const struct step *t) {
  uint32_t count;
  if (!t->at.open) return;
  const uint32_t *calls = table_row(&t->s->callers, t->s->function_of[t->at.ins], &count);
  for (uint32_t i = 0; i < count; i++)
    if (!is_creation(t->s, calls[i])) visit(t, calls[i], t->at.level == runs ? computes : gives, true, STATIC_RETURN);
}

/* ---- memory ---- */

/* Of a thread that ends as it did only the result is affected: a join returns as it did, too. */
static bool is_only_result(const struct step *t, const struct cell *cell) {
  return t->at.level == gives && cell->object == t->s->points->results;
}

static enum static_relevance reader_level(const struct step *t, uint32_t reader, const struct cell *cell) {
  if (ir_op_reads(t->s->p->ins[reader].op)) return cell->offset == LIFE || is_stop(t->s, reader) ? computes : gives;
  return is_only_result(t, cell) ? gives : computes;
}

static void visit_readers(const struct step *t, uint32_t cell) {
  uint32_t count;
  const uint32_t *readers = table_row(&t->s->readers, cell, &count);
  const struct cell *c = &t->s->cells.data[cell];
  if (!count || !slice_mark_cell(t->s, &t->x->others, t->at.ins, is_only_result(t, c), cell)) return;
  for (uint32_t i = 0; i < count; i++)
    if (may_precede_ask(t->s, t->at.ins, readers[i]))
      visit(t, readers[i], reader_level(t, readers[i], c), true, slice_memory_edge(t->s, t->at.ins, readers[i], c));
}

static void visit_object(const struct step *t, uint32_t object, const struct cell *written) {
  uint32_t count;
  const uint32_t *cells = table_row(&t->s->object_cells, object, &count);
  for (uint32_t i = 0; i < count; i++)
    if (!written || cells_overlap(written, &t->s->cells.data[cells[i]])) visit_readers(t, cells[i]);
}

static void visit_memory(const struct step *t) {
  const struct statics *s = t->s;
  uint32_t count;
  const uint32_t *cells = table_row(&s->writes, t->at.ins, &count);
  for (uint32_t i = 0; i < count; i++) {
    struct cell written = s->cells.data[cells[i]];
    if (slice_has_all(t->x, t->at.ins)) return;
    if (!slice_mark_cell(s, &t->x->cells, t->at.ins, is_only_result(t, &written), cells[i])) continue;
    if (written.object == s->points->anything) {
      for (uint32_t o = 0; o < s->points->objects.count; o++) visit_object(t, o, NULL);
      if (t->at.level != gives) slice_mark_cell(s, &t->x->cells, t->at.ins, false, SLICE_ALL);
    } else visit_object(t, written.object, &written);
    if (written.offset != LIFE) visit_object(t, s->points->anything, NULL);
  }
}

void forward_step(struct static_slice *x, uint32_t spot) {
  struct step t = {.x = x, .s = x->s, .from = spot, .at = spot_at(spot)};
  const struct ir_ins *ins = &x->s->p->ins[t.at.ins];
  if (t.at.level == PASSES) return;
  visit_results(&t);
  if (t.at.level != gives) visit_controlled(&t);
  visit_memory(&t);
  if (ins->op == IR_RET) visit_callers(&t);
  if (t.at.level == runs && is_call(ins)) visit_callees(&t, t.at.ins);
}

void static_forward_add_argument(struct static_slice *x, uint32_t call, uint32_t position) {
  struct step t = {.x = x, .s = x->s, .from = IR_NONE, .at = {call, PASSES, true}};
  hand_over(&t, call, position, true, STATIC_START);
}

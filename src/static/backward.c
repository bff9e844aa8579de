/* Backward slices: what an instruction depends on.

   A call whose result matters depends on all its arguments and on the returns of the functions it may reach; in those
   functions the search is not open, that is, it does not go on to their other callers. Everything else is open. A call
   at level CHECKED must only return: the values of these returns do not matter. */
#include "static/points.h"
#include "static/slice.h"

struct step {
  struct static_slice *x;
  const struct statics *s;
  uint32_t from; /* spot */
  struct spot at;
};

static void visit(const struct step *t, uint32_t ins, enum static_relevance level, bool open, enum static_edge edge) {
  slice_visit(t->x, (struct spot){ins, level, open}, t->from, edge);
}

static bool is_call(const struct ir_ins *ins) { return ir_op_is_call(ins->op); }

static void visit_value(const struct step *t, uint32_t function, ir_value v, bool open, enum static_edge edge);

/* The arguments that calls give to a parameter. */
static void visit_parameter(const struct step *t, uint32_t function, uint32_t reg) {
  const struct statics *s = t->s;
  uint32_t count;
  if (!slice_mark(t->x->given, s->p->functions[function].first_reg + reg)) return;
  const uint32_t *calls = table_row(&s->callers, function, &count);
  for (uint32_t i = 0; i < count; i++) {
    const struct ir_ins *call = &s->p->ins[calls[i]];
    bool creates = is_creation(s, calls[i]);
    uint32_t position = !creates ? reg : function == s->thread_main ? 2 + reg : 3;
    if (is_thread_start(s, calls[i]) || position >= (uint32_t)call->c) continue;
    enum static_edge edge = creates ? STATIC_CREATION : STATIC_CALL;
    visit(t, calls[i], STATIC_EXECUTED, true, edge);
    visit_value(t, s->function_of[calls[i]], s->p->extra[call->b + (int32_t)position], true, edge);
  }
}

static void visit_value(const struct step *t, uint32_t function, ir_value v, bool open, enum static_edge edge) {
  const struct ir_function *f = &t->s->p->functions[function];
  uint32_t count;
  if (ir_is_const(v)) return;
  const uint32_t *all = table_row(&t->s->definitions, f->first_reg + (uint32_t)v, &count);
  for (uint32_t i = 0; i < count; i++) visit(t, all[i], STATIC_VALUE, open, edge);
  if (open && (uint32_t)v < f->nparams) visit_parameter(t, function, (uint32_t)v);
}

static void visit_operand(const struct step *t, ir_value v) {
  visit_value(t, t->s->function_of[t->at.ins], v, t->at.open, STATIC_DATA);
}

/* ---- control ---- */

static void visit_calls(const struct step *t, uint32_t function) {
  uint32_t count;
  if (!slice_mark(t->x->entered, function)) return;
  const uint32_t *calls = table_row(&t->s->callers, function, &count);
  for (uint32_t i = 0; i < count; i++)
    if (!is_thread_start(t->s, calls[i]))
      visit(t, calls[i], STATIC_EXECUTED, true, is_creation(t->s, calls[i]) ? STATIC_CREATION : STATIC_CALL);
}

/* What decides nothing itself passes on what decides whether it is reached. */
static void visit_deciders(const struct step *t, uint32_t ins) {
  const uint32_t *deciders;
  uint32_t count = static_control(t->s, ins, &deciders);
  for (uint32_t i = 0; i < count; i++) {
    if (!slice_decides(t->x, deciders[i])) {
      if (slice_mark(t->x->passed, deciders[i] * 2 + t->at.open)) visit_deciders(t, deciders[i]);
      continue;
    }
    bool call = is_call(&t->s->p->ins[deciders[i]]); /* of which only matters that it returns */
    visit(t, deciders[i], call ? STATIC_CHECKED : STATIC_VALUE, t->at.open, STATIC_CONTROL);
  }
}

static void visit_control(const struct step *t) {
  visit_deciders(t, t->at.ins);
  if (t->at.open) visit_calls(t, t->s->function_of[t->at.ins]);
}

/* ---- memory ---- */

enum static_edge slice_memory_edge(const struct statics *s, uint32_t writer, uint32_t reader, const struct cell *cell) {
  uint64_t a = s->executed_by[s->function_of[writer]], b = s->executed_by[s->function_of[reader]];
  bool one = a == b && !(a & (a - 1)) && a == 1;
  return !one && (s->shared[cell->object] || cell->object == s->points->anything || cell->object == s->points->results)
             ? STATIC_THREAD
             : STATIC_MEMORY;
}

/* Matters of a join only that it returns? */
static bool is_weak(const struct step *t, const struct cell *c) {
  return c->object == t->s->points->results && t->at.level == STATIC_CHECKED;
}

/* A return only has to happen to end its locals. Where only matters that a join returns, so has the end of the thread,
   and of another join its thread matters. */
static enum static_relevance writer_level(const struct step *t, uint32_t writer, const struct cell *c) {
  if (c->offset == LIFE) return t->s->p->ins[writer].op == IR_RET ? STATIC_EXECUTED : STATIC_VALUE;
  if (!is_weak(t, c)) return STATIC_VALUE;
  uint32_t count;
  const uint32_t *callees = table_row(&t->s->callees, writer, &count);
  return count == 1 && t->s->models[callees[0]] == MODEL_THREAD_EXIT ? STATIC_EXECUTED : STATIC_CHECKED;
}

static void visit_writers(const struct step *t, uint32_t cell) {
  uint32_t count;
  const uint32_t *writers = table_row(&t->s->writers, cell, &count);
  const struct cell *c = &t->s->cells.data[cell];
  if (!count || !slice_mark_cell(t->s, &t->x->others, t->at.ins, is_weak(t, c), cell)) return;
  for (uint32_t i = 0; i < count; i++) {
    if (!may_precede_ask(t->s, writers[i], t->at.ins)) continue;
    visit(t, writers[i], writer_level(t, writers[i], c), true, slice_memory_edge(t->s, writers[i], t->at.ins, c));
  }
}

static void visit_object(const struct step *t, uint32_t object, const struct cell *wanted) {
  uint32_t count;
  const uint32_t *cells = table_row(&t->s->object_cells, object, &count);
  for (uint32_t i = 0; i < count; i++)
    if (!wanted || cells_overlap(wanted, &t->s->cells.data[cells[i]])) visit_writers(t, cells[i]);
}

/* Asked once for each cell and phase of the program. */
static void visit_cell(const struct step *t, uint32_t cell) {
  const struct statics *s = t->s;
  if (slice_has_all(t->x, t->at.ins)) return;
  if (!slice_mark_cell(s, &t->x->cells, t->at.ins, is_weak(t, &s->cells.data[cell]), cell)) return;
  struct cell wanted = s->cells.data[cell];
  if (wanted.object == s->points->anything) {
    for (uint32_t o = 0; o < s->points->objects.count; o++) visit_object(t, o, NULL);
    if (t->at.level != STATIC_CHECKED) slice_mark_cell(s, &t->x->cells, t->at.ins, false, SLICE_ALL);
    return;
  }
  visit_object(t, wanted.object, &wanted);
  if (wanted.offset != LIFE) visit_object(t, s->points->anything, NULL);
}

static void visit_memory(const struct step *t, bool contents) {
  uint32_t count;
  const uint32_t *cells = table_row(&t->s->reads, t->at.ins, &count);
  for (uint32_t i = 0; i < count; i++)
    if (contents || t->s->cells.data[cells[i]].offset == LIFE) visit_cell(t, cells[i]);
}

/* ---- calls ---- */

/* Which function is called, or started in a thread, is part of the execution of a call. */
static void visit_function_pointer(const struct step *t) {
  const struct ir_ins *ins = &t->s->p->ins[t->at.ins];
  if (ins->op == IR_ICALL) visit_operand(t, ins->a);
  if (is_call(ins) && ins->c > 2 && is_creation(t->s, t->at.ins)) visit_operand(t, t->s->p->extra[ins->b + 2]);
}

static void visit_returns(const struct step *t, enum static_relevance level) {
  uint32_t count, returns;
  if (is_creation(t->s, t->at.ins)) return;
  const uint32_t *callees = table_row(&t->s->callees, t->at.ins, &count);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t *all = table_row(&t->s->returns_of, callees[i], &returns);
    for (uint32_t k = 0; k < returns; k++) visit(t, all[k], level, false, STATIC_RETURN);
  }
}

/* Variable arguments: all that callers give beyond the parameters. */
static void visit_variable(const struct step *t) {
  uint32_t function = t->s->function_of[t->at.ins], count;
  const uint32_t *calls = table_row(&t->s->callers, function, &count);
  for (uint32_t i = 0; t->at.open && i < count; i++) {
    const struct ir_ins *call = &t->s->p->ins[calls[i]];
    for (uint32_t k = t->s->p->functions[function].nparams; k < (uint32_t)call->c; k++)
      visit_value(t, t->s->function_of[calls[i]], t->s->p->extra[call->b + (int32_t)k], true, STATIC_CALL);
  }
}

/* ---- one spot ---- */

/* The operands that decide whether the instruction fails. */
static void visit_checked(const struct step *t) {
  const struct ir_ins *ins = &t->s->p->ins[t->at.ins];
  struct operands o = operands_of(t->s->p, ins);
  uint32_t count = ir_op_is_scalar_access(ins->op) ? 1 : o.nfixed; /* the address */
  for (uint32_t i = 0; i < count; i++) visit_operand(t, o.fixed[i]);
  for (uint32_t i = 0; i < o.nmore; i++) visit_operand(t, o.more[i]);
  if (is_call(ins)) visit_returns(t, STATIC_EXECUTED);
}

static void visit_all(const struct step *t) {
  const struct ir_ins *ins = &t->s->p->ins[t->at.ins];
  struct operands o = operands_of(t->s->p, ins);
  for (uint32_t i = 0; i < o.nfixed; i++) visit_operand(t, o.fixed[i]);
  for (uint32_t i = 0; i < o.nmore; i++) visit_operand(t, o.more[i]);
  if (is_call(ins)) visit_returns(t, STATIC_VALUE);
  if (ins->op == IR_VASTART) visit_variable(t);
}

/* Whether these calls return depends on what is in memory. */
static bool is_waiting(const struct step *t) {
  uint32_t count;
  const uint32_t *callees = table_row(&t->s->callees, t->at.ins, &count);
  for (uint32_t i = 0; i < count; i++)
    if (model_is_sync((enum model)t->s->models[callees[i]]) || t->s->models[callees[i]] == MODEL_STRING) return true;
  return false;
}

void backward_step(struct static_slice *x, uint32_t spot) {
  struct step t = {.x = x, .s = x->s, .from = spot, .at = spot_at(spot)};
  visit_control(&t);
  visit_function_pointer(&t);
  if (t.at.level == STATIC_EXECUTED) return;
  if (t.at.level == STATIC_CHECKED) visit_checked(&t);
  else visit_all(&t);
  visit_memory(&t, t.at.level == STATIC_VALUE || is_waiting(&t));
}

/* What a function makes of its parameters: does an argument have influence on the result of the call, on whether the
   call returns?

   A walk within the function over registers and control; what goes through memory is followed by the slices themselves,
   which find every caller that way. Recursion and variable arguments have influence on everything. */
#include "static/slice.h"

struct walk {
  struct static_slice *x;
  const struct statics *s;
  struct map levels; /* per instruction: 1 what it computes, 2 also whether it is executed */
  list todo;         /* instructions */
  unsigned found;    /* SUMMARY_RESULT, SUMMARY_RETURN */
};
enum { GIVES = 1, COMPUTES = 2, RUNS = 3 };

static void reach(struct walk *w, uint32_t ins, uint32_t level) {
  uint32_t old = 0;
  if (map_get(&w->levels, ins, &old) && old >= level) return;
  map_put(&w->levels, ins, level);
  vec_push(&w->todo, ins);
}

static void reach_call(struct walk *w, uint32_t call, uint32_t reg) {
  const struct ir_ins *ins = &w->s->p->ins[call];
  if (ins->op == IR_ICALL && ins->a == (int32_t)reg) reach(w, call, COMPUTES);
  for (int32_t k = 0; k < ins->c; k++) {
    if (w->s->p->extra[ins->b + k] != (int32_t)reg) continue;
    unsigned influence = call_effect_of_argument(w->x, call, (uint32_t)k);
    if (influence & SUMMARY_RETURN) reach(w, call, COMPUTES);
    else if (influence & SUMMARY_RESULT) reach(w, call, GIVES);
  }
}

static void reach_uses(struct walk *w, uint32_t function, uint32_t reg) {
  uint32_t count;
  const uint32_t *uses = table_row(&w->s->uses, w->s->p->functions[function].first_reg + reg, &count);
  for (uint32_t i = 0; i < count; i++) {
    uint16_t op = w->s->p->ins[uses[i]].op;
    if (op == IR_CALL || op == IR_ICALL) reach_call(w, uses[i], reg);
    else reach(w, uses[i], COMPUTES);
  }
}

static void reach_controlled(struct walk *w, uint32_t ins) {
  uint32_t count;
  const uint32_t *segments = table_row(&w->s->controlled, ins, &count);
  for (uint32_t i = 0; i < count; i++) {
    const struct segment *segment = &w->s->segments.data[segments[i]];
    for (uint32_t k = segment->first; k <= segment->last; k++) reach(w, k, RUNS);
  }
}

static void step(struct walk *w, uint32_t ins) {
  const struct ir_ins *at = &w->s->p->ins[ins];
  uint32_t level = 0, results = ir_result_count(at);
  map_get(&w->levels, ins, &level);
  if (at->op == IR_RET) w->found |= level == RUNS ? SUMMARY_RESULT | SUMMARY_RETURN : SUMMARY_RESULT;
  for (uint32_t i = 0; i < results; i++) reach_uses(w, w->s->function_of[ins], at->dst + i);
  if (level >= COMPUTES) reach_controlled(w, ins);
}

static unsigned summary_of_parameter(struct static_slice *x, uint32_t function, uint32_t parameter) {
  uint8_t *known = &x->summaries[x->s->p->functions[function].first_reg + parameter];
  struct walk w = {.x = x, .s = x->s};
  if (*known & SUMMARY_BUSY) return SUMMARY_RESULT | SUMMARY_RETURN;
  if (*known & SUMMARY_KNOWN) return *known;
  *known = SUMMARY_BUSY;
  reach_uses(&w, function, parameter);
  while (w.todo.count) {
    uint32_t ins = vec_pop(&w.todo);
    step(&w, ins);
  }
  map_free(&w.levels);
  vec_free(&w.todo);
  *known = (uint8_t)(SUMMARY_KNOWN | w.found);
  return *known;
}

unsigned call_effect_of_argument(struct static_slice *x, uint32_t call, uint32_t position) {
  const struct statics *s = x->s;
  uint32_t count;
  unsigned found = 0;
  const uint32_t *callees = table_row(&s->callees, call, &count);
  if (is_creation(s, call)) return position == 3 ? 0 : SUMMARY_RESULT | SUMMARY_RETURN;
  if (!count) return SUMMARY_RESULT | SUMMARY_RETURN;
  for (uint32_t i = 0; i < count; i++) {
    const struct ir_function *f = &s->p->functions[callees[i]];
    if (s->models[callees[i]] == MODEL_NONE && position < f->nparams)
      found |= summary_of_parameter(x, callees[i], position);
    else if (s->models[callees[i]] == MODEL_THREAD_EXIT) found |= SUMMARY_RESULT; /* that of the thread */
    else if (s->models[callees[i]] != MODEL_NONE || f->flags & IR_FN_VARIADIC) found |= SUMMARY_RESULT | SUMMARY_RETURN;
  }
  return found & (SUMMARY_RESULT | SUMMARY_RETURN);
}

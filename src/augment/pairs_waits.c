/* Accesses whose order depends on a wait, a signal, a creation or a join that has changed.

   A thread that waits does what comes after it later than its waker did what came before the signal: so what follows a
   changed wait is marked, and what comes before a changed signal. A creation orders the thread it creates and what its
   creator does from then on, a join what follows it; these two order accesses that are never in parallel, too. */
#include "augment/pairs_inside.h"

unsigned waits_of(const struct ir_program *p, uint32_t ins) {
  if (p->ins[ins].op != IR_CALL) return 0;
  const struct thread_function *row = thread_function_named(ir_text(p, p->functions[p->ins[ins].a].name));
  return row ? row->order : 0;
}

/* The functions that a creation may start: handed over by the program, directly or through the library. */
static void mark_started(struct marked *m, uint32_t create) {
  enum { ROOM = 64, START = 2 };
  struct static_location found[ROOM];
  const struct ir_ins *call = &m->p->ins[create];
  for (int32_t k = 1; k <= START && k < call->c; k++) {
    uint32_t count = static_points(m->s, create, m->p->extra[call->b + k], found, ROOM);
    for (uint32_t i = 0; i < count && i < ROOM; i++)
      if (found[i].kind == STATIC_FUNCTION) reach_function(m->reach, found[i].index, m->marks, MARK_ORDER);
  }
}

void waits_mark(struct marked *m) {
  numbers waits = {0}, wakes = {0}, orders = {0};
  for (uint32_t f = 0; f < m->p->nfunctions; f++) {
    const struct ir_function *function = &m->p->functions[f];
    if (function->flags & IR_FN_LIBRARY) continue;
    for (uint32_t i = function->first_ins; i < function->first_ins + function->nins; i++) {
      unsigned what = waits_of(m->p, i);
      if (!what || !marked_is_changed(m, i)) continue;
      if (what & THREAD_WAITS) vec_push(&waits, i + 1);
      if (what & THREAD_WAKES) vec_push(&wakes, i);
      if (what & (THREAD_CREATES | THREAD_JOINS)) vec_push(&orders, i + 1);
      if (what & THREAD_CREATES) mark_started(m, i);
    }
  }
  if (waits.count) reach_from(m->reach, &waits, m->marks, PAIR_WAITS);
  if (wakes.count) reach_before(m->reach, &wakes, m->marks, PAIR_WAITS);
  if (orders.count) reach_from(m->reach, &orders, m->marks, MARK_ORDER);
  vec_free(&waits);
  vec_free(&wakes);
  vec_free(&orders);
}

/* Which steps matter: those of the failing threads, and those of other threads in the past of the failure (by program
   order, conflicts, creation, joining, waking) that conflict with a step of another thread in that past. What a thread
   does to memory that nobody else uses there, or after the failure could know of it, does not matter. */
#include "explain/trace.h"

enum { MOST_ROWS = 4000 }; /* longer runs are not sliced: every pair of rows is compared */

static bool overlap(const struct vm_range *a, const struct vm_range *b) {
  return a->size && b->size && (a->write || b->write) && a->address < b->address + b->size &&
         b->address < a->address + a->size;
}

static const struct vm_range *range_of(const struct trace *t, const struct trace_row *row, uint32_t i) {
  if (i < 2) return &row->op.range[i];
  return i < 2 + row->ntouches ? &t->touches.data[row->touches + i - 2] : NULL;
}

static bool conflict(const struct trace *t, const struct trace_row *a, const struct trace_row *b) {
  const struct vm_range *x, *y;
  if (a->thread == b->thread || a->create || b->create) return false;
  for (uint32_t i = 0; (x = range_of(t, a, i)); i++)
    for (uint32_t k = 0; (y = range_of(t, b, k)); k++)
      if (overlap(x, y)) return true;
  return false;
}

/* Does row `a`, the earlier one, directly precede row `b` in the order of the run? */
static bool precedes(const struct trace *t, uint32_t a, uint32_t b) {
  const struct trace_row *x = &t->rows.data[a], *y = &t->rows.data[b];
  return x->thread == y->thread || (x->create && x->other == y->thread) || (y->other == x->thread && !y->create) ||
         y->after == a + 1 || conflict(t, x, y);
}

static void mark_seeds(struct trace *t, const bool *failing, uint32_t nthreads) {
  for (uint32_t i = 0; i < t->rows.count; i++)
    if (t->rows.data[i].thread < nthreads && failing[t->rows.data[i].thread])
      t->rows.data[i].past = t->rows.data[i].matters = true;
}

static void find_past(struct trace *t) {
  for (uint32_t b = t->rows.count; b-- > 0;)
    for (uint32_t a = b; t->rows.data[b].past && a-- > 0;)
      if (!t->rows.data[a].past && precedes(t, a, b)) t->rows.data[a].past = true;
}

static void find_conflicts(struct trace *t) {
  for (uint32_t a = 0; a < t->rows.count; a++)
    for (uint32_t b = 0; b < t->rows.count && t->rows.data[a].past && !t->rows.data[a].matters; b++)
      if (t->rows.data[b].past && conflict(t, &t->rows.data[a], &t->rows.data[b])) t->rows.data[a].matters = true;
}

/* Creating a thread matters if something that the thread does, does. */
static void find_creations(struct trace *t) {
  for (uint32_t a = t->rows.count; a-- > 0;) {
    struct trace_row *row = &t->rows.data[a];
    if (!row->create) continue;
    row->matters = false;
    for (uint32_t b = a + 1; b < t->rows.count && !row->matters; b++)
      row->matters = t->rows.data[b].thread == row->other && t->rows.data[b].matters;
  }
}

/* Did an instruction change that stands on the same line of the same function? */
static bool line_changed(const struct ir_program *p, const uint8_t *changed, uint32_t ins) {
  const struct ir_function *f = ir_function_of(p, ins);
  const struct ir_loc *line = &p->locs[p->ins[ins].loc];
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
    const struct ir_loc *other = &p->locs[p->ins[i].loc];
    if (changed[i] && (i == ins || (line->line && other->line == line->line && other->file == line->file))) return true;
  }
  return false;
}

/* What the change touched is shown, whether or not the failure is known to depend on it. */
static void find_changed(struct trace *t, const uint8_t *changed) {
  for (uint32_t i = 0; changed && i < t->rows.count; i++) {
    struct trace_row *row = &t->rows.data[i];
    if (row->create || row->user_ins == IR_NONE) continue;
    row->changed = line_changed(t->session->program, changed, row->user_ins);
    row->matters |= row->changed;
  }
}

void trace_slice(struct trace *t, const bool *failing, uint32_t nthreads, const uint8_t *changed) {
  mark_seeds(t, failing, nthreads);
  if (t->rows.count <= MOST_ROWS) {
    find_past(t);
    find_conflicts(t);
  }
  find_changed(t, changed);
  if (t->rows.count <= MOST_ROWS) find_creations(t);
}

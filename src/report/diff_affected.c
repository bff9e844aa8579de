/* Affected instructions as lines of the new version. */
#include <stdlib.h>
#include <string.h>

#include "report/diff.h"

typedef VEC(struct diff_place) place_list;

static int by_place(const void *a, const void *b) {
  const struct diff_place *x = a, *y = b;
  int files = strcmp(x->file, y->file);
  if (files) return files;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  return x->function < y->function ? -1 : x->function > y->function;
}

static int by_function(const void *a, const void *b) {
  const struct diff_place *x = a, *y = b;
  if (x->function != y->function) return x->function < y->function ? -1 : 1;
  return by_place(a, b);
}

static void sort_once(place_list *list, bool functions) {
  uint32_t kept = 0;
  if (list->count) qsort(list->data, list->count, sizeof *list->data, functions ? by_function : by_place);
  for (uint32_t i = 0; i < list->count; i++) {
    const struct diff_place *last = kept ? &list->data[kept - 1] : NULL, *at = &list->data[i];
    if (last && last->line == at->line && !strcmp(last->file, at->file) &&
        (!functions || last->function == at->function))
      continue;
    list->data[kept++] = *at;
  }
  list->count = kept;
}

/* ---- the parts of a set ---- */

static bool is_branch(const struct ir_ins *ins) { return ins->op == IR_CBR || ins->op == IR_SWITCH; }

static bool on_line(const place_list *list, const struct diff_place *place) {
  for (uint32_t i = 0; i < list->count; i++)
    if (list->data[i].line == place->line && !strcmp(list->data[i].file, place->file)) return true;
  return false;
}

/* Every line of the set; lines with a branch, whose condition or jump may be in it; lines with a write that is. */
static void collect_set(const struct diff_report *report, const struct static_set *set, place_list *all,
                        place_list *branches, place_list *writes) {
  const struct ir_program *p = report->change->new.program;
  for (uint32_t i = 0; i < p->nins; i++) {
    const struct ir_function *function = ir_function_of(p, i);
    const struct ir_loc *loc = &p->locs[p->ins[i].loc];
    if (function->flags & IR_FN_LIBRARY || !loc->line) continue;
    struct diff_place place = {ir_text(p, loc->file), loc->line, (uint32_t)(function - p->functions)};
    if (is_branch(&p->ins[i])) vec_push(branches, place);
    if (!static_set_has(set, i)) continue;
    vec_push(all, place);
    if (ir_op_writes(p->ins[i].op)) vec_push(writes, place);
  }
  sort_once(all, true);
  sort_once(branches, true);
  sort_once(writes, true);
}

struct diff_places diff_set(const struct diff_report *report, const struct static_set *set, enum diff_part part) {
  place_list all = {0}, branches = {0}, writes = {0}, found = {0};
  collect_set(report, set, &all, &branches, &writes);
  for (uint32_t i = 0; i < all.count; i++) {
    bool branch = on_line(&branches, &all.data[i]), write = !branch || on_line(&writes, &all.data[i]);
    if (part == DIFF_CONDITIONS ? branch : write) vec_push(&found, all.data[i]);
  }
  vec_free(&all);
  vec_free(&branches);
  vec_free(&writes);
  return (struct diff_places){found.data, found.count};
}

/* ---- affected lines ---- */

struct diff_places diff_affected(const struct diff_report *report, bool functions, uint32_t *live) {
  const struct impact *impact = report->impact;
  const struct ir_program *p = report->change->new.program;
  place_list affected = {0}, all = {0};
  for (uint32_t f = 0; f < p->nfunctions; f++) {
    const struct ir_function *function = &p->functions[f];
    if (function->flags & IR_FN_LIBRARY) continue;
    for (uint32_t i = function->first_ins; i < function->first_ins + function->nins; i++) {
      const struct ir_loc *loc = &p->locs[p->ins[i].loc];
      if (!loc->line || !static_is_live(impact->new_statics, i)) continue;
      struct diff_place place = {ir_text(p, loc->file), loc->line, f};
      vec_push(&all, place);
      if (static_set_has(&impact->forward, i)) vec_push(&affected, place);
    }
  }
  sort_once(&affected, functions);
  sort_once(&all, functions);
  *live = all.count;
  vec_free(&all);
  return (struct diff_places){affected.data, affected.count};
}

/* All changed functions, one after the other, within a budget; then which instructions count as unchanged. */
#include "equivalence/equivalence.h"

#include <stdio.h>
#include <string.h>

#include "base/checks.h"
#include "equivalence/inside.h"
#include "util/clock.h"
#include "util/mutate.h"

/* Effort of the solver, about a million in a second: for one function, and in all. Most that can be proved needs a
   thousand; who only wants to save time waits no longer than that is likely to. */
static const struct {
  uint64_t function, all;
} efforts[] = {[EQUIVALENCE_LONG] = {1500000, 6000000}, [EQUIVALENCE_SHORT] = {50000, 100000}};

const char *equivalence_verdict_text(enum equivalence_verdict verdict) {
  static const char *const texts[] = {
      [EQUIVALENCE_PROVED] = "equivalent", [EQUIVALENCE_DIFFERS] = "differs", [EQUIVALENCE_UNDECIDED] = "undecided"};
  return texts[verdict];
}

/* ---- which functions ---- */

static bool has_change(const struct change_side *c, uint32_t function) {
  const struct ir_function *f = &c->program->functions[function];
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++)
    if (c->status[i] != CHANGE_SAME) return true;
  return false;
}

static bool is_changed(const struct work *w, uint32_t old, uint32_t new) {
  const struct ir_function *f = &w->p[OLD]->functions[old], *g = &w->p[NEW]->functions[new];
  if (!f->nins || !g->nins || (f->flags | g->flags) & IR_FN_LIBRARY) return false;
  return has_change(w->c[OLD], old) || has_change(w->c[NEW], new);
}

static bool accesses_memory(const struct work *w, int side, uint32_t function) {
  const struct ir_function *f = &w->p[side]->functions[function];
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++)
    if (ir_op_is_scalar_access(w->p[side]->ins[i].op)) return true;
  return false;
}

/* ---- one function ---- */

static void open_statics(struct work *w) {
  for (int s = OLD; s <= NEW; s++)
    if (!w->statics[s]) {
      w->statics[s] = static_open(w->p[s]);
      w->guards[s] = static_guards_open(w->statics[s]);
    }
}

static void undecided(struct equivalence_function *f, const char *why) {
  f->verdict = EQUIVALENCE_UNDECIDED;
  f->text = mem_strdup(why);
}

/* In those states alone that the old version reaches. What is said of a difference is of all states. */
static void compare_reached(struct work *w, struct equivalence_function *f) {
  struct equivalence_function again = {.old = f->old, .new = f->new, .only_reached = true};
  if (!w->arguments) w->arguments = arguments_open(w->p[OLD]);
  w->assuming = true;
  w->excused = false;
  regions_compare(w, &again);
  w->assuming = false;
  again.unless_old_fails = w->excused;
  if (again.verdict == EQUIVALENCE_PROVED) {
    free(f->text);
    *f = again;
    return;
  }
  free(again.text);
  regions_compare(w, f);
}

/* First as if others could see every access: that needs no analysis of what they see. */
static void look_at(struct work *w, struct equivalence *e, struct equivalence_function *f) {
  uint64_t spent = smt_spent(w->smt);
  if (spent >= efforts[w->budget].all) {
    e->left++;
    undecided(f, "the budget for such questions was used up by other functions");
    return;
  }
  if (!variable_function_alike(w, f->old, f->new)) {
    undecided(f, "it has other parameters or results");
    return;
  }
  w->effort = spent + efforts[w->budget].function;
  regions_compare(w, f);
  bool memory = accesses_memory(w, OLD, f->old) || accesses_memory(w, NEW, f->new);
  if (f->verdict != EQUIVALENCE_PROVED && !w->statics[OLD] && memory) {
    open_statics(w);
    regions_compare(w, f);
  }
  if (f->verdict != EQUIVALENCE_PROVED) compare_reached(w, f);
}

static void look_at_all(struct work *w, struct equivalence *e) {
  for (uint32_t f = 0; f < w->p[OLD]->nfunctions; f++) {
    uint32_t match = w->c[OLD]->function[f];
    if (match == IR_NONE || !is_changed(w, f, match)) continue;
    struct equivalence_function row = {.old = f, .new = match};
    if (checks_have(w->checks, CHECK_UNINIT)) undecided(&row, "values that nobody wrote are not told apart here");
    else look_at(w, e, &row);
    e->proved += row.verdict == EQUIVALENCE_PROVED;
    vec_push(&e->functions, row);
  }
}

/* ---- what counts as unchanged ---- */

static void mark_function(struct change_side *c, uint32_t function) {
  const struct ir_function *f = &c->program->functions[function];
  memset(c->equal + f->first_ins, 1, f->nins);
}

static bool is_referred_to(const struct ir_program *p, uint32_t function) {
  for (uint64_t i = 0; i < p->nconsts; i++)
    if (p->consts[i].kind == IR_CONST_FUNC && p->consts[i].symbol == function) return true;
  for (uint64_t i = 0; i < p->nrelocs; i++)
    if (p->relocs[i].kind == IR_CONST_FUNC && p->relocs[i].symbol == function) return true;
  for (uint64_t i = 0; i < p->nctors; i++)
    if (p->ctors[i] == function) return true;
  for (uint64_t i = 0; i < p->ndtors; i++)
    if (p->dtors[i] == function) return true;
  return p->entry == function;
}

/* A function of one version only that equivalent code alone calls was executed as a part of that code. */
static bool is_part_of_equal(const struct change_side *c, uint32_t function) {
  const struct ir_program *p = c->program;
  const struct ir_function *f = &p->functions[function];
  if (c->function[function] != IR_NONE || !f->nins || c->equal[f->first_ins] || is_referred_to(p, function))
    return false;
  for (uint32_t i = 0; i < p->nins; i++)
    if (p->ins[i].op == IR_CALL && (uint32_t)p->ins[i].a == function && !c->equal[i]) return false;
  return true;
}

static void mark_parts(struct change_side *c) {
  for (bool more = true; more;) {
    more = false;
    for (uint32_t f = 0; f < c->program->nfunctions; f++) {
      if (!is_part_of_equal(c, f)) continue;
      mark_function(c, f);
      more = true;
    }
  }
}

static void mark_all(struct work *w, const struct equivalence *e) {
  struct change_side *side[2] = {&w->change->old, &w->change->new};
  for (uint32_t i = 0; i < e->functions.count; i++) {
    const struct equivalence_function *f = &e->functions.data[i];
    for (int s = OLD; s <= NEW; s++) {
      const struct ir_function *function = &w->p[s]->functions[s == OLD ? f->old : f->new];
      for (uint32_t k = function->first_ins; k < function->first_ins + function->nins; k++)
        side[s]->equal[k] = f->verdict == EQUIVALENCE_PROVED ? w->compared[s][k] : w->good[s][k] && !w->bad[s][k];
    }
  }
  if (!e->functions.count) return;
  mark_parts(side[OLD]);
  mark_parts(side[NEW]);
}

struct equivalence *equivalence_open(struct change *change, const struct equivalence_options *options) {
  struct equivalence *e = mem_zalloc(sizeof *e);
  struct work w = {.change = change,
                   .checks = options->checks,
                   .budget = options->budget,
                   .malloc_may_fail = options->malloc_may_fail};
  double start = clock_now();
  if (change->nothing || change->old.program->pointer_bits != change->new.program->pointer_bits) return e;
  w.c[OLD] = &change->old, w.c[NEW] = &change->new;
  for (int s = OLD; s <= NEW; s++) {
    w.p[s] = w.c[s]->program;
    w.seen[s] = mem_zalloc(w.p[s]->nins + 1);
    w.good[s] = mem_zalloc(w.p[s]->nins + 1);
    w.bad[s] = mem_zalloc(w.p[s]->nins + 1);
    w.compared[s] = mem_zalloc(w.p[s]->nins + 1);
  }
  w.own = mem_zalloc(w.p[NEW]->nins + 1);
  w.sym = sym_open();
  w.smt = smt_open(w.sym, &(struct smt_options){0});
  look_at_all(&w, e);
  mark_all(&w, e);
  arguments_close(w.arguments);
  variables_forget(&w);
  vec_free(&w.bases);
  vec_free(&w.cells);
  smt_close(w.smt);
  sym_close(w.sym);
  free(w.own);
  for (int s = OLD; s <= NEW; s++) {
    free(w.seen[s]);
    free(w.good[s]);
    free(w.bad[s]);
    free(w.compared[s]);
    static_guards_close(w.guards[s]);
    e->statics[s] = w.statics[s];
  }
  e->seconds = clock_now() - start;
  return e;
}

void equivalence_close(struct equivalence *e) {
  if (!e) return;
  for (uint32_t i = 0; i < e->functions.count; i++) free(e->functions.data[i].text);
  vec_free(&e->functions);
  for (int s = OLD; s <= NEW; s++)
    if (e->statics[s]) static_close(e->statics[s]);
  free(e);
}

const struct equivalence_function *equivalence_of(const struct equivalence *e, uint32_t new_function) {
  for (uint32_t i = 0; e && i < e->functions.count; i++)
    if (e->functions.data[i].new == new_function) return &e->functions.data[i];
  return NULL;
}

/* ---- where the old version failed ---- */

static void forget_function(struct change_side *c, uint32_t function) {
  const struct ir_function *f = &c->program->functions[function];
  memset(c->equal + f->first_ins, 0, f->nins);
}

/* The old version fails: what was proved for the case that it does not counts no more. */
static void except_excused(const struct equivalence *e, struct change *change) {
  for (uint32_t i = 0; i < e->functions.count; i++) {
    const struct equivalence_function *f = &e->functions.data[i];
    if (!f->unless_old_fails) continue;
    forget_function(&change->old, f->old);
    forget_function(&change->new, f->new);
  }
}

void equivalence_except(const struct equivalence *e, struct change *change, const uint32_t *sites, uint32_t count) {
  struct change_side *old = &change->old, *new = &change->new;
  if (count && !MUTATED(EQUIVALENCE_EXCUSE)) except_excused(e, change);
  for (uint32_t i = 0; i < count && !MUTATED(EQUIVALENCE_FAILED); i++) {
    if (sites[i] == IR_NONE || !old->equal[sites[i]]) continue;
    uint32_t f = (uint32_t)(ir_function_of(old->program, sites[i]) - old->program->functions);
    if (old->function[f] == IR_NONE) { /* a part of others, whoever they are */
      memset(old->equal, 0, old->program->nins);
      memset(new->equal, 0, new->program->nins);
      return;
    }
    forget_function(old, f);
    forget_function(new, old->function[f]);
  }
}

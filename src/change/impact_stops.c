/* Where runs of the old version stopped: the sites of its failures, in both versions.

   A failure inside a function is told of the call in the program's own code. So where a site is a call, all that may
   fail in the functions behind it counts as a site, too; unless the call is of a library function that does nothing but
   fail, such as
   __assert_fail: then whether it is executed is all there is to know. With a check off, what it would find ends a run
   in silence, and every failure site may have stopped runs. */
#include <stdlib.h>
#include <string.h>

#include "change/impact_inside.h"
#include "util/mem.h"
#include "util/vec.h"

struct walk {
  const struct ir_program *p;
  uint32_t checks;
  uint64_t *stops;
  uint8_t *seen; /* per function */
  VEC(uint32_t) todo;
};

static void mark(uint64_t *stops, uint32_t ins) { stops[ins / 64] |= (uint64_t)1 << ins % 64; }

static void enter(struct walk *w, uint32_t function) {
  if (w->seen[function]) return;
  w->seen[function] = 1;
  vec_push(&w->todo, function);
}

/* By kind alone: what it works on is not looked at, so this says more than the failure sites of the checks. */
static bool may_fail(const struct ir_ins *ins, uint32_t checks) {
  switch (ir_ops[ins->op].fails) {
  case IR_FAILS_NEVER: return false;
  case IR_FAILS_OVERFLOW: return checks_have(checks, CHECK_OVERFLOW) && ins->flags & IR_NSW;
  case IR_FAILS_SHIFT: return checks_have(checks, CHECK_SHIFT);
  case IR_FAILS_UNWRITTEN: return checks_have(checks, CHECK_UNINIT);
  case IR_FAILS_DIVISION:
  case IR_FAILS_ACCESS:
  case IR_FAILS_SIZE:
  case IR_FAILS_CALL:
  case IR_FAILS_ALWAYS: break;
  }
  return true;
}

/* Calls of functions with a body fail in the body. */
static void mark_function(struct walk *w, const struct ir_function *f) {
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
    const struct ir_ins *ins = &w->p->ins[i];
    if (ins->op == IR_CALL && w->p->functions[ins->a].nins) enter(w, (uint32_t)ins->a);
    else if (may_fail(ins, w->checks)) mark(w->stops, i);
  }
}

static bool only_fails(const struct ir_program *p, const struct ir_ins *call) {
  uint32_t flags = p->functions[call->a].flags;
  for (int32_t k = 0; k < call->c; k++)
    if (!ir_is_const(p->extra[call->b + k])) return false;
  return flags & IR_FN_LIBRARY && flags & IR_FN_NORETURN;
}

static void mark_site(const struct ir_program *p, uint32_t checks, uint64_t *stops, uint32_t site) {
  const struct ir_ins *ins = &p->ins[site];
  struct walk w = {.p = p, .checks = checks, .stops = stops};
  mark(stops, site);
  if (ins->op != IR_CALL || !p->functions[ins->a].nins || only_fails(p, ins)) return;
  w.seen = mem_zalloc(p->nfunctions + 1);
  enter(&w, (uint32_t)ins->a);
  while (w.todo.count) {
    uint32_t function = vec_pop(&w.todo);
    mark_function(&w, &p->functions[function]);
  }
  free(w.seen);
  vec_free(&w.todo);
}

static void mark_all(const struct ir_program *p, uint64_t *stops) {
  const uint32_t all = 1u << CHECK_OVERFLOW | 1u << CHECK_SHIFT | 1u << CHECK_UNINIT;
  struct statics *s = static_open(p);
  struct static_set sites = static_targets(s, all);
  for (uint32_t i = 0; i < p->nins; i++)
    if (static_set_has(&sites, i)) mark(stops, i);
  static_set_free(&sites);
  static_close(s);
}

void impact_find_stops(const struct change *change, uint32_t checks, const struct impact_failures *failures,
                       uint64_t *stops[2]) {
  stops[IMPACT_OLD] = mem_zalloc((change->old.program->nins / 64 + 1) * sizeof *stops[0]);
  stops[IMPACT_NEW] = mem_zalloc((change->new.program->nins / 64 + 1) * sizeof *stops[0]);
  for (uint32_t i = 0; failures && i < failures->nsites; i++) {
    uint32_t match = change->old.ins[failures->sites[i]];
    mark_site(change->old.program, checks, stops[IMPACT_OLD], failures->sites[i]);
    if (match != IR_NONE) mark_site(change->new.program, checks, stops[IMPACT_NEW], match);
  }
  if (checks_are_whole(checks)) return;
  mark_all(change->old.program, stops[IMPACT_OLD]);
  mark_all(change->new.program, stops[IMPACT_NEW]);
}

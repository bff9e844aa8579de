/* What must be looked at: the failure sites of the new version whose outcome may differ from the old one's.

   A site that is not affected and never failed in the old version cannot fail in the new one. Beside affected sites
   there are those that failed, and kinds of failure that no single instruction decides: a deadlock is a matter of all
   that wait, a leak of all that allocate and free, a race of two accesses and all that orders them. */
#include "change/impact_inside.h"

/* What the affected instructions of both versions do to order and ends: bits of enum static_role, and more. */
struct reach {
  unsigned roles;
  bool orders;  /* an atomic access or a fence is affected */
  bool touches; /* so is the address or the execution of an access that others may see */
};

static bool is_ordering(const struct ir_ins *ins) { return ir_op_is_atomic(ins->op) || ins->flags & IR_ATOMIC; }

static void look_at_side(const struct impact_side *x, struct reach *r) {
  for (uint32_t i = 0; i < x->p->nins; i++) {
    enum static_relevance level = static_relevance(x->slice, i);
    if (!level) continue;
    bool orders = ir_ops[x->p->ins[i].op].class != IR_CLASS_PURE && is_ordering(&x->p->ins[i]);
    r->orders |= orders && (level >= STATIC_CHECKED || static_set_has(&x->sources, i));
    if (level < STATIC_CHECKED) continue;
    r->roles |= static_roles(x->s, i);
    r->touches |= static_is_shared_access(x->s, i);
  }
}

/* Where only what an access moves is affected, it fails as it did, unless values that nobody wrote count. */
static bool may_differ(const struct impact_side *x, uint32_t ins, uint32_t checks) {
  enum static_relevance level = static_relevance(x->slice, ins);
  return level >= STATIC_CHECKED || (level && checks_have(checks, CHECK_UNINIT));
}

static void add_failed(struct impact_work *w, const struct impact_failures *failures) {
  const struct change_side *old = w->side[IMPACT_OLD].c;
  for (uint32_t i = 0; i < failures->nsites; i++)
    if (impact_has_match(w, IMPACT_OLD, failures->sites[i]))
      static_set_add(&w->impact.targets, old->ins[failures->sites[i]]);
}

void impact_find_targets(struct impact_work *w, uint32_t checks, const struct impact_failures *failures) {
  const struct impact_side *x = &w->side[IMPACT_NEW];
  struct static_set all = static_targets(x->s, checks);
  struct reach r = {0};
  look_at_side(&w->side[IMPACT_OLD], &r);
  look_at_side(x, &r);
  bool order = r.roles & (STATIC_SYNCHRONISES | STATIC_BLOCKS | STATIC_ENDS);
  bool waits = order || !failures || failures->deadlock;
  bool leaks = checks_have(checks, CHECK_LEAK) &&
               (order || !failures || failures->leak || r.roles & (STATIC_FREES | STATIC_ON_HEAP));
  bool races = checks_have(checks, CHECK_RACE) && (order || r.orders || r.touches);
  for (uint32_t i = 0; i < x->p->nins; i++) {
    if (!static_set_has(&all, i)) continue;
    unsigned roles = static_roles(x->s, i);
    if (!failures || (checks_are_whole(checks) && static_is_stop(x->s, i)) || may_differ(x, i, checks) ||
        (waits && roles & STATIC_BLOCKS) || (leaks && roles & (STATIC_ON_HEAP | STATIC_FREES | STATIC_ENDS)) ||
        (races && static_is_shared_access(x->s, i)))
      static_set_add(&w->impact.targets, i);
  }
  if (failures) add_failed(w, failures);
  w->impact.waits_end = !waits;
  static_set_free(&all);
}

/* Plans, sleeping threads and decisions on inputs: what was planned for other inputs, and sides of a decision that need
   not be taken.

   While a thread sleeps, what is explored is only of use if something comes to depend on its operation. Whatever can do
   so has done so behind the operation, when that was explored: a run with the same inputs raced with it there. So each
   branch keeps, for the races with its operation that were found, the path condition up to the second access: its
   demands. Where, under a path condition, none of them can be fulfilled, no run ever wakes the thread up, and all of
   them were explored with its operation first.

   A leaf of a plan keeps the conditions of the races that led to it, or were left to it. On another side of a decision
   none of them may be possible: there it was planned for nobody. */
#include "dpor/inside.h"

enum { MOST_CONDITIONS = 64 };

static void add(struct dpor *d, uint32_t branch, sym_id condition) {
  ASSERT(branch && branch < d->pool.count);
  struct branch *b = &d->pool.data[branch];
  uint32_t count = b->demands ? b->demands->count : 0;
  if (!condition || count == MOST_DEMANDS) b->always = true;
  if (b->always || MUTATED(DEMAND)) return;
  for (uint32_t i = 0; i < count; i++)
    if (b->demands->conditions[i] == condition) return;
  if (!b->demands) b->demands = mem_zalloc(sizeof *b->demands);
  b->demands->conditions[b->demands->count++] = condition;
}

struct demands *demand_copy(const struct demands *demands) {
  struct demands *copy = mem_zalloc(sizeof *copy);
  *copy = *demands;
  return copy;
}

/* The path condition from the race's first event on; 0: none. */
static sym_id condition_of(struct dpor *d, const struct race *race) {
  if (d->renews) return 0; /* which object a choice means depends on the order of what was freed */
  uint32_t from = d->events.data[race->first].assumed, to = race->assumed;
  return from < to && to - from <= MOST_CONDITIONS ? vm_path_condition(d->vm, from, to) : 0;
}

void demand_note(struct dpor *d, const struct race *race) {
  d->condition = 0;
  if (d->guide.covers) return;
  d->condition = condition_of(d, race);
  add(d, d->nodes.data[race->first].branches, d->condition);
}

void demand_leaf(struct dpor *d, uint32_t branch) {
  if (!d->guide.covers) add(d, branch, d->condition);
}

void demand_leaves(struct dpor *d, uint32_t branch) {
  for (; branch; branch = d->pool.data[branch].sibling) {
    if (branch_is_leaf(&d->pool.data[branch])) demand_leaf(d, branch);
    else demand_leaves(d, d->pool.data[branch].child);
  }
}

static bool is_demanded(struct dpor *d, bool always, const struct demands *demands, sym_id side) {
  if (always) return true;
  for (uint32_t i = 0; demands && i < demands->count; i++)
    if (vm_is_possible(d->vm, side, demands->conditions[i])) return true;
  return false;
}

uint32_t demand_fitting(struct dpor *d, uint32_t branch) {
  if (!branch) return 0;
  uint32_t next = demand_fitting(d, d->pool.data[branch].sibling), child = d->pool.data[branch].child;
  d->pool.data[branch].sibling = next;
  const struct branch *b = &d->pool.data[branch];
  bool leaf = branch_is_leaf(b), fits = leaf && is_demanded(d, b->always, b->demands, vm_true(d->vm));
  if (!leaf) {
    d->pool.data[branch].child = demand_fitting(d, child);
    fits = d->pool.data[branch].child;
  }
  if (fits) return branch;
  d->pool.data[branch].sibling = 0;
  branch_release(d, branch);
  return next;
}

/* Can something come to depend on the sleeping thread's operation? */
static bool can_wake(struct dpor *d, const struct sleeper *s, sym_id side) {
  return s->silent || is_demanded(d, s->always, s->demands, side);
}

bool dpor_is_redundant(struct dpor *d, sym_id side) {
  if (d->naive || d->matters || d->guide.covers || !d->events.count) return false;
  uint32_t event = d->events.count - 1;
  const struct effect so_far = effect_of_event(d, event);
  const struct node *n = &d->nodes.data[event];
  for (uint32_t i = 0; i < n->nsleepers; i++) {
    const struct sleeper *s = &d->sleepers.data[n->sleepers + i];
    struct effect theirs = effect_of(&s->op, s->reach);
    if (s->thread != d->events.data[event].thread && !effects_depend(&theirs, &so_far) && !can_wake(d, s, side))
      return true;
  }
  return false;
}

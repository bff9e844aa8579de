/* Wakeup trees: what a node must still try, as sequences of steps that lead to the other order of a race. */
#include "dpor/inside.h"

/* One from the list of free ones, or a new one. */
static uint32_t branch_slot(struct dpor *d) {
  uint32_t index = d->unused;
  if (index) {
    d->unused = d->pool.data[index].sibling;
    return index;
  }
  if (!d->pool.count) vec_push(&d->pool, (struct branch){0}); /* number 0 means none */
  index = d->pool.count++;
  vec_reserve(&d->pool, index + 1);
  if (d->pool.count > d->stats.peak_plans) d->stats.peak_plans = d->pool.count;
  return index;
}

uint32_t branch_new(struct dpor *d, uint32_t thread, const struct vm_op *op) {
  uint32_t index = branch_slot(d);
  struct branch *b = &d->pool.data[index];
  b->thread = thread;
  b->child = b->sibling = 0;
  b->op = *op;
  b->always = b->reserve = false;
  b->reach = NULL;
  b->demands = NULL;
  return index;
}

void branch_release(struct dpor *d, uint32_t branch) {
  while (branch) {
    VERIFY(branch < d->pool.count);
    uint32_t next = d->pool.data[branch].sibling;
    if (d->pool.data[branch].child) branch_release(d, d->pool.data[branch].child);
    branch_forget(&d->pool.data[branch]);
    d->pool.data[branch].sibling = d->unused;
    d->unused = branch;
    branch = next;
  }
}

uint32_t branch_copy(struct dpor *d, uint32_t branch) {
  if (!branch) return 0;
  const struct vm_op op = d->pool.data[branch].op;
  uint32_t copy = branch_new(d, d->pool.data[branch].thread, &op);
  const struct reach *reach = d->pool.data[branch].reach;
  if (reach) {
    struct effect effect = effect_of(&op, reach);
    d->pool.data[copy].reach = reach_add(NULL, &effect);
  }
  uint32_t child = branch_copy(d, d->pool.data[branch].child), sibling = branch_copy(d, d->pool.data[branch].sibling);
  if (d->pool.data[branch].demands) d->pool.data[copy].demands = demand_copy(d->pool.data[branch].demands);
  d->pool.data[copy].child = child;
  d->pool.data[copy].reserve = d->pool.data[branch].reserve;
  d->pool.data[copy].always = d->pool.data[branch].always;
  d->pool.data[copy].sibling = sibling;
  return copy;
}

/* The last event of a sequence happens in another state than it did in the run: a compare-and-swap that failed may
   write there. */
static const struct vm_op *op_at(const struct dpor *d, uint32_t event) {
  return event == d->last_event ? &d->last_op : &d->events.data[event].op;
}
static struct effect effect_at(const struct dpor *d, uint32_t event) {
  if (event == d->last_event && !d->last_known) return effect_of(&d->last_op, NULL);
  return effect_of_event(d, event);
}
static uint32_t thread_at(const struct dpor *d, uint32_t event) {
  return event == d->events.count ? d->virtual_thread : d->events.data[event].thread;
}

/* Must event `a` come before the end of the thread? */
static bool ends_before(const struct dpor *d, uint32_t a, uint32_t thread) {
  uint32_t last = d->last.data[thread];
  return last && (a == last - 1 || happens_before(d, a, last - 1));
}

/* Must event `a` come before the signal that let the last event go on? */
static bool wakes_last(const struct dpor *d, uint32_t a) {
  uint32_t after = d->last_op.kind == VM_OP_WAKE && d->last_op.after != IR_NONE ? d->last_op.after : 0;
  return after && (a == after - 1 || happens_before(d, a, after - 1));
}

/* Must event `a` come before event `b` in the sequence? The last event was after the race's first one in the run, so
   its clock says too much. */
static bool precedes(const struct dpor *d, uint32_t a, uint32_t b, uint32_t last) {
  if (b != last) return happens_before(d, a, b);
  uint32_t thread = thread_at(d, b);
  if (d->last_op.kind == VM_OP_JOIN && ends_before(d, a, (uint32_t)d->last_op.ticket)) return true;
  if (wakes_last(d, a)) return true;
  struct effect first = effect_at(d, a), second = effect_at(d, b);
  if (thread_at(d, a) == thread || effects_depend(&first, &second)) return true;
  bool first_of_thread = b == d->events.count ? !d->last.data[thread] : d->events.data[b].before == IR_NONE;
  uint32_t born = vm_thread_born(d->vm, thread);
  if (first_of_thread && born != IR_NONE && born) return a == born - 1 || happens_before(d, a, born - 1);
  uint32_t before = b == d->events.count ? d->last.data[thread] - 1 : d->events.data[b].before;
  return !first_of_thread && happens_before(d, a, before);
}

/* Position in the sequence of the thread's first event, or IR_NONE. */
static uint32_t first_of(const struct dpor *d, const uint32_t *sequence, uint32_t count, uint32_t thread) {
  for (uint32_t i = 0; i < count; i++)
    if (thread_at(d, sequence[i]) == thread) return i;
  return IR_NONE;
}

static bool is_initial(const struct dpor *d, const uint32_t *sequence, uint32_t at, uint32_t last) {
  for (uint32_t i = 0; i < at; i++)
    if (precedes(d, sequence[i], sequence[at], last)) return false;
  return true;
}

static bool independent_of_all(const struct dpor *d, const struct effect *step, const uint32_t *sequence,
                               uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    struct effect effect = effect_at(d, sequence[i]);
    if (effects_depend(step, &effect)) return false;
  }
  return true;
}

/* Could this step come first without changing what the sequence does? A step that is no part of it says so only if
   every run leaves whole sequences where it found a race. With a guide some end early, and leave none
   for what they have not come to: so the step must be one that begins the sequence. */
static bool is_weak_initial(const struct dpor *d, uint32_t thread, struct effect step, const uint32_t *sequence,
                            uint32_t count, uint32_t last) {
  uint32_t at = first_of(d, sequence, count, thread);
  if (at != IR_NONE && step.touches)
    return independent_of_all(d, &step, sequence, at); /* known better than the sequence's last one */
  if (at != IR_NONE) return is_initial(d, sequence, at, last);
  return !d->guide.covers && independent_of_all(d, &step, sequence, count);
}

/* Was the sequence explored when this thread went first? A sleeper that has no part in it says so because the runs
   behind it plan the orders in which it comes later. But such a plan may be left to a leaf that begins like it; where
   the sleeper outlasts that leaf, each would count on the other. With exact operations none does: it would have stood
   for the leaf, which had not been planned. One that was planned as a write and only reads, or the other side of a
   decision, makes it possible. From there on the sleeper must be one that begins the sequence. */
static bool stands_for(const struct dpor *d, const struct sleeper *s) {
  const uint32_t *sequence = d->sequence.data, count = d->sequence.count;
  if (s->silent && first_of(d, sequence, count, s->thread) == IR_NONE) return false;
  return is_weak_initial(d, s->thread, effect_of(&s->op, s->reach), sequence, count, d->last_event);
}

static void remove_at(uint32_t *sequence, uint32_t *count, uint32_t at) {
  memmove(sequence + at, sequence + at + 1, (*count - at - 1) * sizeof *sequence);
  --*count;
}

/* A step of the sequence touches what it touched in the run, unless it is the last one; or something in it was decided
   on unknown data, which may go the other way there. */
static struct reach *planned_reach(const struct dpor *d, uint32_t event) {
  struct effect effect = effect_at(d, event);
  return effect.touches && d->events.data[event].fixed ? reach_add(NULL, &effect) : NULL;
}

static uint32_t chain(struct dpor *d, const uint32_t *sequence, uint32_t count) {
  uint32_t next = 0;
  for (uint32_t i = count; i-- > 0;) {
    uint32_t b = branch_new(d, thread_at(d, sequence[i]), op_at(d, sequence[i]));
    d->pool.data[b].child = next;
    d->pool.data[b].reach = planned_reach(d, sequence[i]);
    if (!next) demand_leaf(d, b);
    next = b;
  }
  return next;
}

/* Follows the branches as far as they agree with the sequence; what is left becomes a new branch, behind the others. A
   leaf on the way covers everything that begins like it; where it may yet be dropped, that is kept in reserve. The
   branch under exploration is no candidate. */
static void insert(struct dpor *d, struct node *node, uint32_t *sequence, uint32_t count, uint32_t last) {
  ASSERT(node->branches && count); /* the branch under exploration, and somebody who comes before it */
  uint32_t parent = 0, at = d->pool.data[node->branches].sibling, previous = node->branches;
  while (count) {
    bool followed = false;
    for (; at; previous = at, at = d->pool.data[at].sibling) {
      const struct branch *b = &d->pool.data[at];
      if (!is_weak_initial(d, b->thread, effect_of(&b->op, b->reach), sequence, count, last)) continue;
      uint32_t position = first_of(d, sequence, count, b->thread);
      if (position != IR_NONE) remove_at(sequence, &count, position);
      if (branch_is_leaf(b)) {
        demand_leaf(d, at);
        if (!d->sections || !count) return;
        d->pool.data[at].reserve = true;
      }
      parent = at;
      previous = 0;
      at = b->child;
      followed = true;
      break;
    }
    if (followed) continue;
    uint32_t fresh = chain(d, sequence, count);
    if (previous) d->pool.data[previous].sibling = fresh;
    else d->pool.data[parent].child = fresh;
    d->stats.reversals++;
    return;
  }
  demand_leaves(d, at);
}

/* An atomic section that comes before the race's first event and what happens after that: it goes as it went, and
   touches the same, if they write nothing that it has touched. */
static bool is_last_known(const struct dpor *d, uint32_t first, uint32_t second) {
  if (!d->sections || second == d->events.count || !d->events.data[second].op.everything) return false;
  struct effect last = effect_of_event(d, second);
  for (uint32_t i = first; i < second; i++) {
    if (i != first && !happens_before(d, first, i)) continue;
    struct effect gone = effect_of_event(d, i);
    if (effect_writes_to(&gone, &last)) return false;
  }
  return true;
}

void wakeup_reverse(struct dpor *d, const struct race *race) {
  uint32_t first = race->first, second = race->second;
  ASSERT(first < second && second <= d->events.count && first < d->nodes.count);
  struct node *node = &d->nodes.data[first];
  demand_note(d, race);
  d->last_event = second;
  d->last_op = second == d->events.count ? d->virtual_op : d->events.data[second].op;
  d->last_known = is_last_known(d, first, second);
  if (d->last_op.kind == VM_OP_UPDATE) d->last_op.range[0].write = true;
  d->sequence.count = 0;
  for (uint32_t i = first + 1; i < d->events.count; i++)
    if (i != second && !happens_at_once(d, &d->events.data[i].op) && !happens_before(d, first, i))
      vec_push(&d->sequence, i);
  vec_push(&d->sequence, second);
  for (uint32_t i = 0; i < node->nsleepers; i++)
    if (stands_for(d, &d->sleepers.data[node->sleepers + i])) return;
  insert(d, node, d->sequence.data, d->sequence.count, second);
}

/* ---- what is known only after a step ---- */

static bool depends_on(const struct dpor *d, const struct sleeper *s, uint32_t branch) {
  const struct branch *b = &d->pool.data[branch];
  struct effect mine = effect_of(&s->op, s->reach), theirs = effect_of(&b->op, b->reach);
  return effects_depend(&mine, &theirs);
}

/* The branch and its siblings without the sequences that the sleeper begins, or has no part in. */
static uint32_t without_covered(struct dpor *d, const struct sleeper *s, uint32_t branch) {
  if (!branch) return 0;
  uint32_t next = without_covered(d, s, d->pool.data[branch].sibling);
  d->pool.data[branch].sibling = next;
  bool covered = d->pool.data[branch].thread == s->thread;
  if (!covered && !depends_on(d, s, branch)) {
    uint32_t child = without_covered(d, s, d->pool.data[branch].child);
    d->pool.data[branch].child = child;
    d->pool.data[branch].reserve = false;
    covered = !child;
  }
  if (!covered) return branch;
  d->pool.data[branch].sibling = 0;
  branch_release(d, branch);
  return next;
}

void wakeup_drop_covered(struct dpor *d, struct node *node, const struct sleeper *s) {
  if (s->op.everything && s->reach) node->branches = without_covered(d, s, node->branches);
}

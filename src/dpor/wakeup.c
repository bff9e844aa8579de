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
  if (d->pool.count > d->stats.peak_branches) d->stats.peak_branches = d->pool.count;
  return index;
}

uint32_t branch_new(struct dpor *d, uint32_t thread, const struct vm_op *op) {
  uint32_t index = branch_slot(d);
  struct branch *b = &d->pool.data[index];
  b->thread = thread;
  b->child = b->sibling = 0;
  b->op = *op;
  return index;
}

void branch_release(struct dpor *d, uint32_t branch) {
  while (branch) {
    uint32_t next = d->pool.data[branch].sibling;
    if (d->pool.data[branch].child) branch_release(d, d->pool.data[branch].child);
    d->pool.data[branch].sibling = d->unused;
    d->unused = branch;
    branch = next;
  }
}

uint32_t branch_copy(struct dpor *d, uint32_t branch) {
  if (!branch) return 0;
  const struct vm_op op = d->pool.data[branch].op;
  uint32_t copy = branch_new(d, d->pool.data[branch].thread, &op);
  uint32_t child = branch_copy(d, d->pool.data[branch].child), sibling = branch_copy(d, d->pool.data[branch].sibling);
  d->pool.data[copy].child = child;
  d->pool.data[copy].sibling = sibling;
  return copy;
}

/* The last event of a sequence happens in another state than it did in the run: a compare-and-swap that failed may
   write there. */
static const struct vm_op *op_at(const struct dpor *d, uint32_t event) {
  return event == d->last_event ? &d->last_op : &d->events.data[event].op;
}
static uint32_t thread_at(const struct dpor *d, uint32_t event) {
  return event == d->events.count ? d->virtual_thread : d->events.data[event].thread;
}

/* Must event `a` come before the end of the thread? */
static bool ends_before(const struct dpor *d, uint32_t a, uint32_t thread) {
  uint32_t last = d->last.data[thread];
  return last && (a == last - 1 || happens_before(d, a, last - 1));
}

/* Must event `a` come before event `b` in the sequence? The last event was after the race's first one in the run, so its
   clock says too much. */
static bool precedes(const struct dpor *d, uint32_t a, uint32_t b, uint32_t last) {
  if (b != last) return happens_before(d, a, b);
  uint32_t thread = thread_at(d, b);
  if (d->last_op.kind == VM_OP_JOIN && ends_before(d, a, (uint32_t)d->last_op.ticket)) return true;
  if (thread_at(d, a) == thread || dpor_depend(op_at(d, a), op_at(d, b))) return true;
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

static bool independent_of_all(const struct dpor *d, const struct vm_op *op, const uint32_t *sequence, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (dpor_depend(op, op_at(d, sequence[i]))) return false;
  return true;
}

/* Could this step come first without changing what the sequence does? A step that is no part of it says so only if every run leaves
   whole sequences where it found a race. With a guide some leave single steps (skip.c): two plans could then each count on the
   other, so the step must be one that begins the sequence. */
static bool is_weak_initial(const struct dpor *d, uint32_t thread, const struct vm_op *op, const uint32_t *sequence,
                            uint32_t count, uint32_t last) {
  uint32_t at = first_of(d, sequence, count, thread);
  if (at != IR_NONE) return is_initial(d, sequence, at, last);
  return !d->guide.covers && independent_of_all(d, op, sequence, count);
}

/* Was the sequence explored when this thread went first? A sleeper that has no part in it says so because the runs behind it plan the
   orders in which it comes later. But such a plan may be left to a leaf that begins like it; where the sleeper outlasts that leaf,
   each would count on the other. With exact operations none does: it would have stood for the leaf, which had not been planned. One
   that was planned as a write and only reads, or the other side of a decision, makes it possible. From there on the sleeper
   must be one that begins the sequence. */
static bool stands_for(const struct dpor *d, const struct sleeper *s) {
  const uint32_t *sequence = d->sequence.data, count = d->sequence.count;
  if (s->silent && first_of(d, sequence, count, s->thread) == IR_NONE) return false;
  return is_weak_initial(d, s->thread, &s->op, sequence, count, d->last_event);
}

static void remove_at(uint32_t *sequence, uint32_t *count, uint32_t at) {
  memmove(sequence + at, sequence + at + 1, (*count - at - 1) * sizeof *sequence);
  --*count;
}

static uint32_t chain(struct dpor *d, const uint32_t *sequence, uint32_t count) {
  uint32_t next = 0;
  for (uint32_t i = count; i-- > 0;) {
    uint32_t b = branch_new(d, thread_at(d, sequence[i]), op_at(d, sequence[i]));
    d->pool.data[b].child = next;
    next = b;
  }
  return next;
}

/* Follows the branches as far as they agree with the sequence; what is left becomes a new branch, behind the others. A leaf on
   the way covers everything that begins like it. The branch under exploration is no candidate. */
static void insert(struct dpor *d, struct node *node, uint32_t *sequence, uint32_t count, uint32_t last) {
  uint32_t parent = 0, at = d->pool.data[node->branches].sibling, previous = node->branches;
  while (count) {
    bool followed = false;
    for (; at; previous = at, at = d->pool.data[at].sibling) {
      const struct branch *b = &d->pool.data[at];
      if (!is_weak_initial(d, b->thread, &b->op, sequence, count, last)) continue;
      uint32_t position = first_of(d, sequence, count, b->thread);
      if (position != IR_NONE) remove_at(sequence, &count, position);
      if (!b->child) return;
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
    d->stats.insertions++;
    return;
  }
}

void wakeup_reverse(struct dpor *d, uint32_t first, uint32_t second) {
  struct node *node = &d->nodes.data[first];
  d->last_event = second;
  d->last_op = second == d->events.count ? d->virtual_op : d->events.data[second].op;
  if (d->last_op.kind == VM_OP_UPDATE) d->last_op.range[0].write = true;
  d->sequence.count = 0;
  for (uint32_t i = first + 1; i < d->events.count; i++)
    if (i != second && !happens_at_once(d, &d->events.data[i].op) && !happens_before(d, first, i)) vec_push(&d->sequence, i);
  vec_push(&d->sequence, second);
  for (uint32_t i = 0; i < node->nsleepers; i++)
    if (stands_for(d, &d->sleepers.data[node->sleepers + i])) return;
  insert(d, node, d->sequence.data, d->sequence.count, second);
}

/* The depth-first walk over nodes: choosing the next thread, going back, sleeping threads. */
#include "dpor/inside.h"
#include "util/mutate.h"

struct dpor *dpor_open(bool naive, const struct dpor_races *races) {
  struct dpor *d = mem_zalloc(sizeof *d);
  d->naive = naive;
  d->data_races = *races;
  return d;
}

void dpor_attach(struct dpor *d, struct vm *vm) {
  ASSERT(!d->vm && !d->events.count);
  d->vm = vm;
  d->fences = vm_has_fences(vm);
  d->renews = vm_renews(vm);
  d->sections = vm_has_sections(vm);
}

/* Nodes above are gone with what they still wanted to try: the machine has been back at each of them before. */
static void drop_node(struct dpor *d) {
  struct node n = vec_pop(&d->nodes);
  branch_release(d, n.branches);
  for (uint32_t i = n.nsleepers; i && d->sleepers.data[n.sleepers + i - 1].owns;
       i--) { /* those that came with it lie below */
    const struct sleeper *s = &d->sleepers.data[n.sleepers + i - 1];
    if (s->reach) free(s->reach);
    if (s->demands) free(s->demands);
  }
  d->sleepers.count = n.sleepers;
}

void dpor_close(struct dpor *d) {
  branch_release(d, d->clean_handoff);
  while (d->nodes.count) drop_node(d);
  vec_free(&d->events);
  vec_free(&d->nodes);
  vec_free(&d->clocks);
  vec_free(&d->touches);
  vec_free(&d->races);
  vec_free(&d->last);
  vec_free(&d->sleepers);
  vec_free(&d->pool);
  vec_free(&d->sequence);
  vec_free(&d->found);
  vec_free(&d->view);
  vec_free(&d->ordinals);
  map_free(&d->traces);
  map_free(&d->newest);
  vec_free(&d->synced);
  vec_free(&d->seen);
  vec_free(&d->fenced);
  map_free(&d->told);
  fair_close(d);
  free(d);
}

/* Somebody may come back into the middle of this event, to the other side of a decision: the plan for what follows is
   for every side, because what other runs left to it may have come from any of them. */
static void keep_plan(struct dpor *d) {
  if (!d->clean_handoff || !d->events.count) return;
  uint32_t current = d->nodes.data[d->events.count - 1].branches;
  if (d->pool.data[current].child) return;
  uint32_t copy = branch_copy(d, d->clean_handoff);
  d->pool.data[current].child = copy;
}

uint64_t dpor_mark(struct dpor *d) {
  keep_plan(d);
  return (uint64_t)d->touches.count << 32 | d->events.count;
}

/* The event is taken back, or goes another way from its middle on. */
static void keep_reach(struct dpor *d, uint32_t event) {
  if (event >= d->events.count || event >= d->nodes.count) return;
  struct effect effect = effect_of_event(d, event);
  uint32_t current = d->nodes.data[event].branches;
  if (effect.touches && current) d->pool.data[current].reach = reach_add(d->pool.data[current].reach, &effect);
}

void dpor_rewind(struct dpor *d, uint64_t mark, bool to_node) {
  uint32_t events = (uint32_t)mark, touches = (uint32_t)(mark >> 32);
  VERIFY(events <= d->events.count);
  if (!d->naive && (to_node || events)) keep_reach(d, to_node ? events : events - 1);
  while (d->events.count > events) event_pop(d);
  while (d->nodes.count > events + to_node) drop_node(d);
  if (d->fresh > events) d->fresh = events;
  if (d->touches.count > touches) event_untouch(d, touches);
  if (!to_node && events && d->events.data[events - 1].op.everything && d->fresh == events)
    d->fresh--; /* an atomic section: on this side of a decision it may touch, and race with, something else */
  branch_release(d, d->clean_handoff);
  d->clean_handoff = 0;
  if (!to_node && events && d->nodes.count == events && d->nodes.data[events - 1].branches)
    d->clean_handoff = branch_copy(d, d->pool.data[d->nodes.data[events - 1].branches].child);
  VERIFY_NONE(dpor_verify(d));
}

void dpor_touched(struct dpor *d, const struct vm_range *range, bool approximate) {
  if (!d->events.count) return;
  event_touch(d, range, approximate);
}

void dpor_picked(struct dpor *d, uint32_t thread) {
  if (d->events.count) vec_last(&d->events).op.ticket = thread + 1;
}

void dpor_kept(struct dpor *d, uint32_t thread, uint64_t address) {
  struct dpor_event *e = d->events.count ? &vec_last(&d->events) : NULL;
  if (e && e->thread == thread) vm_op_keep(&e->op, address);
}

/* Who only writes what is there already wakes nobody: threads that try a lock over and over wait for somebody else. */
bool dpor_disturbed(const struct dpor *d, uint32_t thread, uint32_t from, uint32_t to) {
  for (uint32_t i = to; i < d->events.count; i++) {
    if (d->events.data[i].thread == thread || (d->events.data[i].op.kept && !MUTATED(SPIN_KEPT))) continue;
    for (uint32_t k = from; k < to; k++)
      if (dpor_depend(&d->events.data[k].op, &d->events.data[i].op)) return true;
  }
  return false;
}

static bool possible(const struct dpor *d, uint32_t thread) {
  return thread < d->view.count && d->view.data[thread] == VIEW_POSSIBLE;
}

/* Looks at every thread once: what the node's decisions are made from. */
static void look(struct dpor *d) {
  uint32_t count = vm_thread_count(d->vm);
  vec_reserve(&d->view, count);
  d->view.count = count;
  d->npossible = 0;
  d->joiner = d->exiting = IR_NONE;
  d->waiting = false;
  for (uint32_t t = 0; t < count; t++) {
    d->view.data[t] = VIEW_NOTHING;
    if (vm_thread_status(d->vm, t) != THREAD_READY) continue;
    enum vm_operation kind = vm_thread_kind(d->vm, t);
    if (kind == VM_OP_EXIT) {
      d->exiting = t;
      continue;
    }
    d->waiting = true;
    if (!vm_thread_enabled(d->vm, t) && !(vm_thread_awaits(d->vm, t) && dpor_has_open_race(d, t))) continue;
    d->view.data[t] = VIEW_POSSIBLE;
    d->npossible++;
    if (happens_at_once(d, vm_thread_waits(d->vm, t))) d->joiner = t;
  }
}

/* The sleepers of the node before the last event, explored siblings included, that do not depend on it. */
static void open_node(struct dpor *d) {
  struct node n = {.sleepers = d->sleepers.count, .branches = d->clean_handoff};
  d->clean_handoff = 0;
  if (d->events.count && !d->naive) {
    const struct node *above = &d->nodes.data[d->events.count - 1];
    struct dpor_event *e = &d->events.data[d->events.count - 1];
    e->fixed = e->asked == vm_questions(d->vm);
    if (n.branches && !d->guide.covers && vm_path_length(d->vm) > e->assumed)
      n.branches = demand_fitting(d, n.branches);
    const struct effect happened = effect_of_event(d, d->events.count - 1);
    vec_reserve(&d->sleepers, d->sleepers.count + above->nsleepers);
    for (uint32_t i = 0; i < above->nsleepers; i++) {
      const struct sleeper *s = &d->sleepers.data[above->sleepers + i];
      struct effect theirs = effect_of(&s->op, s->reach);
      if (s->thread == e->thread || (effects_depend(&theirs, &happened) && !MUTATED(SLEEP))) continue;
      d->sleepers.data[d->sleepers.count] = *s;
      d->sleepers.data[d->sleepers.count++].owns = false;
      n.nsleepers++;
    }
  }
  vec_push(&d->nodes, n);
}

/* As join_first and take do it, for the thread that is running: the plan for what follows stays where it is. Threads
   with something to do by themselves come first, because what they create goes on from the newest event. */
bool dpor_join_immediate(struct dpor *d) {
  VERIFY(d->nodes.count == d->events.count);
  uint32_t self = vm_current_thread(d->vm), plan = d->clean_handoff;
  for (uint32_t t = 0; t < vm_thread_count(d->vm); t++)
    if (t != self && vm_thread_status(d->vm, t) == THREAD_LOCAL) return false;
  d->clean_handoff = 0;
  open_node(d);
  d->nodes.data[d->events.count].branches = branch_new(d, self, vm_thread_op(d->vm, self));
  d->clean_handoff = plan;
  event_push(d, self, vm_thread_op(d->vm, self));
  return true;
}

/* The thread that ran last goes on if it can: fewest switches; else the one with the lowest number. */
static uint32_t pick(const struct dpor *d, const struct node *n) {
  uint32_t current = vm_current_thread(d->vm);
  if (current != IR_NONE && possible(d, current) && !node_has_asleep(d, n, current)) return current;
  for (uint32_t t = 0; t < vm_thread_count(d->vm); t++)
    if (possible(d, t) && !node_has_asleep(d, n, t)) return t;
  return IR_NONE;
}

static uint64_t possible_mask(const struct dpor *d) {
  uint64_t mask = 0;
  for (uint32_t t = 0; t < d->view.count && t < 64; t++)
    if (d->view.data[t] == VIEW_POSSIBLE) mask |= (uint64_t)1 << t;
  return mask;
}

/* Lets the node's first branch happen. */
static void take(struct dpor *d) {
  struct node *n = &d->nodes.data[d->events.count];
  ASSERT(n->branches);
  struct branch *b = &d->pool.data[n->branches];
  uint32_t thread = b->thread;
  VERIFY(possible(d, thread) && (d->naive || !node_has_asleep(d, n, thread)));
  b->op = *vm_thread_op(d->vm, thread);
  branch_forget(b);
  if (n->marked || (d->npossible > 1 && d->joiner == IR_NONE)) {
    if (!n->marked) n->possible = possible_mask(d);
    n->marked = true;
    vm_push_schedule(d->vm);
  }
  if (b->reserve) branch_release(d, b->child);
  d->clean_handoff = b->reserve ? 0 : b->child;
  b->reserve = false;
  b->child = 0;
  vm_log_waiting(d->vm);
  event_push(d, thread, &d->pool.data[n->branches].op);
  vm_continue(d->vm, thread, true);
}

static void plan_all(struct dpor *d, struct node *n) {
  for (uint32_t t = vm_thread_count(d->vm); t-- > 0;) {
    if (!possible(d, t)) continue;
    uint32_t b = branch_new(d, t, vm_thread_op(d->vm, t));
    d->pool.data[b].sibling = n->branches;
    n->branches = b;
  }
}

/* What a node inherits may not fit where an input took another side. And the other order of a race may begin with a
   thread that only waits for a change here: that is one more round of its loop, which changes nothing. A step that is
   impossible here is left out, and what was planned behind it takes its place; what begins with a sleeping thread was
   explored. */
static void drop_impossible(struct dpor *d, struct node *n) {
  while (n->branches) {
    uint32_t first = n->branches, thread = d->pool.data[first].thread;
    bool can = thread < vm_thread_count(d->vm) && possible(d, thread);
    if (can && !node_has_asleep(d, n, thread)) return;
    uint32_t next = d->pool.data[first].sibling;
    if (!can && d->pool.data[first].child) {
      uint32_t last = d->pool.data[first].child;
      while (d->pool.data[last].sibling) last = d->pool.data[last].sibling;
      d->pool.data[last].sibling = next;
      next = d->pool.data[first].child;
      d->pool.data[first].child = 0;
    }
    d->pool.data[first].sibling = 0;
    branch_release(d, first);
    n->branches = next;
  }
}

/* The plan that led here has ended, or does not fit. */
static void silence_sleepers(struct dpor *d, const struct node *n) {
  for (uint32_t i = 0; i < n->nsleepers; i++) d->sleepers.data[n->sleepers + i].silent = true;
}

void dpor_keep_order(struct dpor *d, const uint8_t *matters) {
  ASSERT(!d->events.count);
  d->matters = matters;
}
bool dpor_order_matters(const struct dpor *d) { return d->order_matters; }

static enum dpor_next nobody(const struct dpor *d) {
  if (d->exiting != IR_NONE) return DPOR_EXIT;
  return d->waiting ? DPOR_DEADLOCK : DPOR_FINISHED;
}

/* Where only main joins, joining a thread that has ended depends on nothing: it happens at once, and what the node
   inherited waits behind it. */
static void join_first(struct dpor *d, struct node *n) {
  ASSERT(!d->naive && possible(d, d->joiner));
  uint32_t b = branch_new(d, d->joiner, vm_thread_op(d->vm, d->joiner));
  d->pool.data[b].child = n->branches;
  n->branches = b;
}

enum dpor_next dpor_next(struct dpor *d) {
  ASSERT(d->nodes.count == d->events.count || d->nodes.count == d->events.count + 1);
  if (vm_continue_local(d->vm)) return DPOR_RUN;
  if (d->nodes.count == d->events.count) open_node(d);
  struct node *n = &d->nodes.data[d->events.count];
  look(d);
  if (!d->npossible) {
    vm_log_waiting(d->vm);
    if (d->matters && d->waiting) d->order_matters = true;
    return nobody(d);
  }
  enum fair_view fair = fair_look(d, n);
  if (fair == FAIR_OVER) {
    fair_tell(d);
    return DPOR_BOUNDED;
  }
  if (d->guide.covers && d->guide.covers(d->guide.context)) return DPOR_COVERED;
  if (d->joiner != IR_NONE && !d->naive) join_first(d, n);
  else drop_impossible(d, n);
  if (!n->branches) {
    if (d->naive) plan_all(d, n);
    else {
      silence_sleepers(d, n);
      uint32_t thread = pick(d, n);
      if (thread == IR_NONE) {
        vm_log_waiting(d->vm);
        return DPOR_BLOCKED;
      }
      n->branches = branch_new(d, thread, vm_thread_op(d->vm, thread));
    }
  }
  VERIFY_NONE(dpor_verify(d));
  take(d);
  VERIFY_NONE(dpor_verify(d));
  if (fair == FAIR_SOME) fair_tell(d);
  return DPOR_RUN;
}

void dpor_record(struct dpor *d, uint32_t thread) { event_push(d, thread, vm_thread_op(d->vm, thread)); }

void dpor_end_run(struct dpor *d) {
  ASSERT(d->fresh <= d->events.count);
  if (d->matters && d->races.count && !MUTATED(INCREMENTAL_ORDER)) d->order_matters = true;
  if (d->naive || d->matters) return;
  for (uint32_t i = 0; i < d->races.count; i++)
    if (d->races.data[i].second >= d->fresh && !(MUTATED(FRESH) && d->races.data[i].second + 1 == d->events.count))
      wakeup_reverse(d, &d->races.data[i]);
  for (uint32_t t = 0; t < vm_thread_count(d->vm) && !MUTATED(BLOCKED); t++)
    if (vm_thread_status(d->vm, t) == THREAD_READY && !vm_thread_enabled(d->vm, t))
      event_virtual_races(d, t, vm_thread_op(d->vm, t));
  d->fresh = d->events.count;
  VERIFY_NONE(dpor_verify(d));
}

/* The branch just explored goes to sleep; the next one is taken. */
bool dpor_resume(struct dpor *d) {
  ASSERT(d->nodes.count == d->events.count + 1);
  struct node *n = &d->nodes.data[d->events.count];
  ASSERT(n->marked && n->branches);
  uint32_t done = n->branches;
  struct branch *b = &d->pool.data[done];
  struct sleeper s = {
      .thread = b->thread, .owns = true, .op = b->op, .reach = b->reach, .always = b->always, .demands = b->demands};
  b->reach = NULL;
  b->demands = NULL;
  n->branches = d->pool.data[done].sibling;
  d->pool.data[done].sibling = 0;
  branch_release(d, done);
  if (!d->naive) {
    vec_push(&d->sleepers, s);
    n->nsleepers++;
    wakeup_drop_covered(d, n, &s);
  }
  if (!n->branches) return false;
  look(d);
  if (fair_look(d, NULL) != FAIR_ALL) fair_tell(d);
  drop_impossible(d, n);
  if (!n->branches) return false;
  take(d);
  VERIFY_NONE(dpor_verify(d));
  return true;
}

const struct dpor_event *dpor_events(const struct dpor *d, uint32_t *count) {
  *count = d->events.count;
  return d->events.data;
}

struct dpor_stats dpor_stats(const struct dpor *d) { return d->stats; }

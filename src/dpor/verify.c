/* The scheduler's verifier: what must be true of events, clocks, sleep sets and wakeup trees between any two of its
   steps.

   Input: the scheduler, between two calls from outside. Output: NULL, or the rule that is broken. Long runs and large
   trees are looked at in part: the newest events at every step, the whole from time to time. */
#include "dpor/inside.h"

enum { NEWEST = 32, LARGE = 512, NOW_AND_THEN = 64 };

#define RULE(condition, text)                                                                                          \
  do {                                                                                                                 \
    if (!(condition)) return (text);                                                                                   \
  } while (0)

/* ---- events ---- */

static bool dominates(const struct dpor *d, uint32_t later, uint32_t earlier) {
  for (uint32_t t = 0; t < d->events.data[earlier].width; t++)
    if (clock_of(d, later, t) < clock_of(d, earlier, t)) return false;
  return true;
}

/* An entry names an event of that thread that happens before, and whose clock is contained in this one. */
static const char *verify_clock(const struct dpor *d, uint32_t i) {
  const struct dpor_event *e = &d->events.data[i];
  RULE(e->thread < e->width && e->clock + e->width <= d->clocks.count, "an event's clock lies in the array of clocks");
  RULE(clock_of(d, i, e->thread) == i + 1, "an event's clock names the event itself");
  for (uint32_t t = 0; t < e->width; t++) {
    uint32_t entry = clock_of(d, i, t);
    if (!entry || t == e->thread) continue;
    RULE(entry <= i, "what happens before an event is older");
    RULE(d->events.data[entry - 1].thread == t, "an entry of a clock names an event of its thread");
    RULE(dominates(d, i, entry - 1), "an event's clock dominates those of the events that happen before it");
  }
  return NULL;
}

static const char *verify_event(const struct dpor *d, uint32_t i) {
  const struct dpor_event *e = &d->events.data[i];
  RULE(e->first_touch <= d->touches.count, "an event's touches lie in the array of touches");
  if (i) RULE(d->events.data[i - 1].first_touch <= e->first_touch, "touches lie in the order of events");
  if (e->before != IR_NONE) {
    RULE(e->before < i && d->events.data[e->before].thread == e->thread,
         "the event before is an older one of the thread");
    RULE(dominates(d, i, e->before), "an event's clock dominates that of its thread's event before");
  }
  return verify_clock(d, i);
}

static const char *verify_races(const struct dpor *d, uint32_t from) {
  for (uint32_t i = d->races.count; i-- > 0 && d->races.data[i].second >= from;) {
    const struct race *r = &d->races.data[i];
    RULE(r->first < r->second && r->second < d->events.count, "a race is between two events of the run, in order");
    RULE(d->events.data[r->first].thread != d->events.data[r->second].thread, "a race is between two threads");
    if (i) RULE(d->races.data[i - 1].second <= r->second, "races lie in the order of their second events");
  }
  return NULL;
}

static const char *verify_events(const struct dpor *d, uint32_t from) {
  for (uint32_t i = from; i < d->events.count; i++) {
    const char *broken = verify_event(d, i);
    if (broken) return broken;
  }
  for (uint32_t t = 0; t < d->last.count; t++) {
    uint32_t last = d->last.data[t];
    RULE(last <= d->events.count, "a thread's newest event is one of the run");
    if (last) RULE(d->events.data[last - 1].thread == t, "a thread's newest event is its own");
  }
  return verify_races(d, from);
}

/* ---- sleep sets ---- */

static const char *verify_sleepers(const struct dpor *d, uint32_t node) {
  const struct node *n = &d->nodes.data[node];
  uint32_t end = node + 1 < d->nodes.count ? d->nodes.data[node + 1].sleepers : d->sleepers.count;
  RULE(n->sleepers + n->nsleepers == end, "sleep sets lie one above the other");
  RULE(!d->naive || !n->nsleepers, "nobody sleeps without reduction");
  for (uint32_t i = 0; i < n->nsleepers; i++) {
    const struct sleeper *s = &d->sleepers.data[n->sleepers + i];
    for (uint32_t k = 0; k < i; k++)
      RULE(d->sleepers.data[n->sleepers + k].thread != s->thread, "a thread is in a sleep set once");
    RULE(!i || s->owns || !s[-1].owns, "what came with a node lies below what fell asleep there");
  }
  return NULL;
}

/* The machine stands at the newest node: who sleeps there is before the operation that was explored. */
static const char *verify_pending(const struct dpor *d) {
  if (d->nodes.count != d->events.count + 1) return NULL;
  const struct node *n = &vec_last(&d->nodes);
  for (uint32_t i = 0; i < n->nsleepers; i++) {
    const struct sleeper *s = &d->sleepers.data[n->sleepers + i];
    RULE(s->thread < vm_thread_count(d->vm) && vm_thread_status(d->vm, s->thread) == THREAD_READY,
         "a thread in the sleep set is before an operation");
    RULE(vm_thread_waits(d->vm, s->thread)->ins == s->op.ins, "a sleeping thread's operation is the one it is before");
  }
  return NULL;
}

static const char *verify_node(const struct dpor *d, uint32_t node) {
  const struct node *n = &d->nodes.data[node];
  const char *broken = verify_sleepers(d, node);
  if (broken || node >= d->events.count) return broken;
  RULE(n->branches && n->branches < d->pool.count, "a node before an event has the branch that is explored");
  const struct branch *b = &d->pool.data[n->branches];
  RULE(b->thread == d->events.data[node].thread, "the branch under exploration is that of the event");
  RULE(!node_has_asleep(d, n, b->thread), "no thread of the sleep set goes first");
  return NULL;
}

/* ---- wakeup trees ---- */

/* Every branch of the pool is in one tree, or free: `seen` has a bit for each. */
static const char *verify_tree(const struct dpor *d, uint32_t branch, uint64_t *seen, uint32_t *count) {
  for (; branch; branch = d->pool.data[branch].sibling) {
    const struct branch *b = &d->pool.data[branch];
    RULE(branch < d->pool.count, "a branch lies in the pool");
    RULE(!(seen[branch / 64] >> branch % 64 & 1), "a branch is in one wakeup tree, once");
    seen[branch / 64] |= (uint64_t)1 << branch % 64;
    ++*count;
    RULE(!b->reserve || b->child, "only what has children keeps them in reserve");
    RULE(!b->demands || b->demands->count <= MOST_DEMANDS, "demands have a limit");
    const char *broken = verify_tree(d, b->child, seen, count);
    if (broken) return broken;
  }
  return NULL;
}

static const char *verify_pool(const struct dpor *d) {
  uint64_t *seen = mem_zalloc((d->pool.count / 64 + 1) * sizeof *seen);
  uint32_t count = 0, unused = 0;
  const char *broken = verify_tree(d, d->clean_handoff, seen, &count);
  for (uint32_t i = 0; i < d->nodes.count && !broken; i++)
    broken = verify_tree(d, d->nodes.data[i].branches, seen, &count);
  for (uint32_t b = d->unused; b && !broken && unused < d->pool.count; b = d->pool.data[b].sibling, unused++)
    if (seen[b / 64] >> b % 64 & 1) broken = "a branch in a wakeup tree is not free";
  if (!broken && d->pool.count && count + unused != d->pool.count - 1) broken = "a branch is in a wakeup tree, or free";
  free(seen);
  return broken;
}

const char *dpor_verify(const struct dpor *d) {
  uint32_t size = d->events.count + d->pool.count;
  bool whole = d->stats.events % (NOW_AND_THEN + size) == 0;
  uint32_t from = whole || d->events.count < NEWEST ? 0 : d->events.count - NEWEST;
  RULE(d->nodes.count <= d->events.count + 1, "there is at most one node more than events");
  RULE(d->fresh <= d->events.count, "races were looked for in events of this run");
  RULE(!d->fair.bound || d->fair.visits.count == d->events.count, "with a bound every event is a visit");
  const char *broken = verify_events(d, from);
  for (uint32_t i = from; i < d->nodes.count && !broken; i++) broken = verify_node(d, i);
  if (!broken) broken = verify_pending(d);
  if (!broken && (whole || size < LARGE)) broken = verify_pool(d);
  return broken;
}

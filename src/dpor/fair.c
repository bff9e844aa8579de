/* A fair search: no thread keeps the others from going on for ever.

   A loop that counts while it waits (`while (!flag) n++;`) changes its state in every round, so that depth first would
   follow it without an end. With a bound a thread that came to the same operation that often goes behind the others:
   they go on first. When everybody who can go on is behind, an epoch is over and all may go on as often again; a run
   has as many epochs as the bound says, and ends then. So every run ends.

   Whatever is left out by this is told (struct dpor_bounds): nobody may take what lies below for explored. A search to
   which nothing was told has been the same as one without a bound. */
#include "dpor/inside.h"

void dpor_bound(struct dpor *d, uint32_t rounds, const struct dpor_bounds *bounds) {
  ASSERT(!d->events.count && bounds->met);
  d->fair.bound = rounds;
  d->fair.told = *bounds;
}

static uint64_t visit_key(uint32_t thread, uint32_t ins) { return (uint64_t)thread << 32 | ins; }

static uint32_t epoch_now(const struct dpor *d) { return d->fair.visits.count ? vec_last(&d->fair.visits).epoch : 0; }

/* How often the thread has come to this operation in the epoch. */
static uint32_t visits_of(const struct dpor *d, uint32_t thread, uint32_t ins, uint32_t epoch) {
  uint32_t at = 0;
  map_get(&d->fair.newest, visit_key(thread, ins), &at);
  return at && d->fair.visits.data[at - 1].epoch == epoch ? d->fair.visits.data[at - 1].count : 0;
}

void fair_push(struct dpor *d, uint32_t thread, const struct vm_op *op) {
  uint32_t now = epoch_now(d), epoch = d->fair.next > now ? d->fair.next : now;
  struct fair_visit v = {
      .key = visit_key(thread, op->ins), .epoch = epoch, .count = 1 + visits_of(d, thread, op->ins, epoch)};
  map_get(&d->fair.newest, v.key, &v.before);
  vec_push(&d->fair.visits, v);
  map_put(&d->fair.newest, v.key, d->fair.visits.count);
  d->fair.next = 0;
}

void fair_pop(struct dpor *d) {
  ASSERT(d->fair.visits.count == d->events.count + 1);
  struct fair_visit v = vec_pop(&d->fair.visits);
  map_put(&d->fair.newest, v.key, v.before);
}

static bool is_behind(const struct dpor *d, uint32_t thread) {
  return visits_of(d, thread, vm_thread_waits(d->vm, thread)->ins, epoch_now(d)) >= d->fair.bound;
}

/* Those behind do not go on here. */
static void hold_back(struct dpor *d) {
  d->joiner = IR_NONE;
  for (uint32_t t = 0; t < d->view.count; t++) {
    if (d->view.data[t] != VIEW_POSSIBLE) continue;
    if (is_behind(d, t)) {
      d->view.data[t] = VIEW_NOTHING;
      d->npossible--;
      d->fair.held = t;
    } else if (happens_at_once(d, vm_thread_waits(d->vm, t))) d->joiner = t;
  }
}

enum fair_view fair_look(struct dpor *d, const struct node *n) {
  uint32_t free = 0, behind = IR_NONE;
  d->fair.held = IR_NONE;
  d->fair.next = 0;
  if (!d->fair.bound) return FAIR_ALL;
  for (uint32_t t = 0; t < d->view.count; t++) {
    if (d->view.data[t] != VIEW_POSSIBLE) continue;
    if (is_behind(d, t)) behind = t;
    else free += !n || !node_has_asleep(d, n, t);
  }
  if (behind == IR_NONE) return FAIR_ALL;
  if (free) {
    hold_back(d);
    return FAIR_SOME;
  }
  d->fair.held = behind;
  d->fair.next = epoch_now(d) + 1;
  return d->fair.next < d->fair.bound ? FAIR_ALL : FAIR_OVER;
}

void fair_tell(const struct dpor *d) { d->fair.told.met(d->fair.told.context, d->fair.held); }

bool dpor_goes_round(const struct dpor *d, uint32_t rounds, uint32_t *thread) {
  struct map visits = {0};
  uint32_t most = 0;
  if (d->fair.bound || d->events.count < 4 * rounds) return false;
  for (uint32_t i = 0; i < d->events.count && most < rounds; i++) {
    const struct dpor_event *e = &d->events.data[i];
    uint32_t count = 0;
    map_get(&visits, visit_key(e->thread, e->op.ins), &count);
    map_put(&visits, visit_key(e->thread, e->op.ins), ++count);
    if (count > most) most = count, *thread = e->thread;
  }
  map_free(&visits);
  return most >= rounds;
}

void fair_close(struct dpor *d) {
  vec_free(&d->fair.visits);
  map_free(&d->fair.newest);
}

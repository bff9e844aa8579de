/* Events and the order among them: happens-before by vector clocks, and the races it leaves open.

   The clock of an event has, per thread, the number (+1) of that thread's newest event that happens before it or is
   it. */
#include "dpor/inside.h"

static inline void join_clock(uint32_t *mine, const uint32_t *theirs, uint32_t width) {
  for (uint32_t i = 0; i < width; i++)
    if (theirs[i] > mine[i]) mine[i] = theirs[i];
}

static void join(struct dpor *d, struct dpor_event *e, uint32_t other) {
  const struct dpor_event *o = &d->events.data[other];
  join_clock(d->clocks.data + e->clock, d->clocks.data + o->clock, o->width);
}

static void join_synced(struct dpor *d, struct dpor_event *e, uint32_t other) {
  const struct dpor_event *o = &d->events.data[other];
  join_clock(d->synced.data + e->clock, d->synced.data + o->clock, o->width);
}

/* An acquire fence behind the other event. */
static void join_seen(struct dpor *d, struct dpor_event *e, uint32_t other) {
  const struct dpor_event *o = &d->events.data[other];
  join_clock(d->synced.data + e->clock, d->seen.data + o->clock, o->width);
}

/* Older events of this word that conflict, until its bytes are covered by a write: what lies below is ordered through
   it. An idle access never comes before that write in another run, so that it looks for data races further down (all).
   One that is alone has none. */
static void collect_word(struct dpor *d, uint64_t word, uint8_t mask, bool write, bool all) {
  uint32_t at = 0;
  map_get(&d->newest, word, &at);
  for (; at && mask; at = d->touches.data[at - 1].older) {
    const struct touch *t = &d->touches.data[at - 1];
    if (!(t->mask & mask) || !(t->write || write)) continue;
    vec_push(&d->found, t->event);
    const struct vm_op *op = &d->events.data[t->event].op;
    if (t->write && !all && (!op->irrelevant || op->alone)) mask &= (uint8_t)~t->mask;
  }
}

static void collect(struct dpor *d, const struct vm_range *range, bool all) {
  if (!range->size) return;
  for (uint64_t w = range->address / 8; w <= (range->address + range->size - 1) / 8; w++)
    collect_word(d, w, mask_in(w, range), range->write, all);
}

static void add_touches(struct dpor *d, const struct vm_range *range, uint32_t event, bool approximate) {
  if (!range->size) return;
  for (uint64_t w = range->address / 8; w <= (range->address + range->size - 1) / 8; w++) {
    struct touch t = {
        .word = w, .event = event, .mask = mask_in(w, range), .write = range->write, .approximate = approximate};
    map_get(&d->newest, w, &t.older);
    vec_push(&d->touches, t);
    map_put(&d->newest, w, d->touches.count);
  }
}

static void sort_newest_first(uint32_t *list, uint32_t count) {
  for (uint32_t i = 1; i < count; i++) {
    uint32_t x = list[i], k = i;
    for (; k && list[k - 1] < x; k--) list[k] = list[k - 1];
    list[k] = x;
  }
}

static void add_race(struct dpor *d, uint32_t first, uint32_t second) {
  VERIFY(first < second && second <= d->events.count);
  struct race r = {.first = first, .second = second, .assumed = vm_path_length(d->vm)};
  vec_push(&d->races, r);
  d->stats.races++;
}

static bool overlap(const struct vm_range *a, const struct vm_range *b) {
  return a->size && b->size && a->address < b->address + b->size && b->address < a->address + a->size;
}

static bool same_place(const struct vm_range *a, const struct vm_range *b) {
  return a->address == b->address && a->size == b->size;
}

/* Does the other operation say in which state it met the object that this one waits for? A plain access to the object's
   bytes does not, nor does an atomic section. */
static bool tells_state(const struct vm_op *op, const struct vm_op *other) {
  if (op->awaits) return other->tells && same_place(&op->range[0], &other->range[0]);
  if (other->sync != VM_SYNC_NONE || other->kind == VM_OP_WAIT || MUTATED(SILENT_STATE)) return true;
  return !other->everything && !overlap(&op->range[0], &other->range[0]) && !overlap(&op->range[0], &other->range[1]);
}

/* Was the blocking operation possible just before the other one, which touches its object? A wait gives the mutex back,
   so that nobody else could have had it before, unless the wait failed because it was free. */
static bool was_possible(const struct vm_op *op, uint32_t thread, const struct vm_op *other) {
  if (other->kind == VM_OP_WAIT && other->range[1].address != op->range[0].address) return false;
  return vm_op_enabled_in(op, thread, other->state);
}

/* Was the blocking operation possible before event `e` touched its object? */
static bool possible_before(const struct dpor *d, const struct vm_op *op, uint32_t thread, uint32_t e) {
  if (op->kind == VM_OP_WAKE && op->after == IR_NONE) return false; /* else its clock has what the signal needs */
  const struct vm_op *other = &d->events.data[e].op;
  if (op->awaits && tells_state(op, other)) return vm_await_passes(d->vm, thread, other->state) && !MUTATED(AWAIT_RACE);
  return !tells_state(op, other) || was_possible(op, thread, other);
}

/* Has the event of this touch written to these bytes of the word? An atomic section may have touched them several
   times. */
static bool has_written(const struct dpor *d, uint32_t at, uint8_t mask) {
  uint32_t event = d->touches.data[at - 1].event;
  for (; at && d->touches.data[at - 1].event == event; at = d->touches.data[at - 1].older)
    if (d->touches.data[at - 1].write && d->touches.data[at - 1].mask & mask) return true;
  return false;
}

/* The newest event that can change places with a blocking operation: the one before which it was last possible. Those
   after it made it impossible or possible again, and stay behind it. Events that only looked at the object have no
   order among each other: all of the newest ones count, and an own one hides none. Where nobody knows whether it was
   possible the older ones count, too: an order that turns out to be impossible is dropped. */
static void race_of_blocking(struct dpor *d, const struct vm_op *op, uint32_t thread, const uint32_t *own,
                             uint32_t width, uint32_t second) {
  bool found = false; /* among those that only looked */
  uint8_t mask = mask_in(op->range[0].address / 8, &op->range[0]);
  uint32_t at = 0, before = IR_NONE;
  map_get(&d->newest, op->range[0].address / 8, &at);
  for (; at; at = d->touches.data[at - 1].older) {
    uint32_t e = d->touches.data[at - 1].event, other = d->events.data[e].thread;
    if (e == before || !(d->touches.data[at - 1].mask & mask)) continue;
    before = e;
    bool looked = !has_written(d, at, mask);
    if (!looked && (found || other == thread)) return;
    if (other == thread || !dpor_depend(op, &d->events.data[e].op)) continue;
    if (!possible_before(d, op, thread, e)) continue;
    if (other >= width || own[other] <= e) add_race(d, e, second);
    if (!tells_state(op, &d->events.data[e].op)) continue;
    if (!looked) return;
    found = true;
  }
}

/* Fences between the event and the one that it goes on from (C17 7.17.4). An acquire fence orders what the thread's
   atomic reads before it saw released; what a release fence knows of is what atomic writes behind it release. */
static void apply_fences(struct dpor *d, struct dpor_event *e, uint32_t from) {
  const struct dpor_event *o = &d->events.data[from];
  uint32_t *synced = d->synced.data + e->clock, *seen = d->seen.data + e->clock, *fenced = d->fenced.data + e->clock;
  size_t bytes = e->width * sizeof *synced;
  if (e->before != IR_NONE) {
    join_clock(seen, d->seen.data + o->clock, o->width);
    join_clock(fenced, d->fenced.data + o->clock, o->width);
  } else if (e->op.fences & VM_FENCE_BORN) join_seen(d, e, from);
  if (e->op.fences & VM_FENCE_RELEASE) memcpy(fenced, synced, bytes);
  if (e->op.fences & VM_FENCE_ACQUIRE) join_clock(synced, seen, e->width);
  if (e->op.fences & VM_FENCE_BOTH) memcpy(fenced, synced, bytes);
}

static void copy_clock(uint32_t *mine, const uint32_t *theirs, uint32_t theirs_width, uint32_t width) {
  uint32_t i = 0;
  for (; i < theirs_width; i++) mine[i] = theirs[i];
  for (; i < width; i++) mine[i] = 0;
}

/* What happens before an event whatever it touches. */
static void fill_clock(struct dpor *d, struct dpor_event *e) {
  uint32_t born = vm_thread_born(d->vm, e->thread);
  uint32_t from = e->before != IR_NONE ? e->before : born != IR_NONE && born ? born - 1 : IR_NONE;
  const struct dpor_event *o = from == IR_NONE ? e : &d->events.data[from];
  uint32_t width = from == IR_NONE ? 0 : o->width;
  copy_clock(d->clocks.data + e->clock, d->clocks.data + o->clock, width, e->width);
  copy_clock(d->synced.data + e->clock, d->synced.data + o->clock, width, e->width);
  if (!d->fences) return;
  memset(d->seen.data + e->clock, 0, e->width * sizeof *d->seen.data);
  memset(d->fenced.data + e->clock, 0, e->width * sizeof *d->fenced.data);
  if (from != IR_NONE) apply_fences(d, e, from);
}

static void begin_clock(struct dpor *d, struct dpor_event *e, uint32_t thread) {
  uint32_t width = vm_thread_count(d->vm);
  e->clock = d->clocks.count;
  e->width = width;
  vec_reserve(&d->clocks, d->clocks.count + width);
  d->clocks.count += width;
  vec_reserve(&d->synced, d->clocks.count);
  if (d->fences) {
    vec_reserve(&d->seen, d->clocks.count);
    vec_reserve(&d->fenced, d->clocks.count);
  }
  while (d->last.count < width) vec_push(&d->last, 0u);
  e->before = d->last.data[thread] - 1;
  fill_clock(d, e);
}

/* Objects that several threads release before one acquires them. */
static bool has_many_releases(const struct vm_op *op) {
  return op->sync == VM_SYNC_READ || op->sync == VM_SYNC_WRITE || op->sync == VM_SYNC_SEMAPHORE ||
         op->sync == VM_SYNC_BARRIER;
}

/* What a write of an atomic object releases: all before it, or all before the fence before it. */
static void join_released(const struct dpor *d, uint32_t *clock, const struct dpor_event *f) {
  bool fenced = d->fences && f->op.atomic && f->op.kind != VM_OP_ATOMIC;
  if (f->op.releases) join_clock(clock, d->synced.data + f->clock, f->width);
  else if (fenced) join_clock(clock, d->fenced.data + f->clock, f->width);
}

/* An atomic object: back over the release sequence of the value that is there (C17 5.1.2.4), which read-modify-writes
   and later stores of the same thread continue and any other store ends. All that was released goes into `clock`. */
static void acquire_value(struct dpor *d, uint32_t *clock, const struct vm_range *range) {
  uint32_t owner = IR_NONE, at = 0;
  uint8_t mask = mask_in(range->address / 8, range);
  map_get(&d->newest, range->address / 8, &at);
  for (; at; at = d->touches.data[at - 1].older) {
    const struct touch *t = &d->touches.data[at - 1];
    const struct dpor_event *f = &d->events.data[t->event];
    if (!(t->mask & mask) || !t->write) continue;
    bool stores = f->op.kind != VM_OP_UPDATE;
    if (stores && owner != IR_NONE && f->thread != owner) return;
    join_released(d, clock, f);
    if (stores && f->op.releases) return;
    if (stores) owner = f->thread;
  }
}

static bool reads_value(const struct vm_op *op) { return op->kind == VM_OP_READ || op->kind == VM_OP_UPDATE; }

/* The newest earlier event that released what this one acquires, or all of them. */
static void acquire(struct dpor *d, struct dpor_event *e, const struct vm_range *range) {
  uint32_t at = 0;
  if (!range->size) return;
  if (reads_value(&e->op)) {
    acquire_value(d, d->synced.data + e->clock, range);
    return;
  }
  map_get(&d->newest, range->address / 8, &at);
  uint8_t mask = mask_in(range->address / 8, range);
  for (; at; at = d->touches.data[at - 1].older) {
    const struct touch *t = &d->touches.data[at - 1];
    if (!(t->mask & mask) || !d->events.data[t->event].op.releases || !t->write) continue;
    join_synced(d, e, t->event);
    if (!has_many_releases(&e->op)) return;
  }
}

/* Where the user's code does it: two calls of one library function are two places. */
static uint32_t place_of(const struct dpor_event *e) { return e->stack[0] == IR_NONE ? e->op.ins : e->stack[0]; }

static uint64_t pair_of(const struct dpor_event *e, const struct dpor_event *f) {
  uint32_t a = place_of(f), b = place_of(e);
  return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

static void report_race(struct dpor *d, uint32_t first, const struct dpor_event *e) {
  const struct dpor_event *f = &d->events.data[first];
  uint64_t pair = pair_of(e, f);
  uint32_t known;
  if (map_get(&d->told, pair, &known)) return;
  map_put(&d->told, pair, 1);
  d->data_races.found(d->data_races.context, f, e->thread, &e->op);
}

/* Where memory is handed out again: do they share an object? What stands for free memory is none, and all that was
   done to an object happened before another one took its place. */
static bool share_an_object(const struct dpor *d, uint32_t earlier, const struct dpor_event *e) {
  struct vm_op first = d->events.data[earlier].op, second = e->op;
  first.irrelevant = second.irrelevant = false;
  for (unsigned i = 0; i < 2; i++) {
    uint64_t address = second.range[i].address;
    if (address >= VM_POOL || vm_renewed(d->vm, address) > earlier + 1) second.range[i].size = 0;
  }
  return dpor_depend(&first, &second);
}

/* Who has been let go needs the object no more, which may be gone. */
static bool was_let_go(const struct vm_op *op) {
  return op->kind == VM_OP_LEAVE || (op->kind == VM_OP_TIMEOUT && op->after != IR_NONE);
}

/* Of an operation on everything: what an atomic section touched is an access like any other; the end of many objects is
   none. */
static bool is_no_access(const struct vm_op *op) { return op->everything && op->kind != VM_OP_ATOMIC; }

static void take_stack(struct dpor *d, struct dpor_event *e) {
  uint32_t most = sizeof e->stack / sizeof *e->stack, depth = vm_stack_of(d->vm, e->thread, e->stack, most);
  if (depth < most) e->stack[depth] = IR_NONE;
}

/* The last event that happens before whatever the thread does next, or IR_NONE. */
static uint32_t comes_from(const struct dpor *d, uint32_t thread) {
  uint32_t born = vm_thread_born(d->vm, thread);
  if (thread < d->last.count && d->last.data[thread]) return d->last.data[thread] - 1;
  return born != IR_NONE && born ? born - 1 : IR_NONE;
}

bool dpor_has_open_race(struct dpor *d, uint32_t thread) {
  struct dpor_event e = {.thread = thread, .op = *vm_thread_op(d->vm, thread), .stack = {IR_NONE}};
  const struct vm_range *range = &e.op.range[0];
  uint32_t at = 0, known, from = comes_from(d, thread);
  map_get(&d->newest, range->address / 8, &at);
  if (MUTATED(AWAIT_TOLD) || !d->data_races.found) return false;
  for (; at; at = d->touches.data[at - 1].older) {
    const struct touch *t = &d->touches.data[at - 1];
    const struct dpor_event *f = &d->events.data[t->event], *o = from == IR_NONE ? NULL : &d->events.data[from];
    if (!(t->mask & mask_in(t->word, range)) || !(t->write || range->write) || f->thread == thread) continue;
    if ((f->op.atomic && e.op.atomic) || is_no_access(&f->op) || was_let_go(&f->op)) continue;
    if (o && f->thread < o->width && d->synced.data[o->clock + f->thread] > t->event) continue;
    if (e.stack[0] == IR_NONE) take_stack(d, &e);
    if (!map_get(&d->told, pair_of(&e, f), &known)) return true;
  }
  return false;
}

/* Among the conflicting events just found: those that synchronisation leaves unordered. Of an atomic section and a
   plain access the latter is met as the second in some run, since each of them can come first. */
/* Is it known that they touch the same? Of what an atomic section touched each part is known or not. */
static bool is_certain(const struct dpor *d, uint32_t first, const struct dpor_event *e) {
  const struct vm_op *op = &d->events.data[first].op;
  if (op->kind != VM_OP_ATOMIC) return !op->approximate;
  uint32_t end = first + 1 < d->events.count ? d->events.data[first + 1].first_touch : d->touches.count;
  for (uint32_t i = d->events.data[first].first_touch; i < end; i++) {
    const struct touch *t = &d->touches.data[i];
    if (!t->approximate && (touch_is_in(t, &e->op.range[0]) || touch_is_in(t, &e->op.range[1]))) return true;
  }
  return false;
}

static void find_data_races(struct dpor *d, const struct dpor_event *e) {
  if (e->op.everything || was_let_go(&e->op)) return;
  for (uint32_t i = 0; i < d->found.count; i++) {
    const struct dpor_event *f = &d->events.data[d->found.data[i]];
    if (f->thread == e->thread || (f->op.atomic && e->op.atomic) || is_no_access(&f->op) || e->op.approximate ||
        !is_certain(d, d->found.data[i], e))
      continue;
    if (d->renews && !share_an_object(d, d->found.data[i], e)) continue;
    if (was_let_go(&f->op)) continue;
    if (d->synced.data[e->clock + f->thread] <= d->found.data[i]) report_race(d, d->found.data[i], e);
  }
}

/* Two accesses that nothing orders: was one of them taken to be alone? Of a approximate one it is not known that it
   touches the other. */
static void check_alone(struct dpor *d, const struct dpor_event *e, const struct dpor_event *other) {
  if (!(e->op.alone || other->op.alone) || e->op.approximate || other->op.approximate || !d->data_races.unseen) return;
  d->data_races.unseen(d->data_races.context, e->thread);
}

static void order_conflicts(struct dpor *d, struct dpor_event *e, uint32_t index, bool races) {
  uint32_t *mine;
  sort_newest_first(d->found.data, d->found.count);
  for (uint32_t i = 0; i < d->found.count; i++) {
    uint32_t other = d->found.data[i], thread = d->events.data[other].thread;
    mine = d->clocks.data + e->clock;
    if (thread != e->thread && mine[thread] <= other) check_alone(d, e, &d->events.data[other]);
    if (thread == e->thread || mine[thread] > other || e->op.irrelevant || d->events.data[other].op.irrelevant)
      continue;
    if (races) add_race(d, other, index);
    join(d, e, other);
  }
}

static void find_order(struct dpor *d, struct dpor_event *e, uint32_t index) {
  d->found.count = 0;
  if ((e->op.blocking || e->op.awaits) && e->op.range[0].size)
    race_of_blocking(d, &e->op, e->thread, d->clocks.data + e->clock, e->width, index);
  if (e->op.kind == VM_OP_JOIN &&
      e->op.range[1].size) { /* a creation after it can get the identity of the joined thread */
    collect(d, &e->op.range[1], false);
    order_conflicts(d, e, index, true);
    d->found.count = 0;
  }
  bool all = e->op.irrelevant && !e->op.alone;
  collect(d, &e->op.range[0], all);
  collect(d, &e->op.range[1], all);
  if (e->op.acquires) {
    acquire(d, e, &e->op.range[0]);
    acquire(d, e, &e->op.range[1]);
  } else if (d->fences && e->op.atomic && reads_value(&e->op))
    acquire_value(d, d->seen.data + e->clock, &e->op.range[0]);
  if (d->found.count && d->data_races.found) find_data_races(d, e);
  order_conflicts(d, e, index, !e->op.blocking && (!e->op.awaits || e->both));
}

/* What a join or the end of a wait goes on from. With one schedule only what orders threads in every other one, too. */
static void follow_other(struct dpor *d, struct dpor_event *e) {
  const struct vm_op *op = &e->op;
  bool woken = (op->kind == VM_OP_WAKE || op->kind == VM_OP_TIMEOUT) && op->after != IR_NONE && op->after;
  if (woken && !d->matters) {
    if (op->kind == VM_OP_WAKE) join(d, e, op->after - 1); /* else it races with the signal */
    join_synced(d, e, op->after - 1);
  }
  if (op->kind != VM_OP_JOIN || MUTATED(JOIN)) return;
  uint32_t target = vm_thread_joined(d->vm, e->thread), last = target < d->last.count ? d->last.data[target] : 0;
  if (!last) return;
  join(d, e, last - 1);
  join_synced(d, e, last - 1);
  if (d->fences && vm_thread_fences(d->vm, target) & VM_FENCE_ACQUIRE) join_seen(d, e, last - 1);
}

/* With one schedule: does the operation take part in conflicts? What synchronises and decides about something does it
   in an order of its own, and what an atomic section touches is not known beforehand. */
static bool takes_part(struct dpor *d, const struct vm_op *op) {
  if (!d->matters) return true;
  bool matters = d->matters[op->ins];
  if (op->kind == VM_OP_ATOMIC || op->everything || (matters && op->blocking)) d->order_matters = true;
  return matters;
}

void event_push(struct dpor *d, uint32_t thread, const struct vm_op *op) {
  VERIFY(thread < vm_thread_count(d->vm));
  uint32_t index = d->events.count;
  vec_reserve(&d->events, index + 1);
  struct dpor_event *e = &d->events.data[index];
  e->thread = thread;
  e->op = *op;
  e->first_touch = d->touches.count;
  e->assumed = vm_path_length(d->vm);
  e->asked = vm_questions(d->vm);
  e->fixed = false;
  e->stack[0] = IR_NONE;
  e->both = op->awaits && (!op->tells || dpor_has_open_race(d, thread) || !vm_await_passes(d->vm, thread, op->state));
  begin_clock(d, e, thread);
  follow_other(d, e);
  if ((op->kind != VM_OP_JOIN || vm_joins_compete(d->vm)) &&
      takes_part(d, op)) { /* else nobody else touches the handle */
    take_stack(d, e);
    find_order(d, e, index);
    add_touches(d, &e->op.range[0], index, false);
    add_touches(d, &e->op.range[1], index, false);
  }
  d->clocks.data[e->clock + thread] = d->synced.data[e->clock + thread] = index + 1;
  d->events.count++;
  d->last.data[thread] = index + 1;
  d->stats.events++;
  if (d->fair.bound) fair_push(d, thread, op);
}

/* Sections that conflict are ordered, and one is ordered behind the atomic operations that wrote what it touches. Those
   that do not conflict may come the other way round, so that nothing follows from their order. */
static void synchronise_section(struct dpor *d, struct dpor_event *e) {
  for (uint32_t i = 0; i < d->found.count; i++) {
    const struct vm_op *op = &d->events.data[d->found.data[i]].op;
    if (op->atomic && op->releases) join_synced(d, e, d->found.data[i]);
  }
}

/* A range that turns out to be touched while the event runs: an atomic section. */
void event_touch(struct dpor *d, const struct vm_range *range, bool approximate) {
  VERIFY(d->events.count);
  uint32_t index = d->events.count - 1;
  struct dpor_event *e = &d->events.data[index];
  d->found.count = 0;
  collect(d, range, false);
  for (uint32_t i = 0; i < d->found.count;)
    if (d->found.data[i] == index) d->found.data[i] = vec_pop(&d->found);
    else i++;
  if (e->op.kind == VM_OP_ATOMIC) synchronise_section(d, e);
  order_conflicts(d, e, index, true);
  add_touches(d, range, index, approximate);
}

static void pop_touch(struct dpor *d) {
  struct touch t = vec_pop(&d->touches);
  map_put(&d->newest, t.word, t.older);
}

static void forget_races(struct dpor *d, uint32_t from) {
  while (d->races.count && vec_last(&d->races).second >= from) d->races.count--;
}

/* An atomic section goes on otherwise from a decision inside it: its clock is that of the touches before the
   decision. */
void event_untouch(struct dpor *d, uint32_t touches) {
  uint32_t index = d->events.count - 1;
  struct dpor_event *e = &d->events.data[index];
  VEC(struct touch) kept = {0};
  for (uint32_t i = e->first_touch; i < touches; i++) vec_push(&kept, d->touches.data[i]);
  while (d->touches.count > e->first_touch) pop_touch(d);
  forget_races(d, index);
  fill_clock(d, e);
  for (uint32_t i = 0; i < kept.count; i++) {
    struct touch *t = &kept.data[i];
    uint64_t first = t->word * 8 + (unsigned)__builtin_ctz(t->mask);
    struct vm_range range = {.address = first, .size = (unsigned)__builtin_popcount(t->mask), .write = t->write};
    event_touch(d, &range, t->approximate);
  }
  d->clocks.data[e->clock + e->thread] = d->synced.data[e->clock + e->thread] = index + 1;
  vec_free(&kept);
}

void event_pop(struct dpor *d) {
  VERIFY(d->events.count);
  const struct dpor_event *e = &d->events.data[--d->events.count];
  while (d->touches.count > e->first_touch) pop_touch(d);
  d->clocks.count = e->clock;
  d->last.data[e->thread] = e->before + 1;
  forget_races(d, d->events.count);
  if (d->fair.bound) fair_pop(d);
}

void event_virtual_races(struct dpor *d, uint32_t thread, const struct vm_op *op) {
  if (op->kind == VM_OP_JOIN)
    return; /* the thread that it waits for does not end in this run: no order of it makes the join possible */
  uint32_t own_clock = d->clocks.count, count = d->races.count;
  struct dpor_event e = {.thread = thread, .op = *op};
  begin_clock(d, &e, thread);
  follow_other(d, &e);
  d->found.count = 0;
  if (op->range[0].size) race_of_blocking(d, op, thread, d->clocks.data + e.clock, e.width, d->events.count);
  d->clocks.count = own_clock;
  d->virtual_op = *op;
  d->virtual_thread = thread;
  while (d->races.count > count) {
    struct race r = vec_pop(&d->races);
    wakeup_reverse(d, &r);
  }
}

bool dpor_happens_before(const struct dpor *d, uint32_t first, uint32_t second) {
  return happens_before(d, first, second);
}

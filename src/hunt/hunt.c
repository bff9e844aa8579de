/* Choosing threads, one run after the other.

   In: a machine at the root, a seed, what changed. Out: events of the machine, one run at a time. The only choice of
   the scheduler that is ever open is the root; all others are decisions on inputs, and chance. */
#include "hunt/hunt.h"

#include <math.h>
#include <stdlib.h>

#include "util/assert.h"
#include "util/map.h"
#include "util/mem.h"
#include "util/vec.h"

enum kind { KIND_DELAYS, KIND_PCT, KIND_OWN, KIND_WALK, KIND_OLD };

enum {
  MOST_DELAYS = 3,
  MOST_EVENTS = 1 << 16, /* of a run */
  MOST_IN_A_ROW = 512,   /* of one thread, while others could go on */
  MOST_RANGES = 64,      /* of memory that changed code touches */
  MOST_FRAMES = 6,       /* of a thread, that are looked at */
};

/* Events of the run at hand, and of the longest one. */
struct tally {
  uint32_t longest;     /* run */
  uint32_t longest_own; /* of a thread other than the first one */
  VEC(uint32_t) own;    /* by thread: so far */
};

struct hunt {
  struct vm *vm;
  struct dpor *dpor;
  uint64_t random; /* state of the generator */
  uint64_t runs;
  struct tally tally[2];              /* of all events; of the hot ones */
  uint32_t most;                      /* threads */
  uint64_t of_depth[HUNT_DEPTHS + 1]; /* runs of PCT that began at the root and were not directed, by depth */
  /* where something changed */
  const uint8_t *changed;
  VEC(struct vm_range) ranges; /* what changed code was seen to touch */
  VEC(uint8_t) hot;            /* by event of the run at hand; those behind the last one are not */
  uint32_t nhot;               /* of them */
  /* the run at hand */
  enum kind kind;
  bool directed;                    /* points are counted in hot events */
  bool whole;                       /* it began at the root */
  uint32_t depth;                   /* of PCT: one more than there are change points */
  uint32_t current, in_row;         /* the thread that went last, and how often in a row */
  uint32_t points[MOST_DELAYS + 1]; /* numbers of events before which something changes; OWN: of one thread's */
  uint32_t npoints;
  VEC(uint64_t) priorities; /* by thread, the highest goes first; 0: it has none yet */
  uint64_t lowest;          /* the next one that is below all others */
  struct hunt_starts starts;
  const char *const *steps; /* names of threads, of a schedule that others had; NULL: none */
  uint32_t nsteps, step;    /* of them; the next one */
  /* delays: where the last run had them */
  uint32_t delays[MOST_DELAYS];
  uint32_t ndelays;
  bool delays_end; /* all were tried */
};

/* splitmix64 */
static uint64_t next_random(struct hunt *h) { return hash_mix(h->random += 0x9e3779b97f4a7c15u); }
static uint32_t below(struct hunt *h, uint32_t limit) { return (uint32_t)(next_random(h) >> 32) % (limit + !limit); }

static uint32_t event_count(const struct hunt *h) {
  uint32_t count;
  dpor_events(h->dpor, &count);
  return count;
}

/* ---- what a run does ---- */

/* The next places: the last one moves on; at the end of the longest run the one before does, or there is one more. */
static void move_delays(struct hunt *h) {
  uint32_t i = h->ndelays, room = h->tally[0].longest;
  while (i > 0 && h->delays[i - 1] + 1 + (h->ndelays - i) >= room) i--;
  if (i) {
    h->delays[i - 1]++;
    for (; i < h->ndelays; i++) h->delays[i] = h->delays[i - 1] + 1;
    return;
  }
  if (h->ndelays == MOST_DELAYS || h->ndelays >= room) {
    h->delays_end = true;
    return;
  }
  h->ndelays++;
  for (i = 0; i < h->ndelays; i++) h->delays[i] = i;
}

static void add_point(struct hunt *h, uint32_t event) { h->points[h->npoints++] = event; }

static void plan_delays(struct hunt *h) {
  h->kind = KIND_DELAYS;
  if (h->directed) {
    for (uint32_t left = 1 + below(h, MOST_DELAYS); left; left--) add_point(h, below(h, h->tally[1].longest));
    return;
  }
  for (uint32_t i = 0; i < h->ndelays; i++) add_point(h, h->delays[i]);
}

/* As many events as the points are chosen from. */
static void plan_priorities(struct hunt *h, enum kind kind, uint32_t depth, uint32_t events) {
  h->kind = kind;
  h->depth = depth;
  h->priorities.count = 0;
  h->lowest = MOST_EVENTS;
  for (uint32_t i = 1; i < depth; i++) add_point(h, below(h, events));
}

/* Every other run that begins at the root begins as something that was tried before. */
static void take_start(struct hunt *h) {
  uint32_t count = h->starts.count(h->starts.context);
  bool old = h->whole && count && below(h, 2);
  h->nsteps = h->step = 0;
  h->steps = h->starts.lead(h->starts.context, old ? below(h, count) : IR_NONE, &h->nsteps);
}

/* The old schedule, but for a few points. */
static void plan_old(struct hunt *h) {
  h->kind = KIND_OLD;
  for (uint32_t left = below(h, MOST_DELAYS + 1); left; left--) add_point(h, below(h, h->tally[h->directed].longest));
}

/* Directed runs and others take turns, each with all kinds: so neither is found after more than about twice as many
   runs as without the other. */
static void plan(struct hunt *h) {
  h->npoints = 0;
  h->in_row = 0;
  h->directed = h->tally[1].longest && h->runs / 4 % 2 == 0;
  take_start(h);
  if (h->steps && h->runs % 4 % 3 == 0) {
    plan_old(h);
    return;
  }
  const struct tally *tally = &h->tally[h->directed];
  switch (h->runs % 4) {
  case 0:
    if (h->directed || !h->delays_end) {
      plan_delays(h);
      return;
    }
    break;
  case 2: plan_priorities(h, KIND_OWN, 2 + below(h, HUNT_DEPTHS - 1), tally->longest_own + 1); return;
  case 3: h->kind = KIND_WALK; return;
  default: break;
  }
  plan_priorities(h, KIND_PCT, 1 + (uint32_t)(h->runs / 4) % HUNT_DEPTHS, tally->longest);
}

struct hunt *hunt_open(struct vm *vm, struct dpor *dpor, uint64_t seed, const uint8_t *changed,
                       struct hunt_starts starts) {
  struct hunt *h = mem_zalloc(sizeof *h);
  h->vm = vm;
  h->dpor = dpor;
  h->random = seed;
  h->changed = changed;
  h->starts = starts;
  h->whole = true;
  vm_push_schedule(vm);
  plan(h);
  return h;
}

void hunt_close(struct hunt *h) {
  vec_free(&h->priorities);
  for (int hot = 0; hot < 2; hot++) vec_free(&h->tally[hot].own);
  vec_free(&h->ranges);
  vec_free(&h->hot);
  free(h);
}

/* ---- what is hot ---- */

static bool touches(const struct hunt *h, const struct vm_range *range) {
  for (uint32_t i = 0; i < h->ranges.count; i++) {
    const struct vm_range *known = &h->ranges.data[i];
    if (range->address < known->address + known->size && known->address < range->address + range->size) return true;
  }
  return false;
}

/* Where the thread stands, or a call that it is in, is changed code. */
static bool is_changed(const struct hunt *h, uint32_t thread, const struct vm_op *op) {
  uint32_t frames[MOST_FRAMES], count = vm_stack_of(h->vm, thread, frames, MOST_FRAMES);
  bool changed = op->ins != IR_NONE && h->changed[op->ins];
  for (uint32_t i = 0; i < count && !changed; i++) changed = h->changed[frames[i]];
  return changed;
}

/* Its next operation; what changed code touches is noted. */
static bool is_hot(struct hunt *h, uint32_t thread) {
  const struct vm_op *op = vm_thread_op(h->vm, thread);
  bool changed = is_changed(h, thread, op), hot = changed;
  for (int i = 0; i < 2; i++) {
    if (!op->range[i].size) continue;
    bool known = touches(h, &op->range[i]);
    if (changed && !known && h->ranges.count < MOST_RANGES) vec_push(&h->ranges, op->range[i]);
    hot |= known;
  }
  return hot;
}

/* ---- a step ---- */

static bool possible(const struct hunt *h, uint32_t thread) {
  return vm_thread_status(h->vm, thread) == THREAD_READY && vm_thread_kind(h->vm, thread) != VM_OP_EXIT &&
         vm_thread_enabled(h->vm, thread);
}

/* The first possible one from that number on, in turn. */
static uint32_t from(const struct hunt *h, uint32_t first) {
  uint32_t count = vm_thread_count(h->vm);
  for (uint32_t i = 0; i < count; i++)
    if (possible(h, (first + i) % count)) return (first + i) % count;
  return IR_NONE;
}

static uint64_t priority_of(struct hunt *h, uint32_t thread) {
  while (h->priorities.count <= thread) vec_push(&h->priorities, (uint64_t)0);
  uint64_t *p = &h->priorities.data[thread];
  if (!*p) *p = (next_random(h) >> 8) + MOST_EVENTS + 1;
  return *p;
}

static uint32_t highest(struct hunt *h) {
  uint32_t best = IR_NONE;
  for (uint32_t t = 0; t < vm_thread_count(h->vm); t++)
    if (possible(h, t) && (best == IR_NONE || priority_of(h, t) > priority_of(h, best))) best = t;
  return best;
}

static uint32_t any(struct hunt *h) {
  uint32_t count = 0, taken = IR_NONE;
  for (uint32_t t = 0; t < vm_thread_count(h->vm); t++)
    if (possible(h, t) && !below(h, ++count)) taken = t;
  return taken;
}

/* A point is there once. OWN: where a thread has done that many events of its own for the first time; the first thread
   does not count, which mostly creates the others. */
static bool takes_point(struct hunt *h, uint32_t current) {
  const struct tally *tally = &h->tally[h->directed];
  uint32_t event = h->directed ? h->nhot : event_count(h);
  if (h->kind == KIND_OWN) {
    if (!current || current >= tally->own.count) return false;
    event = tally->own.data[current];
  }
  for (uint32_t i = 0; i < h->npoints; i++) {
    if (h->points[i] != event) continue;
    h->points[i] = h->points[--h->npoints];
    return true;
  }
  return false;
}

/* Something changes here; or one thread has gone on for so long that the others should have a turn. */
static bool is_point(struct hunt *h, uint32_t current) {
  bool here = !h->directed || (possible(h, current) && is_hot(h, current));
  if (h->kind == KIND_WALK ? h->directed && here : here && takes_point(h, current)) return true;
  return h->in_row && h->in_row % MOST_IN_A_ROW == 0;
}

/* The thread whose turn it is; who cannot go on here is passed over. */
static uint32_t follow(struct hunt *h, uint32_t current) {
  while (h->step < h->nsteps) {
    uint32_t thread = vm_find_thread(h->vm, h->steps[h->step++]);
    if (thread != IR_NONE && possible(h, thread)) return thread;
  }
  return from(h, current);
}

static uint32_t choose(struct hunt *h) {
  uint32_t current = vm_current_thread(h->vm);
  bool point = is_point(h, current);
  switch (h->kind) {
  case KIND_DELAYS: return from(h, current + point);
  case KIND_PCT:
  case KIND_OWN:
    if (point) {
      priority_of(h, current);
      h->priorities.data[current] = --h->lowest;
    }
    return highest(h);
  case KIND_OLD: return point ? any(h) : follow(h, current);
  case KIND_WALK: break;
  }
  return h->directed && !point && possible(h, current) ? current : any(h);
}

static void count_own(struct tally *tally, uint32_t thread) {
  while (tally->own.count <= thread) vec_push(&tally->own, 0u);
  tally->own.data[thread]++;
}

static void count_hot(struct hunt *h, uint32_t thread) {
  h->nhot++;
  count_own(&h->tally[1], thread);
}

static void count_event(struct hunt *h, uint32_t thread) {
  count_own(&h->tally[0], thread);
  if (!h->changed) return;
  bool hot = is_hot(h, thread);
  while (h->hot.count < event_count(h)) vec_push(&h->hot, (uint8_t)0);
  vec_push(&h->hot, (uint8_t)hot);
  if (hot) count_hot(h, thread);
}

enum hunt_turn hunt_step(struct hunt *h) {
  if (vm_continue_local(h->vm)) return HUNT_RUN;
  if (event_count(h) >= MOST_EVENTS) return HUNT_TOO_LONG;
  uint32_t thread = choose(h);
  if (thread == IR_NONE) return HUNT_NOBODY;
  h->in_row = thread == h->current ? h->in_row + 1 : 0;
  h->current = thread;
  count_event(h, thread);
  dpor_record(h->dpor, thread);
  vm_continue(h->vm, thread, true);
  return HUNT_RUN;
}

/* ---- between two runs ---- */

/* To one of the decisions that are open, on its other side. */
static void to_decision(struct hunt *h, uint32_t open) {
  uint64_t depth = 1 + below(h, open);
  while (vm_depth(h->vm) > depth) {
    enum vm_back back = vm_backtrack(h->vm);
    ASSERT(back == VM_BACK_DECISION);
    (void)back;
  }
}

static void to_root(struct hunt *h) {
  while (vm_depth(h->vm)) vm_backtrack(h->vm);
  vm_push_schedule(h->vm);
}

/* How large the run was that has ended. */
static void note_size(struct hunt *h) {
  uint32_t counts[2] = {event_count(h), h->nhot};
  if (vm_thread_count(h->vm) > h->most) h->most = vm_thread_count(h->vm);
  for (int hot = 0; hot < 2; hot++) {
    struct tally *tally = &h->tally[hot];
    if (counts[hot] > tally->longest) tally->longest = counts[hot];
    for (uint32_t t = 1; t < tally->own.count; t++)
      if (tally->own.data[t] > tally->longest_own) tally->longest_own = tally->own.data[t];
  }
}

/* Events that are left of the run that has ended. */
static void count_again(struct hunt *h) {
  uint32_t count;
  const struct dpor_event *events = dpor_events(h->dpor, &count);
  h->tally[0].own.count = h->tally[1].own.count = 0;
  h->nhot = 0;
  if (h->hot.count > count) h->hot.count = count;
  for (uint32_t i = 0; i < count; i++) {
    count_own(&h->tally[0], events[i].thread);
    if (i < h->hot.count && h->hot.data[i]) count_hot(h, events[i].thread);
  }
}

void hunt_back(struct hunt *h) {
  uint64_t depth = vm_depth(h->vm);
  ASSERT(depth);
  h->starts.ended(h->starts.context);
  note_size(h);
  h->runs++;
  if (h->kind == KIND_DELAYS && !h->directed) move_delays(h);
  if (h->kind == KIND_PCT && h->whole && !h->directed) h->of_depth[h->depth]++;
  h->whole = depth == 1 || !below(h, 2);
  if (h->whole) to_root(h);
  else to_decision(h, (uint32_t)depth - 1);
  count_again(h);
  plan(h);
}

/* ---- what it says ---- */

/* Each run of that depth finds the failure with a probability of at least 1 / (threads * events ^ (depth - 1)). */
double hunt_missed(const struct hunt *h, uint32_t depth) {
  ASSERT(depth && depth <= HUNT_DEPTHS);
  if (!h->of_depth[depth] || !h->most) return 1;
  double one = 1 / (h->most * pow(h->tally[0].longest + 1.0, depth - 1.0));
  return pow(1 - one, (double)h->of_depth[depth]);
}

uint64_t hunt_runs(const struct hunt *h) { return h->runs; }

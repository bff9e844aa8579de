/* The scheduler's state, for the files of this folder only. */
#ifndef HEDDLE_DPOR_INSIDE_H
#define HEDDLE_DPOR_INSIDE_H
#include <string.h>

#include "dpor/dpor.h"
#include "util/assert.h"
#include "util/map.h"
#include "util/mutate.h"
#include "util/vec.h"

/* One 8-byte word of memory touched by an event; per word the newest touch is found in a table, older ones follow. */
struct touch {
  uint64_t word;
  uint32_t event;
  uint32_t older; /* touch + 1; 0: none */
  uint8_t mask;   /* bytes of the word */
  bool write;
  bool approximate; /* of an atomic section: only an enclosure */
};

/* What an operation has touched that could have touched everything. */
struct reach {
  uint32_t count;
  struct touch touches[];
};

/* Under which conditions something came to depend on an operation: see demand.c. */
enum { MOST_DEMANDS = 32 };
struct demands {
  uint32_t count;
  sym_id conditions[MOST_DEMANDS];
};

/* A step that a node has tried, is trying or will try; what must follow it are its children. Branches lie in one
   pool. */
struct branch {
  uint32_t thread;
  uint32_t child, sibling; /* first child, next sibling; 0: none */
  bool always;             /* demanded by everybody */
  /* the children count only if the sequence that ends here turns out to be covered: it stands for theirs */
  bool reserve;
  struct vm_op op;
  struct reach *reach; /* of an operation on everything: all that it touched so far, here or where it was planned; NULL:
                          not known */
  struct demands *demands; /* of the one under exploration, and of a leaf that is planned. NULL: none */
};

struct sleeper { /* a thread whose next operation need not come first here: that was explored */
  uint32_t thread;
  bool silent; /* it still sleeps where a plan has ended: see wakeup_reverse */
  bool always; /* as a branch's */
  bool owns;   /* what follows: it fell asleep at this node */
  struct vm_op op;
  struct reach *reach; /* as a branch's */
  struct demands *demands;
};

struct node {
  uint32_t branches; /* first of those still to be tried, the current one first; 0: none */
  uint32_t sleepers; /* range in the array of sleepers: what came with the node, then what was explored here */
  uint32_t nsleepers;
  bool marked;       /* the machine has a mark to come back to */
  uint64_t possible; /* threads that can go on, by bit; numbers from 64 on are not there */
};

struct race {
  uint32_t first, second; /* events */
  uint32_t assumed;       /* how long the path condition was when it came to that */
};

enum view { VIEW_NOTHING, VIEW_POSSIBLE };

/* With a bound, per event: how often its thread has come to its operation. See fair.c. */
struct fair_visit {
  uint64_t key; /* thread and instruction */
  uint32_t epoch, count;
  uint32_t before; /* the visit before it + 1; 0: none */
};
struct fair {
  uint32_t bound; /* 0: none */
  struct dpor_bounds told;
  VEC(struct fair_visit) visits; /* parallel to events */
  struct map newest;             /* key -> newest visit + 1 */
  uint32_t next;                 /* the epoch that the next event begins; 0: none */
  uint32_t held;                 /* a thread that is behind here; IR_NONE: nobody is */
};

struct dpor {
  struct vm *vm;
  bool naive;
  VEC(struct dpor_event) events;
  VEC(struct node) nodes; /* node i stands before event i */
  VEC(uint32_t) clocks;
  VEC(uint32_t) synced; /* parallel to clocks: the order by synchronisation alone, for data races */
  bool renews;          /* memory may be handed out again */
  bool fences;          /* the program has some; then, also parallel to clocks: */
  VEC(uint32_t) seen; /* what was released for the event's thread to see, until an acquire fence makes that an order */
  VEC(uint32_t) fenced;   /* the order at the thread's newest release fence: atomic writes behind it release that */
  const uint8_t *matters; /* one schedule: see dpor_keep_order. NULL: all of them */
  bool order_matters;     /* one schedule is not enough */
  struct dpor_races data_races;
  struct dpor_pruner guide;
  struct fair fair;
  struct map told; /* pairs of instructions already reported as a data race */
  VEC(struct touch) touches;
  struct map newest;            /* word -> touch + 1 */
  VEC(struct race) races;       /* by second event */
  VEC(uint32_t) last;           /* per thread: its newest event + 1; 0: none */
  VEC(struct sleeper) sleepers; /* a stack: each node's lie above those of older nodes */
  VEC(struct branch) pool;
  uint32_t unused;        /* list of free branches, by sibling */
  uint32_t fresh;         /* races of older events were found by an earlier run */
  VEC(uint32_t) sequence; /* scratch: a wakeup sequence, as events */
  VEC(uint32_t) found;    /* scratch: events that conflict */
  VEC(uint8_t) view;      /* per thread, as `look` saw it: enum view */
  uint32_t npossible, joiner,
      exiting;             /* how many can go on; one whose operation happens at once, or IR_NONE; one that exits */
  bool waiting;            /* somebody is before an operation */
  struct vm_op virtual_op; /* of a blocked thread at the end of a run: stands for the event number events.count */
  uint32_t virtual_thread;
  uint32_t last_event; /* the last event of the sequence at hand, and its operation */
  struct vm_op last_op;
  bool last_known;        /* an atomic section that touches there what it touched in the run */
  sym_id condition;       /* of the race at hand; 0: none */
  bool sections;          /* the program has atomic ones, and what they touched counts */
  uint32_t clean_handoff; /* branches that the next node inherits */
  struct map traces;      /* counting: hash of a complete run -> how many runs had it */
  VEC(uint32_t) ordinals; /* scratch: how many events its thread had before each event */
  struct dpor_stats stats;
};

/* effect.c: an operation with what it touches, where that was not known beforehand. */
struct effect {
  const struct vm_op *op;
  const struct touch *touches; /* of an operation on everything; NULL: not known */
  uint32_t count;
};
bool touch_is_in(const struct touch *t, const struct vm_range *range); /* some of its bytes, and one of them writes */
bool effects_conflict(const struct effect *a, const struct effect *b);
static inline bool effects_depend(const struct effect *a, const struct effect *b) {
  return a->op->everything || b->op->everything ? effects_conflict(a, b) : dpor_depend(a->op, b->op);
}
bool effect_writes_to(
    const struct effect *writer,
    const struct effect *list); /* both have happened; list: what an operation on everything touched */
struct effect effect_of_section(const struct dpor *d, uint32_t event);
static inline struct effect effect_of_event(const struct dpor *d, uint32_t event) { /* which has happened */
  if (d->sections && d->events.data[event].op.everything) return effect_of_section(d, event);
  return (struct effect){.op = &d->events.data[event].op};
}
static inline struct effect effect_of(const struct vm_op *op, const struct reach *reach) {
  return (struct effect){.op = op, .touches = reach ? reach->touches : NULL, .count = reach ? reach->count : 0};
}
struct reach *reach_add(struct reach *reach, const struct effect *effect);
/* The bytes of the word that lie in the range, which touches it. */
static inline uint8_t mask_in(uint64_t word, const struct vm_range *range) {
  uint64_t low = word * 8 > range->address ? word * 8 : range->address, end = range->address + range->size;
  uint64_t high = word * 8 + 8 < end ? word * 8 + 8 : end;
  return (uint8_t)(((1u << (high - low)) - 1) << (low - word * 8));
}

/* clocks.c */
void event_push(struct dpor *d, uint32_t thread, const struct vm_op *op);
void event_pop(struct dpor *d);
void event_touch(struct dpor *d, const struct vm_range *range, bool approximate);
void event_untouch(struct dpor *d, uint32_t touches); /* the newest event has touched only that much */
static inline uint32_t clock_of(const struct dpor *d, uint32_t event, uint32_t thread) {
  const struct dpor_event *e = &d->events.data[event];
  return thread < e->width ? d->clocks.data[e->clock + thread] : 0;
}
/* Does event `first` happen before event `second` (both of the current run)? */
static inline bool happens_before(const struct dpor *d, uint32_t first, uint32_t second) {
  return clock_of(d, second, d->events.data[first].thread) > first;
}
/* Operations that depend on nothing happen as soon as they can: joining an ended thread where only main joins, accesses
   without influence. */
static inline bool happens_at_once(const struct dpor *d, const struct vm_op *op) {
  return op->irrelevant || (op->kind == VM_OP_JOIN && !vm_joins_compete(d->vm));
}
/* Races of a blocked thread's pending operation, as if it were the next event. */
void event_virtual_races(struct dpor *d, uint32_t thread, const struct vm_op *op);

static inline bool node_has_asleep(const struct dpor *d, const struct node *n, uint32_t thread) {
  for (uint32_t i = 0; i < n->nsleepers; i++)
    if (d->sleepers.data[n->sleepers + i].thread == thread) return true;
  return false;
}

/* fair.c: with a bound, after all threads were looked at */
enum fair_view {
  FAIR_ALL,  /* all that can go on may */
  FAIR_SOME, /* some are behind, and no longer in view: what they would do here is left out */
  FAIR_OVER, /* all are behind, and the run has come to its end */
};
enum fair_view fair_look(struct dpor *d,
                         const struct node *n); /* n: who sleeps there does not count; NULL: everybody counts */
void fair_tell(const struct dpor *d);           /* something was left out for this thread */
void fair_push(struct dpor *d, uint32_t thread, const struct vm_op *op);
void fair_pop(struct dpor *d);
void fair_close(struct dpor *d);

/* verify.c: NULL, or the rule about events, clocks, sleep sets and wakeup trees that is broken */
const char *dpor_verify(const struct dpor *d);

/* demand.c: a race whose first event's branch is under exploration. */
struct demands *demand_copy(const struct demands *demands);
void demand_note(struct dpor *d, const struct race *race);
void demand_leaf(struct dpor *d, uint32_t branch); /* a sequence for the race noted last ends there, or is left to it */
void demand_leaves(struct dpor *d, uint32_t branch); /* or to any of the branch, its siblings and what is below */
uint32_t demand_fitting(struct dpor *d,
                        uint32_t branch); /* the branch and its siblings, without what nobody demands on this path */

/* wakeup.c */
void wakeup_reverse(struct dpor *d, const struct race *race);
/* Does a plan end there? */
static inline bool branch_is_leaf(const struct branch *b) { return !b->child || b->reserve; }
static inline void branch_forget(struct branch *b) { /* what came to be known about it */
  if (b->reach) free(b->reach);
  if (b->demands) free(b->demands);
  b->reach = NULL;
  b->demands = NULL;
  b->always = false;
}
/* The sleeper has just been explored, and only now it is known what it touches: sequences planned meanwhile that it
   stands for. */
void wakeup_drop_covered(struct dpor *d, struct node *node, const struct sleeper *s);
uint32_t branch_new(struct dpor *d, uint32_t thread, const struct vm_op *op);
void branch_release(struct dpor *d, uint32_t branch);  /* with its siblings and everything below */
uint32_t branch_copy(struct dpor *d, uint32_t branch); /* the same */
#endif

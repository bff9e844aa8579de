/* Who goes next: exploration of interleavings, every one (naive) or one per equivalence class (optimal dynamic partial
   order reduction with sleep sets and wakeup trees, Abdulla et al., POPL 2014).

   An event is one visible operation of a thread with everything invisible that follows it. Before each event there is a
   node, which knows what must still be tried there. When a run has ended, each race between two of its new events that
   could happen the other way round leaves, at the node before the first of them, a sequence of threads that leads to
   the other order, unless something explored or planned there covers it already. */
#ifndef HEDDLE_DPOR_DPOR_H
#define HEDDLE_DPOR_DPOR_H
#include "vm/vm.h"

struct dpor;
struct dpor_event;
/* Two accesses that nothing orders, of which one is a write and one is not atomic: told once per pair of instructions,
   before the second one happens. */
struct dpor_races {
  void *context;
  void (*found)(void *context, const struct dpor_event *first, uint32_t thread, const struct vm_op *second);
  /* The thread's operation conflicts with one that was taken to be alone, or the other way round. */
  void (*unseen)(void *context, uint32_t thread);
};
struct dpor *dpor_open(bool naive, const struct dpor_races *races);
void dpor_attach(struct dpor *d, struct vm *vm);
void dpor_close(struct dpor *d);

/* The machine's host functions: how much there is (lower half: events), back to that, a range touched by an atomic
   section. */
uint64_t dpor_mark(struct dpor *d);
void dpor_rewind(struct dpor *d, uint64_t mark, bool to_node);
/* The running thread's join of an ended thread happens, without a choice. False: others must go on by themselves
   first. */
bool dpor_join_immediate(struct dpor *d);
void dpor_picked(struct dpor *d, uint32_t thread); /* whom the signal of the current event woke */
void dpor_kept(struct dpor *d, uint32_t thread,
               uint64_t address); /* the current event, if that is it, changed nothing */
bool dpor_disturbed(const struct dpor *d, uint32_t thread, uint32_t from, uint32_t to);
void dpor_touched(struct dpor *d, const struct vm_range *range, bool approximate);

/* The thread is before an await: could it take part in a data race that was not told yet? Then it goes round, as an
   event like any other. */
bool dpor_has_open_race(struct dpor *d, uint32_t thread);

/* In the middle of an event: is all that can follow covered, on the side of a decision on which this holds? */
bool dpor_is_redundant(struct dpor *d, sym_id side);

/* Do two operations of different threads depend on each other? */
bool dpor_depend(const struct vm_op *a, const struct vm_op *b);

/* Loops that go round: a thread that comes to one operation more than `rounds` times goes behind the others
   (fair.c). */
struct dpor_bounds {
  void *context;
  void (*met)(void *context, uint32_t thread); /* something is left out: what this thread would do here */
};
void dpor_bound(struct dpor *d, uint32_t rounds, const struct dpor_bounds *bounds);
/* Without a bound: has a thread come to one operation that often in this run, which is four times as long? It may never
   come to an end. */
bool dpor_goes_round(const struct dpor *d, uint32_t rounds, uint32_t *thread);

enum dpor_next {
  DPOR_RUN,      /* a thread was chosen: run the machine */
  DPOR_FINISHED, /* every thread has ended */
  DPOR_EXIT,     /* the program exits */
  DPOR_DEADLOCK, /* somebody waits, nobody can go on */
  DPOR_BLOCKED,  /* whatever is possible here was covered elsewhere */
  DPOR_COVERED,  /* nothing of interest can follow */
  DPOR_BOUNDED,  /* everybody has gone round as often as the bound says */
};
void dpor_record(struct dpor *d, uint32_t thread); /* its operation happens now; for who decides by himself */
enum dpor_next dpor_next(struct dpor *d);          /* after the machine yielded */
void dpor_end_run(struct dpor *d);                 /* finds the races of the run */
bool dpor_resume(struct dpor *d);                  /* back at a node: is there something left? It was chosen then. */

/* One schedule only: no other order is planned. `matters`, a byte per instruction: operations whose order decides about
   what is looked for; the array belongs to the caller. */
void dpor_keep_order(struct dpor *d, const uint8_t *matters);
/* Two of those operations could have come in another order, only creations and joins of threads taken for fixed; or
   somebody was still waiting when a run ended. */
bool dpor_order_matters(const struct dpor *d);

/* Who may say that nothing of interest can follow, whatever comes next. */
struct dpor_pruner {
  void *context;
  bool (*covers)(void *context);
};
void dpor_set_pruner(struct dpor *d, const struct dpor_pruner *pruner);
/* An operation that the thread would do some time after the end of this run: may it be one of a data race? */
bool dpor_may_race(struct dpor *d, uint32_t thread, const struct vm_op *op);
uint64_t dpor_loop_hash(const struct dpor *d, uint32_t from, uint32_t to);

/* The current run. */
struct dpor_event {
  uint32_t thread;
  struct vm_op op;
  uint32_t clock, width; /* range in the array of clocks */
  uint32_t before;       /* previous event of the thread, or IR_NONE */
  uint32_t first_touch;
  uint32_t assumed;  /* how long the path condition was before */
  uint64_t asked;    /* vm_questions before */
  bool fixed;        /* nothing in it was decided on unknown data */
  bool both;         /* an await that goes round, or could, to show a data race: it is tried before every write, too */
  uint32_t stack[6]; /* instructions of its frames, innermost first; IR_NONE ends it */
};
const struct dpor_event *dpor_events(const struct dpor *d, uint32_t *count);
bool dpor_happens_before(const struct dpor *d, uint32_t first, uint32_t second);

/* Counting traces: call at the end of a complete run. Runs that differ only in the order of independent events count
   once. */
void dpor_count_trace(struct dpor *d);
uint64_t dpor_trace_hash(struct dpor *d);

struct dpor_stats {
  uint64_t events, races, reversals, peak_plans, traces;
};
struct dpor_stats dpor_stats(const struct dpor *d);
#endif

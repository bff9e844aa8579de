/* The stateful search: who goes next, which states need no second look.

   A node stands where all threads are before a visible operation. Its state is looked up in a table of finished states:
   one that is there is cut, because everything behind it was explored. At a new state one thread goes first; when all
   that follows is explored, the threads that must be tried besides follow from what was executed below (a persistent
   set, docs/guided.md). What follows a finished state, its footprint, stays in the table for the nodes above a cut. */
#ifndef HEDDLE_STATEFUL_STATEFUL_H
#define HEDDLE_STATEFUL_STATEFUL_H
#include "base/options.h"
#include "base/result.h"
#include "dpor/dpor.h"
#include "vm/vm.h"

struct stateful;
struct stateful *stateful_open(struct vm *vm, struct dpor *dpor, const struct explore_options *options);
void stateful_close(struct stateful *s);

/* Cuts are explained in the result from now on. */
void stateful_explain(struct stateful *s, struct result *result);

/* After the machine yielded: what now? */
enum stateful_turn {
  STATEFUL_RUN,      /* a thread goes on whatever the others do: run the machine */
  STATEFUL_NODE,     /* there is a node to look up, and a thread to choose */
  STATEFUL_FINISHED, /* every thread has ended */
  STATEFUL_EXIT,     /* the program exits */
  STATEFUL_DEADLOCK, /* somebody waits, nobody can go on */
  STATEFUL_TOO_MANY, /* more threads than a set of threads can hold: the search cannot go on */
};
enum stateful_turn stateful_look(struct stateful *s);
bool stateful_is_known(struct stateful *s); /* the node: then the run ends here */
void stateful_step(struct stateful *s);     /* the node is new: a thread is chosen */
/* The running thread does something that depends on nothing, without a choice. */
bool stateful_immediate(struct stateful *s);
/* The run has come to its end, other than at a known node. over: nothing that could follow is of interest. */
void stateful_ended(struct stateful *s, bool failed, bool over);
/* Something that is possible here is left out: no node that is open now becomes known. */
void stateful_bounded(struct stateful *s);
/* The machine will be taken back to its newest choice: nodes behind it are finished. */
void stateful_leave(struct stateful *s);
/* The machine is back at a node: is there a thread left to try? It was chosen then. Else the node is finished. */
bool stateful_resume(struct stateful *s);

struct stateful_stats {
  uint64_t lookups, cuts, states, cycles, bytes;
};
struct stateful_stats stateful_stats(const struct stateful *s);
#endif

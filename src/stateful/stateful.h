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
#include "stateful/codes.h"
#include "stateful/footprint.h"
#include "vm/vm.h"

struct stateful;
/* Which finished states are cut, and what is found out about them besides. */
struct stateful_layers {
  bool exact;           /* those that are met again */
  bool summaries;       /* weakest preconditions are made of states with a choice; the log of the machine is on */
  bool kept;            /* finished states are kept for other explorations, or come from them */
  bool shared;          /* and may be shared with other processes */
  uint32_t blocks;      /* of the program; then */
  const uint16_t *near; /* per instruction: how far it is to changed code; NULL: nobody asks */
  const uint8_t *alike; /* see vm_set_alike; NULL: threads are never exchanged, as with summaries */
};
struct stateful *stateful_open(struct vm *vm, struct dpor *dpor, const struct explore_options *options,
                               struct stateful_layers layers);
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
/* The node: then the run ends here. summary: what stateful_learn has said about its state, 0: nothing. */
bool stateful_is_known(struct stateful *s, uint32_t *summary);
bool stateful_near_choice(const struct stateful *s); /* the node has a choice, or the one before it */
bool stateful_has_choice(const struct stateful *s);
void stateful_step(struct stateful *s); /* the node is new: a thread is chosen */
/* The node is new, but not behind the branch that is explored (stateful/division.h): then the run ends here. */
bool stateful_strays(struct stateful *s);
/* The running thread does something that depends on nothing, without a choice. */
bool stateful_immediate(struct stateful *s);
/* The run has come to its end, other than at a known node. over: nothing that could follow is of interest; else no
   thread can go on. */
void stateful_ended(struct stateful *s, bool failed, bool over);
/* Something that is possible here is left out: no node that is open now becomes known. */
void stateful_bounded(struct stateful *s);
/* The machine will be taken back to its newest choice: nodes behind it are finished. */
void stateful_leave(struct stateful *s);
/* The machine is back at a node: is there a thread left to try? It was chosen then. Else the node is finished. */
bool stateful_resume(struct stateful *s);

/* ---- for weakest preconditions ---- */

/* The control state: everything but data. decision: the running thread decides on an input. */
struct vm_control stateful_control(const struct vm *vm, bool decision);
struct vm_control stateful_key(const struct stateful *s); /* of the node that was looked up last */
/* A finished state has that summary, or (0) has none: stateful_is_known gives the number back, and cuts only there. */
void stateful_learn(struct stateful *s, struct vm_control key, uint32_t summary);
/* All that may follow is known otherwise, and so is the code (a set of blocks, 64 in a word): the run ends here. node:
   it is at one, which is finished now. */
void stateful_cut(struct stateful *s, footprint below, const uint64_t *code, uint32_t words, bool node);
/* The same where nobody wants to see what follows, of which `below` is known to be all. */
void stateful_stop(struct stateful *s, footprint below, bool node);
/* Where more is said to follow than does, more threads are tried above: is it worth that? */
bool stateful_may_stop(struct stateful *s, footprint below);
bool stateful_may_cut(struct stateful *s, footprint below); /* no data race is lost */
footprint stateful_carried(const struct stateful *s);       /* what follows the end of the run */
footprint stateful_before(struct stateful *s, footprint set, uint32_t from, uint32_t to); /* events: from `to` back */
struct footprints *stateful_footprints(struct stateful *s);
/* Which threads are tried at a node follows from who holds these mutexes there: since the last resume. */
struct stateful_owner {
  uint64_t mutex;
  uint32_t thread;
};
const struct stateful_owner *stateful_relied(const struct stateful *s, uint32_t *count);

/* ---- for processes that explore the same program beside each other (layers.shared) ---- */

struct shared_states; /* stateful/shared.h */
bool stateful_can_share(const struct stateful *s);
/* From now on finished states are put into the table, those that are known already, too; and found there, if it asks.
   NULL: no longer. */
void stateful_share(struct stateful *s, struct shared_states *table, bool asks);
void stateful_help(struct stateful *s); /* the search is another process's: its `revisits` are not counted here */
void stateful_hint(struct stateful *s); /* now and then: tells the others where there is work */
void stateful_take_shared(struct stateful *s); /* all of the table is known here from now on */

/* ---- for who keeps finished states (layers.kept) ---- */

struct stateful_state {
  struct vm_control key;
  footprint below;
  code_set code;    /* executed behind it, or pending at it */
  uint32_t globals; /* variables from this slot on are no part of it: see vm_hash_of_globals */
};
/* Every finished state behind which nothing failed, and of which it is known what was executed: this exploration's
   (own), and those that were added before. */
void stateful_incident(
    struct stateful *s); /* something happened on the run at hand that another exploration must see too */
typedef void stateful_visit(void *context, const struct stateful_state *state);
void stateful_each_state(const struct stateful *s, bool own, stateful_visit *visit, void *context);
void stateful_expect_known(struct stateful *s, uint64_t count); /* so many will be added */
void stateful_add_known(struct stateful *s, const struct stateful_state *state);
void stateful_forget_known(struct stateful *s);
struct codes *stateful_codes(struct stateful *s);

struct stateful_stats {
  uint64_t lookups, cuts, states, cycles, bytes;
  uint64_t shared_cuts;       /* of the cuts: at states that another process finished */
  uint64_t known, known_cuts; /* states of earlier explorations; cuts at them */
  uint64_t exchanged;         /* cuts and threads not tried because of threads that nothing can tell apart */
  uint64_t revisits;          /* of the first states: how many have the control of another one */
};
struct stateful_stats stateful_stats(const struct stateful *s);
#endif

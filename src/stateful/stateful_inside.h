/* The stateful search under way, for stateful.c (nodes and persistent sets) and division.c (parts of it elsewhere)
   only. */
#ifndef HEDDLE_STATEFUL_STATEFUL_INSIDE_H
#define HEDDLE_STATEFUL_STATEFUL_INSIDE_H
#include "stateful/division.h"
#include "stateful/exchange.h"
#include "stateful/peers.h"
#include "stateful/states.h"
#include "stateful/stateful.h"
#include "util/map.h"
#include "util/vec.h"

enum { NO_CYCLE = UINT32_MAX };

/* What goes to other machines, and which branch came from one. */
struct division {
  bool tells;                      /* finished states with much behind them are noted: */
  uint64_t least;                  /* states behind one, for that */
  VEC(struct vm_control) finished; /* since they were taken last */
  division_prefix prefix;          /* the run begins with it */
  uint32_t given;                  /* how long it was when the branch was given: it gets shorter on the way up */
  uint64_t depth;                  /* then: choices of the machine before its end */
  uint64_t tried;                  /* at its last node, elsewhere */
  bool reached;                    /* its end */
  uint32_t strays;                 /* runs that left its way */
};

/* A node of the current path. */
struct node {
  struct vm_control key;
  uint32_t events;        /* before it */
  uint64_t depth;         /* choices of the machine before it */
  bool choice;            /* the machine has one for it */
  bool again;             /* the state is that of an open node above, which stands for it in the table */
  bool bounded;           /* something behind it was left out */
  bool failed;            /* something behind it failed */
  uint64_t possible;      /* threads that can go on, by bit */
  uint64_t wanted, tried; /* of these; the current one is in both */
  uint32_t thread;        /* the one being tried, and its operation */
  struct vm_op op;
  footprint side, below;    /* what follows the one being tried so far; what follows those that were */
  struct exchange exchange; /* the state in the table has other numbers of threads */
  footprint *sides;         /* per thread: what follows those that were tried; NULL: nobody asks */
  code_set code;            /* executed behind it so far */
  struct shared_slot *slot; /* what other processes know about it; NULL: nothing */
  uint64_t held;            /* then: mutexes of the one being tried, by bit */
  uint32_t choices;         /* nodes with a choice before it */
  uint64_t states;          /* that were known when it was made */
  uint64_t told[2];         /* other machines: which threads are wanted there, and which are tried */
};

struct stateful {
  struct vm *vm;
  struct dpor *dpor;
  const struct explore_options *options;
  struct footprints *footprints;
  struct states table;
  struct codes *codes; /* NULL: nobody asks which code is executed */
  struct peers *peers; /* with other processes; NULL: there is none */
  bool asks;           /* them; else it only tells */
  struct states known; /* by earlier explorations, perhaps of other versions; all finished, without a failure behind */
  VEC(uint32_t) known_globals; /* which variables there are in these, from the most to the fewest */
  VEC(struct node) nodes;
  /* Where the run was, or what came back from there: all that follows the first `carried_events` events of the run. */
  footprint carried;
  uint32_t carried_events;
  bool carried_failed;
  uint32_t cycle; /* the lowest node that was met again behind itself, while what it leads to is not finished */
  struct stateful_layers layers;
  struct map controls; /* of the first states */
  VEC(struct stateful_owner) relied;
  struct result *explained; /* NULL: cuts are not; else with which numbers of threads states were first met: */
  struct map met;           /* half of a key -> index in */
  VEC(struct exchange) met_as;
  uint64_t runs, states, lookups, cuts, cycles, exchanged, most_bytes, revisits, known_cuts;
  uint64_t possible;     /* at the node that was looked at last: threads that can go on */
  struct vm_control key; /* its state */
  struct exchange exchange;
  bool helps;     /* another process has the search, and says how it goes */
  bool exchanges; /* threads may be exchanged */
  struct division division;
  bool again; /* and whether it is that of an open node */
};
#endif

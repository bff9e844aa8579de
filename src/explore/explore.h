/* The exploration of one program version: depth-first over all inputs (and thread interleavings). */
#ifndef HEDDLE_EXPLORE_EXPLORE_H
#define HEDDLE_EXPLORE_EXPLORE_H
#include "base/options.h"
#include "base/result.h"
#include "ir/ir.h"
#include "smt/smt.h"
#include "suite/ktest.h"

/* What a person may watch while it runs. */
struct explore_progress {
  uint64_t runs, failures, depth, queries, instructions, states, memory_kib;
  double seconds;
  double share;            /* of the limit on time or runs that is nearest: 0 to 1; 0: there is none */
  bool hunting;            /* a run that is likely to fail, not the next one of the search */
  const char *phase;       /* as in the hooks */
  uint64_t workers, units; /* processes at work, 0: there is only one; turns of searches that have ended */
};

/* What workers on other machines say about themselves. */
struct explore_elsewhere {
  uint32_t workers, units; /* at work; branches that were explored */
  double states;           /* each second, of all */
};

/* Workers on other machines. An exploration that is not small is submitted; then a process of this machine stands for
   each of them: it hands on the orders that come from the socket and gives back what the worker says, message by
   message, and returns when either is gone (explore/workers.h).
   `before`: the shares of turns that were over before, which the worker repeats first; what it says about them is
   dropped. */
struct explore_unit {
  uint32_t engine, life; /* which search; the process that stands for it, from 1 */
  bool divided;          /* others may explore branches of it */
  const uint64_t *before;
  uint32_t nbefore;
};
struct explore_remote {
  void *context;
  /* From now on they can have it. False: it is explored here; `why` is a line for the user, or NULL: it is none for
     other machines. */
  bool (*submit)(void *context, const struct ir_program *program, const struct explore_options *options,
                 const char **why);
  void (*end)(void *context, bool lost); /* nobody wants it any more; lost: there is no way to them */
  /* NULL: one of the two is gone; else what is wrong with the way between them: there will be no other worker. */
  const char *(*relay)(void *context, const struct explore_unit *unit, int socket);
  void (*look)(void *context, struct explore_elsewhere *now); /* at what all workers do, about once a second */
};

struct recorder; /* explore/recorder.h */
struct explore_hooks {
  void *context;
  const char *phase; /* what is explored, for who watches: "OLD", "NEW"; NULL: there is only one */
  /* A run is over, however it ended; the machine still stands there. True: that was enough. May be NULL. */
  bool (*ended)(void *context, struct recorder *recorder);
  void (*progress)(void *context, const struct explore_progress *now); /* about ten times a second; may be NULL */
  const struct explore_remote *remote;                                 /* NULL: workers are processes of this machine */
  void (*working)(void *context, const char *phase);                   /* on what is no exploration; may be NULL */
};

/* Explores; the result is complete in itself (the program may be freed). SIGINT/SIGTERM end it early, with everything
   found so far in the result. */
void explore_run(const struct ir_program *program, const struct explore_options *options,
                 const struct explore_hooks *hooks, struct result *result, struct smt_stats *solver);

/* Other machines that explore parts of the stateful search (stateful/division.h): asked now and then by the process
   that searches, to pass on what was finished in either direction. */
struct stateful;
struct shared_states;
struct explore_exchange {
  void *context;
  /* True: the search ends now: somewhere something has happened that must be told in the order of one process, or
     nobody wants the result. ends: what was finished is told at once, nothing is asked for any more. */
  bool (*pass)(void *context, struct stateful *stateful, struct shared_states *table, bool ends);
  void (*disturb)(void *context); /* such a thing has happened here */
};

/* A worker's part of that on another machine: one search of a dovetail, by orders from the socket. `options`: those of
   the exploration; tests are wanted if there is an output directory, and sent. `exchange`: the search is divided, as
   long as nothing happens; NULL: it is not. Returns when nobody gives orders. */
enum { EXPLORE_ENGINES = 4 };
void explore_serve(const struct ir_program *program, const struct explore_options *options, uint32_t engine,
                   const struct explore_exchange *exchange, int socket);
/* And branches of the stateful search, one after the other. */
struct explore_helper;
struct explore_helper *explore_help_open(const struct ir_program *program, const struct explore_options *options,
                                         const struct explore_exchange *exchange); /* NULL: there is no memory */
struct explore_helped {
  uint64_t states, cuts;  /* that were new; at states that others had finished */
  double seconds, before; /* of the processor: in all; until it begins */
};
/* prefix: as division_put_prefix makes it. False: nothing more is wanted; or it is damaged. */
bool explore_help(struct explore_helper *h, const void *prefix, uint64_t size, struct explore_helped *helped);
void explore_help_close(struct explore_helper *h);
/* For whoever hands messages on: reads the next one whole, from a worker, or to it. False: the other side is gone. The
   bytes are freed by the caller. */
bool explore_message(int socket, bool to_worker, uint8_t **bytes, uint64_t *size);
enum { EXPLORE_ORDER = 16 };
void explore_order(uint64_t share, uint8_t order[EXPLORE_ORDER]); /* a whole turn, without a pause */

struct schedule_match;
/* Follows one test in the interpreter instead of exploring: inputs are fixed, every decision is taken as they say. */
struct explore_replay_request {
  const struct ktest *test;
  /* The failure to be shown: others on the way only stop their threads, as in an exploration. NULL: the first one ends
     it. */
  const char *kind, *file;
  uint32_t line;
  uint32_t site; /* its instruction, if `by_site`: then file and line do not count */
  bool by_site;
  const struct schedule_match
      *match; /* of another version: what is whose match (explore/follow.h); NULL: nobody knows */
  const struct vm_listener *listener; /* is told about every instruction; NULL: nobody */
  bool other_version; /* the test was made for another version of the program: its schedule has that one's numbers */
  char *schedule;     /* out, of another version: the schedule in this one's numbers, freed by the caller; NULL: none */
  bool diverged;      /* out: the program asked for an input that the test does not have, or of another size */
  const char *why;    /* out: static text */
  bool loose;         /* out, with a match: another order of the same steps would be as much the test's schedule */
  uint64_t path;      /* out: hash of the decisions taken, as in the object META_PATH of the test */
  uint64_t
      run; /* out: hash of everything that tells runs apart: decisions, order of dependent operations, instructions */
  bool excluded; /* out: an assumption of the program excludes the inputs */
  bool threads;  /* out: there were several */
};
/* The test of a failure, in memory: its inputs and its schedule. Freed with ktest_free. */
void explore_test_of(const struct result_failure *failure, struct ktest *test);
void explore_replay(const struct ir_program *program, const struct explore_options *options,
                    struct explore_replay_request *replay, struct result *result);
#endif

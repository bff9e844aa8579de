/* Worker processes: each goes on with one search of a dovetail, a piece at a time, when it is told to. For beside.c
   only.

   A worker is a child of this process with all that was known when it was made: nothing is executed again. It waits for
   an order, searches, says how far it has come, and waits again. When its turn is over it sends a part: what it has
   found in that turn. A worker ends when nobody can give it orders any more.

   A helper is a worker that begins at the root of the stateful search, with the table of finished states that all
   share, and takes what others have left to do (stateful/peers.h). */
#ifndef HEDDLE_EXPLORE_WORKERS_H
#define HEDDLE_EXPLORE_WORKERS_H
#include <stdatomic.h>
#include <sys/types.h>

#include "explore/recorder_parts.h"
#include "explore/search_inside.h"
#include "stateful/shared.h"
#include "util/bytes.h"

enum { MOST_HELPERS = 252, MOST_WORKERS = ENGINE_COUNT + MOST_HELPERS };

/* What all processes see of each other. */
struct worker_figures {
  _Atomic uint64_t kib, runs, failures, states, queries, events;
  _Atomic uint32_t ins; /* of the user's code, where it was last; IR_NONE: nobody knows */
};
struct worker_page {
  uint64_t before_kib, own_kib; /* memory of the first process, when there was only that; of it, its own */
  _Atomic bool incident;        /* something happened that must be told in the order of one process */
  _Atomic bool lost;            /* there is no way to workers elsewhere any more */
  struct worker_figures workers[MOST_WORKERS];
};
uint64_t page_kib(const struct worker_page *page, const struct shared_states *shared); /* of all together */

/* The head of a part: how a turn has ended. Then follow the deepening's loops, unsat cores, and the recorder's part. */
struct part_head {
  struct turns turns;               /* what the search has found out about the order of turns */
  bool ended;                       /* the search has; so this is its last turn */
  bool stopped, interrupted, limit; /* before everything was explored; by a signal; by a limit of the whole command */
  bool deepens;                     /* a bounded search follows: see struct deepening */
  bool clean;                       /* nothing else is to be told: see recorder_parts_is_clean */
  struct result_runs runs;
  struct result_stats stats; /* of this search, from its beginning on */
  struct smt_stats solver;
};
struct part {
  uint64_t share;   /* of its turn */
  struct sink data; /* head and all */
};

struct worker {
  enum engine engine;
  uint32_t place; /* in the page: its engine, or that of a helper */
  pid_t process;  /* 0: there is none */
  int socket;
  uint32_t lives; /* processes so far; those that died: */
  uint32_t deaths;
  int death;              /* how the last one did, as waitpid has it */
  bool busy;              /* it searches; else it waits for an order */
  bool inside;            /* a turn: it has begun and not ended it */
  uint32_t turn;          /* the turn it is in, or that comes next; from 0 */
  bool ended;             /* its search has: the last part says so */
  bool given_up;          /* it died too often */
  VEC(struct part) parts; /* by turn */
  uint32_t taken;         /* how many of them are in the result */
  uint32_t looked_at;     /* how many heads were */
};

struct shared_states *worker_table(void); /* for all that explore together; NULL: there is no memory */

static inline bool worker_is_helper(const struct worker *w) { return w->place >= ENGINE_COUNT; }

/* Goes on, up to the share of the turn if it begins one. False: no process could be made; the errno says why. */
bool worker_order(struct worker *w, struct search *s, uint64_t share);
/* The worker has said something, or is gone. True: a part was added, or it has died. */
bool worker_hear(struct worker *w);
void worker_begin_again(struct worker *w);       /* what was not taken was not what should have been done */
void worker_serve(struct search *s, int socket); /* in a worker: until nobody gives orders */
void worker_stop(struct worker *w);              /* its process; its parts stay */
void worker_end(struct worker *w);               /* both */

void part_read_head(const struct part *part, struct part_head *head, struct source *rest);
#endif

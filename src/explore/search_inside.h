/* A search under way, for search.c (the loop over runs) and rounds.c (what comes before and behind it) only. */
#ifndef HEDDLE_EXPLORE_SEARCH_INSIDE_H
#define HEDDLE_EXPLORE_SEARCH_INSIDE_H
#include "dpor/dpor.h"
#include "explore/deepen.h"
#include "explore/dump.h"
#include "explore/explore.h"
#include "explore/hunt_inputs.h"
#include "explore/machine.h"
#include "explore/path_classes.h"
#include "explore/recorder_parts.h"
#include "explore/relevance.h"
#include "hunt/hunt.h"
#include "stateful/stateful.h"
#include "summary/summary.h"

/* The searches of a dovetail, in the order of their turns. */
enum engine { ENGINE_STATEFUL, ENGINE_SUMMARIES, ENGINE_DPOR, ENGINE_HUNT, ENGINE_COUNT };

/* Of a dovetail: a search that waits while another one goes on. */
struct paused {
  bool opened; /* it has begun */
  struct machine machine;
  struct sym *sym;
  struct smt *smt;
  struct vm *vm;
  struct dpor *dpor;
  struct summary_engine *summary;
  struct stateful *stateful;
  struct hunt *hunt;
  struct hunt_inputs *hunt_inputs;
  struct seeds seeds;
  struct result_runs runs;
};

/* Whose turn it is: the order of turns, from what is known of the searches (turns.c). */
enum turns_phase { TURNS_EARLY_SEARCH, TURNS_EARLY_HUNT, TURNS_SEARCH, TURNS_HUNT };
struct turns {
  enum turns_phase phase;
  enum engine searching; /* the last one that did not hunt */
  bool begun;            /* it has had its turn */
  uint64_t first, share; /* visible operations of the first turn if the user set it, else 0; of the next one */
  uint64_t known;        /* what the first search may use at once, because it did in another version; else 0 */
  uint32_t without_dpor; /* rounds: it was of no use there */
  double hunt;           /* share of all that goes to hunting */
  bool only;             /* the stateful search is the only one */
  bool hunts, summaries,
      too_many; /* there is hunting; summaries may be of use; too many threads for the stateful search */
};
struct turn {
  enum engine engine;
  uint64_t share;
};

struct search {
  struct machine machine;
  struct recorder recorder;
  const struct explore_options *options;
  const struct explore_hooks *hooks;
  struct sym *sym;
  struct smt *smt;
  struct smt_stats *solver; /* where its figures go */
  struct vm *vm;
  struct dpor *dpor;
  struct stateful *stateful;       /* it chooses instead of the scheduler; NULL: it does not */
  struct summary_engine *summary;  /* its second layer; NULL: there is none */
  struct hunt *hunt;               /* likewise */
  struct hunt_inputs *hunt_inputs; /* then: where its runs may begin */
  enum engine engine;              /* which one goes on */
  struct paused paused[ENGINE_COUNT];
  struct turns turns;
  uint64_t until;  /* of a dovetail: how much is done when the next search has its turn */
  uint64_t work;   /* so far, in visible operations, of paths that are not threaded: what they took otherwise */
  uint64_t worked; /* of the search that goes on: how much of its figures is in there */
  bool waits;      /* it has */
  bool hunted_out; /* a run under hunting does not end: there are no more */
  bool too_many;   /* there are too many threads for the stateful search */
  struct relevance relevance;
  struct statics *verified;    /* verifying builds: what accesses are compared with */
  struct path_classes classes; /* if code is marked */
  struct seeds seeds;          /* tests of the old version, and the cache of unsat cores */
  bool over;                   /* the run ended because no target is left */
  double started, shown;
  uint64_t switches; /* visible operations so far */
  uint64_t looked;   /* how many there were at the last look around */
  bool stopped; /* a limit of the whole search was reached; its reason is in the result. Or this round of it is over */
  struct deepening deepening;
  struct dump_tree tree;               /* --dump=schedule */
  VEC(struct turn) before;             /* turns that are over, in one process */
  struct worker_page *page;            /* shared by all processes that search beside each other; NULL: there is one */
  uint32_t place;                      /* there: of this process */
  struct shared_states *shared;        /* finished states, of all processes; NULL: each has its own */
  bool asks;                           /* it is asked, too; else it is only told */
  struct recorder_mark clean;          /* of a process whose search counts as long as nothing happens: how it began */
  struct vm_flow *flows;               /* of each process, if that is noted: what it has executed */
  struct vm_flow *flow_before;         /* of this one: when it was made */
  bool alone;                          /* other processes were of no use */
  const struct explore_remote *remote; /* workers are elsewhere; NULL: processes of this machine */
  const struct explore_exchange *exchange; /* with other machines that explore the same; NULL: there are none */
  double branch_until;                     /* processor time: a branch that is over before goes on beside it */
  bool disturbed; /* one of them, or this one, has found something: what was done does not count */
  bool gathered;  /* they have ended: what they found is in the result, and no search is open here */
};

/* search.c */
struct machine_policy search_policy(struct search *s, bool guided);
bool search_is_stateful(const struct search *s);
bool search_wants_summaries(const struct search *s);
uint64_t search_done(const struct search *s); /* visible operations, or work: what turns are counted in */
void search_all(struct search *s); /* runs until nothing is left, a limit is reached, or the next search has its turn */
void search_stop(struct search *s, const char *reason, bool inside);
const char *search_stop_text(struct result *result);
double search_used_share(const struct search *s, double seconds, uint64_t full); /* of the nearest limit, 0 to 1 */
struct dpor_pruner search_pruner(struct search *s);
struct dpor_bounds search_bounds(struct search *s);
bool search_poll_between(void *context); /* of a concrete re-execution */
uint64_t search_resident_kib(void);
uint64_t search_own_kib(void); /* what no other process sees */

/* rounds.c */
void search_open_relevance(struct search *s);
void search_open_round(struct search *s, bool guided);
void search_close_round(struct search *s);
void search_close_paused(struct search *s, struct smt_stats *solver); /* those that wait when one has ended */
void search_fill_stats(struct search *s, struct smt_stats *solver);
/* The search came to its end, and it, or the one by states if it was the one with summaries, took so many events. */
void search_note_ended(struct search *s, enum engine engine, uint64_t events);
void search_save_states(struct search *s); /* for other explorations, if they are wanted */

/* turns.c */
void search_in_turn(struct search *s);
struct turn turns_next(struct turns *turns);
/* The search that goes on waits in its place; what waits in the other one's place, if it has begun, goes on. */
void search_change_places(struct search *s, struct paused *p);
void search_switch_to(struct search *s, enum engine next);
void search_note_turn(const struct search *s, struct turns *turns); /* what the searches have found out about it */

/* beside.c: the searches of a dovetail in processes of their own; the result is that of one process. False: something
   happened that only this process can tell; it goes on where it was. */
bool beside_may_come(struct search *s);  /* once the program is not small */
bool beside_is_wanted(struct search *s); /* now */
bool beside_search(struct search *s);
#endif

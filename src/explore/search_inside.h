/* A search under way, for search.c (the loop over runs) and rounds.c (what comes before and behind it) only. */
#ifndef HEDDLE_EXPLORE_SEARCH_INSIDE_H
#define HEDDLE_EXPLORE_SEARCH_INSIDE_H
#include "dpor/dpor.h"
#include "explore/deepen.h"
#include "explore/dump.h"
#include "explore/explore.h"
#include "explore/machine.h"
#include "explore/path_classes.h"
#include "explore/recorder.h"
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
  struct seeds seeds;
  struct result_runs runs;
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
  struct stateful *stateful;      /* it chooses instead of the scheduler; NULL: it does not */
  struct summary_engine *summary; /* its second layer; NULL: there is none */
  struct hunt *hunt;              /* likewise */
  enum engine engine;             /* which one goes on */
  struct paused paused[ENGINE_COUNT];
  enum engine searching; /* the last one that did not hunt */
  uint64_t until;        /* of a dovetail: how many visible operations there are when the next search has its turn */
  bool waits;            /* it has */
  bool hunted_out;       /* a run under hunting does not end: there are no more */
  bool too_many;         /* there are too many threads for the stateful search */
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
  struct dump_tree tree; /* --dump=schedule */
};

/* search.c */
struct machine_policy search_policy(struct search *s, bool guided);
bool search_is_stateful(const struct search *s);
bool search_wants_summaries(const struct search *s);
void search_all(struct search *s); /* runs until nothing is left, a limit is reached, or the next search has its turn */
void search_stop(struct search *s, const char *reason, bool inside);
const char *search_stop_text(struct result *result);
struct dpor_pruner search_pruner(struct search *s);
struct dpor_bounds search_bounds(struct search *s);
bool search_poll_between(void *context); /* of a concrete re-execution */
#endif

/* One program explored by brute force and by every other strategy: do they agree? */
#ifndef ORACLE_JUDGE_H
#define ORACLE_JUDGE_H
#include "answer.h"
#include "batch.h"
#include "util/map.h"

enum { MOST_STRATEGIES = 8, MOST_OPTIONS = 16 };

struct judge {
  const char *strategies[MOST_STRATEGIES]; /* names as --strategy takes them, or summaries; [0] is brute force */
  uint32_t nstrategies;
  const char *options[MOST_OPTIONS]; /* for every exploration */
  uint32_t noptions;
  const char *max_runs, *timeout; /* of brute force: --max-runs=N, --timeout=S */
  const char *reference;          /* file of answers of brute force instead of exploring; NULL: none */
  const char *record;             /* where they are written; NULL: nowhere */
  const char *keep;               /* directory for programs that differ */
  const char *heddle;             /* the command, for programs run alone */
  uint32_t alone;                 /* every how many-th program is run alone too; 0: none */
  uint32_t beside;                /* every how many-th is explored by worker processes, too */
  const char *cluster;            /* its URL: programs are explored by its workers, too; NULL: there is none */
  int size;
  bool strict; /* more runs than traces are a failure where that is a known limit, too */
  bool loose;  /* verdict and failures alone count, for dpor too */
  /* made by judge_open */
  struct map answer_of; /* seed -> index in answers */
  VEC(struct answer) answers;
};

/* Reads the reference and tries the options. False after a message. */
bool judge_open(struct judge *judge);
void judge_close(struct judge *judge);

enum judge_outcome { JUDGE_PASSED, JUDGE_UNDECIDED, JUDGE_DIFFERS };

/* What happened, for the totals. */
struct judge_report {
  enum judge_outcome outcome;
  char verdict;  /* of brute force: s, u, i */
  bool wasteful; /* more runs than traces, where that is no mistake */
  bool alone;    /* was also run by the command */
  char *what;    /* of a difference; freed by the caller */
  struct {
    double seconds;
    uint64_t full, partial;
  } by[MOST_STRATEGIES];
};
void judge_program(const struct judge *judge, const struct batch *batch, uint32_t member, struct judge_report *report);

/* Writes the program with what differs and how to see it again. */
void judge_keep(const struct judge *judge, uint64_t seed, const char *what);
#endif

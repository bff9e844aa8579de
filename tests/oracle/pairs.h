/* Random chains of versions, and whether `heddle check` says the same about them as two explorations of everything.

   A chain is a program of the generator and its next one to five versions, each made by random edits of the one before
   or of an earlier one, which comes back. */
#ifndef ORACLE_PAIRS_H
#define ORACLE_PAIRS_H
#include "edits.h"
#include "ir/ir.h"
#include "util/vec.h"

enum { PAIRS_VERSIONS = 6, PAIRS_FEW = 4 };

struct pairs_version {
  char *text;             /* without what stands once before all programs; NULL: it was read from a file */
  struct edits_done done; /* how it was made of the version `base` */
  uint32_t base;
  const struct ir_program *image; /* where it is in, perhaps with others */
  uint32_t entry;
};

struct pairs_chain {
  uint64_t seed;
  uint32_t count; /* versions */
  bool broken;    /* a version does not compile */
  struct pairs_version version[PAIRS_VERSIONS];
};

/* ---- pairs_batch.c: many chains, compiled together */

struct pairs_batch {
  VEC(struct pairs_chain) chains;
  VEC(struct ir_program *) images;
};
/* Chains of at most so many versions. */
void pairs_batch_make(struct pairs_batch *batch, uint64_t first, uint32_t count, int size, uint32_t most);
/* Two versions are the same program if they are compiled apart from all others: what others in the file need of the
   library, they get too. */
bool pairs_same_alone(const struct pairs_chain *chain, uint32_t old, uint32_t new);
/* Versions `first` and `first + 1` of the chain of a seed, with only those edits between them that the mask leaves. */
void pairs_batch_make_part(struct pairs_batch *batch, uint64_t seed, int size, uint32_t first, uint32_t mask);
/* Versions from files. False after a message. */
bool pairs_batch_read(struct pairs_batch *batch, const char *const *files, uint32_t count);
void pairs_batch_free(struct pairs_batch *batch);

/* ---- pairs_truth.c: what is so */

struct pairs_failure {
  uint32_t kind, line, site;
  uint32_t other_line, other_site; /* of a race */
  uint64_t message;                /* hash; only of a leak */
};
typedef VEC(struct pairs_failure) pairs_failures;

struct pairs_truth {
  bool known, limited; /* limited: a limit was reached, or it could not be explored completely */
  bool shared;         /* with another version: the lists are freed there */
  pairs_failures failures;
  pairs_failures races; /* that nobody asked for */
  uint64_t runs;
};

struct explore_options;
struct result;
void pairs_truth_find(struct pairs_truth *truth, const struct ir_program *program,
                      const struct explore_options *options);
void pairs_truth_take(struct pairs_truth *truth, const struct result *result);
void pairs_truth_free(struct pairs_truth *truth);
/* New, old and fixed failures as one text, sorted; freed by the caller. */
struct change;
char *pairs_truth_compare(const struct change *change, const struct pairs_truth *old, const struct pairs_truth *new);
struct check;
char *pairs_truth_said(const struct check *check, bool races); /* the same of what check found, with races or without */

struct result_failure;
/* Does the old version fail at the place of this failure of the new one? */
bool pairs_truth_has(const struct change *change, const struct pairs_truth *old, const struct result_failure *new);

/* ---- pairs_age.c: are failures new, old, unknown? */

struct pairs_age {
  const struct check *check;
  const struct ir_program *old, *new;
  const struct explore_options *brute;
  const struct pairs_truth *truth; /* of the old version */
  bool limited;                    /* check could not explore everything */
  bool few;                        /* what is called old is not looked at */
  bool suite;                      /* old tests chose the inputs of its runs: others would choose other ones */
};
char *pairs_age_judge(const struct pairs_age *age); /* what is wrong, freed by the caller; NULL: nothing */

/* ---- pairs_judge.c: is it what check says? */

struct pairs_judge {
  const char *options[8]; /* for every exploration, besides those that the seed chooses */
  uint32_t noptions;
  const char *max_runs, *timeout; /* of brute force */
  const char *directory;          /* for stores; it is empty between chains */
  uint32_t beside;                /* every how many-th chain is explored by worker processes */
  const char *cluster;            /* the address of one whose workers explore every chain; NULL: there is none */
  uint32_t strategies;            /* a bit per enum check_strategy: which are tried */
  bool every;                     /* all of them for each pair, not auto and another one by turns */
  bool no_store, no_checks_by_seed;
};

enum pairs_outcome { PAIRS_PASSED, PAIRS_UNDECIDED, PAIRS_DIFFERS };

struct pairs_report {
  enum pairs_outcome outcome;
  char *what;                                 /* of a difference; freed by the caller */
  uint32_t first, second;                     /* the pair that differs */
  bool stored;                                /* it needs what the store had from earlier versions */
  uint32_t pairs, undecided;                  /* that were compared; that could not be */
  uint32_t again;                             /* versions that are an earlier one */
  uint32_t nothing, failing_new, fixed, kept; /* pairs without a change; with new, fixed, old failures */
  uint32_t no_target, summaries_used,
      from_store;               /* checks that needed no exploration; that used old summaries; knew the old version */
  uint64_t runs[6], truth_runs; /* of NEW, per strategy */
};
void pairs_judge_chain(const struct pairs_judge *judge, const struct pairs_chain *chain, struct pairs_report *report);
/* Writes the options that a chain is explored with. */
void pairs_judge_options(const struct pairs_judge *judge, uint64_t seed, const char **words, uint32_t *count);
#endif

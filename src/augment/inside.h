/* An augmentation under way, for the files of this folder only. */
#ifndef HEDDLE_AUGMENT_INSIDE_H
#define HEDDLE_AUGMENT_INSIDE_H
#include "augment/augment.h"
#include "augment/test_run.h"
#include "augment/solve.h"
#include "augment/state.h"
#include "augment/target_order.h"

/* Inputs to begin with: a test of the suite, or one that was written here. */
struct seed {
  char *name; /* of its file */
  struct ktest test;
  bool foreign; /* its schedule, if it has one, is perhaps of another version */
  bool alike;   /* its run did what that of another one did, in the same places and order */
  bool solved;  /* it is among those that solving starts from */
};

/* The steps that start from tests: how far they are (directed.h). */
struct directed {
  struct target_order order; /* of targets; made when it is needed */
  struct map tried;          /* runs whose orders were tried, and single orders */
  uint8_t *tries;            /* per target: orders before anything was explored */
  uint8_t *happened;         /* per instruction: in a run of a test it has written, read; NULL: there was none */
  uint8_t *missing;          /* per target: no test comes to one of its ends */
  struct solve_memory solved;
  unsigned effort;               /* for a question, when the queue of questions was begun */
  uint32_t random, reordered;    /* the next seed */
  uint32_t through[3];           /* per step of a turn: it has nothing left to do with so many seeds */
  unsigned turn;                 /* the step whose turn it is */
  double until;                  /* of a turn, 0: there is none */
  double since, explored, spent; /* of the processor: exploration began, without its turns; explorations, turns */
  double elapsed;                /* seconds of turns by the clock */
};

struct augmentation {
  const struct augment_request *request;
  struct augment *augment;
  struct targets *targets;
  struct coverage *coverage;
  struct explore_options watching, plain; /* for runs that are looked at; for replays */
  struct state state;
  VEC(struct seed *) seeds; /* each stays where it is while others are added */
  struct map failures;      /* kind and place of those that have a test */
  struct ktest_writer writer;
  int out_dir;
  uint32_t number;   /* of the test written last */
  uint32_t open;     /* targets */
  uint64_t explored; /* runs of explorations */
  struct directed directed;
  double started, deadline, saved;
};

/* test_output.c */
bool test_output_open(struct augmentation *d); /* the output directory, and what is in it from a call before; false:
                                                  `stopped` says why not */
void test_output_close(struct augmentation *d);
/* The last run: does it meet an open target, or fail at a new place? Then it becomes a test, or it is that of
   `own`, the file of a test that does exactly this (NULL: none does). */
void test_output_run(struct augmentation *d, struct test_run *r, enum target_means means, const char *own);
/* A failure that exploration found and that is not the first one of its run, or no failure of a run by itself (a data
   race): its test is one that shows it if it is looked for. */
void test_output_failure(struct augmentation *d, const struct result_failure *failure);
bool test_output_has(const struct augmentation *d, const struct result_failure *failure); /* it has a test */
/* Of a test of the suite that fits the new version, its file is copied; of others the result says why not. */
void test_output_copy(struct augmentation *d, const char *path);
void test_output_retire(struct augmentation *d, const char *path, const char *why);
void test_output_state(struct augmentation *d, bool now);

/* augment.c */
bool augment_is_over(struct augmentation *d); /* nothing is open, or there is no more time */
void augment_say(struct augmentation *d, const char *what);
bool augment_open_seed(struct augmentation *d, uint32_t seed, struct test_run *r); /* inputs it lacks are added */
#endif

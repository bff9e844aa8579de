/* Deepening step by step: the search starts again with a bound on how often a thread may go round in a loop while
   others can go on (dpor/fair.c) and on how long a path may be, and again with a larger one, until a round leaves
   nothing out.

   It begins only where a run would hardly come to an end: one thread has come to the same operation thousands of times,
   or one path of several is tens of millions of instructions long. All of this is counted, never timed. */
#ifndef HEDDLE_EXPLORE_DEEPEN_H
#define HEDDLE_EXPLORE_DEEPEN_H
#include "base/options.h"
#include "base/result.h"
#include "ir/ir.h"

struct deepen_loop {
  uint32_t ins;   /* of the user's code */
  uint32_t bound; /* of the newest round that left something out here */
  bool alone;     /* no other thread sees what it does: the path grew too long */
};

struct deepening {
  uint32_t bound;                /* of this round; 0: none */
  uint32_t complete;             /* the bound of the last round that came to its end; 0: none did */
  bool starts;                   /* this round ends for a bounded one */
  bool met;                      /* this round has left something out */
  bool spreads;                  /* the round before had a run for each round of a loop */
  uint64_t from;                 /* visible operations before the first bounded round */
  uint64_t runs;                 /* of all rounds before this one, partial ones too */
  VEC(struct deepen_loop) loops; /* each once */
};

uint32_t
deepen_rounds(const struct explore_config *config); /* is it time to start, after so many of a loop in one run? */
bool deepen_is_long(const struct deepening *d,
                    uint64_t steps);              /* is it time to start, for a path of so many instructions? */
uint64_t deepen_steps(const struct deepening *d); /* instructions that a path may have in this round */
/* Something is left out at this instruction, or (without a bound) would never come to an end. */
void deepen_met(struct deepening *d, uint32_t ins, bool alone);
/* After so many visible operations in all no more is expected: something has failed, or the loop makes more runs the
   longer it is followed. */
bool deepen_is_enough(const struct deepening *d, uint64_t operations, const struct result *result);
/* A round is over; stopped: by a limit. True: another one follows. */
bool deepen_goes_on(struct deepening *d, bool stopped, uint64_t operations, const struct result *result);
void deepen_explain(const struct deepening *d, const struct ir_program *program,
                    struct result *result); /* when all is over */
void deepen_close(struct deepening *d);
#endif

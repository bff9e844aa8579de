/* Following a schedule: whoever has to go next is found and goes on, called whenever the machine yields.

   What a thread does by itself after an operation is left until somebody needs it (it may be its failure, and that is
   not always the one to be shown), unless the follower is eager. */
#ifndef HEDDLE_EXPLORE_FOLLOW_H
#define HEDDLE_EXPLORE_FOLLOW_H
#include "explore/machine.h"
#include "util/map.h"

/* Two versions of a program, as a schedule of the one is followed in the other: per instruction its match, IR_NONE
   where there is none. */
struct schedule_match {
  const uint32_t *here; /* of those of the version that the schedule is for */
  uint32_t nhere;
  const uint32_t *there; /* of those of the version that follows it */
};

struct follower {
  struct machine *machine;
  schedule_steps steps;
  uint32_t next;      /* step */
  bool eager;         /* what threads do by themselves comes before every step */
  bool lenient;       /* a step that its thread cannot make is passed over; its thread makes whatever it is at */
  bool other_version; /* of the program: instructions have other numbers, but each of them keeps its match */
  /* Then: what is whose match. Steps without one are left out, operations without one are made when their thread is to
     go on. NULL: the first step at an instruction says which one it is here. */
  const struct schedule_match *match;
  struct map matches; /* then: number in the schedule -> here */
  uint32_t extra;     /* with a match: operations made that have none */
  bool loose;         /* with a match: the schedule does not say when some steps come that were made before its end */
  bool diverged;
  char why[400]; /* which step, what was expected, what is there */
};

enum follow_next {
  FOLLOW_RUNS,     /* the next step, or what has to happen before it */
  FOLLOW_DONE,     /* there is none left */
  FOLLOW_DIVERGED, /* it cannot be made */
};
enum follow_next follow_step(struct follower *f);
bool follow_is_done(struct follower *f); /* nothing is left that this version can follow */
void follow_free(struct follower *f);

/* Is the thread about to make exactly this step? */
bool follow_is_at(struct vm *vm, uint32_t thread, const struct schedule_step *step);
uint32_t follow_woken(const struct vm *vm, const struct schedule_step *step); /* IR_NONE: nobody in particular */
/* A thread that has something to do by itself goes on: the wanted one, or (IR_NONE) any, the last to move first. */
bool follow_local(struct vm *vm, uint32_t wanted);
#endif

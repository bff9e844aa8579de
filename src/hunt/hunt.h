/* Hunting: single runs under schedules that are likely to show a failure, whatever else is left to explore.

   Kinds of schedules take turns. Delay bounding enumerates all that leave a fixed scheduler once, twice, ...;
   PCT (Burckhardt et al., ASPLOS 2010) gives threads random priorities and lowers them at random points; a random walk
   takes any thread at each step. A run proves nothing: it shows a failure, or it does not. The same seed makes the same
   runs.

   A run begins at the root, or at a decision of the run before, on its other side: so inputs vary, too. At the root it
   may have the inputs of an old test, and follow its schedule up to a few points, or those of an earlier path.

   Where something changed, runs that are directed take turns with others: threads are switched only before hot
   operations, which are those of changed code, and those of any thread on memory that changed code was seen to touch.
 */
#ifndef HEDDLE_HUNT_HUNT_H
#define HEDDLE_HUNT_HUNT_H
#include "dpor/dpor.h"
#include "vm/vm.h"

/* Where runs may begin: what others have tried. */
struct hunt_starts {
  void *context;
  uint32_t (*count)(void *context);
  /* The run that begins at the root has these inputs (IR_NONE, or another number that there is not: none). The names
     of threads in the order of a schedule; NULL: there is none. They stay until the next one leads. */
  const char *const *(*lead)(void *context, uint32_t number, uint32_t *steps);
  void (*ended)(void *context); /* a run has, and the machine has not gone back yet */
};

struct hunt;
/* At the root: the machine has not run yet. `changed`, a byte per instruction: what runs are directed at; the array
   belongs to the caller. NULL: nothing. */
struct hunt *hunt_open(struct vm *vm, struct dpor *dpor, uint64_t seed, const uint8_t *changed,
                       struct hunt_starts starts);
void hunt_close(struct hunt *h);

/* After the machine yielded: a thread was chosen, and its operation happens. NOBODY: none can go on. TOO_LONG: the run
   is longer than runs of this program should be. */
enum hunt_turn { HUNT_RUN, HUNT_NOBODY, HUNT_TOO_LONG };
enum hunt_turn hunt_step(struct hunt *h);
void hunt_back(struct hunt *h); /* the run has ended: the machine goes to where the next one begins */

/* What the runs so far say: a failure that needs `depth` ordering constraints (a bug of that depth), for inputs that
   they had, was missed with at most this probability. 1: they say nothing. */
enum { HUNT_DEPTHS = 3 };
double hunt_missed(const struct hunt *h, uint32_t depth);
uint64_t hunt_runs(const struct hunt *h);
#endif

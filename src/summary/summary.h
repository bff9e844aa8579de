/* Summaries: under which condition everything behind a control state was explored and nothing failed.

   A point of the search is a choice of the scheduler or a decision on an input. When the search has tried everything at a point
   it leaves it; the weakest precondition of "no failure follows" is then computed over the log of each side, put together, and
   kept under the control state of the point. Where the search comes to the same control state again, and the path implies the
   condition, it turns back. docs/guided.md has the rules that keep this from losing a failure. */
#ifndef HEDDLE_SUMMARY_SUMMARY_H
#define HEDDLE_SUMMARY_SUMMARY_H
#include "dpor/dpor.h"
#include "explore/options.h"
#include "vm/vm.h"

struct guide;
struct guide *guide_open(const struct ir_program *program, const struct explore_options *options, struct vm *vm,
                         struct smt *smt, struct sym *sym, struct dpor *dpor);
void guide_close(struct guide *g);

/* At a choice of the scheduler (decision: of the machine): does a summary cover the state? Then the run ends here, and what would
   have raced with the past has been planned. Called before the choice is pushed. */
bool guide_covers(struct guide *g, bool decision);
/* There is nothing to choose here after all, but what follows may be worth knowing the next time. */
void guide_passes(struct guide *g);
/* A choice is pushed (the machine's host function). */
void guide_chosen(struct guide *g, bool schedule, bool every, uint32_t log);

/* The run has ended: nothing failed (fine), or something did or was not explored. Called before the machine is taken back. */
void guide_ended(struct guide *g, bool fine);
/* The machine will be taken back to its newest choice: points behind it are left. */
void guide_back(struct guide *g);
/* The machine is back at a choice of the scheduler, and there is something left to try. */
void guide_resume(struct guide *g);
/* Nothing is left at it: the point is left. */
void guide_leave(struct guide *g);
/* A run tries out one step of a sleeping thread: nothing it reports counts. */
bool guide_is_probing(const struct guide *g);
void guide_spoil_probe(struct guide *g); /* it met a failure or could not go on */

/* One row per figure: X(name, what it counts). */
#define GUIDE_STATS(X)                                             \
  X(points, "control states left")                                 \
  X(made, "summaries made")                                        \
  X(dropped, "summaries dropped: too large, or replaced")          \
  X(lookups, "visits of control states")                           \
  X(checks, "summaries checked")                                   \
  X(by_value, "checks answered by the values in memory")           \
  X(by_term, "checks answered by substitution and the model")      \
  X(by_solver, "checks that needed the solver")                    \
  X(cut, "runs cut")                                               \
  X(probes, "steps of sleeping threads tried")                     \
  X(discharged, "sleeping threads covered by another summary")
struct guide_stats {
#define X(name, text) uint64_t name;
  GUIDE_STATS(X)
#undef X
  double seconds; /* spent on making and checking */
};
const struct guide_stats *guide_stats(const struct guide *g);
#endif

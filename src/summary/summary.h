/* Summaries: under which condition everything behind a control state was explored and nothing failed.

   A point of the search is a choice of the scheduler or a decision on an input. When the search has tried everything at
   a point it leaves it; the weakest precondition of "no failure follows" is then computed over the log of each side,
   put together, and kept under the control state of the point. Where the search comes to the same control state again,
   and the path implies the condition, it turns back. docs/guided.md has the rules that keep this from losing a
   failure. */
#ifndef HEDDLE_SUMMARY_SUMMARY_H
#define HEDDLE_SUMMARY_SUMMARY_H
#include <stdio.h>

#include "dpor/dpor.h"
#include "base/options.h"
#include "base/stats.h"
#include "vm/vm.h"

struct guide;
struct guide *guide_open(const struct ir_program *program, const struct explore_options *options, struct vm *vm,
                         struct smt *smt, struct sym *sym, struct dpor *dpor);
void guide_close(struct guide *g);

/* Cuts are explained in the result from now on. */
void guide_explain(struct guide *g, struct result *result);

/* At a choice of the scheduler (decision: of the machine): does a summary cover the state? Then the run ends here, and
   what would have raced with the past has been planned. Called before the choice is pushed. */
bool guide_covers(struct guide *g, bool decision);
/* There is nothing to choose here after all, but what follows may be worth knowing the next time. */
void guide_passes(struct guide *g);
/* A choice is pushed (the machine's host function). */
void guide_chosen(struct guide *g, bool schedule, bool every, uint32_t log);

/* The run has ended: nothing failed (fine), or something did or was not explored. Called before the machine is taken
   back. */
void guide_ended(struct guide *g, bool fine);
/* Something that is possible here is left out: no point that is open now stands for all that follows it. */
void guide_bounded(struct guide *g);
/* The machine will be taken back to its newest choice: points behind it are left. */
void guide_back(struct guide *g);
/* The machine is back at a choice of the scheduler, and there is something left to try. */
void guide_resume(struct guide *g);
/* Nothing is left at it: the point is left. */
void guide_leave(struct guide *g);
/* A run tries out one step of a sleeping thread: nothing it reports counts. */
bool guide_is_probing(const struct guide *g);
void guide_spoil_probe(struct guide *g); /* it met a failure or could not go on */

const struct guide_stats *guide_stats(struct guide *g); /* as they are now */

/* Per instruction: how little of it was looked at (0: all of it). A summary is only used where nothing below it is
   looked at more closely than it was then. The array belongs to the caller. */
void guide_set_neglect(struct guide *g, const uint8_t *neglect);

/* The table survives, with what it was made for (program, checks, limits, inputs) and the code below each summary. The
   bytes are freed by the caller. */
uint8_t *guide_save(const struct guide *g, uint64_t *bytes);

/* Into a new guide, before the first run. False, with a static text: the table does not fit or is damaged; nothing was
   loaded. */
bool guide_load(struct guide *g, const struct explore_known *known, const char **why);
#endif

/* Summaries: under which condition everything behind a control state was explored and nothing failed.

   A point of the search is a choice of the scheduler or a decision on an input. When the search has tried everything at
   a point it leaves it; the weakest precondition of "no failure follows" is then computed over the log of each side,
   put together, and kept under the control state of the point. Where the search comes to the same control state again,
   and the path implies the condition, it turns back. docs/summaries.md has the rules that keep this from losing a
   failure. */
#ifndef HEDDLE_SUMMARY_SUMMARY_H
#define HEDDLE_SUMMARY_SUMMARY_H
#include <stdio.h>

#include "dpor/dpor.h"
#include "base/options.h"
#include "base/stats.h"
#include "stateful/stateful.h"
#include "vm/vm.h"

struct summary_engine;
/* What they are about: a stateful search that has them as a layer. */
struct summary_machine {
  const struct ir_program *program;
  struct vm *vm;
  struct smt *smt;
  struct sym *sym;
  struct dpor *dpor;
  struct stateful *stateful;
};
struct summary_engine *summary_open(const struct summary_machine *machine, const struct explore_options *options);
void summary_close(struct summary_engine *g);

/* Cuts are explained in the result from now on. */
void summary_explain(struct summary_engine *g, struct result *result);

/* At a node that is not known (decision: at a decision on an input): does a summary cover the state? Then the run ends
   here, and the search knows what may follow. Called before the choice is pushed. */
bool summary_covers(struct summary_engine *g, bool decision);
/* The run ends at a known state, for which the search has learned this summary; 0: none. */
void summary_cut(struct summary_engine *g, uint32_t summary);
/* There is nothing to choose at the node after all, but what follows may be worth knowing the next time. */
void summary_passes(struct summary_engine *g);
/* A choice is pushed (the machine's host function). */
void summary_chosen(struct summary_engine *g, bool schedule, bool every, uint32_t log);

/* The run has ended: nothing failed (fine), or something did or was not explored. Called before the machine is taken
   back. */
void summary_ended(struct summary_engine *g, bool fine);
/* Something that is possible here is left out: no point that is open now stands for all that follows it. */
void summary_bounded(struct summary_engine *g);
/* The machine will be taken back to its newest choice: points behind it are left. */
void summary_back(struct summary_engine *g);
/* The machine is back at a node, and the search has chosen a thread or found that nothing is left. */
void summary_rely(struct summary_engine *g);
void summary_leave(struct summary_engine *g); /* nothing is left */

const struct summary_stats *summary_stats(struct summary_engine *g); /* as they are now */

/* Per instruction: the imprecision of the slice (0: all of it was looked at). A summary is only used where nothing
   below it is looked at more closely than it was then. The array belongs to the caller. */
void summary_set_imprecision(struct summary_engine *g, const uint8_t *imprecision);

/* The table survives, with what it was made for (program, checks, limits, inputs) and the code below each summary. The
   bytes are freed by the caller. */
uint8_t *summary_save(const struct summary_engine *g, uint64_t *bytes);

/* Into a new engine, before the first run. False, with a static text: the table does not fit or is damaged; nothing was
   loaded. */
bool summary_load(struct summary_engine *g, const struct explore_known *known, const char **why);

/* The table as text, for developers. */
void summary_dump(struct summary_engine *g, FILE *out);
#endif

/* Whether summaries are worth what they cost. Making and checking them is several times the work of the steps they
   speak of; where nothing comes back to a control state, or never with the same data, the search is better off without.
   So they are paid for: by what cuts have saved, and by a part of what was executed. While they cannot be paid they
   pause, and the search is that of dpor; then they get another try, as long as all before it together.

   Work is counted in units of about one instruction of the processor, from counts alone: the same search is made every
   time. What a cut saves is what its summary took, cuts in it included. With other threads asleep it would have been
   less, so this is too good rather than too bad: summaries that pay are never paused.

   Summaries that were loaded have an account of their own. Nothing was paid for making them, so what they save says
   nothing about whether it pays to make more; and they go on being used while no new ones are made, as long as they
   save what looking at them costs. */
#include "summary/inside.h"

enum {
  STANDARD_CREDIT = 200 << 20,
  SHARE = 4,   /* of what is executed, one part may be spent on hope */
  STEP = 1500, /* executing a visible operation, with what the scheduler does */
  INSTRUCTION = 20,
  LOADED_CREDIT = 4 << 20,
  LOADED_SHARE = 32,
};

static uint64_t executed(const struct summary_engine *g) {
  return dpor_stats(g->dpor).events * STEP + vm_counts(g->vm).instructions * INSTRUCTION;
}

uint64_t economy_work(const struct summary_engine *g) { return executed(g) + g->economy.saved; }

void economy_settle(struct summary_engine *g) {
  struct economy *x = &g->economy;
  uint64_t credit = g->options->config.summary_credit ? g->options->config.summary_credit : STANDARD_CREDIT;
  double earned = (double)credit + (double)executed(g) / SHARE + (double)x->saved;
  if (g->options->output.save_summaries) return; /* they are the purpose */
  if (!x->paused && (double)x->paid > earned) {
    x->paused = true;
    x->again = 2 * (double)x->paid;
    g->stats.pauses++;
    vm_log_stop(g->vm);
  } else if (x->paused && earned >= x->again) {
    x->paused = false;
    vm_log_start(g->vm);
    /* the run that ends here is not in the log, and it may be a side of a point that was reached before the pause */
    for (uint32_t i = 0; i < g->points.count; i++) g->points.data[i].paused = true;
  }
}

bool economy_uses_loaded(const struct summary_engine *g) {
  const struct economy *x = &g->economy;
  return g->stats.loaded && x->loaded_paid <= LOADED_CREDIT + executed(g) / LOADED_SHARE + x->loaded_saved;
}

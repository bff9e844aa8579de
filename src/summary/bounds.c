/* How much the summaries may take, and how long they take. What they hold may be dropped whenever no run is under way:
   a point that loses its conditions counts as "false", which is always sound. */
#include <time.h>

#include "summary/inside.h"

/* What is remembered per expression is about others from now on. */
void summary_new_terms(struct summary_engine *g) {
  g->members.sym = g->places.sym;
  g->members.of = NULL;
  g->members.stamps.count = 0;
  g->model.count = g->translated.count = g->translated_at.count = 0;
}

/* The expressions are the bulk, and single ones cannot be freed: everything that refers to them goes with them. */
static void drop_all(struct summary_engine *g) {
  g->stats.dropped += g->table.entries.count ? g->table.entries.count - 1 : 0;
  g->stats.emptied++;
  summaries_free(&g->table);
  outcome_forget(&g->carried);
  for (uint32_t i = 0; i < g->points.count; i++) outcome_forget(&g->points.data[i].sides);
  places_reset(&g->places);
  segment_reset(g->segment);
  summary_new_terms(g);
}

void bounds_apply(struct summary_engine *g) {
  enum { LOOK_AFTER = 64 }; /* expressions, and more the more there are: adding up their memory takes time too */
  uint64_t most = g->options->config.summary_memory_kib, count = sym_count(g->places.sym);
  if (!most || count < g->weighed + g->weighed / 8 + LOOK_AFTER) return;
  g->weighed = count;
  if (sym_memory(g->places.sym) >> 10 < most) return;
  drop_all(g);
  g->weighed = 0;
}

void watch_add(struct watch *w, double seconds) {
  w->estimate += w->calls <= WATCH_SAMPLE ? seconds : seconds * WATCH_SAMPLE;
  w->seconds += seconds;
  w->measured++;
}

const struct summary_stats *summary_stats(struct summary_engine *g) {
  g->stats.seconds = g->covering.estimate + g->making;
  g->stats.check_ns = g->checking.measured ? g->checking.seconds * 1e9 / (double)g->checking.measured : 0;
  return &g->stats;
}

/* What the files of the impact analysis share: both versions with their static analysis and a forward slice each, that
   grow together. */
#ifndef HEDDLE_CHANGE_IMPACT_INSIDE_H
#define HEDDLE_CHANGE_IMPACT_INSIDE_H
#include "change/impact.h"

struct impact_side {
  const struct change_side *c;
  const struct ir_program *p;
  struct statics *s;
  struct static_slice *slice; /* what is affected */
  struct static_set sources;  /* where the change begins */
};

enum { IMPACT_OLD, IMPACT_NEW };

struct impact_work {
  struct impact impact; /* first: what the caller sees */
  struct impact_side side[2];
};

/* ---- where the old version stopped (impact_stops.c) ---- */
/* A bit per instruction of either version; both are freed by the caller. */
void impact_find_stops(const struct change *change, uint32_t checks, const struct impact_failures *failures,
                       uint64_t *stops[2]);

/* ---- where the change begins (impact_sources.c, impact_flow.c) ---- */
void impact_add(struct impact_work *w, int side, uint32_t ins, enum static_relevance level);
void impact_add_sources(struct impact_work *w);
void impact_add_flow(struct impact_work *w);            /* where control goes on elsewhere than it did */
bool impact_globals_moved(const struct impact_work *w); /* do globals lie elsewhere? */
/* The first instruction with a match that control comes to behind `ins`, or IR_NONE if there may be several, or
   none. */
uint32_t impact_next(const struct impact_side *x, uint32_t ins);

/* ---- what must be looked at (impact_targets.c) ---- */
void impact_find_targets(struct impact_work *w, uint32_t checks, const struct impact_failures *failures);

static inline bool impact_has_match(const struct impact_work *w, int side, uint32_t ins) {
  uint32_t match = w->side[side].c->ins[ins];
  return match != IR_NONE && static_is_live(w->side[!side].s, match);
}

/* Part of code that does the same in both versions, as was proved, and so is its match if it has one. */
static inline bool impact_is_equal(const struct impact_work *w, int side, uint32_t ins) {
  uint32_t match = w->side[side].c->ins[ins];
  return w->side[side].c->equal[ins] && (match == IR_NONE || w->side[!side].c->equal[match]);
}
#endif

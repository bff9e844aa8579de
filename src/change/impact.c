/* The impact of a change from beginning to end: both versions are analysed, the change is followed forward in both at
   once, and what it reaches gives the targets.

   What is affected in one version is affected in the other one: whatever is reached on one side is handed to its
   match, until neither side finds anything new. Failures hide what comes after them, so each version is analysed with
   the knowledge of where the old one fails (static_open_knowing): what follows such a site depends on it, what follows
   any other does not. */
#include "change/impact_inside.h"
#include "util/mem.h"
#include "util/vec.h"

/* ---- both versions ---- */

static void open_side(struct impact_side *x, const struct change_side *c, const uint64_t *stops) {
  *x = (struct impact_side){.c = c, .p = c->program, .s = static_open_knowing(c->program, stops)};
  x->slice = static_forward_open(x->s);
  x->sources = static_set_new(x->s);
}

static void open_sides(struct impact_work *w, const struct change *change, uint32_t checks,
                       const struct impact_failures *failures) {
  uint64_t *stops[2];
  impact_find_stops(change, checks, failures, stops);
  open_side(&w->side[IMPACT_OLD], &change->old, stops[IMPACT_OLD]);
  open_side(&w->side[IMPACT_NEW], &change->new, stops[IMPACT_NEW]);
  free(stops[IMPACT_OLD]);
  free(stops[IMPACT_NEW]);
}

/* ---- following the change ---- */

static bool spread_side(struct impact_work *w, int side) {
  const struct impact_side *x = &w->side[side];
  struct static_reached at;
  bool found = false;
  while (static_forward_next(x->slice, &at)) {
    found = true;
    if (x->c->ins[at.ins] == IR_NONE) continue;
    at.ins = x->c->ins[at.ins];
    static_forward_add(w->side[!side].slice, at);
  }
  return found;
}

static void spread(struct impact_work *w) {
  while (spread_side(w, IMPACT_NEW) | spread_side(w, IMPACT_OLD)) {}
}

static bool allocates_otherwise(const struct impact_side *x) {
  for (uint32_t i = 0; i < x->p->nins; i++)
    if (static_relevance(x->slice, i) >= STATIC_CHECKED && static_roles(x->s, i) & STATIC_ALLOCATES) return true;
  return false;
}

/* Objects that lie elsewhere are seen by whoever looks at addresses as numbers. */
static void add_address_users(struct impact_work *w) {
  for (int side = IMPACT_OLD; side <= IMPACT_NEW; side++) {
    struct impact_side *x = &w->side[side];
    struct static_set users = static_set_new(x->s);
    static_add_address_users(x->s, &users);
    for (uint32_t i = 0; i < x->p->nins; i++)
      if (static_set_has(&users, i)) impact_add(w, side, i, STATIC_CHECKED);
    static_set_free(&users);
  }
}

static void follow(struct impact_work *w) {
  if (w->impact.change->nothing) return;
  impact_add_sources(w);
  impact_add_flow(w);
  spread(w);
  if (!w->impact.change->moved && !impact_globals_moved(w) && !allocates_otherwise(&w->side[IMPACT_OLD]) &&
      !allocates_otherwise(&w->side[IMPACT_NEW]))
    return;
  add_address_users(w);
  spread(w);
}

/* ---- what the caller sees ---- */

/* Changed instructions, and what comes where others were deleted. */
static void find_changed(struct impact_work *w) {
  const struct impact_side *old = &w->side[IMPACT_OLD], *new = &w->side[IMPACT_NEW];
  w->impact.changed = static_set_new(new->s);
  for (uint32_t i = 0; i < new->p->nins; i++)
    if (static_set_has(&new->sources, i) && new->c->status[i] != CHANGE_SAME) static_set_add(&w->impact.changed, i);
  for (uint32_t i = 0; i < old->p->nins; i++) {
    if (!static_is_live(old->s, i) || old->c->ins[i] != IR_NONE || old->c->equal[i]) continue;
    uint32_t next = impact_next(old, i);
    if (next != IR_NONE && static_is_live(new->s, old->c->ins[next]))
      static_set_add(&w->impact.changed, old->c->ins[next]);
  }
}

static void count(struct impact *impact) {
  const struct ir_program *p = impact->change->new.program;
  for (uint32_t f = 0; f < p->nfunctions; f++) {
    const struct ir_function *function = &p->functions[f];
    if (function->flags & IR_FN_LIBRARY) continue;
    for (uint32_t i = function->first_ins; i < function->first_ins + function->nins; i++) {
      impact->live += static_is_live(impact->new_statics, i);
      impact->affected += static_set_has(&impact->forward, i);
    }
  }
}

struct impact *impact_open(const struct change *change, uint32_t checks, const struct impact_failures *failures) {
  struct impact_work *w = mem_zalloc(sizeof *w);
  open_sides(w, change, checks, failures);
  w->impact = (struct impact){.change = change,
                              .old_statics = w->side[IMPACT_OLD].s,
                              .new_statics = w->side[IMPACT_NEW].s,
                              .targets = static_set_new(w->side[IMPACT_NEW].s)};
  follow(w);
  w->impact.forward = static_slice_set(w->side[IMPACT_NEW].s, w->side[IMPACT_NEW].slice);
  w->impact.forward_old = static_slice_set(w->side[IMPACT_OLD].s, w->side[IMPACT_OLD].slice);
  find_changed(w);
  impact_find_targets(w, checks, failures);
  count(&w->impact);
  return &w->impact;
}

void impact_find_backward(struct impact *impact) {
  if (impact->backward.words) return;
  struct static_slice *back = static_backward(impact->new_statics, &impact->changed, STATIC_WHOLE);
  impact->backward = static_slice_set(impact->new_statics, back);
  static_slice_free(back);
}

void impact_close(struct impact *impact) {
  if (!impact) return;
  struct impact_work *w = (struct impact_work *)impact;
  struct static_set *sets[] = {&impact->changed, &impact->forward, &impact->forward_old, &impact->backward,
                               &impact->targets};
  for (unsigned i = 0; i < sizeof sets / sizeof *sets; i++) static_set_free(sets[i]);
  for (int side = IMPACT_OLD; side <= IMPACT_NEW; side++) {
    static_slice_free(w->side[side].slice);
    static_set_free(&w->side[side].sources);
    static_close(w->side[side].s);
  }
  free(w);
}

/* ---- why ---- */

typedef VEC(struct static_link) chain;

/* The chain on one side, the end first. It may begin at something that is affected only because its match is. */
static uint32_t chain_on(const struct impact_side *x, uint32_t ins, chain *all) {
  struct static_link *links;
  uint32_t n = static_slice_chain(x->slice, ins, &links);
  uint32_t first = n ? links[0].ins : IR_NONE;
  for (uint32_t i = n; i-- > 0;) vec_push(all, links[i]);
  free(links);
  return first;
}

static bool is_source(const struct impact_side *x, uint32_t ins) { return static_set_has(&x->sources, ins); }

static uint32_t turned(chain *all, struct static_link **links) {
  for (uint32_t i = 0; i < all->count / 2; i++) {
    struct static_link other = all->data[i];
    all->data[i] = all->data[all->count - 1 - i];
    all->data[all->count - 1 - i] = other;
  }
  *links = all->data;
  return all->count;
}

uint32_t impact_why(const struct impact *impact, uint32_t ins, struct static_link **links, bool *in_old) {
  const struct impact_work *w = (const struct impact_work *)impact;
  const struct impact_side *new = &w->side[IMPACT_NEW], *old = &w->side[IMPACT_OLD];
  chain all = {0};
  *in_old = false;
  *links = NULL;
  uint32_t first = chain_on(new, ins, &all);
  if (first == IR_NONE || is_source(new, first)) return turned(&all, links);
  /* the change came to `first` in the old version: from there on both go the same way, if all of it has matches */
  chain before = {0};
  chain_on(old, new->c->ins[first], &before);
  for (uint32_t i = all.count; i-- > 1;)
    if (new->c->ins[all.data[i - 1].ins] == IR_NONE) return vec_free(&before), turned(&all, links);
  *in_old = true;
  chain whole = {0};
  for (uint32_t i = 0; i + 1 < all.count; i++)
    vec_push(&whole, ((struct static_link){new->c->ins[all.data[i].ins], all.data[i].edge}));
  for (uint32_t i = 0; i < before.count; i++) vec_push(&whole, before.data[i]);
  vec_free(&all);
  vec_free(&before);
  return turned(&whole, links);
}

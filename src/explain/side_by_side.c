/* Laying two runs side by side: thread by thread, a step of the one beside the step of its match in the other. What one
   version alone executes is passed over; where control goes elsewhere they are brought together again at the next steps
   that match. */
#include "explain/side_by_side.h"

#include <string.h>

enum { MOST_AHEAD = 400 };

typedef VEC(uint32_t) list;

/* done: only those that happened. */
static void steps_of(const struct run_steps *r, const char *thread, bool done, list *to) {
  to->count = 0;
  for (uint32_t i = 0; i < r->steps.count; i++) {
    const char *name = r->threads.data[r->steps.data[i].thread].name;
    if (name && !strcmp(name, thread) && !(done && r->steps.data[i].stands)) vec_push(to, i);
  }
}

struct walk {
  struct side_by_side *x;
  list old, new; /* steps of one thread */
  uint32_t i, k; /* in them */
  uint32_t deleted;
};

static const struct run_step *old_at(const struct walk *w, uint32_t i) {
  return &w->x->old->steps.data[w->old.data[i]];
}
static const struct run_step *new_at(const struct walk *w, uint32_t k) {
  return &w->x->new->steps.data[w->new.data[k]];
}

static bool is_match(const struct walk *w, uint32_t i, uint32_t k) {
  return i < w->old.count && k < w->new.count &&
         w->x->change->new.ins[new_at(w, k)->ins] == old_at(w, i)->ins &&old_at(w, i)->depth == new_at(w, k)->depth;
}

/* Addresses are the same if what lies there has the same name. */
static bool is_same_value(const struct run_step *old, const struct run_step *new) {
  if (!old->known || !new->known) return old->known == new->known;
  if (old->text && new->text) return !strcmp(old->text, new->text);
  return old->value == new->value;
}

static bool is_same_place(const struct run_step *old, const struct run_step *new) {
  return !old->name || !new->name || !strcmp(old->name, new->name);
}

static void put(struct walk *w, uint32_t k, enum side_by_side_status status, uint32_t match) {
  w->x->status[w->new.data[k]] = (uint8_t)status;
  w->x->match[w->new.data[k]] = match;
  w->x->deleted[w->new.data[k]] = w->deleted;
}

static void pass_old(struct walk *w, uint32_t until) {
  for (; w->i < until; w->i++)
    if (w->x->change->old.ins[old_at(w, w->i)->ins] == IR_NONE) w->deleted = old_at(w, w->i)->ins;
}

static void pass_new(struct walk *w, uint32_t until) {
  for (; w->k < until; w->k++) put(w, w->k, SIDE_ALONE, IR_NONE);
}

/* The nearest two steps ahead that match, as far as both have to go for them together. */
static bool meet(struct walk *w) {
  for (uint32_t ahead = 1; ahead < MOST_AHEAD; ahead++)
    for (uint32_t old = 0; old <= ahead; old++)
      if (is_match(w, w->i + old, w->k + ahead - old)) {
        pass_old(w, w->i + old);
        pass_new(w, w->k + ahead - old);
        return true;
      }
  return false;
}

static void walk_thread(struct walk *w) {
  w->i = w->k = 0;
  w->deleted = IR_NONE;
  while (w->i < w->old.count && w->k < w->new.count) {
    if (!is_match(w, w->i, w->k) && !meet(w)) break;
    const struct run_step *old = old_at(w, w->i), *new = new_at(w, w->k);
    bool same = is_same_value(old, new) && is_same_place(old, new);
    put(w, w->k, same ? SIDE_EQUAL : SIDE_DIFFERS, w->old.data[w->i]);
    w->i++, w->k++;
  }
  pass_old(w, w->old.count);
  for (; w->k < w->new.count; w->k++) put(w, w->k, SIDE_BEHIND, IR_NONE);
}

void side_by_side_open(struct side_by_side *x, const struct change *change, const struct run_steps *old,
                       const struct run_steps *new) {
  uint32_t n = new->steps.count;
  *x = (struct side_by_side){.change = change,
                             .old = old,
                             .new = new,
                             .status = mem_zalloc(n + 1),
                             .match = mem_alloc((n + 1) * sizeof *x->match),
                             .deleted = mem_alloc((n + 1) * sizeof *x->deleted)};
  memset(x->match, 0xff, (n + 1) * sizeof *x->match);
  memset(x->deleted, 0xff, (n + 1) * sizeof *x->deleted);
  struct walk w = {.x = x};
  for (uint32_t t = 0; t < new->threads.count; t++) {
    if (!new->threads.data[t].name) continue;
    steps_of(old, new->threads.data[t].name, true, &w.old);
    steps_of(new, new->threads.data[t].name, false, &w.new);
    walk_thread(&w);
  }
  vec_free(&w.old);
  vec_free(&w.new);
}

void side_by_side_free(struct side_by_side *x) {
  free(x->status);
  free(x->match);
  free(x->deleted);
}

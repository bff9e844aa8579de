/* Branches to give away, the way to one that was given, and what others are told. See division.h. */
#include "stateful/division.h"

#include <stdio.h>

#include "stateful/stateful_inside.h"
#include "util/mutate.h"

static bool is_choice(uint64_t threads) { return threads & (threads - 1); }
static uint32_t check_of(struct vm_control key) { return (uint32_t)(key.low ^ key.high >> 32); }

uint32_t division_choices(const struct stateful *s) {
  if (!s->nodes.count) return 0;
  const struct node *n = &vec_last(&s->nodes);
  return n->choices + is_choice(n->possible);
}

/* ---- giving away ---- */

void division_begin(struct stateful *s, uint64_t least) {
  s->division.tells = true;
  s->division.least = least;
}

static void prefix_of(const struct stateful *s, uint32_t node, uint32_t thread, division_prefix *prefix) {
  *prefix = (division_prefix){0};
  for (uint32_t i = 0; i <= node; i++) {
    const struct node *n = &s->nodes.data[i];
    struct division_step step = {.thread = i < node ? n->thread : thread, .check = check_of(n->key)};
    if (is_choice(n->possible)) vec_push(prefix, step);
  }
}

bool division_offer(struct stateful *s, uint64_t least, division_prefix *prefix, uint64_t *tried) {
  for (uint32_t i = 0; i < s->nodes.count; i++) {
    struct node *n = &s->nodes.data[i];
    if (s->states - n->states < least) return false;
    if (!n->slot || !is_choice(n->possible) || n->choices < s->division.prefix.count) continue;
    uint64_t free = peers_free(n->slot, &n->exchange, tried) & n->possible & ~n->tried;
    *tried |= n->tried;
    if (!free) continue;
    uint32_t thread = (uint32_t)__builtin_ctzll(free);
    peers_tries(n->slot, &n->exchange, thread);
    if (MUTATED(DIVISION_OFFERED)) n->tried |= (uint64_t)1 << thread;
    prefix_of(s, i, thread, prefix);
    return true;
  }
  return false;
}

void division_finished(struct stateful *s, const struct node *n) {
  struct division *d = &s->division;
  if (d->tells && (n->choices <= d->prefix.count || s->states - n->states >= d->least)) vec_push(&d->finished, n->key);
}

const struct vm_control *division_take_finished(struct stateful *s, uint32_t *count) {
  *count = s->division.finished.count;
  s->division.finished.count = 0;
  return s->division.finished.data;
}

void division_take_hints(struct stateful *s, uint64_t least, division_hints *hints) {
  for (uint32_t i = 0; i < s->nodes.count; i++) {
    struct node *n = &s->nodes.data[i];
    bool on_way = n->choices < s->division.given; /* whatever was found there, it is tried from now on */
    if (!on_way && s->states - n->states < least) return;
    if (!n->slot) continue;
    struct division_hint hint = {.key = n->key};
    hint.wanted = atomic_load_explicit(&n->slot->wanted, memory_order_relaxed);
    hint.trying = atomic_load_explicit(&n->slot->trying, memory_order_relaxed);
    if (n->told[0] == hint.wanted && n->told[1] == hint.trying) continue;
    n->told[0] = hint.wanted, n->told[1] = hint.trying;
    vec_push(hints, hint);
  }
}

/* ---- a branch that was given ---- */

void division_follow(struct stateful *s, const division_prefix *prefix, uint64_t tried) {
  s->division.prefix.count = 0;
  for (uint32_t i = 0; i < prefix->count; i++) vec_push(&s->division.prefix, prefix->data[i]);
  s->division.tried = tried;
  s->division.given = prefix->count;
}

/* Of the newest node, which was pushed last. */
uint32_t division_next(struct stateful *s) {
  const struct node *n = &vec_last(&s->nodes);
  if (!is_choice(n->possible) || n->choices >= s->division.prefix.count) return IR_NONE;
  s->division.reached |= n->choices + 1 == s->division.prefix.count;
  return s->division.prefix.data[n->choices].thread;
}

static bool is_astray(struct stateful *s) {
  const struct division *d = &s->division;
  uint32_t at = division_choices(s);
  if (!is_choice(s->possible) || at >= d->prefix.count) return false;
  const struct division_step *step = &d->prefix.data[at];
  if (step->thread >= 64 || !(s->possible >> step->thread & 1) || step->check != check_of(s->key)) return true;
  return at + 1 == d->prefix.count && s->exchanges && exchange_equal(s->vm, step->thread, d->tried) != IR_NONE;
}

bool division_strays(struct stateful *s) {
  bool astray = is_astray(s);
  s->division.strays += astray;
  return astray;
}

/* As long as the end of the prefix was not reached it may lie behind the other side of a decision; but not behind too
   many of them: they are explored by somebody else. */
bool division_is_left(const struct stateful *s, bool schedule) {
  enum { MOST_STRAYS = 1000 };
  const struct division *d = &s->division;
  uint32_t choices = division_choices(s);
  if (!d->given) return false;
  bool up = d->prefix.count < d->given;
  if (schedule ? choices <= d->prefix.count
      : up     ? vm_depth(s->vm) <= d->depth
               : d->reached && choices < d->prefix.count)
    return true;
  return d->strays > MOST_STRAYS;
}

bool division_goes_up(struct stateful *s) {
  struct division *d = &s->division;
  const struct node *n = s->nodes.count ? &vec_last(&s->nodes) : NULL;
  if (!n || !d->reached || d->strays || !n->slot) return false;
  d->prefix.count = n->choices;
  d->depth = n->depth;
  d->tried = 0;
  return true;
}

bool division_leaves(const struct stateful *s) {
  const struct division *d = &s->division;
  return vec_last(&s->nodes).choices < d->given && d->prefix.count < d->given;
}

/* ---- bytes ---- */

void division_put_prefix(struct sink *sink, const division_prefix *prefix, uint64_t tried) {
  sink_put64(sink, tried);
  sink_put32(sink, prefix->count);
  for (uint32_t i = 0; i < prefix->count; i++) {
    sink_put32(sink, prefix->data[i].thread);
    sink_put32(sink, prefix->data[i].check);
  }
}

bool division_get_prefix(struct source *source, division_prefix *prefix, uint64_t *tried) {
  *prefix = (division_prefix){0};
  *tried = source_get64(source);
  uint32_t count = source_get_count(source, sizeof(struct division_step));
  for (uint32_t i = 0; i < count && !source->bad; i++) {
    struct division_step step = {.thread = source_get_below(source, SHARED_THREADS)};
    step.check = source_get32(source);
    vec_push(prefix, step);
  }
  if (!source->bad && count) return true;
  vec_free(prefix);
  return false;
}

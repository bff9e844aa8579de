/* Greedy simplification of a schedule. A candidate is made by dropping or moving blocks (a block: what one thread does
   between two switches) and tried; what really ran, if it fails in the same way, is compared with the best so far by
   (failures of others on the way, switches, steps).

   Every candidate is run, none is reasoned about: the machine says what it leads to. The search ends when no candidate
   is better, or after a number of runs or a time. */
#include "explain/minimise.h"

struct search {
  struct session *session;
  schedule_taken *best;
  session_plan plan;     /* the candidate */
  VEC(uint32_t) blocks;  /* first step of each block of the best schedule */
  uint32_t runs, passed; /* passed: failures of others on the way of the best schedule */
  bool changed;
};

/* Steps [from, to) of the best schedule go to the end of the candidate. */
static void add(struct search *s, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++) vec_push(&s->plan, session_planned(&s->best->data[i]));
}

static void find_blocks(struct search *s) {
  s->blocks.count = 0;
  for (uint32_t i = 0; i < s->best->count; i++)
    if (!i || s->best->data[i].thread != s->best->data[i - 1].thread) vec_push(&s->blocks, i);
}
static uint32_t block_end(const struct search *s, uint32_t b) {
  return b + 1 < s->blocks.count ? s->blocks.data[b + 1] : s->best->count;
}
static uint32_t block_thread(const struct search *s, uint32_t b) { return s->best->data[s->blocks.data[b]].thread; }

static bool out_of_runs(const struct search *s) {
  return s->runs >= MINIMISE_RUNS || (s->session->deadline > 0 && clock_now() > s->session->deadline);
}

static bool is_better(const struct search *s, const struct schedule_done *steps, uint32_t count) {
  if (s->session->passed != s->passed) return s->session->passed < s->passed;
  uint32_t now = session_switches(steps, count), best = session_switches(s->best->data, s->best->count);
  return now < best || (now == best && count < s->best->count);
}

/* Runs the candidate; if it is better it is the best from now on. */
static bool attempt(struct search *s) {
  if (out_of_runs(s)) return false;
  s->runs++;
  if (!session_run(s->session, &s->plan)) return false;
  const schedule_taken *ran = &s->session->machine.steps;
  if (!is_better(s, ran->data, ran->count)) return false;
  s->passed = s->session->passed;
  s->best->count = 0;
  for (uint32_t i = 0; i < ran->count; i++) vec_push(s->best, ran->data[i]);
  s->changed = true;
  find_blocks(s);
  return true;
}

/* Without everything a thread does. */
static bool drop_thread(struct search *s) {
  for (uint32_t t = 0; t < vm_thread_count(s->session->machine.vm); t++) {
    s->plan.count = 0;
    for (uint32_t i = 0; i < s->best->count; i++)
      if (s->best->data[i].thread != t) vec_push(&s->plan, session_planned(&s->best->data[i]));
    if (s->plan.count < s->best->count && attempt(s)) return true;
  }
  return false;
}

/* Without the end of what a thread does, from one of its blocks on. */
static bool drop_suffix(struct search *s) {
  for (uint32_t b = s->blocks.count; b-- > 0;) {
    uint32_t thread = block_thread(s, b), from = s->blocks.data[b];
    s->plan.count = 0;
    add(s, 0, from);
    for (uint32_t i = from; i < s->best->count; i++)
      if (s->best->data[i].thread != thread) vec_push(&s->plan, session_planned(&s->best->data[i]));
    if (attempt(s)) return true;
  }
  return false;
}

static bool drop_block(struct search *s) {
  for (uint32_t b = 0; b < s->blocks.count; b++) {
    s->plan.count = 0;
    add(s, 0, s->blocks.data[b]);
    add(s, block_end(s, b), s->best->count);
    if (attempt(s)) return true;
  }
  return false;
}

/* Without the end of a block: half of it, or only its last step. */
static bool trim_block(struct search *s) {
  for (uint32_t b = 0; b < s->blocks.count; b++) {
    uint32_t first = s->blocks.data[b], end = block_end(s, b), cuts[] = {first + (end - first) / 2, end - 1};
    for (uint32_t i = end - first > 2 ? 0 : 1; i < 2; i++) {
      s->plan.count = 0;
      add(s, 0, cuts[i]);
      add(s, end, s->best->count);
      if (attempt(s)) return true;
    }
  }
  return false;
}

static uint32_t previous_of(const struct search *s, uint32_t b) {
  for (uint32_t i = b; i-- > 0;)
    if (block_thread(s, i) == block_thread(s, b)) return i;
  return IR_NONE;
}
static uint32_t next_of(const struct search *s, uint32_t b) {
  for (uint32_t i = b + 1; i < s->blocks.count; i++)
    if (block_thread(s, i) == block_thread(s, b)) return i;
  return IR_NONE;
}

/* The first `cut` steps of a block join the thread's block before, the others the one after. */
static bool divide(struct search *s, uint32_t b, uint32_t before, uint32_t after, uint32_t cut) {
  uint32_t first = s->blocks.data[b], end = block_end(s, b);
  uint32_t early = before == IR_NONE ? first : block_end(s, before);
  uint32_t late = after == IR_NONE ? end : s->blocks.data[after];
  s->plan.count = 0;
  add(s, 0, early);
  add(s, first, first + cut);
  add(s, early, first);
  add(s, end, late);
  add(s, first + cut, end);
  add(s, late, s->best->count);
  return attempt(s);
}

static bool merge_blocks(struct search *s) {
  for (uint32_t b = 0; b < s->blocks.count; b++) {
    uint32_t before = previous_of(s, b), after = next_of(s, b), steps = block_end(s, b) - s->blocks.data[b];
    if (before != IR_NONE && divide(s, b, before, IR_NONE, steps)) return true;
    if (after != IR_NONE && divide(s, b, IR_NONE, after, 0)) return true;
    for (uint32_t cut = 1; before != IR_NONE && after != IR_NONE && cut < steps; cut++)
      if (divide(s, b, before, after, cut)) return true;
  }
  return false;
}

/* Blocks of two threads change places: both may meet others of their own thread by that. */
static bool swap_blocks(struct search *s) {
  for (uint32_t b = 0; b + 1 < s->blocks.count; b++) {
    uint32_t first = s->blocks.data[b], middle = block_end(s, b), end = block_end(s, b + 1);
    s->plan.count = 0;
    add(s, 0, first);
    add(s, middle, end);
    add(s, first, middle);
    add(s, end, s->best->count);
    if (attempt(s)) return true;
  }
  return false;
}

/* From a switch on the thread goes on instead, as long as it can; the others follow as before. */
static bool stay(struct search *s) {
  for (uint32_t b = 0; b + 1 < s->blocks.count; b++) {
    uint32_t end = block_end(s, b), thread = block_thread(s, b);
    s->plan.count = 0;
    add(s, 0, end);
    for (uint32_t pass = 0; pass < 2; pass++)
      for (uint32_t i = end; i < s->best->count; i++)
        if ((s->best->data[i].thread == thread) == (pass == 0)) vec_push(&s->plan, session_planned(&s->best->data[i]));
    if (attempt(s)) return true;
  }
  return false;
}

bool minimise_steps(struct session *session, schedule_taken *steps, double seconds) {
  struct search s = {.session = session, .best = steps, .passed = session->passed};
  session->deadline = clock_now() + seconds;
  session->most_steps = 4 * steps->count + 256;
  find_blocks(&s);
  while (!out_of_runs(&s) && (drop_thread(&s) || drop_suffix(&s) || drop_block(&s) || merge_blocks(&s) || stay(&s) ||
                              swap_blocks(&s) || trim_block(&s)));
  session->deadline = 0;
  session->most_steps = UINT32_MAX;
  vec_free(&s.plan);
  vec_free(&s.blocks);
  return s.changed;
}

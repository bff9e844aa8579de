/* Rows, the solver's hints, and what hunting asks for. See hunt_inputs.h. */
#include "explore/hunt_inputs.h"

#include <stdlib.h>
#include <string.h>

#include "explore/schedule.h"

enum { NOBODY = UINT32_MAX, MOST_PATHS = 16 };

/* ---- rows ---- */

static void widen(struct hunt_row *row, uint32_t variables) {
  if (row->room >= variables) return;
  uint32_t room = row->room ? row->room : 64;
  while (room < variables) room *= 2;
  row->bytes = mem_resize(row->bytes, room);
  memset(row->bytes + row->room, 0, room - row->room);
  row->room = room;
}

/* What a test does not say is zero, as in a replay; so is what an earlier path did not read. */
static void fill(struct hunt_inputs *x, struct hunt_row *row) {
  uint32_t variables = sym_variables(x->sym);
  widen(row, variables);
  while (row->filled < variables) {
    const struct sym_input *input = sym_input_at(x->sym, sym_input_of(x->sym, row->filled));
    const struct ktest_object *object = row->test ? ktest_find(row->test, input->name) : NULL;
    if (object && object->size == input->size) memcpy(row->bytes + input->first, object->bytes, input->size);
    row->filled = input->first + input->size;
  }
}

static void read_schedule(struct hunt_row *row) {
  schedule_steps steps = {0};
  uint32_t line;
  if (!schedule_decode(row->test, &steps, &line)) return;
  size_t size = 0;
  for (uint32_t i = 0; i < steps.count; i++) size += strlen(steps.data[i].thread) + 1;
  char *at = row->text = mem_alloc(size + 1);
  for (uint32_t i = 0; i < steps.count; i++) {
    vec_push(&row->threads, at);
    at = stpcpy(at, steps.data[i].thread) + 1;
  }
  vec_free(&steps);
}

/* ---- what the solver is told ---- */

static void on_shorter(void *context, uint32_t constraints) {
  struct hunt_inputs *x = context;
  if (x->fulfilled > constraints) x->fulfilled = constraints;
}

static const uint8_t *on_model(void *context) {
  struct hunt_inputs *x = context;
  uint32_t count;
  const sym_id *path = smt_path(x->smt, &count);
  if (x->leader == NOBODY) return NULL;
  struct hunt_row *row = &x->rows.data[x->leader];
  fill(x, row);
  for (; x->fulfilled < count; x->fulfilled++) {
    if (sym_eval(x->sym, path[x->fulfilled], row->bytes, sym_variables(x->sym))) continue;
    x->leader = NOBODY;
    return NULL;
  }
  return row->bytes;
}

static enum smt_answer on_ask(void *context, sym_id condition, bool whole, const uint8_t **model) {
  (void)context, (void)condition, (void)whole, (void)model;
  return SMT_UNKNOWN;
}

static bool on_impossible(void *context, sym_id condition) {
  (void)context, (void)condition;
  return false;
}

static void on_learned(void *context, const sym_id *constraints, uint32_t count, sym_id condition) {
  (void)context, (void)constraints, (void)count, (void)condition;
}

/* ---- what hunting asks for ---- */

static uint32_t row_count(void *context) { return ((struct hunt_inputs *)context)->rows.count; }

static const char *const *lead(void *context, uint32_t number, uint32_t *steps) {
  struct hunt_inputs *x = context;
  x->leader = number < x->rows.count ? number : NOBODY;
  x->fulfilled = 0;
  if (x->leader == NOBODY) return NULL;
  const struct hunt_row *row = &x->rows.data[number];
  *steps = row->threads.count;
  return row->threads.data;
}

static bool has_row(const struct hunt_inputs *x, const uint8_t *model, uint32_t variables) {
  for (uint32_t i = 0; i < x->rows.count; i++) {
    const struct hunt_row *row = &x->rows.data[i];
    if (row->filled >= variables && !memcmp(row->bytes, model, variables)) return true;
  }
  return false;
}

/* Only paths that decided something; the newest ones are kept. */
static void keep_path(void *context) {
  struct hunt_inputs *x = context;
  uint32_t variables;
  if (!smt_depth(x->smt)) return;
  const uint8_t *model = smt_model(x->smt, &variables);
  if (has_row(x, model, variables)) return;
  if (x->rows.count - x->tests < MOST_PATHS) vec_push(&x->rows, (struct hunt_row){0});
  x->newest = x->newest + 1 < x->rows.count ? x->newest + 1 : x->tests;
  struct hunt_row *row = &x->rows.data[x->newest];
  widen(row, variables);
  memset(row->bytes, 0, row->room);
  memcpy(row->bytes, model, variables);
  row->filled = variables;
}

struct hunt_starts hunt_inputs_starts(struct hunt_inputs *x) {
  return (struct hunt_starts){.context = x, .count = row_count, .lead = lead, .ended = keep_path};
}

void hunt_inputs_open(struct hunt_inputs *x, const struct suite *tests, struct sym *sym, struct smt *smt) {
  *x = (struct hunt_inputs){.sym = sym, .smt = smt, .leader = NOBODY};
  for (uint32_t i = 0; tests && i < tests->tests.count; i++) {
    struct hunt_row row = {.test = &tests->tests.data[i].test};
    read_schedule(&row);
    vec_push(&x->rows, row);
  }
  x->tests = x->rows.count;
  x->newest = x->tests ? x->tests - 1 : NOBODY;
  struct smt_hints hints = {.context = x,
                            .shorter = on_shorter,
                            .model = on_model,
                            .ask = on_ask,
                            .is_impossible = on_impossible,
                            .learned = on_learned};
  smt_set_hints(smt, &hints);
}

void hunt_inputs_close(struct hunt_inputs *x) {
  for (uint32_t i = 0; i < x->rows.count; i++) {
    free(x->rows.data[i].bytes);
    free(x->rows.data[i].text);
    vec_free(&x->rows.data[i].threads);
  }
  vec_free(&x->rows);
  *x = (struct hunt_inputs){0};
}

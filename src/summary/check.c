/* Does a summary's condition follow from the path, in the current state? By the values in memory where they are plain
   numbers; by substituting what memory holds and looking at the model of the path; by the solver only if that does not
   settle it. */
#include "summary/inside.h"
#include "sym/map.h"

static struct block *block_now(struct summary_engine *g, uint32_t number) {
  struct block *b = &g->places.blocks.data[number];
  if (b->read == g->visit) return b;
  b->read = g->visit;
  if (b->input) b->contents = (struct vm_contents){.symbolic = 0xff};
  else vm_location_read(g->vm, b->place, &b->contents);
  memcpy(&g->model.data[number * 8], b->contents.bytes, 8);
  return b;
}

enum kind { PLAIN, SYMBOLIC, NOTHING };

static enum kind kind_of(struct summary_engine *g, sym_id term) {
  uint32_t count;
  enum kind kind = PLAIN;
  const uint32_t *support = sym_support(g->places.sym, term, &count);
  for (uint32_t i = 0; i < count; i++) {
    const struct block *b = block_now(g, support[i] / 8);
    uint8_t bit = (uint8_t)(1u << support[i] % 8);
    if (b->contents.plain & bit) continue;
    if (!(b->contents.symbolic & bit)) return NOTHING;
    kind = SYMBOLIC;
  }
  return kind;
}

/* ---- the same over the machine's expressions ---- */

static sym_id translate(struct summary_engine *g, sym_id term);

static sym_id byte_now(struct summary_engine *g, uint32_t variable) {
  struct sym *sym = g->machine_sym;
  const struct block *b = block_now(g, variable / 8);
  unsigned i = variable % 8;
  if (b->input) return sym_bytes(sym, (uint32_t)b->place + i, 1);
  if (b->contents.plain >> i & 1) return sym_const(sym, b->contents.bytes[i], 8);
  sym_id whole = b->contents.pieces[i] >> 3;
  unsigned byte = b->contents.pieces[i] & 7, width = sym_width(sym, whole);
  if (byte * 8 >= width) return sym_const(sym, 0, 8);
  unsigned left = width - byte * 8;
  return left >= 8 ? sym_extract(sym, whole, byte * 8, 8) : sym_zext(sym, sym_extract(sym, whole, byte * 8, left), 8);
}

static sym_id bytes_now(void *context, sym_id term) {
  struct summary_engine *g = context;
  uint32_t first = sym_first(g->places.sym, term), count = sym_width(g->places.sym, term) / 8;
  sym_id all = 0;
  for (uint32_t i = 0; i < count; i++) {
    sym_id byte = byte_now(g, first + i);
    all = all ? sym_concat(g->machine_sym, byte, all) : byte;
  }
  return all;
}

static sym_id part_now(void *context, sym_id term) { return translate(context, term); }

static sym_id translate(struct summary_engine *g, sym_id term) {
  while (g->translated.count <= term) {
    vec_push(&g->translated, 0u);
    vec_push(&g->translated_at, 0u);
  }
  if (g->translated_at.data[term] == g->visit) return g->translated.data[term];
  const struct sym_map map = {g->places.sym, g->machine_sym, g, part_now, bytes_now};
  sym_id result = sym_map(&map, term);
  g->translated.data[term] = result;
  g->translated_at.data[term] = g->visit;
  return result;
}

/* The solver may spend on summaries what they save: a run is worth some of its steps, one that was explored a little,
   one that a summary has cut more. All counts, no clocks: the same search is made every time. */
static bool ask_solver(struct summary_engine *g, sym_id refuted) {
  enum { FREE_EFFORT = 4000000, MOST_EFFORT = 2000000, LEAST_EFFORT = 2000, RUN = 200, SAVED_RUN = 5000 };
  uint64_t earned = FREE_EFFORT + g->runs * RUN + g->stats.cut * SAVED_RUN, spent = smt_spent(g->smt);
  if (earned < spent + LEAST_EFFORT) return false;
  uint64_t left = earned - spent;
  return smt_check_within(g->smt, refuted, left < MOST_EFFORT ? (unsigned)left : MOST_EFFORT) == SMT_UNSAT;
}

/* Conditions that neither values nor the model refute. */
static bool ask(struct summary_engine *g) {
  struct sym *sym = g->machine_sym;
  sym_id all = sym_const(sym, 1, 1);
  for (uint32_t i = 0; i < g->asked.count; i++) all = sym_binary(sym, SYM_AND, all, g->asked.data[i]);
  if (sym_is_true(sym, all)) return true;
  g->stats.by_solver++;
  g->stats.by_term--;
  return ask_solver(g, sym_not(sym, all));
}

/* Data that nobody wrote may be anything anew. */
static bool holds_symbolically(struct summary_engine *g, sym_id term) {
  struct sym *sym = g->machine_sym;
  sym_id now = translate(g, term);
  if (sym_is_true(sym, now)) return true;
  if (sym_is_false(sym, now) || sym_has_uninit(sym, now) || !smt_value(g->smt, sym, now)) return false;
  vec_push(&g->asked, now);
  return true;
}

bool check_is_refuted(struct summary_engine *g, sym_id term) {
  uint32_t nvars = g->places.blocks.count * 8;
  vec_reserve(&g->model, nvars);
  g->model.count = nvars;
  switch (kind_of(g, term)) {
  case PLAIN: return !sym_eval_in(g->places.sym, sym_epoch(g->places.sym), term, g->model.data, nvars);
  case SYMBOLIC: return sym_is_false(g->machine_sym, translate(g, term));
  default: return false;
  }
}

/* What failed this time is looked at first next time. */
static void first_next_time(struct entry *e, uint32_t i) {
  sym_id term = e->terms[i];
  e->terms[i] = e->terms[0];
  e->terms[0] = term;
}

static bool holds_now(struct summary_engine *g, struct entry *e) {
  struct sym *sym = g->places.sym;
  uint32_t nvars = g->places.blocks.count * 8;
  uint64_t epoch = sym_epoch(sym);
  bool symbolic = false, holds = true;
  g->stats.checks++;
  vec_reserve(&g->model, nvars);
  g->model.count = nvars;
  g->asked.count = 0;
  for (uint32_t i = 0; i < e->nterms && holds; i++) {
    enum kind kind = kind_of(g, e->terms[i]);
    if (kind == PLAIN) holds = sym_eval_in(sym, epoch, e->terms[i], g->model.data, nvars);
    else if (kind == NOTHING) holds = false;
    else {
      symbolic = true;
      holds = holds_symbolically(g, e->terms[i]);
    }
    if (!holds) first_next_time(e, i);
  }
  if (symbolic) g->stats.by_term++;
  else g->stats.by_value++;
  return holds && (!symbolic || ask(g));
}

bool check_entry(struct summary_engine *g, struct entry *e) {
  if (!watch_is_due(&g->checking)) return holds_now(g, e);
  uint64_t asked = g->stats.by_solver;
  double started = clock_now();
  bool holds = holds_now(g, e);
  if (g->stats.by_solver == asked) watch_add(&g->checking, clock_now() - started);
  return holds;
}

/* Reading summaries. It trusts nothing: every number is checked before it is used, so that damaged bytes give a message
   and never more. See store.c for the form.

   From an earlier version of the program come only those whose code is unchanged: everything that was executed below
   the control state does the same here. Numbers of instructions, registers and addresses are the same in both versions
   (check/stable_ids.h).

   Mostly few of them do: so the reader first goes past everything to see which summaries are to be read, and then
   makes what these speak of. */
#include "summary/store_reader.h"
#include "util/mutate.h"

/* Places are looked at when a summary needs them. */
static uint64_t pass(struct source *s, uint32_t bytes, uint32_t *count) {
  *count = source_get_count(s, bytes);
  uint64_t at = s->at;
  s->at += (uint64_t)*count * bytes;
  return at;
}

/* ---- footprints ---- */

/* They are made when a summary needs them, too. */
static void survey_footprints(struct store_reader *r) {
  uint32_t count = source_get_count(&r->s, 4), accesses;
  for (uint32_t i = 0; i < count && !r->s.bad; i++) {
    vec_push(&r->footprint_at, r->s.at);
    vec_push(&r->footprint_here, 0u);
    pass(&r->s, PORTABLE_ACCESS, &accesses);
  }
}

static footprint get_footprint(struct store_reader *r, uint32_t number) {
  footprint set = FOOTPRINT_NONE;
  if (number >= r->footprint_at.count) r->s.bad = true;
  if (r->s.bad) return set;
  if (r->footprint_here.data[number]) return r->footprint_here.data[number] - 1;
  r->s.at = r->footprint_at.data[number];
  set = portable_get_footprint(&r->s, r->g->vm, stateful_footprints(r->g->stateful), &r->mutexes);
  r->footprint_here.data[number] = set + 1;
  return set;
}

/* ---- code ---- */

struct code {
  uint32_t *block; /* per block there: the one here, or IR_NONE: changed, or not looked at closely enough */
  uint32_t count;
  struct bits same; /* blocks there that have one here */
};

static bool get_block(struct source *s, struct summary_engine *g, uint32_t here) {
  const struct ir_block *b = here == IR_NONE ? NULL : &g->program->blocks[here];
  uint32_t count = source_get_count(s, 1);
  bool good = b && b->count == count;
  for (uint32_t i = 0; i < count && !s->bad; i++) {
    uint8_t imprecision = source_get8(s);
    if (!good) continue;
    g->loaded_imprecision[b->first + i] = imprecision;
    if (imprecision & ~g->imprecision[b->first + i] && !MUTATED(SUMMARY_TARGETS) && !MUTATED(INCREMENTAL_PRECISION))
      good = false;
  }
  return good;
}

static struct code get_code(struct source *s, struct summary_engine *g, const struct explore_known *known) {
  struct code f = {.count = known->block ? known->nblocks : (uint32_t)g->program->nblocks};
  f.block = mem_alloc((f.count + 1ull) * sizeof *f.block);
  for (uint32_t i = 0; i < f.count; i++) f.block[i] = IR_NONE;
  uint32_t count = source_get_count(s, 8);
  for (uint32_t i = 0; i < count && !s->bad; i++) {
    uint32_t b = source_get_below(s, f.count), here = s->bad ? IR_NONE : known->block ? known->block[b] : b;
    if (!get_block(s, g, here) || s->bad) continue;
    f.block[b] = here;
    bits_add(&f.same, b);
  }
  return f;
}

/* ---- summaries ---- */

/* Where a summary that is to be read has its parts. */
struct found {
  struct vm_control key;
  uint64_t terms_at, code_at;
  uint32_t nterms, below, code; /* number of conditions; number of a footprint; words of a set */
};
typedef VEC(struct found) found_vec;

static uint64_t word_at(const struct source *s, uint64_t at, uint32_t i) {
  uint64_t word;
  memcpy(&word, s->bytes + at + i * sizeof word, sizeof word);
  return word;
}

/* False: some of the code below has changed. */
static bool is_whole(struct source *s, const struct code *f, const struct found *e) {
  for (uint32_t i = 0; i < e->code; i++) {
    uint64_t word = word_at(s, e->code_at, i), same = i < f->same.count ? f->same.words[i] : 0;
    if (word && i * 64ull + 63 - (uint32_t)__builtin_clzll(word) >= f->count) s->bad = true;
    if (word & ~same && !MUTATED(INCREMENTAL_FOOTPRINT) && !MUTATED(INCREMENTAL_SLICE)) return false;
  }
  return !s->bad;
}

static struct found get_found(struct source *s) {
  struct found e = {.key.low = source_get64(s)};
  e.key.high = source_get64(s);
  e.below = source_get32(s);
  e.terms_at = pass(s, 4, &e.nterms);
  e.code_at = pass(s, 8, &e.code);
  if (!s->bad) return e;
  return (struct found){0};
}

static void survey_entries(struct store_reader *r, const struct code *f, found_vec *found) {
  struct source *s = &r->s;
  uint32_t entries = source_get_count(s, 28);
  for (uint32_t i = 0; i < entries && !s->bad; i++) {
    struct found e = get_found(s);
    if (s->bad || !is_whole(s, f, &e)) continue;
    struct source terms = {.bytes = s->bytes, .size = s->size, .at = e.terms_at};
    for (uint32_t k = 0; k < e.nterms; k++) store_need_term(r, source_get32(&terms));
    vec_push(found, e);
  }
  if (s->at != s->size) s->bad = true;
}

static void add_terms(struct store_reader *r, const struct found *e, struct outcome *o) {
  struct summary_engine *g = r->g;
  struct source *s = &r->s;
  s->at = e->terms_at;
  for (uint32_t i = 0; i < e->nterms && !s->bad; i++) {
    sym_id term = r->terms[source_get_below(s, r->nterms + 1ull)];
    if (!term || sym_width(g->places.sym, term) != 1) s->bad = true;
    else outcome_require(o, &g->members, term);
  }
}

static void add_code(struct store_reader *r, const struct code *f, const struct found *e, struct outcome *o) {
  for (uint32_t i = 0; i < e->code; i++)
    for (uint64_t word = word_at(&r->s, e->code_at, i); word; word &= word - 1) {
      uint32_t here = f->block[i * 64 + (uint32_t)__builtin_ctzll(word)];
      if (here != IR_NONE) bits_add(&o->code, here);
    }
}

static void make_entry(struct store_reader *r, const struct code *f, const struct found *e) {
  struct summary_engine *g = r->g;
  struct outcome o = {.most = g->options->config.max_formula, .footprints = stateful_footprints(g->stateful)};
  outcome_reset(&o, true);
  g->members.of = NULL;
  add_terms(r, e, &o);
  o.below = get_footprint(r, e->below);
  add_code(r, f, e, &o);
  if (!r->s.bad && o.ok) {
    uint64_t made = g->stats.made;
    summaries_add(g, e->key, &o);
    g->stats.loaded += g->stats.made - made;
    g->stats.made = made;
  }
  g->members.of = NULL;
  outcome_free(&o);
}

static void get_all(struct store_reader *r, const struct explore_known *known) {
  struct source *s = &r->s;
  found_vec found = {0};
  portable_get_inputs(s, r->g->machine_sym);
  portable_get_threads(s, r->g->vm);
  r->places_at = pass(s, STORE_PLACE, &r->nplaces);
  portable_get_mutexes(s, &r->mutexes);
  survey_footprints(r);
  struct code code = get_code(s, r->g, known);
  store_survey_terms(r);
  survey_entries(r, &code, &found);
  if (found.count && !s->bad) {
    r->block = mem_zalloc((r->nplaces + 1ull) * sizeof *r->block);
    store_make_terms(r);
  }
  for (uint32_t i = 0; i < found.count && !s->bad; i++) make_entry(r, &code, &found.data[i]);
  vec_free(&found);
  free(code.block);
  bits_free(&code.same);
}

static void close_reader(struct store_reader *r) {
  free(r->block);
  vec_free(&r->mutexes);
  vec_free(&r->footprint_at);
  vec_free(&r->footprint_here);
  free(r->term_at);
  free(r->needed);
  free(r->terms);
}

static const char *misfit(const struct summary_engine *g, const struct store_header *h, bool same_program) {
  struct store_header mine = store_header(g);
  if (memcmp(h->magic, mine.magic, sizeof mine.magic)) return "it is no file of summaries";
  if (h->version != mine.version) return "it was written by another version of heddle";
  if (same_program && h->program != mine.program) return "they are about another program";
  if (h->environment != mine.environment) return "they were made under other limits or inputs";
  if (mine.joins_compete && !h->joins_compete) return "threads compete for joining others now";
  if (g->options->config.checks >> CHECK_RACE & 1) return "they do not tell which accesses race with each other";
  return g->options->config.checks & ~h->checks ? "they were made with fewer checks" : NULL;
}

static void drop(struct summary_engine *g) {
  summaries_free(&g->table);
  places_reset(&g->places);
  summary_new_terms(g);
  g->stats.loaded = 0;
}

bool summary_load(struct summary_engine *g, const struct explore_known *known, const char **why) {
  struct store_header h;
  *why = "it is too short";
  if (known->bytes < sizeof h) return false;
  memcpy(&h, known->summaries, sizeof h);
  if ((*why = misfit(g, &h, !known->block))) return false;
  struct store_reader r = {.g = g, .s = {.bytes = known->summaries + sizeof h, .size = known->bytes - sizeof h}};
  bool good = r.s.size == h.bytes && hash_bytes(r.s.bytes, r.s.size) == h.hash;
  g->loading = true;
  g->loaded_imprecision = mem_resize(g->loaded_imprecision, g->program->nins + 1);
  if (good) get_all(&r, known);
  g->loading = false;
  good = good && !r.s.bad;
  if (!good) drop(g);
  if (!good) *why = "it is damaged";
  close_reader(&r);
  return good;
}

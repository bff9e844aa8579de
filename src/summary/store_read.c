/* Reading summaries. It trusts nothing: every number is checked before it is used, so that damaged bytes give a message and never
   more. See store.c for the form.

   From an earlier version of the program come only those whose code is unchanged: everything that was executed below the control state
   does the same here. Numbers of instructions, registers and addresses are the same in both versions (check/numbers.h). */
#include "summary/store.h"
#include "util/bytes.h"
#include "util/mutate.h"

/* ---- what must have the same numbers ---- */

static void get_inputs(struct source *s, struct guide *g) {
  enum { MOST_SIZE = 1 << 20 };
  uint32_t count = source_get_count(s, 12);
  for (uint32_t i = 0; i < count && !s->bad; i++) {
    const char *name = source_get_text(s);
    uint32_t size = source_get_below(s, MOST_SIZE), kind = source_get_below(s, SYM_UNINIT + 1);
    if (!s->bad && (!size || sym_input(g->machine_sym, name, size, (enum sym_input_kind)kind) != i)) s->bad = true;
  }
}

static void get_threads(struct source *s, struct guide *g) {
  uint32_t count = source_get32(s);
  if (!count || count > 64) s->bad = true;
  for (uint32_t t = 1; t < count && !s->bad; t++) {
    uint32_t parent = source_get_below(s, t), birth = source_get32(s);
    if (!s->bad && vm_expect_thread(g->vm, parent, birth) != t) s->bad = true;
  }
}

/* Places get the numbers that they had: nothing else has any yet. */
static void get_places(struct source *s, struct guide *g) {
  uint32_t count = source_get_count(s, 12);
  for (uint32_t i = 0; i < count && !s->bad; i++) {
    uint64_t place = source_get64(s);
    bool input = source_get_below(s, 2);
    if (s->bad) return;
    if (input && (place % 8 || place + 8 > sym_variables(g->machine_sym) + 7ull)) s->bad = true;
    else if (input) places_input(&g->places, (uint32_t)place, 1);
    else if (vm_place_is_possible(g->vm, place)) places_block(&g->places, place);
    if (g->places.blocks.count != i + 1) s->bad = true;
  }
}

static void get_accesses(struct source *s, struct guide *g) {
  uint32_t count = source_get_count(s, 68);
  for (uint32_t i = 0; i < count && !s->bad; i++) {
    struct access a = {.thread = source_get_below(s, vm_thread_count(g->vm)), .op = {.after = IR_NONE}};
    uint32_t kind = source_get32(s), flags = source_get_below(s, 64);
    a.op.kind = (uint8_t)kind;
    a.op.sync = (uint8_t)(kind >> 8);
    if ((kind & 0xff) >= VM_OP_COUNT || kind >> 8 > VM_SYNC_ONCE) s->bad = true;
    a.op.everything = flags & 1;
    a.op.vague = flags >> 1 & 1;
    a.op.atomic = flags >> 2 & 1;
    a.op.acquires = flags >> 3 & 1;
    a.op.releases = flags >> 4 & 1;
    a.op.blocking = flags >> 5 & 1;
    a.op.ticket = source_get64(s);
    a.op.ordinal = source_get64(s);
    for (unsigned k = 0; k < 2; k++) {
      a.op.range[k].address = source_get64(s);
      a.op.range[k].size = source_get64(s);
      a.op.range[k].write = source_get_below(s, 2);
    }
    struct bits scratch = {0};
    if (!s->bad) below_add(g, &scratch, a.thread, &a.op);
    if (g->accesses.count != i + 1) s->bad = true;
    bits_free(&scratch);
  }
}

/* ---- code ---- */

struct footprint {
  uint32_t *block; /* per block there: the one here, or IR_NONE: changed, or not looked at closely enough */
  uint32_t count;
};

static bool get_block(struct source *s, struct guide *g, uint32_t here) {
  const struct ir_block *b = here == IR_NONE ? NULL : &g->program->blocks[here];
  uint32_t count = source_get_count(s, 1);
  bool good = b && b->count == count;
  for (uint32_t i = 0; i < count && !s->bad; i++) {
    uint8_t neglect = source_get8(s);
    if (!good) continue;
    g->loaded_neglect[b->first + i] = neglect;
    if (neglect & ~g->neglect[b->first + i] && !MUTATED(SUMMARY_TARGETS) && !MUTATED(CHECK_NEGLECT)) good = false;
  }
  return good;
}

static struct footprint get_code(struct source *s, struct guide *g, const struct explore_known *known) {
  struct footprint f = {.count = known->block ? known->nblocks : (uint32_t)g->program->nblocks};
  f.block = mem_alloc((f.count + 1ull) * sizeof *f.block);
  for (uint32_t i = 0; i < f.count; i++) f.block[i] = IR_NONE;
  uint32_t count = source_get_count(s, 8);
  for (uint32_t i = 0; i < count && !s->bad; i++) {
    uint32_t b = source_get_below(s, f.count), here = s->bad ? IR_NONE : known->block ? known->block[b] : b;
    if (get_block(s, g, here) && !s->bad) f.block[b] = here;
  }
  return f;
}

/* ---- expressions ---- */

static unsigned arity_of(enum sym_op op) {
  static const uint8_t arity[SYM_OP_COUNT] = {
#define SYM(name, text, arity, meaning) [SYM_##name] = arity,
#include "sym/ops.def"
#undef SYM
  };
  return arity[op];
}

/* Do the widths fit, as the constructors demand? */
static bool fits(enum sym_op op, unsigned width, const unsigned w[3], unsigned low) {
  switch (op) {
  case SYM_NOT: return w[0] == width;
  case SYM_EXTRACT: return low + width <= w[0];
  case SYM_ZEXT: case SYM_SEXT: return w[0] <= width;
  case SYM_CONCAT: return w[0] + w[1] == width;
  case SYM_ITE: return w[0] == 1 && w[1] == width && w[2] == width;
  case SYM_EQ: case SYM_ULT: case SYM_ULE: case SYM_SLT: case SYM_SLE: return width == 1 && w[0] == w[1];
  default: return w[0] == width && w[1] == width;
  }
}

static sym_id get_read(struct source *s, struct sym *sym, unsigned width, const sym_id *terms, uint32_t known) {
  uint32_t index = source_get_below(s, known), count = source_get_count(s, 4);
  if (!index || !count) s->bad = true;
  sym_id *elements = mem_alloc((count + 1ull) * sizeof *elements);
  for (uint32_t i = 0; i < count && !s->bad; i++) {
    uint32_t number = source_get_below(s, known);
    if (!number || sym_width(sym, terms[number]) != width) s->bad = true;
    else elements[i] = terms[number];
  }
  sym_id result = s->bad ? 0 : sym_read(sym, sym_table(sym, elements, count), terms[index]);
  free(elements);
  return result;
}

static sym_id get_operation(struct source *s, struct sym *sym, enum sym_op op, unsigned width, const sym_id *terms, uint32_t known) {
  unsigned low = source_get_below(s, 64), w[3] = {0};
  sym_id part[3] = {0};
  for (unsigned i = 0; i < 3 && !s->bad; i++) {
    uint32_t number = source_get_below(s, known);
    if ((i < arity_of(op)) != (number != 0)) s->bad = true;
    else if (number) w[i] = sym_width(sym, part[i] = terms[number]);
  }
  if (s->bad || !fits(op, width, w, low)) {
    s->bad = true;
    return 0;
  }
  switch (op) {
  case SYM_NOT: return sym_not(sym, part[0]);
  case SYM_EXTRACT: return sym_extract(sym, part[0], low, width);
  case SYM_ZEXT: return sym_zext(sym, part[0], width);
  case SYM_SEXT: return sym_sext(sym, part[0], width);
  case SYM_CONCAT: return sym_concat(sym, part[0], part[1]);
  case SYM_ITE: return sym_ite(sym, part[0], part[1], part[2]);
  default: return sym_binary(sym, op, part[0], part[1]);
  }
}

static sym_id get_term(struct source *s, struct guide *g, const sym_id *terms, uint32_t known) {
  struct sym *sym = g->places.sym;
  enum sym_op op = (enum sym_op)source_get_below(s, SYM_OP_COUNT);
  unsigned width = source_get_below(s, 65);
  if (s->bad || !width) {
    s->bad = true;
    return 0;
  }
  if (op == SYM_CONST) {
    uint64_t value = source_get64(s);
    if (width < 64 && value >> width) s->bad = true;
    return s->bad ? 0 : sym_const(sym, value, width);
  }
  if (op == SYM_BYTES) {
    uint32_t first = source_get32(s);
    if (width % 8 || (uint64_t)first + width / 8 > g->places.blocks.count * 8ull) s->bad = true;
    return s->bad ? 0 : sym_bytes(sym, first, width / 8);
  }
  if (op == SYM_READ) return get_read(s, sym, width, terms, known);
  return get_operation(s, sym, op, width, terms, known);
}

/* ---- summaries ---- */

static void get_bits(struct source *s, struct bits *into, uint64_t limit) {
  uint32_t words = source_get_count(s, 8);
  for (uint32_t i = 0; i < words && !s->bad; i++)
    for (uint64_t word = source_get64(s); word; word &= word - 1) {
      uint64_t number = i * 64ull + (uint32_t)__builtin_ctzll(word);
      if (number >= limit) s->bad = true;
      else bits_add(into, (uint32_t)number);
    }
}

/* False: some of the code below has changed. */
static bool get_footprint(struct source *s, const struct footprint *f, struct bits *code) {
  struct bits there = {0};
  bool whole = true;
  get_bits(s, &there, f->count);
  for (uint32_t b = 0; b < f->count && !s->bad; b++) {
    if (!bits_has(&there, b)) continue;
    if (f->block[b] == IR_NONE) whole = MUTATED(CHECK_FOOTPRINT) || MUTATED(CHECK_SLICE);
    else bits_add(code, f->block[b]);
  }
  bits_free(&there);
  return whole;
}

static void get_entry(struct source *s, struct guide *g, const struct footprint *f, const sym_id *terms, uint32_t count_terms) {
  struct vm_control key = {.low = source_get64(s)};
  key.high = source_get64(s);
  uint64_t sleep = source_get64(s);
  uint32_t count = source_get_count(s, 4);
  enum { LOADED_WORK = 10 << 20 }; /* what they take is not saved with them; they are there already, and mostly worth a look */
  struct outcome o = {.most = g->options->max_formula};
  outcome_reset(&o, true);
  g->members.of = NULL;
  for (uint32_t i = 0; i < count && !s->bad; i++) {
    uint32_t number = source_get_below(s, count_terms);
    if (!number || sym_width(g->places.sym, terms[number]) != 1) s->bad = true;
    else outcome_require(&o, &g->members, terms[number]);
  }
  get_bits(s, &o.below, g->accesses.count);
  bool whole = get_footprint(s, f, &o.code);
  if (!s->bad && o.ok && whole) {
    uint64_t made = g->stats.made;
    summaries_add(g, key, &o, &(struct extent){.sleep = sleep, .weight = 1, .work = LOADED_WORK});
    g->stats.loaded += g->stats.made - made;
    g->stats.made = made;
  }
  g->members.of = NULL;
  outcome_free(&o);
}

static void get_all(struct source *s, struct guide *g, const struct explore_known *known) {
  get_inputs(s, g);
  get_threads(s, g);
  get_places(s, g);
  get_accesses(s, g);
  struct footprint footprint = get_code(s, g, known);
  uint32_t count = source_get_count(s, 12);
  sym_id *terms = mem_zalloc((count + 1ull) * sizeof *terms);
  for (uint32_t i = 1; i <= count && !s->bad; i++) terms[i] = get_term(s, g, terms, i);
  uint32_t entries = source_get_count(s, 32);
  for (uint32_t i = 0; i < entries && !s->bad; i++) get_entry(s, g, &footprint, terms, count + 1);
  if (s->at != s->size) s->bad = true;
  free(footprint.block);
  free(terms);
}

static const char *misfit(const struct guide *g, const struct store_header *h, bool same_program) {
  struct store_header mine = store_header(g);
  if (memcmp(h->magic, mine.magic, sizeof mine.magic)) return "it is no file of summaries";
  if (h->version != mine.version) return "it was written by another version of heddle";
  if (same_program && h->program != mine.program) return "they are about another program";
  if (h->environment != mine.environment) return "they were made under other limits or inputs";
  if (mine.joins_compete && !h->joins_compete) return "threads compete for joining others now";
  if (g->options->checks >> CHECK_RACE & 1) return "they do not tell which accesses race with each other";
  return g->options->checks & ~h->checks ? "they were made with fewer checks" : NULL;
}

static void drop(struct guide *g) {
  summaries_free(&g->table);
  places_reset(&g->places);
  guide_new_terms(g);
  g->accesses.count = 0;
  map_free(&g->access_numbers);
  g->stats.loaded = 0;
}

bool guide_load(struct guide *g, const struct explore_known *known, const char **why) {
  struct store_header h;
  *why = "it is too short";
  if (known->bytes < sizeof h) return false;
  memcpy(&h, known->summaries, sizeof h);
  if ((*why = misfit(g, &h, !known->block))) return false;
  struct source s = {.bytes = known->summaries + sizeof h, .size = known->bytes - sizeof h};
  s.bad = s.size != h.bytes || hash_bytes(s.bytes, s.size) != h.hash;
  g->loading = true;
  g->loaded_neglect = mem_resize(g->loaded_neglect, g->program->nins + 1);
  if (!s.bad) get_all(&s, g, known);
  g->loading = false;
  if (s.bad) drop(g);
  if (s.bad) *why = "it is damaged";
  return !s.bad;
}

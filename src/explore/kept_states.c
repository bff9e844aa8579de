/* Form: a header (what they were made for, length and hash of the rest), then inputs, threads, blocks of code with how
   closely they were looked at, sets of blocks, mutexes, operations, footprints, states. */
#include "explore/kept_states.h"

#include <stdlib.h>
#include <string.h>

#include "stateful/portable.h"
#include "store/program_key.h"
#include "util/map.h"
#include "util/mutate.h"

#define MAGIC {'h', 'e', 'd', 'd', 'l', 'e', 'T', '\n'}
enum { VERSION = 3 };

struct header {
  char magic[8];
  uint32_t version, checks;
  uint64_t joins_compete;        /* then joins are among the operations behind states */
  uint64_t program, environment; /* hashes: of the code; of inputs and limits */
  uint64_t bytes, hash;          /* of what follows */
};

/* A state. */
struct row {
  uint64_t low, high;
  uint32_t below, code, globals; /* numbers of a footprint and of a set of blocks; stateful_state.globals */
} __attribute__((packed));

/* A data race is seen by the order of all accesses. Rounds of loops are counted by the loops of a function. */
bool kept_states_wanted(const struct explore_options *o) {
  if (o->config.checks >> CHECK_RACE & 1 || o->config.unwind || o->goal.cuts || o->goal.watch || o->goal.pinned ||
      o->goal.divergence) /* a run that stops has not seen what follows */
    return false;
  return o->output.keep_states || o->reuse.states;
}

static struct header header_of(const struct kept_states *k) {
  return (struct header){.magic = MAGIC,
                         .version = VERSION,
                         .checks = k->options->config.checks,
                         .joins_compete = vm_joins_compete(k->machine->vm),
                         .program = program_key_of(k->program).low,
                         .environment = program_key_of_inputs(k->program, &k->options->config).low};
}

/* ---- writing ---- */

/* Sets that states speak of, numbered in the order in which they are met. */
struct numbering {
  VEC(uint32_t) number; /* by number here: one more than that in the file; 0: not met */
  VEC(uint32_t) used;   /* the other way round */
};

struct writer {
  const struct kept_states *k;
  VEC(struct row) rows;
  struct numbering footprints, codes;
  uint64_t most; /* states */
};

static uint32_t use(struct numbering *n, uint32_t here) {
  while (n->number.count <= here) vec_push(&n->number, 0u);
  if (!n->number.data[here]) {
    vec_push(&n->used, here);
    n->number.data[here] = n->used.count;
  }
  return n->number.data[here] - 1;
}

static void numbering_free(struct numbering *n) {
  vec_free(&n->number);
  vec_free(&n->used);
}

static void collect(void *context, const struct stateful_state *state) {
  struct writer *w = context;
  if (w->rows.count >= w->most) return;
  struct row row = {state->key.low, state->key.high, use(&w->footprints, state->below), use(&w->codes, state->code),
                    state->globals};
  vec_push(&w->rows, row);
}

/* Of every block that some state speaks of: how closely each instruction was looked at. */
static void put_blocks(struct sink *s, const struct writer *w) {
  const struct ir_program *p = w->k->program;
  uint8_t *used = mem_zalloc(p->nblocks + 1);
  uint32_t count = 0, words;
  for (uint32_t i = 0; i < w->codes.used.count; i++) {
    const uint64_t *row = codes_words(stateful_codes(w->k->stateful), w->codes.used.data[i], &words);
    for (uint32_t b = 0; b < p->nblocks; b++) used[b] |= row[b / 64] >> b % 64 & 1;
  }
  for (uint32_t b = 0; b < p->nblocks; b++) count += used[b];
  sink_put32(s, count);
  for (uint32_t b = 0; b < p->nblocks; b++) {
    if (!used[b]) continue;
    sink_put32(s, b);
    sink_put32(s, p->blocks[b].count);
    sink_put(s, w->k->relevance->flags + p->blocks[b].first, p->blocks[b].count);
  }
  free(used);
}

static void put_codes(struct sink *s, const struct writer *w) {
  uint32_t words;
  sink_put32(s, w->codes.used.count);
  for (uint32_t i = 0; i < w->codes.used.count; i++) {
    const uint64_t *row = codes_words(stateful_codes(w->k->stateful), w->codes.used.data[i], &words);
    uint32_t count = 0;
    for (uint32_t b = 0; b < w->k->program->nblocks; b++) count += row[b / 64] >> b % 64 & 1;
    sink_put32(s, count);
    for (uint32_t b = 0; b < w->k->program->nblocks; b++)
      if (row[b / 64] >> b % 64 & 1) sink_put32(s, b);
  }
}

static void put_states(struct sink *s, const struct writer *w) {
  sink_put32(s, w->rows.count);
  sink_put(s, w->rows.data, w->rows.count * sizeof *w->rows.data);
}

static void put_all(struct sink *s, const struct writer *w) {
  const struct kept_states *k = w->k;
  struct footprints *f = stateful_footprints(k->stateful);
  portable_put_inputs(s, k->machine->sym);
  portable_put_threads(s, k->machine->vm);
  put_blocks(s, w);
  put_codes(s, w);
  portable_put_mutexes(s, f);
  portable_put_accesses(s, f);
  sink_put32(s, w->footprints.used.count);
  for (uint32_t i = 0; i < w->footprints.used.count; i++) portable_put_set(s, f, w->footprints.used.data[i]);
  put_states(s, w);
}

/* A search for some targets only says too little about the states that it finished itself. */
static bool own_count(const struct explore_options *o) { return !o->goal.targets; }

uint8_t *kept_states_save(const struct kept_states *k, uint64_t *bytes) {
  struct writer w = {.k = k, .most = k->options->config.summary_memory_kib * 1024 / (2 * sizeof(struct row))};
  if (!w.most || w.most > UINT32_MAX / 2) w.most = UINT32_MAX / 2;
  struct sink s = {0};
  struct header h = header_of(k);
  stateful_each_state(k->stateful, own_count(k->options), collect, &w);
  if (w.rows.count) {
    sink_put(&s, &h, sizeof h);
    put_all(&s, &w);
    h.bytes = s.size - sizeof h;
    h.hash = hash_bytes(s.bytes + sizeof h, h.bytes);
    memcpy(s.bytes, &h, sizeof h);
  }
  numbering_free(&w.footprints);
  numbering_free(&w.codes);
  vec_free(&w.rows);
  *bytes = s.size;
  return s.bytes;
}

/* ---- reading ---- */

struct reader {
  const struct kept_states *k;
  const struct explore_states *known;
  struct source s;
  portable_mutexes mutexes;
  portable_numbers accesses;
  VEC(uint64_t) places;      /* of footprints, by number there: where they begin */
  VEC(footprint) footprints; /* by number there; FOOTPRINT_NONE: not read yet, or empty */
  uint32_t *block;           /* per block there: the one here, or IR_NONE: changed, or looked at less closely then */
  uint32_t nblocks;
  VEC(code_set) codes; /* per set there: here; CODE_ANY: not all of it is the same */
};

static uint32_t block_here(struct reader *r, uint32_t there) {
  const struct ir_program *p = r->k->program;
  uint32_t here = r->known->block ? r->known->block[there] : there, count = source_get_count(&r->s, 1);
  if (MUTATED(KNOWN_CODE) && here == IR_NONE && there < p->nblocks) here = there;
  bool good = here != IR_NONE && p->blocks[here].count == count;
  for (uint32_t i = 0; i < count && !r->s.bad; i++) {
    uint8_t flags = source_get8(&r->s);
    if (good && !MUTATED(KNOWN_PRECISION) && flags & ~r->k->relevance->flags[p->blocks[here].first + i]) good = false;
  }
  return good || (MUTATED(KNOWN_CODE) && here != IR_NONE) ? here : IR_NONE;
}

static void get_blocks(struct reader *r) {
  r->nblocks = r->known->block ? r->known->nblocks : (uint32_t)r->k->program->nblocks;
  r->block = mem_alloc((r->nblocks + 1ull) * sizeof *r->block);
  for (uint32_t i = 0; i < r->nblocks; i++) r->block[i] = IR_NONE;
  uint32_t count = source_get_count(&r->s, 8);
  for (uint32_t i = 0; i < count && !r->s.bad; i++) {
    uint32_t there = source_get_below(&r->s, r->nblocks);
    if (!r->s.bad) r->block[there] = block_here(r, there);
  }
}

static void get_codes(struct reader *r) {
  uint32_t count = source_get_count(&r->s, 4);
  for (uint32_t i = 0; i < count && !r->s.bad; i++) {
    VEC(uint32_t) blocks = {0};
    bool same = true;
    for (uint32_t n = source_get_count(&r->s, 4); n > 0 && !r->s.bad; n--) {
      uint32_t there = source_get_below(&r->s, r->nblocks);
      if (r->s.bad) break;
      if (r->block[there] != IR_NONE) vec_push(&blocks, r->block[there]);
      else same = false;
    }
    code_set set = same ? codes_add(stateful_codes(r->k->stateful), CODE_NONE, blocks.data, blocks.count) : CODE_ANY;
    vec_push(&r->codes, set);
    vec_free(&blocks);
  }
}

/* Most are of no use where much has changed: they are passed over, and read when a state needs them. */
static void pass_footprints(struct reader *r) {
  uint32_t count = source_get_count(&r->s, 4);
  for (uint32_t i = 0; i < count && !r->s.bad; i++) {
    vec_push(&r->places, r->s.at);
    vec_push(&r->footprints, (footprint)FOOTPRINT_NONE);
    uint64_t bytes = 8ull * source_get_count(&r->s, 8);
    if (!r->s.bad) r->s.at += bytes;
  }
}

static footprint footprint_here(struct reader *r, uint32_t there) {
  if (r->footprints.data[there] != FOOTPRINT_NONE) return r->footprints.data[there];
  uint64_t before = r->s.at;
  r->s.at = r->places.data[there];
  r->footprints.data[there] = portable_get_set(&r->s, stateful_footprints(r->k->stateful), &r->accesses);
  r->s.at = before;
  return r->footprints.data[there];
}

static void get_states(struct reader *r) {
  uint32_t count = source_get_count(&r->s, sizeof(struct row));
  stateful_expect_known(r->k->stateful, count);
  for (uint32_t i = 0; i < count && !r->s.bad; i++) {
    struct row row;
    source_get(&r->s, &row, sizeof row);
    if (row.below >= r->footprints.count || row.code >= r->codes.count) r->s.bad = true;
    if (r->s.bad || r->codes.data[row.code] == CODE_ANY || !(row.low | row.high)) continue;
    struct stateful_state x = {{row.low, row.high}, footprint_here(r, row.below), r->codes.data[row.code], row.globals};
    stateful_add_known(r->k->stateful, &x);
  }
}

static void get_all(struct reader *r) {
  struct vm *vm = r->k->machine->vm;
  portable_get_inputs(&r->s, r->k->machine->sym);
  portable_get_threads(&r->s, vm);
  get_blocks(r);
  if (!r->s.bad) get_codes(r);
  portable_get_mutexes(&r->s, &r->mutexes);
  portable_get_accesses(&r->s, vm, stateful_footprints(r->k->stateful), &r->mutexes, &r->accesses);
  pass_footprints(r);
  if (!r->s.bad) get_states(r);
}

static const char *misfit(const struct kept_states *k, const struct header *h, bool same_program) {
  struct header mine = header_of(k);
  if (memcmp(h->magic, mine.magic, sizeof mine.magic)) return "these are no states";
  if (h->version != mine.version) return "they were written by another version of heddle";
  if (same_program && h->program != mine.program) return "they are about another program";
  if (h->environment != mine.environment) return "they were made under other limits or inputs";
  if (mine.joins_compete && !h->joins_compete) return "threads compete for joining others now";
  return k->options->config.checks & ~h->checks ? "they were made with fewer checks" : NULL;
}

bool kept_states_load(const struct kept_states *k, const struct explore_states *known, const char **why) {
  struct header h;
  *why = "they are damaged";
  if (known->size < sizeof h) return false;
  memcpy(&h, known->bytes, sizeof h);
  const char *misfits = misfit(k, &h, !known->block);
  if (misfits) *why = misfits;
  if (misfits || known->size - sizeof h != h.bytes || hash_bytes(known->bytes + sizeof h, h.bytes) != h.hash)
    return false;
  struct reader r = {.k = k, .known = known, .s = {.bytes = known->bytes + sizeof h, .size = h.bytes}};
  get_all(&r);
  if (r.s.bad) stateful_forget_known(k->stateful);
  vec_free(&r.mutexes);
  vec_free(&r.footprints);
  vec_free(&r.places);
  vec_free(&r.accesses);
  vec_free(&r.codes);
  free(r.block);
  return !r.s.bad;
}

/* Summaries as bytes. Form: a header (magic, version, what they were made for, length and hash of the rest), then
   inputs, threads, places, mutexes, footprints, blocks of code, expressions, summaries; all numbers little-endian,
   whatever refers to something comes after it.

   Keys and places are only comparable where threads and inputs have the same numbers, so these are saved in the order
   in which the machine met them. store_read.c is the other direction. */
#include <stdio.h>

#include "stateful/portable.h"
#include "store/program_key.h"
#include "summary/store.h"
#include "util/bytes.h"

/* ---- what summaries are made for ---- */

struct store_header store_header(const struct summary_engine *g) {
  struct store_header h = {.magic = STORE_MAGIC,
                           .version = STORE_VERSION,
                           .joins_compete = vm_joins_compete(g->vm),
                           .checks = g->options->config.checks,
                           .program = program_key_of(g->program).low,
                           .environment = program_key_of_inputs(g->program, &g->options->config).low};
  return h;
}

/* ---- writing ---- */

static void put_places(struct sink *s, const struct places *p) {
  sink_put32(s, p->blocks.count);
  for (uint32_t i = 0; i < p->blocks.count; i++) {
    sink_put64(s, p->blocks.data[i].place);
    sink_put32(s, p->blocks.data[i].input);
  }
}

/* Where not everything counted that can fail, only what was known before is worth keeping: the rest says too little. */
static bool only_loaded(const struct summary_engine *g) {
  return g->options->goal.targets && !MUTATED(SUMMARY_TARGETS);
}
static bool is_kept(const struct summary_engine *g, const struct entry *e) { return e->loaded || !only_loaded(g); }

/* The footprint: the blocks that summaries speak of, and how closely they were looked at. */
static void put_code(struct sink *s, const struct summary_engine *g) {
  const struct ir_program *p = g->program;
  struct bits used = {0};
  uint32_t count = 0;
  const uint8_t *imprecision = only_loaded(g) ? g->loaded_imprecision : g->imprecision;
  for (uint32_t i = 1; i < g->table.entries.count; i++)
    if (is_kept(g, &g->table.entries.data[i])) bits_join(&used, &g->table.entries.data[i].code);
  for (uint32_t b = 0; b < p->nblocks; b++) count += bits_has(&used, b);
  sink_put32(s, count);
  for (uint32_t b = 0; b < p->nblocks; b++) {
    if (!bits_has(&used, b)) continue;
    sink_put32(s, b);
    sink_put32(s, p->blocks[b].count);
    for (uint32_t i = 0; i < p->blocks[b].count; i++) sink_put(s, &imprecision[p->blocks[b].first + i], 1);
  }
  bits_free(&used);
}

static void mark(const struct sym *sym, sym_id term, uint8_t *needed) {
  uint32_t count;
  if (!term || needed[term]) return;
  needed[term] = 1;
  if (sym_op_of(sym, term) == SYM_BYTES || sym_op_of(sym, term) == SYM_CONST) return;
  if (sym_op_of(sym, term) == SYM_READ) {
    const sym_id *elements = sym_table_elements(sym, sym_first(sym, term), &count);
    for (uint32_t i = 0; i < count; i++) mark(sym, elements[i], needed);
  }
  for (unsigned i = 0; i < 3; i++) mark(sym, sym_operand(sym, term, i), needed);
}

static void put_term(struct sink *s, const struct sym *sym, sym_id term, const uint32_t *number) {
  enum sym_op op = sym_op_of(sym, term);
  uint64_t value = 0;
  uint32_t count;
  sink_put32(s, op);
  sink_put32(s, sym_width(sym, term));
  switch (op) {
  case SYM_CONST:
    sym_is_const(sym, term, &value);
    sink_put64(s, value);
    return;
  case SYM_BYTES: sink_put32(s, sym_first(sym, term)); return;
  case SYM_READ: {
    const sym_id *elements = sym_table_elements(sym, sym_first(sym, term), &count);
    sink_put32(s, number[sym_operand(sym, term, 0)]);
    sink_put32(s, count);
    for (uint32_t i = 0; i < count; i++) sink_put32(s, number[elements[i]]);
    return;
  }
  default:
    sink_put32(s, op == SYM_EXTRACT ? sym_low(sym, term) : 0);
    for (unsigned i = 0; i < 3; i++) sink_put32(s, sym_operand(sym, term, i) ? number[sym_operand(sym, term, i)] : 0);
  }
}

/* Numbers of expressions ascend from parts to wholes, also in the file. Returns the number in the file of each. */
static uint32_t *put_terms(struct sink *s, const struct summary_engine *g) {
  const struct sym *sym = g->places.sym;
  uint64_t most = sym_count(sym) + 2;
  uint8_t *needed = mem_zalloc(most);
  uint32_t *number = mem_zalloc(most * sizeof *number), count = 0;
  for (uint32_t i = 1; i < g->table.entries.count; i++) {
    const struct entry *e = &g->table.entries.data[i];
    for (uint32_t k = 0; is_kept(g, e) && k < e->nterms; k++) mark(sym, e->terms[k], needed);
  }
  for (sym_id t = 1; t < most; t++)
    if (needed[t]) number[t] = ++count;
  sink_put32(s, count);
  for (sym_id t = 1; t < most; t++)
    if (needed[t]) put_term(s, sym, t, number);
  free(needed);
  return number;
}

static void put_bits(struct sink *s, const struct bits *b) {
  sink_put32(s, b->count);
  sink_put(s, b->words, b->count * (uint32_t)sizeof *b->words);
}

/* ---- footprints ---- */

/* Each set once, in the order of their numbers here. Returns their numbers in the file. */
static uint32_t *put_footprints(struct sink *s, const struct summary_engine *g) {
  const struct footprints *f = stateful_footprints(g->stateful);
  uint32_t most = 0, count = 0;
  for (uint32_t i = 1; i < g->table.entries.count; i++)
    if (g->table.entries.data[i].below > most) most = g->table.entries.data[i].below;
  uint32_t *number = mem_zalloc((most + 1ull) * sizeof *number);
  for (uint32_t i = 1; i < g->table.entries.count; i++)
    if (is_kept(g, &g->table.entries.data[i])) number[g->table.entries.data[i].below] = 1;
  for (footprint i = 0; i <= most; i++)
    if (number[i]) number[i] = count++;
    else number[i] = UINT32_MAX;
  sink_put32(s, count);
  for (footprint i = 0; i <= most; i++) {
    if (number[i] != UINT32_MAX) portable_put_footprint(s, f, i);
  }
  return number;
}

static void put_entries(struct sink *s, const struct summary_engine *g, const uint32_t *number,
                        const uint32_t *footprints) {
  uint32_t count = 0;
  for (uint32_t i = 1; i < g->table.entries.count; i++) count += is_kept(g, &g->table.entries.data[i]);
  sink_put32(s, count);
  for (uint32_t i = 1; i < g->table.entries.count; i++) {
    const struct entry *e = &g->table.entries.data[i];
    if (!is_kept(g, e)) continue;
    sink_put64(s, g->table.keys.data[i].low);
    sink_put64(s, g->table.keys.data[i].high);
    sink_put32(s, footprints[e->below]);
    sink_put32(s, e->nterms);
    for (uint32_t k = 0; k < e->nterms; k++) sink_put32(s, number[e->terms[k]]);
    put_bits(s, &e->code);
  }
}

uint8_t *summary_save(const struct summary_engine *g, uint64_t *bytes) {
  struct sink s = {0};
  struct store_header h = store_header(g);
  sink_put(&s, &h, sizeof h);
  portable_put_inputs(&s, g->machine_sym);
  portable_put_threads(&s, g->vm);
  put_places(&s, &g->places);
  portable_put_mutexes(&s, stateful_footprints(g->stateful));
  uint32_t *footprints = put_footprints(&s, g);
  put_code(&s, g);
  uint32_t *number = put_terms(&s, g);
  put_entries(&s, g, number, footprints);
  free(number);
  free(footprints);
  h.bytes = s.size - sizeof h;
  h.hash = hash_bytes(s.bytes + sizeof h, h.bytes);
  memcpy(s.bytes, &h, sizeof h);
  *bytes = s.size;
  return s.bytes;
}

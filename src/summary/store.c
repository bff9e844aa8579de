/* Summaries as bytes. Form: a header (magic, version, what they were made for, length and hash of the rest), then
   inputs, threads, places, mutexes, footprints, blocks of code, expressions, summaries; all numbers little-endian,
   whatever refers to something comes after it.

   Keys and places are only comparable where threads and inputs have the same numbers, so these are saved in the order
   in which the machine met them. store_read.c is the other direction. */
#include <stdio.h>

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

static void put_inputs(struct sink *s, const struct summary_engine *g) {
  uint32_t variables = sym_variables(g->machine_sym),
           count = variables ? sym_input_of(g->machine_sym, variables - 1) + 1 : 0;
  sink_put32(s, count);
  for (uint32_t i = 0; i < count; i++) {
    const struct sym_input *in = sym_input_at(g->machine_sym, i);
    sink_put_text(s, in->name);
    sink_put32(s, in->size);
    sink_put32(s, in->kind);
  }
}

static void put_threads(struct sink *s, const struct summary_engine *g) {
  sink_put32(s, vm_thread_count(g->vm));
  for (uint32_t t = 1; t < vm_thread_count(g->vm); t++) {
    const char *name = vm_name_of_thread(g->vm, t);
    sink_put32(s, vm_thread_parent(g->vm, t));
    sink_put32(s, (uint32_t)strtoul(strrchr(name, '.') + 1, NULL, 10) - 1);
  }
}

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

static void put_mutexes(struct sink *s, const struct footprints *f) {
  sink_put32(s, footprint_mutex_count(f));
  for (uint32_t i = 0; i < footprint_mutex_count(f); i++) sink_put64(s, footprint_mutex_at(f, i));
}

/* Returns false: all of them are visited. */
static bool count_access(void *context, const struct footprint_access *a) {
  (void)a;
  ++*(uint32_t *)context;
  return false;
}

static bool put_access(void *context, const struct footprint_access *a) {
  struct sink *s = context;
  const struct vm_op *op = &a->op;
  sink_put32(s, a->thread);
  sink_put32(s, (uint32_t)op->everything | (uint32_t)op->approximate << 1 | (uint32_t)op->atomic << 2);
  sink_put64(s, a->mutexes);
  sink_put64(s, a->joins);
  for (unsigned k = 0; k < 2; k++) {
    sink_put64(s, op->range[k].address);
    sink_put64(s, op->range[k].size);
    sink_put32(s, op->range[k].write);
  }
  return false;
}

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
    uint32_t accesses = 0;
    if (number[i] == UINT32_MAX) continue;
    footprint_any(f, i, count_access, &accesses);
    sink_put32(s, accesses);
    footprint_any(f, i, put_access, s);
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
  put_inputs(&s, g);
  put_threads(&s, g);
  put_places(&s, &g->places);
  put_mutexes(&s, stateful_footprints(g->stateful));
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

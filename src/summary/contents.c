/* What places contain while a stretch is followed, in terms of what they contained before it; and what is demanded of
   that. */
#include "summary/segment.h"

static struct content *content_for(struct segment *s, uint32_t block) {
  struct block *b = &s->places->blocks.data[block];
  while (s->content_of.count <= block) vec_push(&s->content_of, 0u);
  if (b->written != s->number) {
    b->written = s->number;
    s->written |= (uint64_t)1 << block % 64;
    s->content_of.data[block] = s->contents.count;
    vec_push(&s->contents, (struct content){0});
  }
  return &s->contents.data[s->content_of.data[block]];
}

static sym_id piece_of(struct segment *s, uint32_t piece, unsigned bytes) {
  return sym_extract(s->sym, piece >> 3, (piece & 7) * 8, bytes * 8);
}

/* How many bytes from `at` on come from one term in a row, or are as before. */
static unsigned run_length(const struct content *c, unsigned at, unsigned end) {
  unsigned n = 1;
  uint32_t first = c->pieces[at];
  while (at + n < end && (first ? (first & 7) + n < 8 && c->pieces[at + n] == first + n : !c->pieces[at + n])) n++;
  return n;
}

sym_id segment_read(struct segment *s, uint64_t place, unsigned first, unsigned count) {
  uint32_t block = places_block(s->places, place);
  if (s->places->blocks.data[block].written != s->number) return sym_bytes(s->sym, block * 8 + first, count);
  sym_id all = 0;
  for (unsigned i = first; i < first + count;) {
    const struct content *c = &s->contents.data[s->content_of.data[block]];
    unsigned n = run_length(c, i, first + count);
    sym_id part = c->pieces[i] ? piece_of(s, c->pieces[i], n) : sym_bytes(s->sym, block * 8 + i, n);
    all = all ? sym_concat(s->sym, part, all) : part;
    i += n;
  }
  return all;
}

static void remember(struct segment *s, uint32_t block, uint32_t byte, uint32_t piece) {
  for (uint32_t i = 0; i < s->before.count; i++)
    if (s->before.data[i].block == block && s->before.data[i].byte == byte) return;
  struct before b = {.block = block, .byte = byte, .piece = piece};
  vec_push(&s->before, b);
}

/* Bytes of `term` from byte `from` on. */
void segment_write(struct segment *s, uint64_t place, unsigned first, unsigned count, sym_id term, unsigned from) {
  uint32_t block = places_block(s->places, place);
  struct content *c = content_for(s, block);
  for (unsigned i = 0; i < count && s->in_round; i++) remember(s, block, first + i, c->pieces[first + i]);
  for (unsigned i = 0; i < count; i++) c->pieces[first + i] = term << 3 | (from + i);
}

sym_id segment_load(struct segment *s, uint64_t address, unsigned bits) {
  unsigned bytes = (bits + 7) / 8;
  sym_id all = 0;
  for (unsigned i = 0; i < bytes;) {
    unsigned first = (address + i) & 7, n = 8 - first < bytes - i ? 8 - first : bytes - i;
    sym_id part = segment_read(s, vm_location_word(address + i), first, n);
    all = all ? sym_concat(s->sym, part, all) : part;
    i += n;
  }
  return sym_extract(s->sym, all, 0, bits);
}

void segment_store(struct segment *s, uint64_t address, unsigned bits, sym_id value) {
  unsigned bytes = (bits + 7) / 8;
  sym_id whole = sym_zext(s->sym, value, bytes * 8);
  for (unsigned i = 0; i < bytes;) {
    unsigned first = (address + i) & 7, n = 8 - first < bytes - i ? 8 - first : bytes - i;
    segment_write(s, vm_location_word(address + i), first, n, whole, i);
    i += n;
  }
}

unsigned segment_width(const struct segment *s, ir_value v) {
  if (ir_is_const(v)) return s->program->consts[ir_const_index(v)].width;
  return s->program->regs[s->program->functions[s->function].first_reg + (uint32_t)v].width;
}

sym_id segment_value(struct segment *s, ir_value v) {
  unsigned width = segment_width(s, v);
  if (ir_is_const(v)) return sym_const(s->sym, vm_const_value(s->g->vm, ir_const_index(v)), width);
  sym_id all = segment_read(s, vm_location_register(s->here.thread, s->here.base + (uint32_t)v), 0, (width + 7) / 8);
  return sym_extract(s->sym, all, 0, width);
}

void segment_pass(struct segment *s, uint32_t thread, uint32_t cell, sym_id term, unsigned wanted) {
  unsigned width = sym_width(s->sym, term), bytes = (wanted + 7) / 8;
  sym_id fitting = width > wanted ? sym_extract(s->sym, term, 0, wanted) : term;
  segment_write(s, vm_location_register(thread, cell), 0, bytes, sym_zext(s->sym, fitting, bytes * 8), 0);
}

void segment_set(struct segment *s, uint32_t reg, sym_id term) {
  segment_pass(s, s->here.thread, s->here.base + reg, term, segment_width(s, (ir_value)reg));
}

/* A place that no state has. */
void segment_forget(struct segment *s, uint32_t reg) {
  sym_id nothing = places_bytes(s->places, vm_location_result(IR_NONE), 0, 8);
  segment_write(s, vm_location_register(s->here.thread, s->here.base + reg), 0, 8, nothing, 0);
}

void segment_forget_bytes(struct segment *s, uint64_t address, uint64_t bytes) {
  sym_id nothing = places_bytes(s->places, vm_location_result(IR_NONE), 0, 8);
  for (uint64_t i = 0; i < bytes; i++)
    segment_write(s, vm_location_word(address + i), (address + i) & 7, 1, nothing, i & 7);
}

void segment_new_object(struct segment *s, const struct vm_log_entry *e) {
  uint64_t facts = vm_object_facts(s->g->vm, e->b, e->a, e->small);
  segment_write(s, vm_location_of_object(s->g->vm, e->a), 0, 8, sym_const(s->sym, facts, 64), 0);
}

void segment_dead_object(struct segment *s, const struct vm_log_entry *e) {
  segment_write(s, e->a, 0, 8, sym_const(s->sym, 0, 64), 0);
}

void segment_demand(struct segment *s, sym_id term) {
  struct demand d = {.term = term};
  if (!sym_is_true(s->sym, term)) vec_push(&s->demands, d);
}

void segment_equal(struct segment *s, sym_id term, uint64_t value) {
  unsigned width = sym_width(s->sym, term);
  segment_demand(s, sym_binary(s->sym, SYM_EQ, term,
                               sym_const(s->sym, width < 64 ? value & (((uint64_t)1 << width) - 1) : value, width)));
}

/* The object is there, begins where it did and is large enough; and where the access was nobody else's business it
   still is. */
void segment_seen(struct segment *s, uint64_t b, uint64_t address, uint64_t bytes) {
  struct vm_log_seen seen = vm_log_seen(b);
  if (!seen.mortal || MUTATED(SUMMARY_ADDRESS)) return;
  uint64_t base = vm_object_base(s->g->vm, seen.region, seen.slot, seen.start);
  sym_id facts = segment_read(s, vm_location_object(seen.region, seen.slot), 0, 8);
  sym_id limit = sym_extract(s->sym, facts, 0, VM_OBJECT_LIMIT_BITS);
  segment_equal(s, sym_extract(s->sym, facts, VM_OBJECT_LIMIT_BITS, VM_OBJECT_START_BITS), seen.start);
  segment_demand(s,
                 sym_binary(s->sym, SYM_ULE, sym_const(s->sym, address - base + bytes, VM_OBJECT_LIMIT_BITS), limit));
  if (!seen.own) return;
  unsigned owner = VM_OBJECT_LIMIT_BITS + VM_OBJECT_START_BITS;
  segment_equal(s, sym_extract(s->sym, facts, owner, VM_OBJECT_OWNER_BITS), s->here.thread);
}

const struct vm_log_entry *segment_peek(const struct segment *s) { return s->at < s->to ? &s->log[s->at] : NULL; }

const struct vm_log_entry *segment_take(struct segment *s, enum vm_log_kind kind) {
  const struct vm_log_entry *e = segment_peek(s);
  if (e && e->kind == kind) {
    s->at++;
    return e;
  }
  s->lost = true;
  return NULL;
}

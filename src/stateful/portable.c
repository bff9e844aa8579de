/* Both directions of each part, side by side. See portable.h. */
#include "stateful/portable.h"

#include <stdlib.h>
#include <string.h>

/* ---- writing ---- */

void portable_put_inputs(struct sink *s, const struct sym *sym) {
  uint32_t variables = sym_variables(sym), count = variables ? sym_input_of(sym, variables - 1) + 1 : 0;
  sink_put32(s, count);
  for (uint32_t i = 0; i < count; i++) {
    const struct sym_input *in = sym_input_at(sym, i);
    sink_put_text(s, in->name);
    sink_put32(s, in->size);
    sink_put32(s, in->kind);
  }
}

void portable_put_threads(struct sink *s, struct vm *vm) {
  sink_put32(s, vm_thread_count(vm));
  for (uint32_t t = 1; t < vm_thread_count(vm); t++) {
    const char *name = vm_name_of_thread(vm, t);
    sink_put32(s, vm_thread_parent(vm, t));
    sink_put32(s, (uint32_t)strtoul(strrchr(name, '.') + 1, NULL, 10) - 1);
  }
}

void portable_put_mutexes(struct sink *s, const struct footprints *f) {
  sink_put32(s, footprint_mutex_count(f));
  for (uint32_t i = 0; i < footprint_mutex_count(f); i++) sink_put64(s, footprint_mutex_at(f, i));
}

void portable_put_access(struct sink *s, const struct footprint_access *a) {
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
}

/* Returns false: all of them are visited. */
static bool count_access(void *context, const struct footprint_access *a) {
  (void)a;
  ++*(uint32_t *)context;
  return false;
}

static bool visit_access(void *context, const struct footprint_access *a) {
  portable_put_access(context, a);
  return false;
}

void portable_put_footprint(struct sink *s, const struct footprints *f, footprint set) {
  uint32_t accesses = 0;
  footprint_any(f, set, count_access, &accesses);
  sink_put32(s, accesses);
  footprint_any(f, set, visit_access, s);
}

/* Number 0 is the same everywhere. */
void portable_put_accesses(struct sink *s, const struct footprints *f) {
  sink_put32(s, footprint_access_count(f) - 1);
  for (uint32_t i = 1; i < footprint_access_count(f); i++) portable_put_access(s, footprint_access_at(f, i));
}

void portable_put_set(struct sink *s, const struct footprints *f, footprint set) {
  uint32_t count;
  const uint64_t *words = footprint_words(f, set, &count);
  sink_put32(s, count);
  for (uint32_t i = 0; i < count; i++) sink_put64(s, words[i]);
}

/* ---- reading ---- */

void portable_get_inputs(struct source *s, struct sym *sym) {
  enum { MOST_SIZE = 1 << 20 };
  uint32_t count = source_get_count(s, 12);
  for (uint32_t i = 0; i < count && !s->bad; i++) {
    const char *name = source_get_text(s);
    uint32_t size = source_get_below(s, MOST_SIZE), kind = source_get_below(s, SYM_UNINIT + 1);
    if (!s->bad && (!size || sym_input(sym, name, size, (enum sym_input_kind)kind) != i)) s->bad = true;
  }
}

void portable_get_threads(struct source *s, struct vm *vm) {
  uint32_t count = source_get32(s);
  if (!count || count > 64) s->bad = true;
  for (uint32_t t = 1; t < count && !s->bad; t++) {
    uint32_t parent = source_get_below(s, t), birth = source_get32(s);
    if (!s->bad && vm_expect_thread(vm, parent, birth) != t) s->bad = true;
  }
}

void portable_get_mutexes(struct source *s, portable_mutexes *mutexes) {
  uint32_t count = source_get_count(s, 8);
  if (count > 64) s->bad = true;
  for (uint32_t i = 0; i < count && !s->bad; i++) vec_push(mutexes, source_get64(s));
}

struct reader {
  struct source *s;
  struct vm *vm;
  struct footprints *f;
  const portable_mutexes *mutexes;
};

/* A mutex that has no bit here is not marked: a footprint may say more than it must. */
static uint64_t mutexes_here(const struct reader *r, uint64_t there) {
  uint64_t here = 0;
  if (r->mutexes->count < 64 && there >> r->mutexes->count) r->s->bad = true;
  for (; there && !r->s->bad; there &= there - 1)
    here |= footprint_mutex_bit(r->f, r->mutexes->data[(uint32_t)__builtin_ctzll(there)]);
  return here;
}

static struct footprint_access get_access(const struct reader *r) {
  struct source *s = r->s;
  struct footprint_access a = {.thread = source_get_below(s, vm_thread_count(r->vm))};
  uint32_t flags = source_get_below(s, 8);
  a.op.everything = flags & 1;
  a.op.approximate = flags >> 1 & 1;
  a.op.atomic = flags >> 2 & 1;
  a.mutexes = mutexes_here(r, source_get64(s));
  a.joins = source_get64(s);
  for (unsigned k = 0; k < 2; k++) {
    a.op.range[k].address = source_get64(s);
    a.op.range[k].size = source_get64(s);
    a.op.range[k].write = source_get_below(s, 2);
  }
  return a;
}

uint32_t portable_get_access(struct source *s, struct vm *vm, struct footprints *f, const portable_mutexes *mutexes) {
  struct reader r = {s, vm, f, mutexes};
  struct footprint_access a = get_access(&r);
  return s->bad ? 0 : footprint_access_number(f, &a);
}

void portable_get_accesses(struct source *s, struct vm *vm, struct footprints *f, const portable_mutexes *mutexes,
                           portable_numbers *numbers) {
  uint32_t count = source_get_count(s, PORTABLE_ACCESS);
  vec_push(numbers, 0u);
  for (uint32_t i = 0; i < count && !s->bad; i++) vec_push(numbers, portable_get_access(s, vm, f, mutexes));
}

footprint portable_get_set(struct source *s, struct footprints *f, const portable_numbers *numbers) {
  VEC(uint64_t) words = {0};
  uint32_t count = source_get_count(s, 8);
  for (uint32_t i = 0; i < count && !s->bad; i++) vec_push(&words, source_get64(s));
  if (count > numbers->count / 64 + 1) s->bad = true;
  if (!s->bad && count && count == numbers->count / 64 + 1 && words.data[count - 1] >> numbers->count % 64)
    s->bad = true;
  footprint set = s->bad ? FOOTPRINT_NONE : footprint_of_words(f, words.data, count, numbers->data);
  vec_free(&words);
  return set;
}

footprint portable_get_footprint(struct source *s, struct vm *vm, struct footprints *f,
                                 const portable_mutexes *mutexes) {
  portable_numbers numbers = {0};
  uint32_t count = source_get_count(s, PORTABLE_ACCESS);
  for (uint32_t i = 0; i < count && !s->bad; i++) vec_push(&numbers, portable_get_access(s, vm, f, mutexes));
  footprint set = s->bad ? FOOTPRINT_NONE : footprint_of_numbers(f, numbers.data, numbers.count);
  vec_free(&numbers);
  return set;
}

/* Contents of memory objects: bytes that are concrete, symbolic (which byte of which expression), or written by
   nobody. */
#include <stdio.h>

#include "vm/state.h"

static uint64_t words_of(const struct object *o) { return (o->size + 7) / 8; }

/* Makes sure that bytes without a concrete value can be recorded. */
static void need_nonconcrete(struct object *o) {
  if (o->nonconcrete) return;
  if (o->size >= 1 << 16) {
    o->nonconcrete = mem_zalloc(words_of(o));
    return;
  }
  /* inline data leave no room: the marks live with the expressions, in one block */
  o->sym = mem_zalloc(words_of(o) * (8 * sizeof *o->sym + 1));
  o->nonconcrete = (uint8_t *)(o->sym + words_of(o) * 8);
}

static void need_sym(struct object *o) {
  need_nonconcrete(o);
  if (!o->sym) o->sym = mem_zalloc(words_of(o) * 8 * sizeof *o->sym);
}

static void set_sym(struct object *o, uint64_t offset, sym_id expr, unsigned which) {
  o->sym[offset] = expr << 3 | which;
  o->nonconcrete[offset >> 3] |= (uint8_t)(1u << (offset & 7));
}

static void set_concrete(struct object *o, uint64_t offset, uint8_t byte) {
  o->data[offset] = byte;
  if (!o->nonconcrete) return;
  o->nonconcrete[offset >> 3] &= (uint8_t)~(1u << (offset & 7));
  if (o->sym) o->sym[offset] = 0;
}

static void touch_range(struct vm *vm, struct object *o, uint64_t offset, uint64_t count) {
  if (!count) return;
  VERIFY(offset <= o->size && count <= o->size - offset);
  for (uint64_t w = offset >> 3; w <= (offset + count - 1) >> 3; w++) memory_touch(vm, o, (uint32_t)w);
}

static bool any_nonconcrete(const struct object *o, uint64_t offset, uint64_t count) {
  if (!o->nonconcrete) return false;
  for (uint64_t i = offset; i < offset + count; i++)
    if (object_is_nonconcrete(o, i)) return true;
  return false;
}

bool object_is_symbolic(const struct object *o, uint64_t offset, uint64_t count) {
  for (uint64_t i = offset; o->nonconcrete && i < offset + count; i++)
    if (object_is_nonconcrete(o, i)) return true;
  return false;
}

void object_put_bytes(struct vm *vm, struct object *o, uint64_t offset, const void *bytes, uint64_t count) {
  touch_range(vm, o, offset, count);
  if (!o->nonconcrete) {
    memcpy(o->data + offset, bytes, count);
    return;
  }
  for (uint64_t i = 0; i < count; i++) set_concrete(o, offset + i, ((const uint8_t *)bytes)[i]);
}

void object_put_byte_expr(struct vm *vm, struct object *o, uint64_t offset, sym_id expr, unsigned which) {
  touch_range(vm, o, offset, 1);
  need_sym(o);
  set_sym(o, offset, expr, which);
}

void object_make_uninit(struct vm *vm, struct object *o, uint64_t offset, uint64_t count) {
  touch_range(vm, o, offset, count);
  need_nonconcrete(o);
  for (uint64_t i = offset; i < offset + count; i++) {
    if (o->sym) o->sym[i] = 0;
    o->nonconcrete[i >> 3] |= (uint8_t)(1u << (i & 7));
  }
}

void object_forget(struct vm *vm, struct object *o) {
  touch_range(vm, o, 0, o->size);
  need_nonconcrete(o);
  memset(o->data, 0, words_of(o) * 8);
  memset(o->nonconcrete, 0xff, words_of(o));
  if (o->sym) memset(o->sym, 0, words_of(o) * 8 * sizeof *o->sym);
}

void object_put(struct vm *vm, struct object *o, uint64_t offset, unsigned bits, uint64_t value, sym_id expr) {
  unsigned bytes = (bits + 7) / 8;
  if (!expr) {
    object_put_bytes(vm, o, offset, &value, bytes);
    return;
  }
  if (expr == CELL_UNDEF) {
    object_make_uninit(vm, o, offset, bytes);
    return;
  }
  expr = sym_zext(vm->sym, expr, bytes * 8);
  touch_range(vm, o, offset, bytes);
  need_sym(o);
  for (unsigned i = 0; i < bytes; i++) set_sym(o, offset + i, expr, i);
}

static bool is_uninit(const struct object *o, uint64_t offset) {
  return object_is_nonconcrete(o, offset) && !object_sym(o, offset);
}

/* Gives a run of bytes that nobody wrote a value: variables of their own, the same whenever these places are read, and
   wherever they are copied to. */
static void define_run(struct vm *vm, struct object *o, uint64_t offset, uint64_t count) {
  char name[160];
  unsigned long long at = offset;
  const char *thread = vm->threads.data[o->region ? (o->born_region - 1) / 2 : 0]->name;
  if (o->life)
    snprintf(name, sizeof name, "heddle.uninit.%s.%s%u+%llu", thread, o->kind == OBJECT_HEAP ? "heap" : "stack",
             o->life, at);
  else snprintf(name, sizeof name, "heddle.uninit.%u.%u+%llu", o->born_region, o->born_slot, at);
  const uint8_t *fixed = given_input(vm, name, (uint32_t)count, SYM_UNINIT);
  uint32_t first = decide_input(vm, name, (uint32_t)count, SYM_UNINIT);
  for (uint64_t i = 0; i < count; i += 8) {
    unsigned bytes = count - i < 8 ? (unsigned)(count - i) : 8;
    sym_id expr = sym_bytes(vm->sym, first + (uint32_t)i, bytes);
    if (fixed) decide_pin(vm, expr, fixed + i, bytes);
    object_put(vm, o, offset + i, bytes * 8, 0, expr);
  }
}

/* In lines of 64 bytes, so that an array that is read one element after the other does not become as many inputs. */
static void define_range(struct vm *vm, struct object *o, uint64_t offset, uint64_t count) {
  enum { LINE = 64 };
  uint64_t at = offset / LINE * LINE, end = (offset + count + LINE - 1) / LINE * LINE;
  if (end > o->size) end = o->size;
  while (at < end) {
    uint64_t run = 0;
    while (at + run < end && is_uninit(o, at + run)) run++;
    if (run) define_run(vm, o, at, run);
    at += run ? run : 1;
  }
}

static bool any_uninit(const struct object *o, uint64_t offset, uint64_t count) {
  for (uint64_t i = offset; o->nonconcrete && i < offset + count; i++)
    if (is_uninit(o, i)) return true;
  return false;
}

/* The longest piece from `offset` on that is one expression or one concrete number: its length in bytes. */
static unsigned piece(struct vm *vm, const struct object *o, uint64_t offset, unsigned count, sym_id *expr) {
  sym_id first = object_sym(o, offset);
  unsigned n = 1;
  if (!first) {
    uint64_t value = o->data[offset];
    for (; n < count && !object_sym(o, offset + n); n++) value |= (uint64_t)o->data[offset + n] << (8 * n);
    *expr = sym_const(vm->sym, value, n * 8);
    return n;
  }
  while (n < count && (first & 7) + n < 8 && object_sym(o, offset + n) == first + n) n++;
  *expr = sym_extract(vm->sym, first >> 3, (first & 7) * 8, n * 8);
  return n;
}

void object_get(struct vm *vm, struct object *o, uint64_t offset, unsigned bits, struct cell *into) {
  unsigned bytes = (bits + 7) / 8;
  uint64_t mask = bits == 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1;
  VERIFY(!o->released && offset <= o->size && bytes <= o->size - offset);
  if (any_uninit(o, offset, bytes)) define_range(vm, o, offset, bytes);
  if (!any_nonconcrete(o, offset, bytes)) {
    uint64_t value = 0;
    memcpy(&value, o->data + offset, bytes);
    cell_put(vm, into, value & mask);
    return;
  }
  sym_id expr = 0;
  for (unsigned i = 0; i < bytes;) {
    sym_id part;
    unsigned n = piece(vm, o, offset + i, bytes - i, &part);
    expr = expr ? sym_concat(vm->sym, part, expr) : part;
    i += n;
  }
  if (bits < bytes * 8) expr = sym_extract(vm->sym, expr, 0, bits);
  expr = sym_settle(vm->sym, expr);
  uint64_t value;
  if (sym_is_const(vm->sym, expr, &value)) cell_put(vm, into, value);
  else cell_put_raw(vm, into, 0, expr);
}

static void copy_byte(struct vm *vm, struct object *to, uint64_t t, const struct object *from, uint64_t f) {
  if (!object_is_nonconcrete(from, f)) set_concrete(to, t, from->data[f]);
  else if (MUTATED(UNINIT) && !object_sym(from, f)) object_make_uninit(vm, to, t, 1);
  else object_put_byte_expr(vm, to, t, object_sym(from, f) >> 3, object_sym(from, f) & 7);
}

void object_copy(struct vm *vm, struct object *to, uint64_t t, struct object *from, uint64_t f, uint64_t count) {
  touch_range(vm, to, t, count);
  if (!to->nonconcrete && !from->nonconcrete) {
    memmove(to->data + t, from->data + f, count);
    return;
  }
  if (!MUTATED(UNINIT) && any_uninit(from, f, count)) define_range(vm, from, f, count);
  bool backwards = to == from && t > f;
  for (uint64_t i = 0; i < count; i++) {
    uint64_t k = backwards ? count - 1 - i : i;
    copy_byte(vm, to, t + k, from, f + k);
  }
}

void object_fill(struct vm *vm, struct object *o, uint64_t offset, uint64_t count, const struct cell *byte) {
  touch_range(vm, o, offset, count);
  if (!byte->expr && !o->nonconcrete) {
    memset(o->data + offset, (int)byte->value, count);
    return;
  }
  for (uint64_t i = offset; i < offset + count; i++) object_put(vm, o, i, 8, byte->value & 0xff, byte->expr);
}

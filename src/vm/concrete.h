/* Arithmetic on concrete values of 1 to 64 bits, for all who execute instructions: a value has zeros above its width.
 */
#ifndef HEDDLE_VM_CONCRETE_H
#define HEDDLE_VM_CONCRETE_H
#include <stdint.h>

static inline uint64_t cut(uint64_t value, unsigned width) { return value & (~(uint64_t)0 >> (64 - width)); }
static inline int64_t signed_of(uint64_t value, unsigned width) {
  return (int64_t)(value << (64 - width)) >> (64 - width);
}
static inline unsigned shift_amount(uint64_t amount, unsigned width) {
  unsigned limit = width <= 8 ? 8 : width <= 16 ? 16 : width <= 32 ? 32 : 64;
  if (width < 8) limit = width <= 1 ? 1 : width <= 2 ? 2 : width <= 4 ? 4 : 8;
  return (unsigned)(amount & (limit - 1));
}
static inline uint64_t shift_left(uint64_t a, uint64_t b, unsigned w) {
  unsigned n = shift_amount(b, w);
  return n >= w ? 0 : cut(a << n, w);
}
static inline uint64_t shift_right(uint64_t a, uint64_t b, unsigned w) {
  unsigned n = shift_amount(b, w);
  return n >= w ? 0 : a >> n;
}
static inline uint64_t shift_signed(uint64_t a, uint64_t b, unsigned w) {
  unsigned n = shift_amount(b, w);
  return cut((uint64_t)(signed_of(a, w) >> (n >= w ? w - 1 : n)), w);
}
#endif

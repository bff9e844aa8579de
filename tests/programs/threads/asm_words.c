// Assembly of lock-free libraries: moves, pointers and numbers of any kind, flags as results, setz into memory or into the
// register of the comparison. What each gives is compared with the processor.
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
static uint64_t word; static double number; static void *pointer; static uint8_t byte;
static bool cas_pointer(void **t, void *c, void *s) { bool z; __asm__ volatile("lock cmpxchgq %3, %0" : "+m"(*(uint64_t *)t), "=@ccz"(z), "+a"(c) : "q"(s) : "memory", "cc"); return z; }
static bool cas_word(uint64_t *t, uint64_t c, uint64_t s, uint64_t *v) { bool z; __asm__ volatile("lock cmpxchgq %3, %0; setz %1;" : "+m"(*t), "=q"(z), "+a"(c) : "q"(s) : "memory", "cc"); *v = c; return z; }
static bool cas_byte(uint8_t *t, uint8_t c, uint8_t s) { bool z; __asm__ volatile("lock cmpxchgb %2, %0; setz %1" : "+m"(*t), "=a"(z) : "q"(s), "a"(c) : "memory", "cc"); return z; }
static bool dec_is_zero(uint64_t *t) { bool z; __asm__ volatile("lock decq %0; setz %1" : "+m"(*t), "=rm"(z) : : "memory", "cc"); return z; }
static bool sub_is_negative(uint64_t *t, uint64_t by) { bool s; __asm__ volatile("lock subq %2, %0" : "+m"(*t), "=@ccs"(s) : "er"(by) : "memory", "cc"); return s; }
static void *load_pointer(void *const *p) { void *r; __asm__ volatile("movq %1, %0" : "=q"(r) : "m"(*(const uint64_t *)p) : "memory"); return r; }
static void store_pointer(void **p, const void *v) { __asm__ volatile("movq %1, %0" : "=m"(*(uint64_t *)p) : "iq"(v) : "memory"); }
static double load_double(const double *p) { double r; __asm__ volatile("movq %1, %0" : "=q"(r) : "m"(*p) : "memory"); return r; }
static void check(uint64_t by) {
  uint64_t seen;
  word = by;
  assert(sub_is_negative(&word, 5) == ((int64_t)(by - 5) < 0) && word == by - 5);
  word = 2;
  assert(!dec_is_zero(&word) && dec_is_zero(&word));
  assert(!cas_word(&word, 7, 8, &seen) && seen == 0);
  assert(cas_word(&word, 0, by, &seen) && seen == 0 && word == by);
  byte = 3;
  assert(!cas_byte(&byte, 4, 5) && cas_byte(&byte, 3, 5) && byte == 5);
  store_pointer(&pointer, &word);
  assert(load_pointer(&pointer) == &word && cas_pointer(&pointer, &word, &byte) && *(uint8_t *)load_pointer(&pointer) == 5);
  assert(!cas_pointer(&pointer, &word, &byte));
  number = 2.5;
  assert(load_double(&number) == 2.5);
  __asm__ volatile("prefetchw (%0)" : : "r"(&word) : "memory");
}
int main(void) {
  check(3);
  check(-3);
  check(5);
  return 0;
}

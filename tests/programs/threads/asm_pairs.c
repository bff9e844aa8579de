// Two words at once, in the forms that lock-free libraries write: expected words in registers of their own, loaded by the
// assembly, or whatever is there, which reads both; and the complement of a word. Compared with the processor.
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

static _Alignas(16) uint64_t both[2];

static bool exchange_told(uint64_t *t, const uint64_t *c, const uint64_t *s, uint64_t *v) {
  bool z;
  __asm__ __volatile__("lock cmpxchg16b %0;"
                       "setz %3"
                       : "+m"(*t), "=a"(v[0]), "=d"(v[1]), "=q"(z)
                       : "a"(c[0]), "d"(c[1]), "b"(s[0]), "c"(s[1])
                       : "memory", "cc");
  return z;
}

static bool exchange_loaded(uint64_t *t, uint64_t *c, const uint64_t *s) {
  bool z;
  __asm__ __volatile__("movq 0(%4), %%rax;"
                       "movq 8(%4), %%rdx;"
                       "lock cmpxchg16b %0; setz %1"
                       : "+m"(*t), "=q"(z)
                       : "b"(s[0]), "c"(s[1]), "q"(c)
                       : "memory", "cc", "%rax", "%rdx");
  return z;
}

static void read_both(uint64_t *t, uint64_t *v) {
  __asm__ __volatile__("movq %%rdx, %%rcx;"
                       "movq %%rax, %%rbx;"
                       "lock cmpxchg16b %2;"
                       : "=a"(v[0]), "=d"(v[1])
                       : "m"(*t)
                       : "%rbx", "%rcx", "memory", "cc");
}

int main(void) {
  uint64_t seen[2] = {9, 9}, wrong[2] = {1, 2}, zero[2] = {0, 0}, next[2] = {3, 4};
  assert(!exchange_told(both, wrong, next, seen) && seen[0] == 0 && seen[1] == 0);
  assert(exchange_told(both, zero, next, seen) && seen[0] == 0 && both[0] == 3 && both[1] == 4);
  assert(!exchange_loaded(both, wrong, zero) && both[0] == 3);
  assert(exchange_loaded(both, next, wrong) && both[0] == 1 && both[1] == 2);
  read_both(both, seen);
  assert(seen[0] == 1 && seen[1] == 2);
  __asm__ __volatile__("lock notq %0" : "+m"(both[1]) : : "memory", "cc");
  assert(both[1] == ~2ul);
  uint8_t byte = 5;
  __asm__ __volatile__("lock notb %0" : "+m"(byte) : : "memory", "cc");
  assert(byte == 0xfa);
  return 0;
}

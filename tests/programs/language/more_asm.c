// The counter of the processor, single bits and pairs of words, as lock-free libraries write them.
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <stdint.h>

static uint64_t counter(void) {
  unsigned low, high;
  __asm__ __volatile__("rdtsc" : "=a"(low), "=d"(high));
  return (uint64_t)high << 32 | low;
}

static int set_bit(long number, volatile unsigned *words) {
  int old;
  __asm__ volatile("lock; btsl %2,%1\n\tsbbl %0,%0" : "=r"(old), "+m"(*words) : "Ir"((int)number) : "memory");
  return old;
}
static unsigned char clear_bit(int number, volatile unsigned *words) {
  unsigned char old;
  __asm__ volatile("lock; btrl %2,%1; setc %0" : "=q"(old), "+m"(*words) : "r"(number) : "memory", "cc");
  return old;
}
static void change_bit(long number, volatile unsigned long *words) {
  __asm__ volatile("lock; btcq %1,%0" : "+m"(*words) : "r"(number) : "memory", "cc");
}

struct pair {
  uint64_t low, high;
} __attribute__((aligned(16)));

static char exchange(struct pair *p, struct pair *old, struct pair new) {
  char done;
  __asm__ volatile("lock; cmpxchg16b %0; setz %1"
                   : "+m"(*p), "=q"(done), "+a"(old->low), "+d"(old->high)
                   : "b"(new.low), "c"(new.high)
                   : "memory", "cc");
  return done;
}

int main(void) {
  volatile unsigned words[2] = {0, 0};
  volatile unsigned long word = 0;
  uint64_t first = counter();
  assert(counter() > first);
  assert(set_bit(3, words) == 0 && words[0] == 8);
  assert(set_bit(3, words) == -1 && words[0] == 8);
  assert(set_bit(33, words) == 0 && words[0] == 8 && words[1] == 2);
  assert(clear_bit(33, words) == 1 && words[1] == 0);
  assert(clear_bit(33, words) == 0 && words[0] == 8);
  change_bit(40, &word);
  assert(word == 1ul << 40);
  change_bit(40, &word);
  assert(word == 0);
  struct pair p = {1, 2}, old = {1, 3};
  assert(!exchange(&p, &old, (struct pair){5, 6}));
  assert(old.low == 1 && old.high == 2 && p.low == 1 && p.high == 2);
  assert(exchange(&p, &old, (struct pair){5, 6}));
  assert(p.low == 5 && p.high == 6 && old.low == 1 && old.high == 2);
  return 0;
}

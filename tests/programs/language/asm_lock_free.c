// Inline assembly of lock-free libraries: fences of all kinds, waiting, locked operations with and without flags.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#include <stdint.h>
#include <stdio.h>
static int x = 1;
static uint64_t y = 5;

static void fences(void) {
  __asm__ __volatile__("" ::: "memory");
  __asm__ __volatile__("mfence" ::: "memory");
  __asm__ __volatile__("sfence" ::: "memory");
  __asm__ __volatile__("lfence;" ::: "memory");
  __asm__ __volatile__("pause\n" ::: "memory");
  __asm__ __volatile__("rep; nop" ::: "memory");
  __asm__ __volatile__("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
  __asm__ __volatile__("lock addl $0, -4(%%rsp)" ::: "memory", "cc");
  __asm__ __volatile__("lock; orl $0,(%%rsp)" ::: "memory", "cc");
}

int main(void) {
  fences();
  int i = 3, v = 42;
  __asm__ __volatile__("lock; xaddl %0, %1" : "+r"(i), "+m"(x) : : "memory", "cc");
  printf("%d %d\n", i, x);
  uint64_t q = 2, previous;
  __asm__ __volatile__("lock; xaddq %0,%1" : "=r"(q), "=m"(y) : "0"(q), "m"(y) : "memory");
  printf("%lu %lu\n", q, y);
  __asm__ __volatile__("lock; cmpxchgq %1,%2" : "=a"(previous) : "r"(99UL), "m"(y), "0"(7UL) : "memory");
  printf("%lu %lu\n", previous, y);
  __asm__ __volatile__("lock; orl %1, %0" : "+m"(x) : "r"(0x30) : "memory", "cc");
  __asm__ __volatile__("lock; andl %1, %0" : "+m"(x) : "r"(0x11) : "memory", "cc");
  __asm__ __volatile__("lock; xorl %1, %0" : "+m"(x) : "r"(0x12) : "memory", "cc");
  printf("%d\n", x);
  x = 2;
  for (int k = 0; k < 4; k++) {
    unsigned char zero, negative;
    __asm__ __volatile__("lock; decl %0; sete %1" : "+m"(x), "=qm"(zero) : : "memory", "cc");
    __asm__ __volatile__("lock; subl %2, %0\n\tsets %1" : "+m"(x), "=q"(negative) : "r"(0) : "memory", "cc");
    printf("%d %d %d\n", x, zero, negative);
  }
  __asm__ __volatile__("xchgl %0,%1" : "+r"(v), "+m"(x) : : "memory");
  printf("%d %d\n", v, x);
  return 0;
}

// Atomic operations written in assembly give what the processor gives.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#include <stdio.h>

static int xadd(int *p, int v) {
  __asm__ volatile("lock; xaddl %0, %1" : "+r"(v), "+m"(*p) : : "memory", "cc");
  return v;
}
static long xadd_long(long *p, long v) {
  __asm__ volatile("lock xaddq %0,%1" : "=r"(v), "=m"(*p) : "0"(v), "m"(*p) : "memory");
  return v;
}
static int swap(int *p, int v) {
  __asm__ volatile("xchgl %0, %1" : "+r"(v), "+m"(*p) : : "memory");
  return v;
}
static int compare(int *p, int expected, int new) {
  int old;
  __asm__ volatile("lock\n\tcmpxchgl %2, %1" : "=a"(old), "+m"(*p) : "r"(new), "0"(expected) : "memory");
  return old;
}
static void add(int *p, int v) { __asm__ volatile("lock; addl %1, %0" : "+m"(*p) : "ir"(v) : "memory"); }
static void sub(int *p, int v) { __asm__ volatile("lock; subl %1, %0" : "+m"(*p) : "ir"(v)); }
static void inc(int *p) { __asm__ volatile("lock; incl %0" : "+m"(*p)); }
static void dec(int *p) { __asm__ volatile("lock; decl %0" : "+m"(*p)); }

int main(void) {
  int x = 5;
  long y = 1L << 40;
  printf("%d %d\n", xadd(&x, 3), 0);
  printf("%d\n", x);
  printf("%ld\n", xadd_long(&y, -1));
  printf("%ld\n", y);
  printf("%d\n", swap(&x, 11));
  printf("%d\n", x);
  printf("%d\n", compare(&x, 11, 12));
  printf("%d\n", x);
  printf("%d\n", compare(&x, 99, 13));
  printf("%d\n", x);
  add(&x, 100), sub(&x, 7), inc(&x), inc(&x), dec(&x);
  printf("%d\n", x);
  return 0;
}

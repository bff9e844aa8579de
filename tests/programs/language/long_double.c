// long double is computed with the processor's own 80 bits: the output is that of the native program.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct pair {
  char c;
  long double a, b;
};
static long double table[3] = {1.0L / 3, -0.0L, 1e4000L};
static struct pair pair = {'x', 32.1L, -7};

static long double half(long double x) { return x / 2; }
static struct pair twice(struct pair p) {
  p.a *= 2;
  p.b = -p.b;
  return p;
}

static long double sum(int count, ...) {
  va_list list;
  long double all = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++) {
    all += va_arg(list, int);
    all += va_arg(list, long double);
  }
  va_end(list);
  return all;
}

int main(void) {
  volatile long double x = 3, y = 0.1, zero = 0;
  volatile unsigned long long large = ~0ULL;
  volatile long long negative = -5;
  printf("%Lf %.20Lf %Le %Lg %.1Lf\n", half(x), y, x * y, x - y, 32.15L);
  printf("%.25Lg %.25Lg\n", table[0], x / 7);
  printf("%Lf %Lf %Lf\n", x / zero, -x / zero, zero * 0);
  printf("%d %d %d %d\n", half(3) == 1.5L, x < y, x >= y, zero / zero == zero / zero);
  printf("%llu %lld %d %u\n", (unsigned long long)(long double)large, (long long)(negative * 1.5L), (int)-2.9L, (unsigned)3.9L);
  printf("%.17g %.9g\n", (double)(table[0] * 3 - 1), (double)(float)table[0]);
  printf("%.3Lf %.3Lf\n", (long double)large + 1, (long double)negative);
  pair = twice(pair);
  printf("%c %.2Lf %.2Lf %zu\n", pair.c, pair.a, pair.b, sizeof pair);
  printf("%.2Lf\n", sum(3, 1, 0.25L, 2, 0.5L, 3, x));
  printf("%d\n", table[2] > 1e308L && table[1] == 0);
  return 0;
}

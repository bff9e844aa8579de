// setjmp returns twice: from deep calls, out of a function of the library, within one function, with a value of 0. Locals
// have their newest values behind it, as in code that is not optimised.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf top, copy[2];

static int compare(const void *a, const void *b) {
  if (*(const int *)a == 3) longjmp(top, 7);
  return *(const int *)a - *(const int *)b;
}

static void dig(int n) {
  volatile int local = n;
  if (n == 0) longjmp(top, 0);
  dig(n - 1);
  printf("never %d\n", local);
}

static int attempt(int which) {
  volatile int count = 0;
  int result = setjmp(top);
  printf("setjmp gives %d, count is %d\n", result, count);
  if (result != 0) return result * 100 + count + 1;
  count = 5;
  if (which == 0) dig(4);
  if (which == 1) {
    int values[] = {3, 1, 2};
    qsort(values, 3, sizeof *values, compare);
  }
  if (which == 2) longjmp(top, which + 9);
  return count;
}

static int nested(void) {
  volatile int rounds = 0;
  if (setjmp(copy[0]) == 5) return rounds;
  rounds++;
  switch (setjmp(copy[1])) {
  case 0: longjmp(copy[1], 3);
  case 3: longjmp(copy[rounds == 4 ? 0 : 0], rounds == 4 ? 5 : 1);
  default: return -1;
  }
}

int main(void) {
  for (int i = 0; i < 4; i++) printf("%d\n", attempt(i));
  printf("%d\n", nested());
  return 0;
}

// Summaries go through va_start: what was handed over counts, and a program that prints at its end has summaries, too.
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=naive --tests=none %s
// VERDICT: safe
// RUNS: full=70
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --prune=summaries --tests=none %s
// VERDICT: safe
// RUNS: full=8 partial=9
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=naive --tests=failures %s -- -DBAD=1
// FAILURE: assert 50
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --prune=summaries --tests=failures %s -- -DBAD=1
// FAILURE: assert 50
// REPLAY: yes
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --prune=summaries --tests=failures %s -- -DBAD=2
// FAILURE: assert 50
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#ifndef BAD
#define BAD 100 /* nobody is called that */
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static long last;
static void *work(void *p) {
  for (int i = 0; i < 4; i++) {
    pthread_mutex_lock(&m);
    sum += (int)(long)p;
    last = (long)p;
    pthread_mutex_unlock(&m);
  }
  return NULL;
}
static int has(int wanted, int count, ...) {
  va_list list;
  int found = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++) found |= (i % 2 ? va_arg(list, long) : va_arg(list, int)) == wanted;
  va_end(list);
  return found;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)1);
  pthread_create(&b, NULL, work, (void *)2);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%d at last %ld\n", sum, last);
  assert(!has(BAD, 2, sum, last));
  return 0;
}

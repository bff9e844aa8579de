// Two threads lock in the opposite order only if a third was early: a summary that says "no failure" speaks of deadlocks too.
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s -- -DVALUE=0
// VERDICT: safe
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --tests=failures %s -- -DVALUE=0
// VERDICT: safe
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=naive --tests=failures %s
// FAILURE: deadlock 22
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s
// FAILURE: deadlock 22
// REPLAY: yes
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --tests=failures %s
// FAILURE: deadlock 22
// REPLAY: yes
#include <pthread.h>
#ifndef VALUE
#define VALUE 1
#endif
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static volatile int opposite, done;
static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  done = done + 1;
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}
static void *left(void *unused) {
  both(&a, &b);
  return unused;
}
static void *right(void *unused) {
  if (opposite) both(&b, &a);
  else both(&a, &b);
  return unused;
}
static void *early(void *unused) {
  opposite = VALUE;
  return unused;
}
int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, left, NULL);
  pthread_create(&t[1], NULL, right, NULL);
  pthread_create(&t[2], NULL, early, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}

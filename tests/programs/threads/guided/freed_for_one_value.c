// The same control state with the object freed and not freed: being alive is part of the condition.
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s -- -DLIMIT=3
// VERDICT: safe
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --tests=failures %s -- -DLIMIT=3
// VERDICT: safe
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=naive --tests=failures %s
// FAILURE: memory 33
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s
// FAILURE: memory 33
// REPLAY: yes
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --tests=failures %s
// FAILURE: memory 33
// REPLAY: yes
#include <pthread.h>
#include <stdlib.h>
#ifndef LIMIT
#define LIMIT 2
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int turns;
static int *shared;
static int take(void) {
  pthread_mutex_lock(&m);
  int mine = turns++;
  pthread_mutex_unlock(&m);
  return mine;
}
static void *last_frees(void *unused) {
  if (take() >= LIMIT) {
    free(shared);
  } else {
    pthread_mutex_lock(&m);
    *shared = 1;
    pthread_mutex_unlock(&m);
  }
  return unused;
}
int main(void) {
  shared = malloc(sizeof *shared);
  if (!shared) return 0;
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, last_frees, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}

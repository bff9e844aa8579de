// Every thread has its own copy, with the initial value.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: full=1 blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static _Thread_local int own = 5;
static __thread char buffer[4];
static void *work(void *p) {
  assert(own == 5 && buffer[0] == 0);
  own += (int)(long)p;
  buffer[0] = (char)own;
  static _Thread_local int calls;
  calls++;
  assert(calls == 1 && buffer[0] == 5 + (long)p);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  own = 100;
  pthread_create(&a, NULL, work, (void *)1L);
  pthread_create(&b, NULL, work, (void *)2L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(own == 100 && buffer[0] == 0);
  return 0;
}

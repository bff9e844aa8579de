// The argument of a thread is a variable of a block that ends before the thread reads it.
// RUN: heddle run --json=%t/out.json --out=%t/tests %s
// FAILURE: memory 7 use after scope: read of local 'arg' after its block has ended
// REPLAY: yes
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor %s
// FAILURE: memory 7 use after scope
static void *worker(void *p) { return (void *)(long)*(int *)p; }
#include <pthread.h>
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) {
    int arg = 7;
    pthread_create(&t[i], 0, worker, &arg);
  }
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}

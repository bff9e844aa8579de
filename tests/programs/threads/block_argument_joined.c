// The block ends when the thread that got the address has been joined: each round has its own variable, and nothing fails.
// VERDICT: safe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static void *worker(void *p) {
  *(int *)p += 1;
  return 0;
}
int main(void) {
  for (int i = 0; i < 3; i++) {
    int arg = i;
    pthread_t t;
    pthread_create(&t, 0, worker, &arg);
    pthread_join(t, 0);
    assert(arg == i + 1);
  }
  return 0;
}

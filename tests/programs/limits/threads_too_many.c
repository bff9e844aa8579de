// The 4,097th thread beside the first one: what is not explored is named.
// ARGS: --tests=none
// VERDICT: incomplete
// REASON: more threads than addresses for them
#include <pthread.h>
static void *work(void *p) { return p; }
int main(void) {
  for (int i = 0; i < 4097; i++) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
  }
  return 0;
}

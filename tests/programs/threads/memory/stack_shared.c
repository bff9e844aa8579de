// Locals of the creator may be used as long as it waits.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: full=1 blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static void *use(void *p) {
  *(int *)p += 1;
  return NULL;
}
int main(void) {
  int a = 1, b = 2;
  pthread_t s, t;
  pthread_create(&s, NULL, use, &a);
  pthread_create(&t, NULL, use, &b);
  pthread_join(s, NULL);
  pthread_join(t, NULL);
  assert(a == 2 && b == 3);
  return 0;
}

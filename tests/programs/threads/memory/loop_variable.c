// The classic: every thread gets the address of the same loop variable.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static int seen[2];
static void *work(void *p) {
  int i = *(int *)p;
  if (i < 2) seen[i] = 1;
  return NULL;
}
int main(void) {
  pthread_t t[2];
  int i;
  for (i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, &i);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  assert(seen[0] && seen[1]); // FAIL-HERE: assert
  return 0;
}

// The other order of a race begins with a round of a waiting loop: the waiting thread looks again behind the section, which might have changed
// what it waits for, but cannot move before it. That step is left out, and the rest of the sequence is explored all the same.
// ARGS: --strategy=guided
// VERDICT: unsafe
// FAILURE: assert 22
// FAILURE: deadlock 26
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x, other, w;
static void *add(void *arg) {
  x = x + 1;
  return arg;
}
static void *look(void *arg) {
  int seen;
  __VERIFIER_atomic_begin();
  other = 3;
  seen = x;
  __VERIFIER_atomic_end();
  assert(seen != 1);
  return arg;
}
static void *wait(void *arg) {
  while (!__atomic_load_n(&w, __ATOMIC_ACQUIRE))
    ;
  return arg;
}
int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, wait, NULL);
  pthread_create(&t[1], NULL, look, NULL);
  pthread_create(&t[2], NULL, add, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}

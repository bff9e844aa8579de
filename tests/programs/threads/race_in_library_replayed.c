// The second access of a race is in a function of the library: a replay makes it where the program calls that function, also if another
// thread has failed before.
// ARGS: --check=+race
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *p;
static _Atomic(int *) place;
static unsigned long old;
static void *takes(void *arg) {
  free(atomic_exchange(&place, NULL));
  int *mine = __atomic_exchange_n(&p, NULL, __ATOMIC_SEQ_CST); // FAIL-HERE: race
  free(mine); // FAIL-HERE: race
  return arg;
}
static void *gives(void *arg) {
  int *q = malloc(sizeof *q);
  *q = 1;
  p = q;
  assert((unsigned long)q == old && !arg); // FAIL-HERE: assert
  return arg;
}
int main(void) {
  pthread_t a, b;
  place = malloc(sizeof(int));
  old = (unsigned long)place;
  pthread_create(&a, NULL, takes, &p);
  pthread_create(&b, NULL, gives, &p);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

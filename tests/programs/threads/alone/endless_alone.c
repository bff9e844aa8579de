// A loop that touches nothing but what is its thread's alone, and never ends: the other thread's failure is found.
// TIMEOUT: 180
// RUN: heddle run --strategy=dpor --tests=failures --json=%t/out.json --out=%t/dpor %s
// FAILURE: assert 15
// REASON: explored up to
// RUN: heddle run --tests=failures --json=%t/out.json --out=%t/guided %s
// FAILURE: assert 15
// REASON: explored up to
#include <assert.h>
#include <pthread.h>
static unsigned mine, flag;
static void *spin(void *unused) { for (;;) mine++; return unused; }
static void *set(void *unused) { flag = 1; return unused; }
static void *look(void *unused) {
  assert(!flag);
  return unused;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, spin, 0);
  pthread_create(&b, 0, set, 0);
  pthread_create(&c, 0, look, 0);
  pthread_join(c, 0);
  return 0;
}

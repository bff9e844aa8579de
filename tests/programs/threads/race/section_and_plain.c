// An atomic section excludes other sections, not plain accesses.
// RUN: heddle run --check=race --strategy=dpor --tests=failures --json=%t/out.json --out=%t/tests %s
// VERDICT: unsafe
// REPLAY: yes
// RUN: heddle run --check=race --strategy=naive --tests=none %s
// EXIT: 1
// RUN: heddle run --check=race --tests=none %s
// EXIT: 1
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int g, h;
static void *writer(void *p) {
  __VERIFIER_atomic_begin();
  h++;
  g = 1;
  __VERIFIER_atomic_end();
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int r = g; // FAIL-HERE: race this read is not ordered with an atomic section
  pthread_join(t, 0);
  return r > 1;
}

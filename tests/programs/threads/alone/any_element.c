// An index that an input decides reaches the element of the other thread.
// RUN: heddle run --strategy=dpor --tests=failures --json=%t/out.json --out=%t/dpor %s
// FAILURE: assert 22
// RUN: heddle run --tests=failures --json=%t/out.json --out=%t/guided %s
// FAILURE: assert 22
// REPLAY: yes
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
static int cells[3];
static unsigned at;
static void *one(void *unused) {
  cells[at]++;
  return unused;
}
int main(void) {
  pthread_t a;
  heddle_symbolic(&at, sizeof at, "at");
  heddle_assume(at < 3);
  pthread_create(&a, 0, one, 0);
  cells[1] = 5;
  assert(cells[1] == 5);
  pthread_join(a, 0);
  return 0;
}

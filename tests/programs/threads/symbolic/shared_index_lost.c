// Without the lock an update is lost, but only if the symbolic index meets the other one.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// INPUT: index == 3
// REPLAY: yes
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
static unsigned char cells[8];
static unsigned index_;
static void *bump(void *p) {
  unsigned i = *(unsigned *)p;
  cells[i]++;
  return NULL;
}
int main(void) {
  pthread_t a, b;
  unsigned fixed = 3;
  heddle_symbolic(&index_, sizeof index_, "index");
  heddle_assume(index_ < 8);
  pthread_create(&a, NULL, bump, &index_);
  pthread_create(&b, NULL, bump, &fixed);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(cells[3] == (index_ == 3 ? 2 : 1)); // FAIL-HERE: assert
  return 0;
}

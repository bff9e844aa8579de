// Two threads write a shared array, one at a symbolic index under the lock.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned char cells[8];
static unsigned index_;
static void *bump(void *p) {
  unsigned i = *(unsigned *)p;
  pthread_mutex_lock(&lock);
  cells[i]++;
  pthread_mutex_unlock(&lock);
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
  assert(cells[3] == (index_ == 3 ? 2 : 1));
  return 0;
}

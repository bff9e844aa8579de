// A lock is gone: the old version waits there, and cannot follow the schedule of the failure any further.
// NEW-FAILURE: assert 23
// NEW-FAILURE: race 14
// JSON: failures[kind=race].other.stack[0].line == [13, 14]
// JSON: failures[kind=assert].chain[*].line == [6, 14, 23]
// JSON: failures[kind=assert].chain[*].role == ["deleted", "value", "failure"]
// JSON: failures[kind=assert].chain[0].text ~ "the old version waits there"
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count;
void *work(void *p) {
  int c = count;
  count = c + 1;
  return p;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, work, 0);
  pthread_create(&u, 0, work, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(count == 2);
  return 0;
}

// A changed number, by way of two assignments and another thread, to a failed assertion: the chain says all of it.
// NEW-FAILURE: assert 22
// JSON: failures[0].chain[*].line == [18, 19, 13, 22]
// JSON: failures[0].chain[*].role == ["value", "value", "value", "failure"]
// JSON: failures[0].chain[0].name == "limit"
// JSON: failures[0].chain[0].old == "4"
// JSON: failures[0].chain[0].new == "5"
// JSON: failures[0].chain[0].changed == true
#include <assert.h>
#include <pthread.h>
int limit, size, used;
void *work(void *p) {
  used = size;
  return p;
}
int main(void) {
  pthread_t t;
  limit = 5;
  size = limit * 2;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  assert(used < 10);
  return 0;
}

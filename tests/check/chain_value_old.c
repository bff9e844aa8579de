#include <assert.h>
#include <pthread.h>
int limit, size, used;
void *work(void *p) {
  used = size;
  return p;
}
int main(void) {
  pthread_t t;
  limit = 4;
  size = limit * 2;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  assert(used < 10);
  return 0;
}

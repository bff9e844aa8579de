#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count;
void *work(void *p) {
  pthread_mutex_lock(&m);
  int c = count;
  count = c + 1;
  pthread_mutex_unlock(&m);
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

#include <pthread.h>
void reach_error(void);
static pthread_key_t key;
static void destroy(void *value) {
  if (value == &key) reach_error();
}
static void *worker(void *p) {
  pthread_setspecific(key, &key);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_key_create(&key, destroy);
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}

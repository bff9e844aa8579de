// Initialisation that happens once, thread-specific data with a destructor, thread-local variables.
// EACH: none
// USE: ../replayed.steps
#include <assert.h>
#include <pthread.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int made;
static int destroyed[3];
static _Thread_local int own;
static void destroy(void *p) { destroyed[*(int *)p] = 1; }
static void make(void) {
  made++;
  pthread_key_create(&key, destroy);
}
static void *worker(void *p) {
  pthread_once(&once, make);
  own += *(int *)p;
  pthread_setspecific(key, p);
  assert(pthread_getspecific(key) == p && own == *(int *)p);
  return p;
}
int main(void) {
  pthread_t t[2];
  static int numbers[2] = {1, 2};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(made == 1 && destroyed[1] && destroyed[2]);
  return 0;
}

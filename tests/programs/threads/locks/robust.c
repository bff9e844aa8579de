// Who dies with the mutex leaves half of the work: the next one is told, and must repair it.
// ARGS: --tests=failures
// VERDICT: unsafe
// FAILURE: assert 28
// REPLAY: yes
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t m;
static int first, second;
static void *die(void *p) {
  pthread_mutex_lock(&m);
  first++;
  return p; /* without second++ */
}
static void *work(void *repairs) {
  int error = pthread_mutex_lock(&m);
  if (error == ENOTRECOVERABLE) return NULL;
  if (error == EOWNERDEAD && repairs) {
    second = first;
    pthread_mutex_consistent(&m);
  } else if (error == EOWNERDEAD) {
    pthread_mutex_unlock(&m);
    return NULL;
  }
  first++;
  second++;
  assert(first == 1);
  assert(first == second);
  pthread_mutex_unlock(&m);
  return NULL;
}
int main(void) {
  pthread_t a, b, c;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &kind);
  pthread_create(&a, NULL, die, NULL);
  pthread_create(&b, NULL, work, &kind);
  pthread_create(&c, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}

// Thread-specific data: own values, and destructors at the end of each thread.
// ARGS: --strategy=dpor --tests=failures --check=+leak,+race
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static pthread_key_t key;
static atomic_int destroyed;
static void destroy(void *p) {
  free(p);
  atomic_fetch_add(&destroyed, 1);
}
static void *work(void *p) {
  assert(pthread_getspecific(key) == NULL);
  long *own = malloc(sizeof *own);
  *own = (long)p;
  assert(pthread_setspecific(key, own) == 0);
  assert(*(long *)pthread_getspecific(key) == (long)p);
  if (p) pthread_exit(NULL);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  assert(pthread_key_create(&key, destroy) == 0);
  pthread_create(&a, NULL, work, (void *)0L);
  pthread_create(&b, NULL, work, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(destroyed == 2 && pthread_getspecific(key) == NULL);
  assert(pthread_key_delete(key) == 0 && pthread_key_delete(key) == EINVAL && pthread_setspecific(key, &key) == EINVAL);
  return 0;
}

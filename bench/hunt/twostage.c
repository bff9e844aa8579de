/* N writers fill two stages under a lock each; a reader between the stages of the first one sees half. */
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 99
#endif
static pthread_mutex_t l1 = PTHREAD_MUTEX_INITIALIZER, l2 = PTHREAD_MUTEX_INITIALIZER;
static int d1, d2;
static void *writer(void *u) {
  pthread_mutex_lock(&l1); d1 = 1; pthread_mutex_unlock(&l1);
  pthread_mutex_lock(&l2); d2 = d1 + 1; pthread_mutex_unlock(&l2);
  return u;
}
static void *reader(void *u) {
  int t1, t2;
  pthread_mutex_lock(&l1);
  if (!d1) { pthread_mutex_unlock(&l1); return u; }
  t1 = d1; pthread_mutex_unlock(&l1);
  pthread_mutex_lock(&l2); t2 = d2; pthread_mutex_unlock(&l2);
  assert(t2 == t1 + 1);
  return u;
}
int main(void) {
  pthread_t w[N], r;
  for (int i = 0; i < N; i++) pthread_create(&w[i], 0, writer, 0);
  pthread_create(&r, 0, reader, 0);
  for (int i = 0; i < N; i++) pthread_join(w[i], 0);
  pthread_join(r, 0);
  return 0;
}

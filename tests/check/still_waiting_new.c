// Workers still wait when main returns: an index that is masked breaks nothing.
// VERDICT: safe
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int jobs, done;
static void *worker(void *arg) {
  int local = *(int *)arg;
  int a[2] = {0, 0};
  a[local & 1] = 1;
  for (;;) {
    pthread_mutex_lock(&m);
    while (!jobs) pthread_cond_wait(&c, &m);
    jobs--; done++;
    pthread_mutex_unlock(&m);
#ifdef STOP
    return 0;
#endif
  }
}
int main(void) {
  pthread_t t[2]; static int id[2] = {0, 1};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, &id[i]);
  for (int i = 0; i < 2; i++) { pthread_mutex_lock(&m); jobs++; pthread_cond_signal(&c); pthread_mutex_unlock(&m); }
#ifdef STOP
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
#endif
  return 0;   /* the pool's workers are still waiting, as in most programs with a pool */
}

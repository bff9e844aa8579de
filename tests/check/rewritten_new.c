// An expression that was rewritten to an equal one breaks nothing.
// VERDICT: safe
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void (*job[2])(int);
static int head, done, sum;
static void task(int x) { pthread_mutex_lock(&m); sum += x; pthread_mutex_unlock(&m); }
static void *worker(void *arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    void (*f)(int) = job[head];
    head = (head + 1) % 2;
    done++;
    pthread_mutex_unlock(&m);
    f(i);
  }
  return 0;
}
int main(void) {
  pthread_t t[2];
  job[0] = job[1] = task;
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(done == 4);
  return 0;
}

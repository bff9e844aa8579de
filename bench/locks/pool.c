/* A pool of N equal workers and K jobs. A worker takes the next job under a mutex, works on it alone, and adds its
   result under another. FAIL: the number of the next job is read before the mutex is taken. */
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 2
#endif
#ifndef K
#define K 4
#endif
static pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER, results = PTHREAD_MUTEX_INITIALIZER;
static int next, done, sum;
static int take(void) {
#ifdef FAIL
  int job = next;
  pthread_mutex_lock(&queue);
  next = job + 1;
#else
  pthread_mutex_lock(&queue);
  int job = next < K ? next++ : K;
#endif
  pthread_mutex_unlock(&queue);
  return job;
}
static void *work(void *unused) {
  for (int job; (job = take()) < K;) {
    int result = job * job + 1;
    pthread_mutex_lock(&results);
    sum += result;
    done++;
    pthread_mutex_unlock(&results);
  }
  return unused;
}
int main(void) {
  pthread_t t[N];
  int expected = 0;
  for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < K; i++) expected += i * i + 1;
  assert(done == K && sum == expected);
  return 0;
}

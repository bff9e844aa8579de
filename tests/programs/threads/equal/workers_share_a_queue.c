// A pool: equal workers take jobs from a queue under a mutex, work on locals and on the heap, and add up what they found.
// VERDICT: safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { WORKERS = 3, JOBS = 3 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int next, sum;

static int take(void) {
  pthread_mutex_lock(&mutex);
  int job = next < JOBS ? next++ : -1;
  pthread_mutex_unlock(&mutex);
  return job;
}

static void *work(void *arg) {
  int done[2] = {0, 0};
  for (int job; (job = take()) >= 0;) {
    int *result = malloc(sizeof *result);
    if (!result) abort();
    *result = job * job;
    done[job & 1] += *result;
    free(result);
  }
  pthread_mutex_lock(&mutex);
  sum += done[0] + done[1];
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t workers[WORKERS];
  for (int i = 0; i < WORKERS; i++) pthread_create(&workers[i], NULL, work, NULL);
  for (int i = 0; i < WORKERS; i++) pthread_join(workers[i], NULL);
  assert(sum == 0 + 1 + 4);
  return 0;
}

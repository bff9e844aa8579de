// A global is mentioned once more.
// VERDICT: safe
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total, calls;
static void *worker(void *arg) {
  char name[32];
  sprintf(name, "worker-%d", *(int *)arg);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    total += name[7];
    calls++;
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  pthread_t t[3];
  int id[3] = {0, 1, 2};
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, worker, &id[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  calls = 0;
  return 0;
}

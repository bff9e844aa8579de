/* Ten threads make a thing when it is not there: two may find it missing. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#define N 10
static int *instance; static int made; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *get(void *u) {
  if (!instance) { int *p = malloc(sizeof *p); *p = 1; pthread_mutex_lock(&m); made++; pthread_mutex_unlock(&m); instance = p; }
  return u;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, get, 0);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  assert(made == 1);
  return 0;
}

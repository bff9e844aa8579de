// Happens-before, not locksets: the data is not always under the same lock, but always ordered.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, published;
static void *writer(void *unused) {
  data = 42;
  pthread_mutex_lock(&lock);
  published = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  pthread_mutex_lock(&lock);
  int there = published;
  pthread_mutex_unlock(&lock);
  if (there) assert(data == 42);
  pthread_join(t, NULL);
  return 0;
}

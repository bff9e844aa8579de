// A worker that gives up after a while: the clock is one that all threads see, and any of them may be slow.
// VERDICT: unsafe
// FAILURE: assert 26 ready
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static int ready;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *prepare(void *unused) {
  sleep(1);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, prepare, NULL);
  for (time_t end = time(NULL) + 3; time(NULL) < end;) sleep(1);
  pthread_mutex_lock(&mutex);
  assert(ready); // three seconds were always enough
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}

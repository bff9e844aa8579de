// After its end it can be made again.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// NATIVE: yes
#include <pthread.h>
int main(void) {
  pthread_mutex_t lock;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_init(&lock, NULL);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_mutex_destroy(&lock);
  }
  return 0;
}

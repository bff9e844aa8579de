// One of two accesses is outside the critical section. What the lock orders does not race: only the last line does.
// EACH: race --check=+race
// USE: ../replayed.steps
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, last;
static void *add(void *p) {
  pthread_mutex_lock(&lock);
  total += *(int *)p;
  pthread_mutex_unlock(&lock);
  last = *(int *)p;
  return 0;
}
int main(void) {
  pthread_t a, b;
  int one = 1, two = 2;
  pthread_create(&a, 0, add, &one);
  pthread_create(&b, 0, add, &two);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return total == 3 ? 0 : last;
}

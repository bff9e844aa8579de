// Each thread's stack is as large as that of main: one that recurses deep leaves alone what others have on theirs.
// VERDICT: safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t back;
static long depth(long n) { return n ? depth(n - 1) + 1 : 0; }
static void *waits(void *p) {
  long mine = depth((long)p);
  sem_wait(&back);
  assert(mine == (long)p);
  return (void *)mine;
}
static void *recurses(void *p) {
  long mine = depth((long)p);
  assert(mine == (long)p);
  sem_post(&back);
  return NULL;
}
int main(void) {
  pthread_t first, second;
  void *result;
  sem_init(&back, 0, 0);
  pthread_create(&first, NULL, waits, (void *)7);
  pthread_create(&second, NULL, recurses, (void *)120000);
  pthread_join(first, &result);
  pthread_join(second, NULL);
  assert(result == (void *)7);
  return 0;
}

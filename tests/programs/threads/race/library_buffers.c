// Functions of the library that keep results for each thread do not race.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: full=1 blocked=0
// NATIVE: yes
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
static void *work(void *p) {
  errno = (int)(long)p;
  assert(strlen(strerror(999)) > 0);
  assert(errno == (int)(long)p);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)3L);
  pthread_create(&b, NULL, work, (void *)4L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

// Names and settings that only matter to the machine.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>
static void *work(void *unused) {
  char name[16];
  assert(pthread_setname_np(pthread_self(), "worker") == 0);
  assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0 && strcmp(name, "worker") == 0);
  assert(pthread_setname_np(pthread_self(), "a name that is too long") == ERANGE);
  assert(sched_yield() == 0 && usleep(1) == 0 && sleep(0) == 0);
  return unused;
}
int main(void) {
  pthread_t t;
  int policy;
  struct sched_param parameters;
  pthread_create(&t, NULL, work, NULL);
  assert(pthread_getschedparam(pthread_self(), &policy, &parameters) == 0 && policy == SCHED_OTHER);
  pthread_join(t, NULL);
  return 0;
}

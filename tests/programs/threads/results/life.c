// Results of the functions of threads, once controls and thread-specific data, with good and bad arguments.
// ARGS: --malloc=fresh
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include "results.h"

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_atomic_begin(void) {}
void __VERIFIER_atomic_end(void) {}

static pthread_once_t control = PTHREAD_ONCE_INIT;
static pthread_key_t key, second;
static pthread_t first;

static void once(void) { printf("once\n"); }
static void destroy(void *value) { printf("destroy %d\n", *(int *)value); }

static void *other(void *arg) {
  GIVES(0, pthread_once(&control, once));
  GIVES(0, pthread_equal(pthread_self(), first));
  printf("key is %s\n", pthread_getspecific(key) ? "set" : "not set");
  GIVES(0, pthread_setspecific(key, arg));
  __VERIFIER_atomic_begin();
  printf("alone\n");
  __VERIFIER_atomic_end();
  if (*(int *)arg == 5) pthread_exit(&first);
  return arg;
}

static void keys(void) {
  GIVES(0, pthread_key_create(&key, destroy));
  GIVES(0, pthread_key_create(&second, NULL));
  GIVES(0, pthread_setspecific(second, &second));
  GIVES(0, pthread_key_delete(second));
  GIVES(EINVAL, pthread_key_delete(second));
  GIVES(EINVAL, pthread_key_delete(5000));
  GIVES(EINVAL, pthread_setspecific(second, &second));
  GIVES(EINVAL, pthread_setspecific(5000, &second));
  printf("another is %s\n", pthread_getspecific(second) ? "set" : "not set");
}

static void *quiet(void *arg) { return arg; }

int main(void) {
  pthread_t thread, alone;
  void *result = NULL;
  int number = 5;
  first = pthread_self();
  GIVES(1, !!pthread_equal(pthread_self(), first));
  GIVES(0, pthread_once(&control, once));
  GIVES(0, sched_yield());
  GIVES(0, pthread_yield());
  keys();
  pthread_create(&thread, NULL, other, &number);
  GIVES(0, pthread_join(thread, &result));
  printf("result %d\n", result == &first);
  number = 6;
  pthread_create(&thread, NULL, other, &number);
  GIVES(0, pthread_join(thread, NULL));
  GIVES(0, pthread_create(&alone, NULL, quiet, NULL));
  GIVES(0, pthread_detach(alone));
  return 0;
}

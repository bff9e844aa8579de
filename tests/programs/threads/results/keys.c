// Destructors of thread-specific data that set their key again, up to PTHREAD_DESTRUCTOR_ITERATIONS; pthread_exit between
// push and pop; once controls; clean-up handlers before destructors.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

static pthread_key_t again, once_more, never, deleted;
static tss_t c11;
static int rounds;
static once_flag flag = ONCE_FLAG_INIT;
static pthread_once_t control = PTHREAD_ONCE_INIT;

static void set_again(void *value) {
  printf("again %d\n", ++rounds);
  pthread_setspecific(again, value);
}
static void set_once(void *value) {
  printf("once more %ld\n", (long)value);
  if ((long)value == 1) pthread_setspecific(once_more, (void *)2L);
}
static void not_called(void *value) { printf("wrong %p\n", value); }
static void c11_end(void *value) { printf("c11 %s\n", (char *)value); }
static void clean(void *text) { printf("clean %s %ld\n", (char *)text, (long)pthread_getspecific(once_more)); }
static void first(void) { printf("first\n"); }

static void leave(int how) {
  pthread_cleanup_push(clean, "inner");
  if (how == 1) pthread_exit((void *)7L);
  pthread_cleanup_pop(how == 2);
}

static void *work(void *how) {
  pthread_setspecific(again, "x"), pthread_setspecific(once_more, (void *)1L), pthread_setspecific(deleted, NULL);
  tss_set(c11, "value");
  pthread_cleanup_push(clean, "outer");
  leave((int)(long)how);
  pthread_cleanup_pop(0);
  pthread_setspecific(once_more, NULL);
  return (void *)8L;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_key_create(&again, set_again), pthread_key_create(&once_more, set_once), pthread_key_create(&never, not_called);
  pthread_key_create(&deleted, not_called), tss_create(&c11, c11_end);
  for (long how = 0; how < 3; how++) {
    if (how == 2) pthread_key_delete(again), pthread_key_delete(deleted);
    rounds = 0;
    pthread_create(&thread, NULL, work, (void *)how);
    pthread_join(thread, &result);
    printf("result %ld, rounds %d of %d\n", (long)result, rounds, PTHREAD_DESTRUCTOR_ITERATIONS);
    if (how == 0) pthread_key_delete(deleted), pthread_key_create(&deleted, NULL);
  }
  call_once(&flag, first), call_once(&flag, first), pthread_once(&control, first), pthread_once(&control, first);
  printf("%p %d %d\n", pthread_getspecific(never), pthread_setspecific(9999, "x"), pthread_key_delete(9999));
  return 0;
}

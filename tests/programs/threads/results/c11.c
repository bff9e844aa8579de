// Results of the functions of threads.h, with good and bad arguments.
// ARGS: --malloc=fresh
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include "results.h"

static mtx_t plain, timed, recursive, gate;
static cnd_t event;
static tss_t key;
static once_flag flag = ONCE_FLAG_INIT;
static thrd_t first;
static int ready;

static void once(void) { printf("once\n"); }

static int other(void *arg) {
  GIVES(thrd_busy, mtx_trylock(&plain));
  GIVES(thrd_busy, mtx_trylock(&recursive));
  GIVES(thrd_timedout, mtx_timedlock(&timed, &past));
  GIVES(thrd_error, mtx_timedlock(&timed, &too_many));
  GIVES(0, thrd_equal(thrd_current(), first));
  printf("key is %s\n", tss_get(key) ? "set" : "not set");
  call_once(&flag, once);
  mtx_lock(&gate);
  ready = 1;
  GIVES(thrd_success, cnd_broadcast(&event));
  mtx_unlock(&gate);
  thrd_exit(arg != NULL ? 3 : 4);
}

static int quiet(void *arg) {
  (void)arg;
  return 0;
}

static void condition(void) {
  GIVES(thrd_success, mtx_lock(&plain));
  GIVES(thrd_success, cnd_signal(&event));
  GIVES(thrd_timedout, cnd_timedwait(&event, &plain, &past));
  GIVES(thrd_timedout, cnd_timedwait(&event, &plain, &before));
  GIVES(thrd_error, cnd_timedwait(&event, &plain, &negative));
  GIVES(thrd_busy, mtx_trylock(&plain));
}

static void keys(void) {
  tss_t gone;
  GIVES(thrd_success, tss_create(&key, NULL));
  GIVES(thrd_success, tss_create(&gone, NULL));
  GIVES(thrd_success, tss_set(key, &key));
  printf("key is %s\n", tss_get(key) == &key ? "set" : "not set");
  tss_delete(gone);
  GIVES(thrd_error, tss_set(gone, &key));
  GIVES(thrd_error, tss_set(5000, &key));
  printf("another is %s\n", tss_get(gone) ? "set" : "not set");
}

int main(void) {
  thrd_t thread, alone;
  int result = 0;
  first = thrd_current();
  GIVES(1, thrd_equal(thrd_current(), first));
  GIVES(thrd_success, mtx_init(&plain, mtx_plain));
  GIVES(thrd_success, mtx_init(&timed, mtx_timed));
  GIVES(thrd_success, mtx_init(&recursive, mtx_plain | mtx_recursive));
  GIVES(thrd_success, mtx_init(&timed, 77));
  GIVES(thrd_success, cnd_init(&event));
  condition();
  GIVES(thrd_success, mtx_timedlock(&timed, &past));
  GIVES(thrd_timedout, mtx_timedlock(&timed, &before));
  GIVES(thrd_error, mtx_timedlock(&timed, &negative));
  GIVES(thrd_success, mtx_lock(&recursive));
  GIVES(thrd_success, mtx_trylock(&recursive));
  GIVES(thrd_success, mtx_unlock(&recursive));
  keys();
  call_once(&flag, once);
  thrd_yield();
  GIVES(0, thrd_sleep(&(struct timespec){0, 1}, NULL));
  GIVES(-2, thrd_sleep(&negative, NULL));
  GIVES(-2, thrd_sleep(&too_many, NULL));
  mtx_init(&gate, mtx_plain);
  mtx_lock(&gate);
  thrd_create(&thread, other, &first);
  while (!ready) GIVES(thrd_success, cnd_wait(&event, &gate));
  mtx_unlock(&gate);
  GIVES(thrd_success, thrd_join(thread, &result));
  printf("result %d\n", result);
  GIVES(thrd_success, mtx_unlock(&recursive));
  GIVES(thrd_success, mtx_unlock(&plain));
  GIVES(thrd_success, mtx_unlock(&timed));
  GIVES(thrd_success, thrd_create(&alone, quiet, NULL));
  GIVES(thrd_success, thrd_detach(alone));
  mtx_destroy(&plain);
  mtx_destroy(&timed);
  mtx_destroy(&recursive);
  cnd_destroy(&event);
  tss_delete(key);
  return 0;
}

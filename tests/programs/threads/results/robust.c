// Results of functions of robust mutexes and of ceilings of priorities, with good and bad arguments.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#include "results.h"

static pthread_mutex_t m, plain = PTHREAD_MUTEX_INITIALIZER;

static void *die(void *arg) {
  GIVES(0, pthread_mutex_lock(&m));
  return arg;
}

static void let_die(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, die, NULL);
  pthread_join(thread, NULL);
}

static void ceilings(void) {
  pthread_mutexattr_t kind;
  int ceiling = -1;
  pthread_mutexattr_init(&kind);
  GIVES(0, pthread_mutexattr_setprotocol(&kind, PTHREAD_PRIO_PROTECT));
  GIVES(0, pthread_mutexattr_setprioceiling(&kind, 17));
  GIVES(0, pthread_mutex_init(&m, &kind));
  GIVES(0, pthread_mutex_getprioceiling(&m, &ceiling));
  printf("is %d\n", ceiling);
  GIVES(EINVAL, pthread_mutex_setprioceiling(&m, 100, &ceiling));
  GIVES(0, pthread_mutex_destroy(&m));
  GIVES(EINVAL, pthread_mutex_getprioceiling(&plain, &ceiling));
  GIVES(EINVAL, pthread_mutex_setprioceiling(&plain, 3, &ceiling));
}

static void make(int type) {
  pthread_mutexattr_t kind;
  int robust = -1;
  pthread_mutexattr_init(&kind);
  GIVES(0, pthread_mutexattr_settype(&kind, type));
  GIVES(EINVAL, pthread_mutexattr_setrobust(&kind, 5));
  GIVES(0, pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST));
  GIVES(0, pthread_mutexattr_getrobust(&kind, &robust));
  printf("is %d\n", robust == PTHREAD_MUTEX_ROBUST);
  GIVES(0, pthread_mutex_init(&m, &kind));
}

int main(void) {
  make(PTHREAD_MUTEX_NORMAL);
  GIVES(EINVAL, pthread_mutex_consistent(&m));
  let_die();
  GIVES(EOWNERDEAD, pthread_mutex_lock(&m));
  GIVES(0, pthread_mutex_consistent(&m));
  GIVES(EINVAL, pthread_mutex_consistent(&m));
  GIVES(0, pthread_mutex_unlock(&m));
  GIVES(EPERM, pthread_mutex_unlock(&m));
  let_die();
  GIVES(EOWNERDEAD, pthread_mutex_trylock(&m));
  GIVES(0, pthread_mutex_unlock(&m));
  GIVES(ENOTRECOVERABLE, pthread_mutex_lock(&m));
  GIVES(ENOTRECOVERABLE, pthread_mutex_trylock(&m));
  GIVES(EINVAL, pthread_mutex_consistent(&m));
  GIVES(0, pthread_mutex_destroy(&m));
  make(PTHREAD_MUTEX_RECURSIVE);
  GIVES(0, pthread_mutex_lock(&m));
  GIVES(0, pthread_mutex_lock(&m));
  GIVES(0, pthread_mutex_unlock(&m));
  GIVES(0, pthread_mutex_unlock(&m));
  let_die();
  GIVES(EOWNERDEAD, pthread_mutex_timedlock(&m, &past));
  GIVES(0, pthread_mutex_consistent(&m));
  GIVES(0, pthread_mutex_unlock(&m));
  GIVES(EINVAL, pthread_mutex_consistent(&plain));
  ceilings();
  return 0;
}

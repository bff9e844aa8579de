/* readreadwrite: N readers and a writer with a read-write lock made of counters, tried once; a reader sees no change while it reads.
   1 base
   2 log: each reader writes down what it saw, and main asserts that it is one of two numbers
   3 refactoring: trying and leaving are functions
   4 condition weakened: the writer does not ask for readers
   5 fixed
   6 lock added: the writer also counts its visits under a mutex of its own */
#include "../threads/common.h"
#ifndef N
#define N 2
#endif
pthread_mutex_t m;
SH(int) readers, writers, x;
#if VERSION >= 2
int saw[N];
#endif
#if VERSION >= 6
pthread_mutex_t mv;
SH(int) visits;
#endif

#if VERSION >= 3
static int read_try(void) {
  int ok = 0;
  LOCK(m);
  if (writers == 0) {
    readers = readers + 1;
    ok = 1;
  }
  UNLOCK(m);
  return ok;
}

static int write_try(void) {
  int ok = 0;
  LOCK(m);
#if VERSION == 4
  if (writers == 0) {
#else
  if (writers == 0 && readers == 0) {
#endif
    writers = 1;
    ok = 1;
  }
  UNLOCK(m);
  return ok;
}
#endif

void *reader(void *arg) {
#if VERSION >= 3
  if (!read_try()) return 0;
#else
  int ok = 0;
  LOCK(m);
  if (writers == 0) {
    readers = readers + 1;
    ok = 1;
  }
  UNLOCK(m);
  if (!ok) return 0;
#endif
  int p = x, q = x;
  assert(p == q);
#if VERSION >= 2
  saw[(long)arg] = p;
#endif
  LOCK(m);
  readers = readers - 1;
  UNLOCK(m);
  return 0;
}

void *writer(void *arg) {
#if VERSION >= 3
  if (!write_try()) return 0;
#else
  int ok = 0;
  LOCK(m);
  if (writers == 0 && readers == 0) {
    writers = 1;
    ok = 1;
  }
  UNLOCK(m);
  if (!ok) return 0;
#endif
  x = 3;
#if VERSION >= 6
  LOCK(mv);
  visits = visits + 1;
  UNLOCK(mv);
#endif
  LOCK(m);
  writers = 0;
  UNLOCK(m);
  return 0;
}

int main(void) {
  pthread_t t[N + 1];
  MINIT(m);
#if VERSION >= 6
  MINIT(mv);
#endif
  SPAWN(t[N], writer, 0);
  for (long k = 0; k < N; k++) SPAWN(t[k], reader, k);
  for (int k = 0; k <= N; k++) JOIN(t[k]);
#if VERSION >= 2
  for (int k = 0; k < N; k++) assert(saw[k] == 0 || saw[k] == 3);
#endif
#if VERSION >= 6
  assert(visits <= 1);
#endif
  return 0;
}

/* rwlock: N writers store under a read-write lock, N readers look twice and must see the same.
   1 base
   2 statistics: each reader counts what it saw, and main asserts it
   3 statement modified: each writer stores a number of its own
   4 lock modified: writers lock for reading
   5 fixed; the second look of a reader comes after more work
   6 lock removed where it is not needed: main reads the end value, all threads are joined */
#include "../threads/common.h"
#ifndef N
#define N 1
#endif
pthread_rwlock_t lock;
SH(int) x;
#if VERSION >= 2
int looks[N];
#endif

void *writer(void *arg) {
#if VERSION == 4
  pthread_rwlock_rdlock(&lock);
#else
  pthread_rwlock_wrlock(&lock);
#endif
#if VERSION >= 3
  x = 3 + (int)(long)arg;
#else
  x = 3;
#endif
  pthread_rwlock_unlock(&lock);
  return 0;
}

void *reader(void *arg) {
  pthread_rwlock_rdlock(&lock);
  int y = x;
#if VERSION >= 5
  int work = 0;
  for (int k = 0; k < 4; k++) work += y;
  assert(work == 4 * y);
#endif
  assert(y == x);
#if VERSION >= 2
  looks[(long)arg] += 2;
#endif
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t t[2 * N];
  pthread_rwlock_init(&lock, 0);
  for (long k = 0; k < N; k++) {
    SPAWN(t[2 * k], writer, k);
    SPAWN(t[2 * k + 1], reader, k);
  }
  for (int k = 0; k < 2 * N; k++) JOIN(t[k]);
#if VERSION < 6
  pthread_rwlock_rdlock(&lock);
#endif
  assert(x >= 3 && x < 3 + N);
#if VERSION < 6
  pthread_rwlock_unlock(&lock);
#endif
#if VERSION >= 2
  for (int k = 0; k < N; k++) assert(looks[k] == 2);
#endif
  return 0;
}

/* sigma: N threads claim a slot of an array each; at the end every slot is claimed.
   1 base: claimed by an atomic addition
   2 log: each thread writes down its slot, and main asserts that it is one
   3 lock added: claimed under a mutex
   4 lock moved: the slot is filled while it is held
   5 lock removed: claimed by a read and a write
   6 fixed: atomic addition, as at the beginning */
#include "../threads/common.h"
#ifndef N
#define N 3
#endif
SH(int) array[N], next;
#if VERSION >= 2
int claimed[N];
#endif
#if VERSION >= 3 && VERSION < 5
pthread_mutex_t m;
#endif

void *claim(void *arg) {
#if VERSION >= 3 && VERSION < 5
  LOCK(m);
  int slot = next;
  next = slot + 1;
#if VERSION == 3
  UNLOCK(m);
  array[slot] = 1;
#else
  array[slot] = 1;
  UNLOCK(m);
#endif
#elif VERSION == 5
  int slot = next;
  next = slot + 1;
  array[slot] = 1;
#else
  int slot = FAA(&next, 1);
  array[slot] = 1;
#endif
#if VERSION >= 2
  claimed[(long)arg] = slot;
#endif
  return 0;
}

int main(void) {
  pthread_t t[N];
  int sum = 0;
#if VERSION >= 3 && VERSION < 5
  MINIT(m);
#endif
  for (long k = 0; k < N; k++) SPAWN(t[k], claim, k);
  for (int k = 0; k < N; k++) JOIN(t[k]);
  for (int k = 0; k < N; k++) sum += array[k];
  assert(sum == N);
#if VERSION >= 2
  for (int k = 0; k < N; k++) assert(claimed[k] >= 0 && claimed[k] < N);
#endif
  return 0;
}

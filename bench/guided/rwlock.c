/* A read-write lock: N writers store 3, N readers take a copy and compare it with a second look. FAIL: writers lock for reading. */
#include "../threads/common.h"
#ifndef N
#define N 1
#endif
pthread_rwlock_t l; SH(int) x;
void *writer(void *p) {
#ifdef FAIL
  pthread_rwlock_rdlock(&l);
#else
  pthread_rwlock_wrlock(&l);
#endif
  x = 3; pthread_rwlock_unlock(&l); return 0; }
void *reader(void *p) { pthread_rwlock_rdlock(&l); int y = x; assert(y == x); pthread_rwlock_unlock(&l); return 0; }
int main(void) {
  pthread_t t[2 * N]; pthread_rwlock_init(&l, 0);
  for (int k = 0; k < N; k++) { SPAWN(t[2*k], writer, 0); SPAWN(t[2*k+1], reader, 0); }
  for (int k = 0; k < 2 * N; k++) JOIN(t[k]);
  return 0;
}

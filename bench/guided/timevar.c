/* A variable that is protected by one mutex at first and by another later: N allocators, one freer. The block belongs to whoever found
   it so, and does not change under his hands. FAIL: the freer does not ask. */
#include "../threads/common.h"
#ifndef N
#define N 1
#endif
pthread_mutex_t mi, mb; SH(int) block, busy, inode;
void *allocator(void *p) { LOCK(mi);
  if (inode == 0) { LOCK(mb); busy = 1; UNLOCK(mb); inode = 1; }
  block = 1; assert(block == 1);
  UNLOCK(mi); return 0; }
void *freer(void *p) { LOCK(mb);
#ifndef FAIL
  if (busy == 0)
#endif
  { block = 0; assert(block == 0); }
  UNLOCK(mb); return 0; }
int main(void) {
  pthread_t t[N + 1]; MINIT(mi); MINIT(mb);
  for (int k = 0; k < N; k++) SPAWN(t[k], allocator, 0);
  SPAWN(t[N], freer, 0);
  for (int k = 0; k <= N; k++) JOIN(t[k]);
  return 0;
}

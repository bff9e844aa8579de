/* bluetooth: a driver that is stopped while N requests come in; no request may be served after it has stopped.
   1 base
   2 statistics: each request notes how it ended, and main reads the notes
   3 refactoring: entering and leaving say how many are inside
   4 statement moved: the flag is looked at before the request is counted
   5 fixed
   6 lock removed: the counter is changed by atomic additions */
#include "../threads/common.h"
#ifndef N
#define N 1
#endif
pthread_mutex_t m;
SH(int) stopping, pending = 1, idle, stopped;
#if VERSION >= 2
enum { SERVED = 1, REFUSED = 2 };
int end[N];
#endif

static int count(int change) {
#if VERSION >= 6
  return FAA(&pending, change) + change;
#else
  LOCK(m);
  int p = pending + change;
  pending = p;
  UNLOCK(m);
  return p;
#endif
}

#if VERSION >= 3
static int leave(void) {
  int left = count(-1);
  if (left == 0) idle = 1;
  return left;
}
#else
static void leave(void) {
  if (count(-1) == 0) idle = 1;
}
#endif

static int enter(void) {
#if VERSION == 4
  if (stopping) return 0;
  return count(1);
#else
  count(1);
  if (stopping) {
    leave();
    return 0;
  }
  return 1;
#endif
}

void *request(void *arg) {
#if VERSION >= 2
  end[(long)arg] = REFUSED;
#endif
  if (enter()) {
    assert(!stopped);
    leave();
#if VERSION >= 2
    end[(long)arg] = SERVED;
#endif
  }
  return 0;
}

void *stop(void *arg) {
  stopping = 1;
  leave();
  if (idle) stopped = 1;
  return 0;
}

int main(void) {
  pthread_t t[N + 1];
  MINIT(m);
  SPAWN(t[N], stop, 0);
  for (long k = 0; k < N; k++) SPAWN(t[k], request, k);
  for (int k = 0; k <= N; k++) JOIN(t[k]);
#if VERSION >= 2
  for (int k = 0; k < N; k++) assert(end[k] == SERVED || end[k] == REFUSED);
#endif
  return 0;
}

/* A queue of N places under a mutex: one thread enqueues N values and keeps a copy of each, the other makes N attempts to dequeue and
   compares with the copies. SYMBOLIC: the values are inputs. FAIL: dequeue without asking whether there is something. */
#include "../threads/common.h"
#ifdef SYMBOLIC
#include <heddle.h>
#endif
#ifndef N
#define N 3
#endif
pthread_mutex_t m; SH(int) place[N], head, tail, amount, stored[N]; int value[N];
void *enqueuer(void *p) {
  for (int k = 0; k < N; k++) { LOCK(m);
    place[tail] = value[k]; stored[k] = value[k]; tail = (tail + 1) % N; amount = amount + 1;
    UNLOCK(m); }
  return 0; }
void *dequeuer(void *p) { int taken = 0;
  for (int k = 0; k < N; k++) { LOCK(m);
#ifndef FAIL
    if (amount > 0)
#endif
    { int v = place[head]; head = (head + 1) % N; amount = amount - 1; assert(amount >= 0); assert(v == stored[taken]); taken++; }
    UNLOCK(m); }
  return 0; }
int main(void) {
  pthread_t a, b; MINIT(m);
#ifdef SYMBOLIC
  heddle_symbolic(value, sizeof value, "value");
#else
  for (int k = 0; k < N; k++) value[k] = k + 1;
#endif
  SPAWN(a, enqueuer, 0); SPAWN(b, dequeuer, 0); JOIN(a); JOIN(b);
  return 0;
}

/* A stack of N places under a mutex: one thread pushes N times, the other pops N times. Nothing may overflow or underflow, and a
   popped value is one that was pushed. SYMBOLIC: the values are inputs. FAIL: after the first push, pop without asking whether
   there is something to pop. */
#include "../threads/common.h"
#ifdef SYMBOLIC
#include <heddle.h>
#endif
#ifndef N
#define N 3
#endif
pthread_mutex_t m; SH(int) place[N], top, pushed; int value[N];
void *pusher(void *p) {
  for (int k = 0; k < N; k++) { LOCK(m);
    int t = top; assert(t < N); place[t] = value[k]; top = t + 1; pushed = 1;
    UNLOCK(m); }
  return 0; }
void *popper(void *p) {
  for (int k = 0; k < N; k++) { LOCK(m);
    int t = top;
#ifdef FAIL
    if (pushed)
#else
    if (t > 0)
#endif
    { assert(t > 0); int v = place[t - 1]; top = t - 1; assert(v >= 1 && v <= N); }
    UNLOCK(m); }
  return 0; }
int main(void) {
  pthread_t a, b; MINIT(m);
#ifdef SYMBOLIC
  heddle_symbolic(value, sizeof value, "value");
  for (int k = 0; k < N; k++) heddle_assume(value[k] >= 1 && value[k] <= N);
#else
  for (int k = 0; k < N; k++) value[k] = k + 1;
#endif
  SPAWN(a, pusher, 0); SPAWN(b, popper, 0); JOIN(a); JOIN(b);
  return 0;
}

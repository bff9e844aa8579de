/* No two traces are alike: two threads take N turns each at writing down who it was, and the end depends on the whole record, so
   that what was learned about one trace says nothing about another. Every digit is branched on; LOOKUP: the record is an index
   instead. FAIL: every trace fails. */
#include "../threads/common.h"
#ifndef N
#define N 3
#endif
pthread_mutex_t m; SH(unsigned) record;
#ifdef LOOKUP
char seen[1u << (2 * N)];
#endif
void *th(void *p) { unsigned who = (unsigned)(long)p;
  for (int k = 0; k < N; k++) { LOCK(m); record = record * 2 + who; UNLOCK(m); }
  return 0; }
int main(void) {
  pthread_t a, b; MINIT(m); SPAWN(a, th, 0); SPAWN(b, th, 1); JOIN(a); JOIN(b);
  unsigned r = record, ones = 0;
#ifdef LOOKUP
  ones = N + seen[r];
#else
  for (int k = 0; k < 2 * N; k++) if (r >> k & 1) ones++;
#endif
#ifdef FAIL
  assert(ones != N);
#else
  assert(ones == N);
#endif
  return 0;
}

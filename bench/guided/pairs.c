/* K independent pairs: one thread reads K variables, the other writes them in the same order: 2^K traces, each with other values
   read. Every value is asserted where it is read. FAIL: the last value written is a wrong one. */
#include "../threads/common.h"
#ifndef K
#define K 3
#endif
SH(int) x[K];
void *reader(void *p) { for (int i = 0; i < K; i++) { int a = x[i]; assert(a == 0 || a == 10); } return 0; }
void *writer(void *p) { for (int i = 0; i < K; i++) {
#ifdef FAIL
    x[i] = i == K - 1 ? 11 : 10;
#else
    x[i] = 10;
#endif
  }
  return 0; }
int main(void) { pthread_t a, b; SPAWN(a, reader, 0); SPAWN(b, writer, 0); JOIN(a); JOIN(b); return 0; }

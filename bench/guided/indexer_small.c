/* Indexer with few places: N threads insert MAX values each into a hash table of SIZE places by compare and swap, so that already two
   threads collide. At the end every value is there once. FAIL: insert by a test and a store. */
#include "../threads/common.h"
#ifndef N
#define N 2
#endif
#ifndef MAX
#define MAX 4
#endif
#ifndef SIZE
#define SIZE 8
#endif
SH(int) table[SIZE];
static int insert(int h, int w) {
#ifdef FAIL
  if (table[h]) return 0;
  table[h] = w; return 1;
#else
  return CAS(int, &table[h], 0, w);
#endif
}
void *th(void *a) {
  int tid = (int)(long)a;
  for (int m = 1; m <= MAX; m++) {
    int w = m * 11 + tid, h = (m * 5) % SIZE;
    while (!insert(h, w)) h = (h + 1) % SIZE;
  }
  return 0;
}
int main(void) {
  pthread_t t[N]; int c = 0;
  for (long k = 0; k < N; k++) SPAWN(t[k], th, k);
  for (int k = 0; k < N; k++) JOIN(t[k]);
  for (int k = 0; k < SIZE; k++) if (table[k] != 0) c++;
  assert(c == N * MAX);
  return 0;
}

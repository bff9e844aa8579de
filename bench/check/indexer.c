/* indexer: N threads insert four values each into a hash table by compare and swap, and probe on where a place is taken.
   1 base
   2 statistics: each thread counts its probes, and main asserts a bound on them
   3 refactoring: insertion is a function
   4 bound changed: fewer values per thread
   5 compare and swap replaced by a test and a store: an entry can get lost
   6 fixed: a place is looked at first and then taken by compare and swap */
#include "../threads/common.h"
#ifndef N
#define N 12
#endif
#define SIZE 128
#if VERSION >= 4
#define VALUES 3
#else
#define VALUES 4
#endif
SH(int) table[SIZE];
#if VERSION >= 2
int probes[N];
#endif

#if VERSION >= 3
/* The place for a value, or the next one if it is taken. */
static int insert(int place, int value) {
#if VERSION >= 6
  if (table[place]) return 0;
  return CAS(int, &table[place], 0, value);
#elif VERSION >= 5
  if (table[place]) return 0;
  table[place] = value;
  return 1;
#else
  return CAS(int, &table[place], 0, value);
#endif
}
#endif

void *worker(void *arg) {
  int id = (int)(long)arg;
  for (int k = 1; k <= VALUES; k++) {
    int value = k * 11 + id, place = (value * 7) % SIZE;
#if VERSION >= 3
    while (!insert(place, value)) {
#else
    while (!CAS(int, &table[place], 0, value)) {
#endif
      place = (place + 1) % SIZE;
#if VERSION >= 2
      probes[id]++;
#endif
    }
  }
  return 0;
}

int main(void) {
  pthread_t t[N];
  int entries = 0;
  for (long k = 0; k < N; k++) SPAWN(t[k], worker, k);
  for (int k = 0; k < N; k++) JOIN(t[k]);
  for (int k = 0; k < SIZE; k++)
    if (table[k] != 0) entries++;
  assert(entries == N * VALUES);
#if VERSION >= 2
  for (int k = 0; k < N; k++) assert(probes[k] <= SIZE);
#endif
  return 0;
}

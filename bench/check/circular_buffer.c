/* circular_buffer: a producer and a consumer with a ring under a mutex, N attempts each; values come out in order.
   1 base
   2 statistics: the producer counts the attempts that found the ring full, and main asserts a bound
   3 bound changed: three places instead of two
   4 condition deleted: the consumer does not ask whether there is something
   5 fixed; put and get are functions
   6 lock moved: the position is computed before the lock is taken, which only its owner changes */
#include "../threads/common.h"
#ifndef N
#define N 3
#endif
#if VERSION >= 3
#define PLACES 3
#else
#define PLACES 2
#endif
pthread_mutex_t m;
SH(int) ring[PLACES], count;
int first, next;
#if VERSION >= 2
int full;
#endif

#if VERSION >= 5
/* The caller holds the lock and has asked for room. */
static void put(int place, int value) {
  ring[place] = value;
  count = count + 1;
}

/* The caller holds the lock and has asked whether there is something. */
static int get(int place) {
  count = count - 1;
  return ring[place];
}
#endif

void *producer(void *arg) {
  int value = 1;
  for (int k = 0; k < N; k++) {
#if VERSION >= 6
    int after = (next + 1) % PLACES;
#endif
    LOCK(m);
    if (count < PLACES) {
#if VERSION >= 5
      put(next, value++);
#else
      ring[next] = value++;
      count = count + 1;
#endif
#if VERSION >= 6
      next = after;
#else
      next = (next + 1) % PLACES;
#endif
#if VERSION >= 2
    } else {
      full++;
#endif
    }
    UNLOCK(m);
  }
  return 0;
}

void *consumer(void *arg) {
  int expected = 1;
  for (int k = 0; k < N; k++) {
    LOCK(m);
#if VERSION != 4
    if (count > 0)
#endif
    {
#if VERSION >= 5
      int value = get(first);
#else
      int value = ring[first];
      count = count - 1;
#endif
      first = (first + 1) % PLACES;
      assert(value == expected);
      expected++;
    }
    UNLOCK(m);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  MINIT(m);
  SPAWN(a, producer, 0);
  SPAWN(b, consumer, 0);
  JOIN(a);
  JOIN(b);
#if VERSION >= 2
  assert(full <= N);
#endif
  return 0;
}

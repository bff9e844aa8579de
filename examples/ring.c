/* A harness for three tools: a ring buffer that two threads empty.

     heddle run examples/ring.c                                 all inputs, all interleavings
     cc examples/ring.c -lheddle-stub -pthread && ./a.out       one run: inputs at random, or those of HEDDLE_TEST=FILE
     clang -DFUZZ -fsanitize=fuzzer,address examples/ring.c -lheddle-stub && ./a.out      a fuzzer's inputs

   take() does not look how many there are. */
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

enum { ROOM = 4 };

static struct {
  pthread_mutex_t lock;
  unsigned char slots[ROOM];
  unsigned first, count;
} ring = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void put(unsigned char value) {
  pthread_mutex_lock(&ring.lock);
  if (ring.count < ROOM) ring.slots[(ring.first + ring.count++) % ROOM] = value;
  pthread_mutex_unlock(&ring.lock);
}

static void take(unsigned wanted) {
  pthread_mutex_lock(&ring.lock);
  ring.first = (ring.first + wanted) % ROOM;
  ring.count -= wanted;
  pthread_mutex_unlock(&ring.lock);
}

static void *taker(void *wanted) {
  take(*(unsigned *)wanted);
  return NULL;
}

static void harness(void) {
  unsigned char values[3];
  unsigned wanted;
  pthread_t other;
  ring.first = ring.count = 0;
  heddle_symbolic(values, sizeof values, "values");
  heddle_symbolic(&wanted, sizeof wanted, "wanted");
  heddle_assume(wanted <= 2);
  for (unsigned i = 0; i < sizeof values; i++) put(values[i]);
  pthread_create(&other, NULL, taker, &wanted);
  take(wanted);
  pthread_join(other, NULL);
  heddle_assert(ring.count <= ROOM, "more than there is room for");
}

#ifdef FUZZ
#include <heddle-stub.h>
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
  heddle_stub_run(data, size, harness);
  return 0;
}
#else
int main(void) { harness(); }
#endif

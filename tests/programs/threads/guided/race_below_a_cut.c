// The failing order puts both reads before the first write. A search that knows the state after one read and one write, and stops there,
// has not seen the second read race with that write: it must ask for that order all the same.
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=naive --tests=failures %s
// FAILURE: assert 53
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s
// FAILURE: assert 53
// REPLAY: yes
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s -- -DREADER_FIRST
// FAILURE: assert 53
// REPLAY: yes
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=dpor --tests=failures %s -- -DUSE_LOCK
// FAILURE: assert 53
// REPLAY: yes
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --tests=failures %s
// FAILURE: assert 53
// REPLAY: yes
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --tests=failures %s -- -DREADER_FIRST
// FAILURE: assert 53
// REPLAY: yes
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --tests=failures %s -- -DUSE_LOCK
// FAILURE: assert 53
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile int x;
static void put(int v) {
#ifdef USE_LOCK
  pthread_mutex_lock(&m);
  x = v;
  pthread_mutex_unlock(&m);
#else
  x = v;
#endif
}
static int get(void) {
#ifdef USE_LOCK
  pthread_mutex_lock(&m);
#endif
  int v = x;
#ifdef USE_LOCK
  pthread_mutex_unlock(&m);
#endif
  return v;
}
static void *writer(void *unused) {
  put(10);
  put(20);
  return unused;
}
static void *reader(void *unused) {
  int a = get(), b = get();
  assert(a != 0 || b != 0);
  return unused;
}
int main(void) {
  pthread_t a, b;
#ifdef READER_FIRST
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, writer, NULL);
#else
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
#endif
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

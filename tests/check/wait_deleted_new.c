// NEW-FAILURE: race 14
// ARGS: --tests=none
#include <pthread.h>
#include <stdatomic.h>
static atomic_int go;
static atomic_int n;
static int x;
static void *reader(void *a) {
  atomic_fetch_add(&n, 1);
  x = 1;
  return a;
}
static void *writer(void *a) {
  x = 2;
  atomic_store(&go, 1);
  return a;
}
int main(void) {
  pthread_t r, w;
  pthread_create(&w, 0, writer, 0);
  pthread_create(&r, 0, reader, 0);
  pthread_join(r, 0);
  pthread_join(w, 0);
  return 0;
}

#include <assert.h>
#include <pthread.h>
static int shared, before;
static void *writer(void *arg) {
  shared = arg ? 1 : 4;
  return 0;
}
int main(void) {
  pthread_t a, b;
  int own = 3;
  before = own;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, writer, &own);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(shared == 1 || shared == 4);
  return 0;
}

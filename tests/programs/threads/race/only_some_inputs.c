// The race needs an input.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: unsafe
// INPUT: index == 1
#include <heddle.h>
#include <pthread.h>
static int cells[4];
static void *bump(void *p) {
  cells[(long)p] = 1; // FAIL-HERE: race
  return NULL;
}
int main(void) {
  pthread_t a, b;
  unsigned char index;
  heddle_symbolic(&index, 1, "index");
  heddle_assume(index == 1 || index == 2);
  pthread_create(&a, NULL, bump, (void *)1L);
  pthread_create(&b, NULL, bump, (void *)(long)(index == 1 ? 1 : 2));
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

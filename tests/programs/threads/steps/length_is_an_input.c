// A block whose length is an input: the pieces are as many as it needs.
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <string.h>
static unsigned char shared[24], local[24];
static unsigned n;
static void *fills(void *p) {
  memset(shared, 3, n);
  return p;
}
int main(void) {
  pthread_t t;
  heddle_symbolic(&n, sizeof n, "n");
  heddle_assume(n >= 7 && n <= 9);
  pthread_create(&t, 0, fills, 0);
  memcpy(local, shared, sizeof local);
  pthread_join(t, 0);
  if (n < 9) assert(local[0] == local[n - 1]); // within one word
  else assert(local[0] == local[n - 1]); // FAIL-HERE: assert
  return 0;
}

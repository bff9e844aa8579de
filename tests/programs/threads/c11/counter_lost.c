// A lost update between C11 threads.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include <threads.h>
static int value;
static int add(void *unused) {
  (void)unused;
  value++;
  return 0;
}
int main(void) {
  thrd_t a, b;
  thrd_create(&a, add, NULL);
  thrd_create(&b, add, NULL);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  assert(value == 2); // FAIL-HERE: assert
  return 0;
}

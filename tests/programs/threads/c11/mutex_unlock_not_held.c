// Misuse is reported at the program's call.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
#include <threads.h>
int main(void) {
  mtx_t lock;
  mtx_init(&lock, mtx_plain);
  mtx_unlock(&lock); // FAIL-HERE: sync
  return 0;
}

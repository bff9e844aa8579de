// Behind the change nothing differs any more, but the old failure is still there.
// OLD-FAILURE: assert 13
#include <assert.h>
#include <heddle.h>

static int log_level;

int main(void) {
  int n;
  heddle_symbolic(&n, sizeof n, "n");
  log_level = n > 100 ? 2 : 1;
  if (n == 7) log_level = 2;
  assert(n != 50);
  assert(log_level < 4);
  return 0;
}

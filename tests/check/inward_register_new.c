// The added line sets a variable that both versions have: it is no new code that only the new one notices.
// NEW-FAILURE: assert 18
#include <assert.h>
#include <heddle.h>

int main(void) {
  int n, i = 0, times = 0, last = 0;
  heddle_symbolic(&n, sizeof n, "n");
  while (i < 3) {
    i++;
    if (n == i) {
      times++;
      last = 5;
      continue;
    }
    if (times > 5) last = 2;
  }
  assert(last != 5);
  return times;
}

#include <assert.h>
#include <heddle.h>

int main(void) {
  int n, i = 0, times = 0, last = 0;
  heddle_symbolic(&n, sizeof n, "n");
  while (i < 3) {
    i++;
    if (n == i) {
      times++;
      continue;
    }
    if (times > 5) last = 2;
  }
  assert(last != 5);
  return times;
}

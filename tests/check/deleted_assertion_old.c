#include <assert.h>
#include <heddle.h>

static int score(int x) {
  assert(x != 5);
  return x * 2;
}

int main(void) {
  int k;
  heddle_symbolic(&k, sizeof k, "k");
  if (k < 0 || k > 10) return 0;
  int y = score(k);
  assert(y != 10);
  return 0;
}

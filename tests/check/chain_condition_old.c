#include <assert.h>
#include <heddle.h>
int clip(int n) {
  if (n > 10) n = 10;
  return n;
}
int main(void) {
  int n, a[11] = {0};
  heddle_symbolic(&n, sizeof n, "n");
  heddle_assume(n >= 0);
  int k = clip(n);
  a[k] = 1;
  return a[0];
}

// A changed condition goes the other way; what it does not correct any more leads out of an array.
// NEW-FAILURE: memory 18
// JSON: failures[0].chain[*].line == [10, 18, 18]
// JSON: failures[0].chain[*].role == ["branch", "value", "failure"]
// JSON: failures[0].chain[0].old == "true"
// JSON: failures[0].chain[0].new == "false"
#include <assert.h>
#include <heddle.h>
int clip(int n) {
  if (n > 11) n = 10;
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

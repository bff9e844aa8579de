// Computed goto through a table of labels.
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
int main(void) {
  static void *labels[] = {&&a, &&b};
  volatile int i = 0;
  int r = 0;
  void *target = labels[i];
  goto *target;
a:
  r = 1;
  goto *labels[i + 1];
b:
  assert(r == 1);
  return 0;
}

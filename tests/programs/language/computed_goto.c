// Computed goto is not supported: incomplete, with the place and what it was.
// VERDICT: incomplete
// REASON: computed_goto.c:9
int main(void) {
  static void *labels[] = {&&a, &&b};
  volatile int i = 1;
  int r = 0;
  void *target = labels[i];
  goto *target;
a:
  r = 1;
b:
  return r;
}

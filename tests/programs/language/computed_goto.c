// Computed goto: labels as values, in a small threaded interpreter.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
static int run(const unsigned char *code) {
  static void *const labels[] = {&&add, &&twice, &&stop};
  int v = 1;
  goto *labels[*code++];
add:
  v += *code++;
  goto *labels[*code++];
twice:
  v *= 2;
  goto *labels[*code++];
stop:
  return v;
}
int main(void) {
  assert(run((unsigned char[]){0, 4, 1, 1, 0, 3, 2}) == 23);
  return 0;
}

// --max-steps cuts an endless loop, with the place.
// VERDICT: incomplete
// ARGS: --max-steps=100000
// REASON: max_steps.c
int main(void) {
  unsigned n = 1;
  for (;;) {
    volatile unsigned x = n;
    n = x * 3 + 1;
  }
}

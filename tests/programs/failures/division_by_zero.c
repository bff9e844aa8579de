// Division by a zero that is known.
// VERDICT: unsafe
// RUNS: full=1
static int quo(int a, int b) {
  return a / b; // FAIL-HERE: arithmetic
}
int main(void) { return quo(1, 0); }

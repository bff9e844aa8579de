// A shift by a negative amount.
// VERDICT: unsafe
// ARGS: --check=+shift
static int shift(int v, int n) {
  return v >> n; // FAIL-HERE: arithmetic
}
int main(void) { return shift(8, -1); }

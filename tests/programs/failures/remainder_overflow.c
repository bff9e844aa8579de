// INT_MIN % -1 is undefined too.
// VERDICT: unsafe
static long rem(long a, long b) {
  return a % b; // FAIL-HERE: arithmetic
}
int main(void) { return (int)rem((-0x7fffffffffffffff - 1), -1); }

// Endless recursion is a failure at the call that does not fit any more.
// VERDICT: unsafe
static int down(int n) {
  return down(n + 1) + 1; // FAIL-HERE: memory
}
int main(void) { return down(0); }

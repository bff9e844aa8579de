// Endless recursion overflows the stack: a failure at the call, never a crash.
// RUN: heddle run --json=%t/out.json --out=%t/tests --max-memory=300 --timeout=20 %s
// VERDICT: unsafe
static int down(int n) { return down(n + 1) + 1; } // FAIL-HERE: memory
int main(void) { return down(0); }

// Endless recursion ends as a failure or as a limit with a place, never as a crash.
// RUN: heddle run --json=%t/out.json --out=%t/tests --max-memory=300 --timeout=20 %s
// VERDICT: incomplete
// REASON: stack_overflow.c
static int down(int n) { return down(n + 1) + 1; }
int main(void) { return down(0); }

// The smallest program.
// VERDICT: safe
// RUNS: full=1
// TESTS: 1
int main() {}

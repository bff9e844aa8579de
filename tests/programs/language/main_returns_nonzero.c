// What main returns is the program's own business: no failure.
// VERDICT: safe
// RUNS: full=1
int main(void) { return 42; }

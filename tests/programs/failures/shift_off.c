// Without the option a too wide shift is as the machine does it: no failure.
// VERDICT: safe
static unsigned shift(unsigned v, int n) { return v << n; }
int main(void) { return shift(1, 33) == 2 ? 0 : 1; }

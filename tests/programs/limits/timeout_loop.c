// An endless loop ends at --timeout as incomplete, and the place is named.
// VERDICT: incomplete
// ARGS: --timeout=1
// REASON: timeout_loop.c
static volatile int go = 1;
int main(void) {
  while (go) continue;
  return 0;
}

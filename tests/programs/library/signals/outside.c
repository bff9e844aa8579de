// --signals: one comes from outside, at any place.
// ARGS: --signals=1
// VERDICT: unsafe
// FAILURE: assert 9 list[0] == list[1]
// REPLAY: yes
#include <assert.h>
#include <signal.h>
static volatile int list[2];
static void handle(int signal) { (void)signal, assert(list[0] == list[1]); }
int main(void) {
  signal(SIGINT, handle);
  list[0] = 1;
  list[1] = 1;
  return 0;
}

// A loop that an alarm ends.
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t rang;
static void handle(int signal) { rang = signal; }
int main(void) {
  signal(SIGALRM, handle);
  assert(alarm(1) == 0);
  while (!rang) {}
  assert(rang == SIGALRM && alarm(0) == 0);
  return 0;
}

// pause waits for a handler, and gives EINTR behind it. The timer rings again and again, for it may ring before.
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t rang;

static void on_alarm(int number) { rang = number; }

int main(void) {
  signal(SIGALRM, on_alarm);
  ualarm(2000, 2000);
  int result = pause(), error = errno;
  assert(result == -1 && error == EINTR && rang == SIGALRM);
  return 0;
}

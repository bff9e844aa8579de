// Handlers interrupt sleeps, with SA_RESTART too; what is left of the time is told.
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t rang;
static void handle(int signal) { rang = signal; }

/* The timer may ring before the sleep begins. */
static int was_interrupted(int result, int interrupted) {
  int is = result == interrupted;
  assert(is || result == 0);
  assert(rang == SIGALRM || !is);
  alarm(0);
  rang = 0;
  return is;
}

int main(void) {
  struct timespec wanted = {3, 0}, rest = {-1, -1}, moment;
  signal(SIGALRM, handle);
  alarm(1);
  if (was_interrupted(nanosleep(&wanted, &rest), -1)) assert(rest.tv_sec >= 1 && rest.tv_sec < 3);
  else assert(rest.tv_sec == -1);
  alarm(1);
  unsigned left = sleep(3);
  assert(left <= 2);
  alarm(1);
  was_interrupted(clock_nanosleep(CLOCK_MONOTONIC, 0, &wanted, &rest), EINTR);
  clock_gettime(CLOCK_REALTIME, &moment);
  moment.tv_sec += 3;
  alarm(1);
  was_interrupted(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &moment, NULL), EINTR);
  alarm(1);
  was_interrupted(thrd_sleep(&wanted, &rest), -1);
  alarm(2);
  assert(sleep(1) == 0 || rang);
  return 0;
}

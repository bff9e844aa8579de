// Loops and waits until a moment end, on both clocks, and the clock shows it.
// VERDICT: safe
// NATIVE: yes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdint.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static struct timespec in(clockid_t clock, long milliseconds) {
  struct timespec t;
  assert(clock_gettime(clock, &t) == 0);
  t.tv_nsec += milliseconds * 1000000;
  t.tv_sec += t.tv_nsec / 1000000000;
  t.tv_nsec %= 1000000000;
  return t;
}
static int is_past(clockid_t clock, struct timespec t) {
  struct timespec now = in(clock, 0);
  return now.tv_sec > t.tv_sec || (now.tv_sec == t.tv_sec && now.tv_nsec >= t.tv_nsec);
}

static void polls(void) {
  struct timespec moment = in(CLOCK_MONOTONIC, 30);
  struct timeval now, end;
  while (!is_past(CLOCK_MONOTONIC, moment)) sched_yield();
  for (time_t second = time(NULL) + 1; time(NULL) < second;) sched_yield();
  gettimeofday(&end, NULL);
  end.tv_sec++;
  do usleep(1000), gettimeofday(&now, NULL);
  while (now.tv_sec < end.tv_sec || (now.tv_sec == end.tv_sec && now.tv_usec < end.tv_usec));
}

static void sleeps(clockid_t clock) {
  struct timespec moment = in(clock, 20), past = in(clock, 0);
  past.tv_sec--;
  assert(clock_nanosleep(clock, TIMER_ABSTIME, &moment, NULL) == 0 && is_past(clock, moment));
  assert(clock_nanosleep(clock, TIMER_ABSTIME, &past, NULL) == 0);
  moment = in(clock, 20);
  assert(thrd_sleep(&(struct timespec){0, 20000000}, NULL) == 0 && is_past(clock, moment));
}

static void waits(clockid_t clock) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_condattr_t attributes;
  pthread_cond_t condition;
  sem_t semaphore;
  pthread_condattr_init(&attributes);
  assert(pthread_condattr_setclock(&attributes, clock) == 0);
  pthread_cond_init(&condition, &attributes);
  sem_init(&semaphore, 0, 0);
  pthread_mutex_lock(&mutex);
  struct timespec moment = in(clock, 20);
  int result;
  while ((result = pthread_cond_timedwait(&condition, &mutex, &moment)) == 0) {}
  assert(result == ETIMEDOUT && is_past(clock, moment));
  moment = in(clock, 20);
  while ((result = pthread_cond_clockwait(&condition, &mutex, clock, &moment)) == 0) {}
  assert(result == ETIMEDOUT && is_past(clock, moment));
  pthread_mutex_unlock(&mutex);
  moment = in(clock, 20);
  assert(sem_clockwait(&semaphore, clock, &moment) == -1 && errno == ETIMEDOUT && is_past(clock, moment));
}

static void timers(clockid_t clock) {
  struct itimerspec often = {{0, 10000000}, {0, 10000000}}, at = {{0, 0}, in(clock, 15)};
  uint64_t times = 0;
  int fd = timerfd_create(clock, 0);
  struct timespec moment = in(clock, 10);
  assert(fd > 2 && timerfd_settime(fd, 0, &often, NULL) == 0);
  assert(read(fd, &times, sizeof times) == sizeof times && times >= 1 && is_past(clock, moment));
  assert(timerfd_settime(fd, TFD_TIMER_ABSTIME, &at, NULL) == 0);
  assert(read(fd, &times, sizeof times) == sizeof times && times == 1 && is_past(clock, at.it_value));
  close(fd);
}

int main(void) {
  static const clockid_t clocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC};
  polls();
  for (int i = 0; i < 2; i++) sleeps(clocks[i]), waits(clocks[i]), timers(clocks[i]);
  return 0;
}

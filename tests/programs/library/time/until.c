// Loops that wait for a moment end, whether they sleep or not; what waits until a moment shows it on the clock.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;

static struct timespec in(clockid_t clock, long milliseconds) {
  struct timespec t;
  assert(clock_gettime(clock, &t) == 0);
  t.tv_nsec += milliseconds * 1000000;
  t.tv_sec += t.tv_nsec / 1000000000;
  t.tv_nsec %= 1000000000;
  return t;
}

static int is_past(clockid_t clock, const struct timespec *t) {
  struct timespec now = in(clock, 0);
  return now.tv_sec != t->tv_sec ? now.tv_sec > t->tv_sec : now.tv_nsec >= t->tv_nsec;
}

int main(void) {
  struct timespec until = in(CLOCK_REALTIME, 30), tick = {.tv_nsec = 2000000};
  while (!is_past(CLOCK_REALTIME, &until)) {}
  until = in(CLOCK_MONOTONIC, 30);
  while (!is_past(CLOCK_MONOTONIC, &until)) usleep(1500);
  until = in(CLOCK_MONOTONIC, 30);
  while (!is_past(CLOCK_MONOTONIC, &until)) nanosleep(&tick, NULL);
  until = in(CLOCK_MONOTONIC, 30);
  while (!is_past(CLOCK_MONOTONIC, &until)) thrd_sleep(&tick, NULL);
  time_t end = time(NULL) + 1;
  while (time(NULL) < end) sleep(1);

  until = in(CLOCK_MONOTONIC, 20);
  assert(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == 0 && is_past(CLOCK_MONOTONIC, &until));
  until = in(CLOCK_REALTIME, 20);
  assert(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &until, NULL) == 0 && is_past(CLOCK_REALTIME, &until));

  pthread_mutex_lock(&mutex);
  until = in(CLOCK_REALTIME, 20);
  while (pthread_cond_timedwait(&condition, &mutex, &until) != ETIMEDOUT) {}
  assert(is_past(CLOCK_REALTIME, &until));
  until = in(CLOCK_MONOTONIC, 20);
  while (pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &until) != ETIMEDOUT) {}
  assert(is_past(CLOCK_MONOTONIC, &until));
  pthread_mutex_unlock(&mutex);

  sem_init(&semaphore, 0, 0);
  until = in(CLOCK_REALTIME, 20);
  assert(sem_timedwait(&semaphore, &until) == -1 && errno == ETIMEDOUT && is_past(CLOCK_REALTIME, &until));
  struct timespec bad = {.tv_nsec = 1000000000};
  assert(nanosleep(&bad, NULL) == -1 && errno == EINVAL);
  assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &bad, NULL) == EINVAL);
  printf("done\n");
  return 0;
}

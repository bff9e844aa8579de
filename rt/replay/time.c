/* The clock and whatever lets time pass, as the models have it (rt/time.c, rt/threads_timed.c): the same steps, the
   same values. The program has one clock; only programs that read it have steps there. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "../clock.h"
#include "replay.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* only instrumented programs call these */

enum { MILLI = 1000000, INPUTS = 8, LONGEST = 1 << 30 };

void hd_library(void);
extern const int hd_has_clock __attribute__((weak)); /* the front end adds it where the program reads the clock */

static long clock_words[RT_CLOCK_WORDS];
static _Thread_local int readings, sleeps, inputs;
static _Thread_local long last;

long *__heddle_clock(void) { return &hd_has_clock != NULL ? clock_words : NULL; }

/* ---- reading */

static long tick(void) {
  hd_library();
  long step = RT_CLOCK_STEP(readings), now = clock_words[RT_CLOCK_TICKS] += step;
  readings = now - last > step ? 0 : readings + 1;
  last = now;
  return now;
}

static long input_seconds(void) {
  unsigned short passed = 0;
  if (!__heddle_option(RT_OPTION_TIME_IS_INPUT)) return 0;
  if (inputs < INPUTS) {
    inputs++;
    input_bytes(&passed, sizeof passed, "time");
  }
  hd_library();
  return clock_words[RT_CLOCK_SECONDS] += passed;
}

static struct timespec read_clock(time_t begin) {
  long now = tick();
  return (struct timespec){.tv_sec = begin + now / 1000 + input_seconds(), .tv_nsec = now % 1000 * MILLI};
}
time_t hd_time(time_t *result) {
  time_t now = read_clock(RT_CLOCK_START).tv_sec;
  if (result) *result = now;
  if (result) memory_written(result, sizeof *result);
  return now;
}
clock_t hd_clock(void) { return tick() * (CLOCKS_PER_SEC / 1000); }
int hd_gettimeofday(struct timeval *result, struct timezone *zone) {
  struct timespec now = read_clock(RT_CLOCK_START);
  *result = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
  memory_written(result, sizeof *result);
  if (zone) *zone = (struct timezone){0, 0};
  if (zone) memory_written(zone, sizeof *zone);
  return 0;
}
int hd_clock_gettime(clockid_t id, struct timespec *result) {
  if (id < CLOCK_REALTIME || id > CLOCK_TAI) {
    errno = EINVAL;
    return -1;
  }
  *result = read_clock(id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE || id == CLOCK_TAI ? RT_CLOCK_START : 0);
  memory_written(result, sizeof *result);
  return 0;
}
int hd_timespec_get(struct timespec *result, int base) {
  if (base != TIME_UTC) return 0;
  *result = read_clock(RT_CLOCK_START);
  memory_written(result, sizeof *result);
  return base;
}

/* ---- passing */

static void reach(long moment) {
  if (__heddle_option(RT_OPTION_TIME_IS_INPUT)) {
    hd_library();
    moment -= clock_words[RT_CLOCK_SECONDS] * 1000;
  }
  hd_library();
  if (clock_words[RT_CLOCK_TICKS] < moment) clock_words[RT_CLOCK_TICKS] = moment;
}

static void pass(long milliseconds) {
  call_end();
  token_yield();
  if (&hd_has_clock == NULL) return;
  hd_library();
  long factor = RT_CLOCK_STEP(sleeps);
  sleeps++;
  clock_words[RT_CLOCK_TICKS] += milliseconds > LONGEST / factor ? LONGEST : milliseconds * factor;
}

static long in_milliseconds(const struct timespec *t) {
  if (t->tv_sec >= LONGEST / 1000) return LONGEST;
  return (long)t->tv_sec * 1000 + (t->tv_nsec + MILLI - 1) / MILLI;
}

int time_over(int result, const struct timespec *until) {
  struct timespec since = *until;
  if (result != ETIMEDOUT || &hd_has_clock == NULL) return result;
  if (since.tv_sec >= RT_CLOCK_START / 2) since.tv_sec -= RT_CLOCK_START;
  reach(since.tv_sec < 0 ? 0 : in_milliseconds(&since));
  return result;
}

unsigned hd_sleep(unsigned seconds) {
  pass(seconds > LONGEST / 1000 ? LONGEST : (long)seconds * 1000);
  return 0;
}
int hd_usleep(useconds_t microseconds) {
  pass((long)((microseconds + 999UL) / 1000));
  return 0;
}
int hd_clock_nanosleep(clockid_t clock, int flags, const struct timespec *request, struct timespec *rest) {
  (void)clock, (void)rest;
  call_end();
  if (request->tv_sec < 0 || request->tv_nsec < 0 || request->tv_nsec > 999999999) return EINVAL;
  if (!(flags & TIMER_ABSTIME)) {
    pass(in_milliseconds(request));
    return 0;
  }
  token_yield();
  time_over(ETIMEDOUT, request);
  return 0;
}
int hd_nanosleep(const struct timespec *request, struct timespec *rest) {
  errno = hd_clock_nanosleep(CLOCK_REALTIME, 0, request, rest);
  return errno ? -1 : 0;
}
int hd_thrd_sleep(const struct timespec *request, struct timespec *rest) {
  return hd_clock_nanosleep(CLOCK_REALTIME, 0, request, rest) ? -2 : 0;
}

/* time.h with a clock of our own: it starts at the same moment in every run and advances by one millisecond
   whenever it is read. Whoever reads it over and over sees it go faster and faster, so that loops which wait for a
   moment end. Sleeps and waits that are over advance it, too (threads_timed.c). The program has one, so that time never
   runs backwards from one thread to the next: reading it is an atomic operation that other threads see. The time zone
   is UTC. */
#include <errno.h>
#include <stdint.h>
#include <sys/time.h>
#include <time.h>
#include "clock.h"

enum { MILLI = 1000000 }; /* nanoseconds in a millisecond */
enum { INPUTS = 8 };      /* readings of a thread that are inputs, by option */

/* Only programs that read the clock have it (__heddle_clock). */
long __heddle_rt_ticks[RT_CLOCK_WORDS];

static _Thread_local int readings; /* of this thread, between which nothing else let time pass */
static _Thread_local long last;    /* what it read last */
static _Thread_local int inputs;   /* readings that were inputs */

static long tick(void) {
  long step = RT_CLOCK_STEP(readings);
  long now = __atomic_add_fetch(&__heddle_rt_ticks[RT_CLOCK_TICKS], step, __ATOMIC_RELAXED);
  readings = now - last > step ? 0 : readings + 1;
  last = now;
  return now;
}

/* By option: any number of seconds may have passed, up to 65535. */
static long input_seconds(void) {
  unsigned short passed;
  if (!__heddle_option(RT_OPTION_TIME_IS_INPUT)) return 0;
  if (inputs == INPUTS) return __atomic_load_n(&__heddle_rt_ticks[RT_CLOCK_SECONDS], __ATOMIC_RELAXED);
  inputs++;
  __heddle_symbolic(&passed, sizeof passed, "time");
  return __atomic_add_fetch(&__heddle_rt_ticks[RT_CLOCK_SECONDS], passed, __ATOMIC_RELAXED);
}

static struct timespec read_clock(time_t start) {
  long now = tick();
  return (struct timespec){.tv_sec = start + now / 1000 + input_seconds(), .tv_nsec = now % 1000 * MILLI};
}

time_t time(time_t *result) {
  time_t now = read_clock(RT_CLOCK_START).tv_sec;
  if (result != NULL) *result = now;
  return now;
}

clock_t clock(void) { return tick() * (CLOCKS_PER_SEC / 1000); }

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
  struct timespec now = read_clock(RT_CLOCK_START);
  *result = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
  if (zone != NULL) *(struct timezone *)zone = (struct timezone){0, 0};
  return 0;
}

int clock_gettime(clockid_t id, struct timespec *result) {
  if (id < CLOCK_REALTIME || id > CLOCK_TAI) {
    errno = EINVAL;
    return -1;
  }
  int of_day = id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE || id == CLOCK_TAI;
  *result = read_clock(of_day ? RT_CLOCK_START : 0);
  return 0;
}

int clock_getres(clockid_t id, struct timespec *result) {
  if (id < CLOCK_REALTIME || id > CLOCK_TAI || id == 10) {
    errno = EINVAL;
    return -1;
  }
  int is_coarse = id == CLOCK_REALTIME_COARSE || id == CLOCK_MONOTONIC_COARSE;
  if (result != NULL) *result = (struct timespec){.tv_sec = 0, .tv_nsec = is_coarse ? 4000000 : 1};
  return 0;
}

int timespec_get(struct timespec *result, int base) {
  if (base != TIME_UTC) return 0;
  *result = read_clock(RT_CLOCK_START);
  return base;
}

double difftime(time_t later, time_t earlier) { return (double)(later - earlier); }

char *tzname[2] = {(char *)"UTC", (char *)"UTC"};
long timezone;
int daylight;
void tzset(void) {}

/* Days since 1970-01-01 of the first of a month, counted in years that begin with March: the leap day comes last. */
static int64_t days_from_civil(int64_t year, int month) {
  year -= month <= 2;
  int64_t era = (year >= 0 ? year : year - 399) / 400, of_era = year - era * 400;
  int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static void civil_from_days(int64_t days, struct tm *t) {
  days += 719468;
  int64_t era = (days >= 0 ? days : days - 146096) / 146097;
  int64_t day = days - era * 146097;
  int64_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
  int64_t of_year = day - (365 * year + year / 4 - year / 100);
  int64_t month = (5 * of_year + 2) / 153;
  t->tm_mday = (int)(of_year - (153 * month + 2) / 5 + 1);
  t->tm_mon = (int)(month < 10 ? month + 2 : month - 10);
  t->tm_year = (int)(year + era * 400 + (t->tm_mon <= 1) - 1900);
}

struct tm *gmtime_r(const time_t *restrict when, struct tm *restrict t) {
  int64_t days = *when / 86400, rest = *when % 86400;
  if (rest < 0) rest += 86400, days--;
  *t = (struct tm){0};
  civil_from_days(days, t);
  t->tm_hour = (int)(rest / 3600);
  t->tm_min = (int)(rest / 60 % 60);
  t->tm_sec = (int)(rest % 60);
  t->tm_wday = (int)(((days + 4) % 7 + 7) % 7);
  t->tm_yday = (int)(days - days_from_civil(t->tm_year + 1900LL, 1));
  t->tm_zone = "GMT";
  return t;
}

struct tm *localtime_r(const time_t *restrict when, struct tm *restrict t) {
  gmtime_r(when, t);
  t->tm_zone = "UTC";
  return t;
}

static struct tm shared_tm;

struct tm *gmtime(const time_t *when) { return gmtime_r(when, &shared_tm); }

struct tm *localtime(const time_t *when) { return localtime_r(when, &shared_tm); }

time_t timegm(struct tm *t) {
  int64_t year = t->tm_year + 1900LL + t->tm_mon / 12;
  int month = t->tm_mon % 12;
  if (month < 0) month += 12, year--;
  int64_t days = days_from_civil(year, month + 1) + t->tm_mday - 1;
  time_t when = ((days * 24 + t->tm_hour) * 60 + t->tm_min) * 60 + t->tm_sec;
  gmtime_r(&when, t);
  return when;
}

time_t mktime(struct tm *t) {
  time_t when = timegm(t);
  t->tm_zone = "UTC";
  return when;
}

time_t timelocal(struct tm *t) { return mktime(t); }

// time.h and sys/time.h: forms of the calendar, good and bad arguments. The zone is UTC.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include "show.h"
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static void show_tm(const struct tm *t) {
  if (t == NULL) printf("NULL %s\n", strerror(errno));
  else
    printf("%d-%d-%d %d:%d:%d %d %d %d %ld %s\n", t->tm_year, t->tm_mon, t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec,
           t->tm_wday, t->tm_yday, t->tm_isdst, t->tm_gmtoff, t->tm_zone);
}

int main(void) {
  static const time_t moments[] = {0, -1, 1704067200, 951782400, 4102444800, -2208988800, 253402300799};
  char buffer[200];
  struct tm t;
  struct timespec now;
  struct timeval day;
  setenv("TZ", "UTC0", 1);
  tzset(), SHOW(daylight), SHOW(timezone), TEXT(tzname[0]), TEXT(tzname[1]);
  for (unsigned i = 0; i < sizeof moments / sizeof *moments; i++) {
    show_tm(gmtime(&moments[i])), show_tm(localtime(&moments[i])), show_tm(localtime_r(&moments[i], &t));
    TEXT(asctime(&t)), TEXT(asctime_r(&t, buffer)), TEXT(ctime(&moments[i])), TEXT(ctime_r(&moments[i], buffer));
    SHOW(timelocal(&t)), SHOW(timegm(&t)), SHOW(mktime(&t)), t.tm_mon += 13, t.tm_mday = -5, SHOW(mktime(&t)), show_tm(&t);
    SHOW(strftime(buffer, sizeof buffer, "%F %T %j %U %W %V %G %g %u %w %e %I %p %y %C %h %Z %z %s %%", &t)), TEXT(buffer);
    SHOW(strftime(buffer, 5, "%F", &t)), SHOW(difftime(moments[i], 5));
  }
  SHOW(clock_getres(CLOCK_MONOTONIC, &now)), SHOW(now.tv_sec), SHOW(clock_getres(99, &now)), SHOW(clock_getres(CLOCK_REALTIME, NULL));
  SHOW(clock_gettime(99, &now)), SHOW(clock_gettime(CLOCK_REALTIME, &now)), SHOW(now.tv_sec > 1600000000);
  SHOW(timespec_get(&now, TIME_UTC)), SHOW(timespec_get(&now, 77)), SHOW(gettimeofday(&day, NULL)), SHOW(day.tv_usec < 1000000);
  SHOW(time(NULL) > 1600000000), SHOW(clock() >= 0);
  SHOW(nanosleep(&(struct timespec){0, -1}, NULL)), SHOW(nanosleep(&(struct timespec){0, 1000}, NULL));
  SHOW(clock_nanosleep(99, 0, &now, NULL)), SHOW(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &now, NULL));
  SHOW(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &now, NULL)), SHOW(clock_nanosleep(0, 0, &(struct timespec){-1, 0}, NULL));
  return 0;
}

/* Time in seconds. */
#ifndef HEDDLE_UTIL_CLOCK_H
#define HEDDLE_UTIL_CLOCK_H
#include <time.h>

static inline double clock_seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
static inline double clock_now(void) { return clock_seconds(CLOCK_MONOTONIC); }
/* Of this process: other work on the machine does not count. */
static inline double clock_processor(void) { return clock_seconds(CLOCK_PROCESS_CPUTIME_ID); }
/* What is left of a limit. 0: there is none; what is left never looks like that. */
static inline double clock_left(double limit, double used) {
  if (limit <= 0) return 0;
  return limit - used > 0.001 ? limit - used : 0.001;
}
#endif

/* The clock of the program under test, for all that reads it or lets time pass; native replay has the same one. */
#ifndef HEDDLE_RT_CLOCK_H
#define HEDDLE_RT_CLOCK_H
#include <time.h>
#include "builtins.h"

enum { RT_CLOCK_START = 1704067200 }; /* 2024-01-01 00:00:00 UTC */

/* The time since the program started: milliseconds, and seconds that inputs have added. They are apart so that what is
   computed of inputs stays simple. NULL where the program never reads a clock: then nobody keeps the time. */
enum { RT_CLOCK_TICKS = 0, RT_CLOCK_SECONDS = 1, RT_CLOCK_WORDS = 2 };
long *__heddle_clock(void);
extern long __heddle_rt_ticks[RT_CLOCK_WORDS]; /* what it gives */

/* threads_timed.c, where there is a clock or not: so much time passes; it is that late at least, in milliseconds */
void __heddle_rt_let_pass(long milliseconds);
void __heddle_rt_reach(long moment);
long __heddle_rt_moment(const struct timespec *t); /* of either clock, in milliseconds */
int __heddle_rt_can_sleep(clockid_t clock);

/* Time goes faster for a thread that has looked, or slept, this often: twice as fast with each time more. */
enum { RT_CLOCK_PATIENCE = 64, RT_CLOCK_FASTEST = 20 };
#define RT_CLOCK_STEP(times)                                                                                           \
  (1L << ((times) < RT_CLOCK_PATIENCE                      ? 0                                                         \
          : (times) - RT_CLOCK_PATIENCE < RT_CLOCK_FASTEST ? (times) - RT_CLOCK_PATIENCE                               \
                                                           : RT_CLOCK_FASTEST))
#endif

/* Ending a command early: by SIGINT, SIGTERM or SIGHUP, or by its time limit. All parts of a command ask here whether
   to go on, so that whoever is at work when it comes, nobody forgets it.

   Most parts ask often enough by themselves. Some cannot be trusted to: the solver, the static analyses. They run
   between stop_enter and stop_leave, where the result stands still. If such a part does not come back, the watchdog (a
   thread that sleeps until then) writes the report in place of the command and ends the process. */
#ifndef HEDDLE_UTIL_STOP_H
#define HEDDLE_UTIL_STOP_H
#include <stdbool.h>
#include <stddef.h>

/* From now on signals are noted and the watchdog watches. `seconds`: the time limit, from the start of the process on;
   0: none. A process that runs several commands in turn begins each anew: earlier signals are forgotten. */
void stop_begin(double seconds);
void stop_limit(double seconds); /* another limit, from the same start on; 0: none */
/* In a child process of fork: it has a watchdog of its own, and nobody to report to. */
void stop_forked(void);

int stop_signal(void);   /* the signal that came; 0: none */
bool stop_wanted(void);  /* a signal, or the time is over */
bool stop_overdue(void); /* and that was a second ago: not even a summing-up goes on */
double stop_left(void);  /* seconds until the limit, 0 when it is over; a huge number if there is none */
/* By who uses heddle as a library, in a callback: end soon; and it was no command that this was about. */
void stop_ask(void);
void stop_forget(void);
/* Why, in words: "the time limit of 5 s was reached". */
const char *stop_words(char *text, size_t room);

/* A part whose end is not certain. `interrupt` makes it come to its end, if it will; called by the watchdog, perhaps
   several times; NULL: there is no such thing. `what` names the part in the report. Parts do not nest. */
struct stop_part {
  const char *what;
  void (*interrupt)(void *context);
  void *context;
};
void stop_enter(const struct stop_part *part);
void stop_leave(void); /* does not return if the watchdog has taken over */

/* A limit for a part of the command, of the monotonic clock; 0: none. Past it the watchdog interrupts, but never takes
   over. Returns the one before. */
double stop_soft(double deadline);

/* Brings a result that is being made into a state in which it can be reported. Returns the one before. */
struct stop_settle {
  void (*settle)(void *context);
  void *context;
};
struct stop_settle stop_settle(struct stop_settle settle);

/* What the watchdog does at last: reports, and returns the exit code. `what`: the part that did not end, NULL:
   unknown. */
typedef int stop_report(void *context, const char *what);
void stop_on_overrun(stop_report *report, void *context);

/* The command reports by itself: the watchdog does not any more. Does not return if it has begun to. */
void stop_end(void);
#endif

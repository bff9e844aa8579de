/* Schedules with fewer switches between threads. */
#ifndef HEDDLE_EXPLAIN_MINIMISE_H
#define HEDDLE_EXPLAIN_MINIMISE_H
#include "explain/session.h"

enum { MINIMISE_RUNS = 2000 };

/* Changes the steps, which lead to the session's wanted failure, into ones with as few switches (then: as few steps) as
   a bounded search finds that lead to it too. True if something changed. */
bool minimise_steps(struct session *s, schedule_taken *steps, double seconds);
#endif

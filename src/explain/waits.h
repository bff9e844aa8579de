/* Deadlocks: who waits for what, who holds it and since when, and which of them go round in a circle. */
#ifndef HEDDLE_EXPLAIN_WAITS_H
#define HEDDLE_EXPLAIN_WAITS_H
#include "explain/trace.h"

/* Threads that wait for something else than the end of another thread; if there are none, all that wait. */
void waits_find_threads(struct vm *vm, bool *waiting, uint32_t nthreads);
/* Fills the failure's waits from the end of the traced run, and marks the steps that took what others wait for. */
void waits_tell(struct trace *t, struct result_failure *failure);
#endif

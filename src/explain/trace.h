/* What happened in a run, step by step, in words; and which steps the failure depends on. */
#ifndef HEDDLE_EXPLAIN_TRACE_H
#define HEDDLE_EXPLAIN_TRACE_H
#include "explain/session.h"

/* One row: a step of the schedule, or the creation of a thread. */
struct trace_row {
  uint32_t thread;
  struct vm_op op;
  bool create;                /* no step: the thread creates `other` */
  uint32_t other;             /* create: whom; JOIN: whom; else IR_NONE */
  uint32_t user_ins;          /* innermost instruction of the user's code, or IR_NONE */
  uint32_t after;             /* row + 1 that woke it; 0: none */
  uint32_t touches, ntouches; /* of an atomic section: range in the trace's touches */
  uint8_t bytes[2][8];        /* contents of range[0] before and after */
  bool known[2];              /* are these the contents? */
  bool past, matters, changed;
  struct result_step step;
};

struct trace {
  struct session *session;
  struct result *result; /* owner of the texts */
  VEC(struct trace_row) rows;
  VEC(struct vm_range) touches;
  VEC(uint32_t) row_of_step;
  VEC(bool) seen; /* per thread: its creation was noticed */
};

/* Runs the plan once more, now watching. False if it does not lead to the session's wanted failure; whatever was
   recorded is there nevertheless. */
bool trace_run(struct trace *t, struct session *s, struct result *result, const session_plan *plan);
void trace_free(struct trace *t);

/* dynamic_slice.c: sets `matters` and `changed` of every row. Failing: the threads whose end is the failure; changed:
   as in explain_result. */
void trace_slice(struct trace *t, const bool *failing, uint32_t nthreads, const uint8_t *changed);

/* step_text.c: the step in words, when it has happened. */
void trace_words(struct trace *t, struct trace_row *row);
#endif

/* Other orders of a recorded run. For a target whose write and read both happened in it, but not so that the one
   saw the other: schedules in which the reader is held back (before the read, or before a lock that it holds
   there), the writer comes to its write, and the reader follows at once. Everything else keeps its order. Whether
   such an order is possible is decided by running it: program order, locks, creation and waiting are the machine's
   business. */
#ifndef HEDDLE_AUGMENT_REORDER_H
#define HEDDLE_AUGMENT_REORDER_H
#include "augment/test_run.h"

/* A run, kept. */
struct reorder_trace {
  VEC(struct schedule_constraint) steps;
  VEC(struct vm_op) ops; /* of the steps */
  VEC(uint32_t) threads;
  VEC(struct vm_access) accesses;
  VEC(uint32_t) reached; /* per step: accesses when it was over */
};
void reorder_trace_keep(struct reorder_trace *trace, const struct test_run *run);
void reorder_trace_free(struct reorder_trace *trace);
uint32_t reorder_trace_step_of(const struct reorder_trace *trace, uint32_t access); /* IR_NONE: before the first step */

struct reorder_way {
  uint32_t write, read; /* accesses */
  uint32_t hold;        /* step of the reader from which on it is held */
  uint64_t distance;    /* near ones are tried first */
};
struct reorder {
  const struct reorder_trace *trace;
  VEC(struct reorder_way) ways;
  uint32_t next;
};
void reorder_open(struct reorder *reorder, const struct reorder_trace *trace, const struct target *target);
bool reorder_next(struct reorder *reorder,
                  schedule_constraints *list); /* the list is replaced; false: there is no other order to try */
void reorder_close(struct reorder *reorder);
#endif

/* Other orders of a recorded run. For a target whose write and read both happened in it, but not so that the one
   saw the other: schedules in which the reader is held back (before the read, or before a lock that it holds
   there), the writer comes to its write, and the reader follows at once. Everything else keeps its order. Whether
   such an order is possible is decided by running it: program order, locks, creation and waiting are the machine's
   business. */
#ifndef HEDDLE_AUGMENT_FLIP_H
#define HEDDLE_AUGMENT_FLIP_H
#include "augment/record.h"

/* A run, kept. */
struct flip_trace {
  VEC(struct wish) steps;
  VEC(struct vm_op) ops; /* of the steps */
  VEC(uint32_t) threads;
  VEC(struct vm_access) accesses;
  VEC(uint32_t) reached; /* per step: accesses when it was over */
};
void flip_keep(struct flip_trace *trace, const struct record *record);
void flip_forget(struct flip_trace *trace);
uint32_t flip_step_of(const struct flip_trace *trace, uint32_t access); /* IR_NONE: before the first step */

struct flip_way {
  uint32_t write, read; /* accesses */
  uint32_t hold;        /* step of the reader from which on it is held */
  uint64_t distance;    /* near ones are tried first */
};
struct flip {
  const struct flip_trace *trace;
  VEC(struct flip_way) ways;
  uint32_t next;
};
void flip_open(struct flip *flip, const struct flip_trace *trace, const struct target *target);
bool flip_next(struct flip *flip, wishes *list); /* the list is replaced; false: there is no other order to try */
void flip_close(struct flip *flip);
#endif

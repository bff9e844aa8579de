/* The table of states: 128-bit hash -> what is known. Finished states may be dropped at any time. */
#ifndef HEDDLE_STATEFUL_STATES_H
#define HEDDLE_STATEFUL_STATES_H
#include "stateful/codes.h"
#include "stateful/footprint.h"

struct state {
  uint64_t low, high; /* both 0: the slot is free */
  footprint below;    /* of a finished state: all that may follow */
  uint32_t run;       /* the run in which it was first met */
  uint32_t summary;   /* of a finished state; 0: none, which is known if: */
  code_set code;      /* of a finished state: what was executed behind it, if somebody keeps that */
  uint32_t globals;   /* of one of another exploration: variables from this slot on are no part of it */
  bool learned;
  bool open;   /* on the current path, not finished: `below` is the number of its node */
  bool failed; /* something failed behind it */
};

struct states {
  struct state *slots;
  uint64_t count, mask; /* mask: slots - 1; 0 before the first insertion */
};

struct state *states_find(const struct states *t, struct vm_control key); /* NULL: not there */
struct state *states_add(struct states *t, struct vm_control key); /* which is not there; valid until the next one */
void states_reserve(struct states *t, uint64_t count);             /* room for so many at once */
void states_drop_finished(struct states *t);
void states_remove(struct states *t, struct vm_control key);
void states_free(struct states *t);
static inline uint64_t states_bytes(const struct states *t) {
  return t->mask ? (t->mask + 1) * sizeof(struct state) : 0;
}
#endif

/* Threads that go round in loops and change nothing: they wait. */
#ifndef HEDDLE_VM_AWAIT_H
#define HEDDLE_VM_AWAIT_H
#include "vm/vm.h"

struct thread;

/* When and where a thread last came to a visible operation: to see whether a loop has changed anything since. */
struct visit {
  uint32_t pc, depth, base;
  uint32_t pieces;  /* of a block operation, done */
  uint32_t entries; /* length of the trail then */
  uint32_t choices,
      choice;      /* how many there were, and the stamp of the newest: both still true if nothing was taken back */
  uint32_t events; /* the scheduler's count */
  uint32_t own;    /* operations of this thread until then */
  uint32_t heap_count, stack_count, constraints;
  uint32_t snapshots; /* how many there were */
  bool detached;
  uint32_t log; /* its length then */
};

/* What looking ahead has found out about the operation that a thread is before. */
enum { AWAIT_VALUES = 8 };
struct await {
  uint64_t arrival; /* of the thread: else nothing is known */
  bool candidate;   /* a read in a loop */
  uint32_t count;
  struct {
    uint64_t value;
    bool passes; /* with that value; else the thread goes round */
  } known[AWAIT_VALUES];
};

/* spin.c: the thread comes to a visible operation; has it only gone round in a loop since it was last here? */
void spin_visit(struct vm *vm);

/* await.c: reads in loops that go round until the value changes */
void await_open(struct vm *vm);
bool await_is_one(const struct vm *vm, struct thread *t);                       /* is its operation looked at? */
bool await_waits(const struct vm *vm, struct thread *t);                        /* would it only go round now? */
bool await_value(const struct vm *vm, const struct vm_op *op, uint64_t *value); /* at the place that it touches */

/* ahead.c: with this value, would the thread come back to its operation, and all is as it is now? */
bool ahead_is_round(struct vm *vm, const struct thread *t, uint64_t value);

bool builtins_yields(const struct vm *vm, uint32_t function); /* a built-in function that does nothing else */
#endif

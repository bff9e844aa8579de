/* The log: what the machine executed since it was switched on, as far as it cannot be read off the program: where
   branches went, which addresses were touched, what built-in functions saw and did. Whoever follows the instructions
   along it can say under which condition another state would have done the same. Taken back with the trail. */
#ifndef HEDDLE_VM_LOG_H
#define HEDDLE_VM_LOG_H
#include <stdbool.h>
#include <stdint.h>

enum { VM_LOG_MOST = 1 << 22 }; /* entries; beyond this a stretch of the path is not followed */

enum vm_log_kind {
  LOG_THREAD,  /* `small` goes on at instruction a, registers from cell b on */
  LOG_LOAD,    /* from address a; b: see LOG_SEEN */
  LOG_STORE,   /* the same; of a compare-and-swap `small` says whether the values are equal (2: not known, 3: they are,
                  but it failed); of   va_start: `small` variable arguments, for each a LOG_VALUE: its cell a, `small`
                  bits   wide */
  LOG_FAULT,   /* instead of one of these two: nothing can be at address a, in any state, and the thread has failed */
  LOG_PIECE,   /* what follows is a piece of a block operation on a bytes: from byte `small` on; b: enum vm_log_way */
  LOG_BLOCK,   /* memcpy, memmove, memset of `small` bytes to a; b: the destination's LOG_SEEN */
  LOG_SOURCE,  /* the source of the LOG_BLOCK before it */
  LOG_BRANCH,  /* to block `small`; a: it does not matter where it went; b: the branch */
  LOG_FRAME,   /* a call of function `small`, registers from cell a on, b: first cell of the variable arguments << 32 |
                  how many */
  LOG_START,   /* thread a begins function `small`, registers from cell b on */
  LOG_RETURN,  /* to instruction `small` (IR_NONE: from the bottom frame), registers from cell a on, results from
                  register b on */
  LOG_VALUE,   /* a number that the instruction got: a; of floating point `small` 1: got expressions instead */
  LOG_OBJECT,  /* a new object at a, of b bytes, that belongs to thread `small` */
  LOG_DEATH,   /* of the object at location a */
  LOG_CALL,    /* a built-in function begins; a: enum vm_log_call, b: number of arguments; entries up to LOG_END are its
                  own, where LOG_LOAD and LOG_STORE stand for accesses to `small` bytes whose values are told by other
                  entries */
  LOG_ARG,     /* an argument: a; small: 1 if it is no plain number */
  LOG_GET,     /* it depends on the `small` bytes at a; they are b */
  LOG_PUT,     /* it writes the `small` bits b to a */
  LOG_INPUT,   /* the `small` bytes at a become variables b.. of the machine's expressions */
  LOG_TRUTH,   /* its first argument was taken as true (a = 1) or false; small: where it is not true nothing at all
                  follows */
  LOG_JOINED,  /* the result of thread `small` is written to a */
  LOG_END,     /* it is over: small 1: went on behind the call, with result a; 0: did not */
  LOG_DECIDE,  /* the path was split on a condition that is not a branch's; a: the side */
  LOG_WAITING, /* at a choice of threads: `small` is before a blocking operation on what lies at a; b: it can go on */
  LOG_WHERE,   /* of the LOG_WAITING before it: the cell with its address, or IR_NONE; a: ticket << 8 | enum vm_sync; b:
                  LOG_SEEN */
  LOG_ROUND, /* the thread has gone round in a loop that changed nothing, since the log was `small` long: from now on it
                waits */
  LOG_OPAQUE, /* something that cannot be followed */
};

/* Where a piece of a block operation goes. What is copied between two objects that others see lies in an object of its
   own meanwhile, which the log has as a new one at first and as a dead one at last. */
enum vm_log_way { LOG_WAY_DIRECT, LOG_WAY_OUT, LOG_WAY_BACK };

/* Which arguments of a built-in function must be the same for it to do the same. */
enum vm_log_call {
  LOG_CALL_ALL,
  LOG_CALL_TRUTH,  /* the first one, only as far as LOG_TRUTH says */
  LOG_CALL_CREATE, /* all but the last one, which goes to the new thread */
  LOG_CALL_FINISH, /* none: the first one becomes the thread's result */
  LOG_CALL_FREE,   /* none: its outcome does not depend on them */
};

struct vm_log_entry {
  uint32_t kind, small;
  uint64_t a, b;
};

/* What an access depends on besides its address: the object that begins at byte `start` of a slot of a region, whether
   it can end, whether others could not see it. */
#define LOG_SEEN(region, slot, start, mortal, own)                                                                     \
  ((uint64_t)(region) << 41 | (uint64_t)(slot) << 17 | (uint64_t)(start) << 2 | (uint64_t)(mortal) << 1 | (own))
struct vm_log_seen {
  uint32_t region, slot, start;
  bool mortal, own;
};
static inline struct vm_log_seen vm_log_seen(uint64_t b) {
  return (struct vm_log_seen){.region = (uint32_t)(b >> 41),
                              .slot = (uint32_t)(b >> 17) & 0xffffff,
                              .start = (uint32_t)(b >> 2) & 0x7fff,
                              .mortal = b >> 1 & 1,
                              .own = b & 1};
}
#endif

/* What a suite of tests for concurrent software is to cover: definition-use pairs between threads. A pair is a write
   and a read of one memory object by two threads, where the read may see the value of that write. A change affects a
   pair if it affects one of its ends: by what it computes, by the locks that are held there, by whom it waits for or
   wakes, or by a flag that orders it.

   Input: two versions and the impact of the change, or one program alone for all of its pairs. Output: a list, in an
   order that depends on nothing but the programs. A write before the creation of the reader counts, it is the
   definition that the reader sees if nobody else writes; so does a read after the join of the writer. A write that
   happens-before alone puts after the read is left out, and so are the values of inputs, which no thread writes. The
   rest may still be infeasible. */
#ifndef HEDDLE_AUGMENT_PAIRS_H
#define HEDDLE_AUGMENT_PAIRS_H
#include "change/impact.h"
#include "util/vec.h"

/* Why a pair is affected; bits. */
enum pair_reason {
  PAIR_SLICE = 1, /* one end is in the forward slice of the change */
  PAIR_LOCKS = 2, /* the locks held at one end, in one of its calling contexts, have changed */
  PAIR_WAITS = 4, /* one end depends on a wait, signal, join, barrier or semaphore that has changed */
  PAIR_FLAG = 8,  /* one end is ordered by a flag that a loop waits for, and that is affected */
  PAIR_ASKED = 16 /* no change was given: all pairs */
};

struct pair {
  uint32_t writer,
      reader; /* instructions of the new version, in the program's own code: a call stands for what a function of the
                              library does to memory that it is given. One that reads and writes at once can be both */
  const char *variable; /* its name in the source with members and indices as far as known ("queue.head"), or where it
                           was allocated */
  const char *writer_threads, *reader_threads; /* start functions, "main" for the first thread, with ", " between */
  unsigned reasons;
};

struct pairs {
  VEC(struct pair) list;
  struct arena *memory; /* of the texts */
};

/* Affected pairs. With change NULL all pairs of `program`, the new version otherwise. */
struct pairs *pairs_open(const struct ir_program *program, const struct change *change, const struct impact *impact);
void pairs_close(struct pairs *pairs);
#endif

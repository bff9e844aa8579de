/* Sequences of marked code: which runs differ in the marked blocks that they execute, and in which order. One path is
   kept for each sequence. Reads the machine's log, which must be on from the start. */
#ifndef HEDDLE_EXPLORE_PATH_CLASSES_H
#define HEDDLE_EXPLORE_PATH_CLASSES_H
#include "explore/next_marks.h"
#include "explore/recorder.h"

/* The beginning of a sequence that some run has executed. */
struct path_prefix {
  uint64_t hash;
  bool ended; /* a run has ended with it */
  bool done;  /* every sequence that can begin with it was seen */
};

struct path_classes {
  const uint32_t *marks;        /* per block, 0: none; see explore_goal */
  struct map prefixes;          /* by hash */
  VEC(struct path_prefix) data; /* of them */
  struct next_marks next;
  bool cuts; /* what comes next is known well enough to cut runs */
};

/* statics: NULL: nothing is known about the program */
void path_classes_open(struct path_classes *s, const struct ir_program *program, const struct statics *statics,
                       const uint32_t *marks);

/* Is the sequence of the run that has just ended a new one? Then it is in the result, with the path's condition; its
   test is the one that is written next, if tests are wanted. */
bool path_classes_add(struct path_classes *s, struct recorder *recorder);
/* At a decision: was every sequence seen that can still come out of this run? Then it need not go on. */
bool path_classes_cover(struct path_classes *s, const struct recorder *recorder);
/* A test of the suite that takes the path of the run that has just ended; NULL: there is none. */
const char *path_classes_find_test(struct recorder *recorder);
void path_classes_close(struct path_classes *s);
#endif

/* Sequences of marked code: which runs differ in the marked blocks that they execute, and in which order. One path is
   kept for each sequence. Reads the machine's log, which must be on from the start. */
#ifndef HEDDLE_EXPLORE_PATH_CLASSES_H
#define HEDDLE_EXPLORE_PATH_CLASSES_H
#include "explore/recorder.h"

struct path_classes {
  const uint32_t *marks; /* per block, 0: none; see explore_goal */
  struct map seen;
};

/* Is the sequence of the run that has just ended a new one? Then it is in the result, with the path's condition; its
   test is the one that is written next, if tests are wanted. */
bool path_classes_add(struct path_classes *s, struct recorder *recorder);
/* A test of the suite that takes the path of the run that has just ended; NULL: there is none. */
const char *path_classes_find_test(struct recorder *recorder);
void path_classes_close(struct path_classes *s);
#endif

/* A suite: the tests of a directory. */
#ifndef HEDDLE_SUITE_FOLDER_H
#define HEDDLE_SUITE_FOLDER_H
#include "suite/ktest.h"
#include "util/vec.h"

struct suite_test {
  char *path;
  struct ktest test;
  uint8_t *bytes; /* the file as it is */
  size_t size;
};
struct suite {
  VEC(struct suite_test) tests; /* by name */
};

/* Every *.ktest file of the directory. False: `why` says in one line what is wrong with the directory or one of the
   files. */
bool suite_load(struct suite *suite, const char *directory, char *why, size_t room);
void suite_free(struct suite *suite);
/* Has one of its tests all inputs of this one, with the same bytes? */
bool suite_has_inputs(const struct suite *suite, const struct ktest *test);
#endif

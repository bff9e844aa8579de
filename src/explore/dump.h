/* The tree of schedules as text, for --dump=schedule. */
#ifndef HEDDLE_EXPLORE_DUMP_H
#define HEDDLE_EXPLORE_DUMP_H
#include "dpor/dpor.h"

struct dump_tree {
  uint32_t shown; /* events of the current run that an earlier one has shown */
  uint64_t runs;
};
void dump_back(struct dump_tree *t, uint32_t events); /* the run was taken back to so many */
void dump_run(struct dump_tree *t, const struct dpor *d, const struct vm *vm, const char *end);
#endif

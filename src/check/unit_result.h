/* The result of one unit as bytes, and units put together. For the files of this folder only. */
#ifndef HEDDLE_CHECK_UNIT_RESULT_H
#define HEDDLE_CHECK_UNIT_RESULT_H
#include "explore/explore.h"
#include "util/bytes.h"

struct judge;
/* Of a program with one thread. */
void unit_result_encode(struct sink *sink, const struct result *result, const struct smt_stats *solver);

struct unit_result_names { /* what a unit's tests are called in the end */
  const char *directory;   /* where all tests are; NULL: there are none */
  uint64_t before;         /* numbers above this are new tests */
  uint64_t shift;          /* is added to these */
};
/* Adds a unit's result; units come in their order. False: the bytes are no such result. */
bool unit_result_add(struct source *source, const struct unit_result_names *names, struct result *result,
                     struct smt_stats *solver);
/* Runs whose age the judge has left open: in a unit, and put together. */
void parts_encode_open(struct sink *sink, const struct judge *judge);
bool parts_add_open(struct source *source, const struct unit_result_names *names, struct result *result,
                    struct judge *judge);
/* The new name of a unit's test; valid as long as the result. */
const char *unit_result_test_name(const struct unit_result_names *names, const char *name, struct result *result);
#endif

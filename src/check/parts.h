/* The result of one unit as bytes, and units put together. For the files of this folder only. */
#ifndef HEDDLE_CHECK_PARTS_H
#define HEDDLE_CHECK_PARTS_H
#include "explore/explore.h"
#include "util/bytes.h"

struct judge;
/* Of a program with one thread. */
void parts_encode(struct sink *sink, const struct result *result, const struct smt_stats *solver);

struct parts_rename {    /* what a unit's tests are called in the end */
  const char *directory; /* where all tests are; NULL: there are none */
  uint64_t before;       /* numbers above this are new tests */
  uint64_t shift;        /* is added to these */
};
/* Adds a unit's result; units come in their order. False: the bytes are no such result. */
bool parts_add(struct source *source, const struct parts_rename *names, struct result *result,
               struct smt_stats *solver);
/* Runs whose age the judge has left open: in a unit, and put together. */
void parts_encode_open(struct sink *sink, const struct judge *judge);
bool parts_add_open(struct source *source, const struct parts_rename *names, struct result *result,
                    struct judge *judge);
/* The new name of a unit's test; valid as long as the result. */
const char *parts_name(const struct parts_rename *names, const char *name, struct result *result);
#endif

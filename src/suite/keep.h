/* The files of a suite that is brought up to date: kept tests are copied byte for byte, an index says what became of
   every old test. */
#ifndef HEDDLE_SUITE_KEEP_H
#define HEDDLE_SUITE_KEEP_H
#include "suite/folder.h"

#define KEEP_INDEX "suite.json" /* {"kept": [{"test", "path"}], "new": [{"test"}], "retired": [{"test", "reason"}]} */

/* The highest number of a test by its name ("test000012.ktest": 12); 0: none has one. */
uint64_t keep_highest(const struct suite *suite);
/* The file's name without its directory. */
const char *keep_name(const char *path);
/* Is this the name of a test that heddle writes, with a number above `before`? */
bool keep_is_new(const char *name, uint64_t before);

/* The test under its own name in the directory, byte for byte; there already: it is only marked as written now. False:
   errno says why. */
bool keep_copy(const struct suite_test *test, int directory_fd, bool there);

/* One row of the index. */
struct keep_row {
  const char *name;
  const char *reason; /* of a retired one; NULL: it is kept, or new */
  uint64_t path;      /* of a kept one: hash of the decisions taken */
  bool fresh;
};
typedef VEC(struct keep_row) keep_rows;
/* False: errno says why. */
bool keep_write_index(const char *directory, const keep_rows *rows);
/* Removes tests that an earlier suite there kept under names which heddle does not give: nobody else would. */
void keep_forget(const char *directory);
#endif

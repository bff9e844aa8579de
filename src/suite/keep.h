/* The files of a suite that is brought up to date: kept tests are copied byte for byte, an index says what became of
   every old test. */
#ifndef HEDDLE_SUITE_KEEP_H
#define HEDDLE_SUITE_KEEP_H
#include "suite/folder.h"
#include "suite/meta.h"

/* {"program": [lines as in META_PROGRAM], "complete": true|false|null, "kept": [{"test", "path"}], "new": [{"test"}],
   "retired": [{"test", "reason"}]}; "path" is null for a test of which nobody knows what it does now */
#define KEEP_INDEX "suite.json"

/* Has the suite a test for each path? */
enum keep_complete { KEEP_PARTIAL, KEEP_COMPLETE, KEEP_UNKNOWN };

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
  uint64_t path;      /* of a kept one: hash of the decisions taken; 0: unknown */
  bool unseen;        /* of a kept one: nobody knows what it does now */
  bool fresh;
};
typedef VEC(struct keep_row) keep_rows;
/* `program`: the text of META_PROGRAM for the program that the suite is for now; NULL: unknown. False: errno says
   why. */
bool keep_write_index(const char *directory, const keep_rows *rows, const char *program, enum keep_complete complete);
bool keep_has_index(const char *directory); /* a check has made this suite */
/* What the index of a suite says about that; unknown if there is none. */
enum keep_complete keep_read_complete(const char *directory);
/* The tests of the suite, by number, that its index lists as kept unseen. Freed by the caller. */
bool *keep_read_unseen(const char *directory, const struct suite *suite);

/* What the index beside a test says: a kept one still names the program that it was made for. */
struct keep_note {
  struct meta_program program; /* the suite's, for which the test is kept */
  bool has_path;
  uint64_t path; /* the test's there */
};
/* False: there is no index, it does not list the test as kept, or does not name a program. keep_note_free is needed
   after true. */
bool keep_find_note(const char *test_path, struct keep_note *note);
void keep_note_free(struct keep_note *note);
/* Removes tests that an earlier suite there kept under names which heddle does not give: nobody else would. */
void keep_forget(const char *directory);
#endif

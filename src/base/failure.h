/* Kinds of failures, one row each, and the one place that says when two failures are the same.

     X(NAME, text, check, apart, repeated)

   text: as the JSON contract names it; the library's __heddle_fail takes it, too.
   check: the one that finds it (checks.h); others may find failures of the kind as well.
   apart: what tells failures of the kind at one place apart. NOTHING: one place is one failure, however many runs lead
   there; MESSAGE: the text; OTHER: the place of the other access, either way round.
   repeated: what a run that is repeated must show beside, or else it came to another failure. NOTHING or MESSAGE. */
#ifndef HEDDLE_BASE_FAILURE_H
#define HEDDLE_BASE_FAILURE_H
#include "base/checks.h"

#define FAILURE_KINDS(X)                                                                                               \
  X(ASSERT, "assert", ASSERT, NOTHING, NOTHING)                                                                        \
  X(ABORT, "abort", ABORT, NOTHING, NOTHING)                                                                           \
  X(MEMORY, "memory", MEMORY, NOTHING, NOTHING)                                                                        \
  X(DEADLOCK, "deadlock", DEADLOCK, NOTHING, MESSAGE)                                                                  \
  X(RACE, "race", RACE, OTHER, NOTHING)                                                                                \
  X(ARITHMETIC, "arithmetic", ARITHMETIC, NOTHING, NOTHING)                                                            \
  X(SYNC, "sync", SYNC, NOTHING, NOTHING)                                                                              \
  X(LEAK, "leak", LEAK, MESSAGE, MESSAGE)                                                                              \
  X(UNREACHABLE, "unreachable", UNREACHABLE, NOTHING, NOTHING)

enum failure_kind {
#define X(name, ...) FAILURE_##name,
  FAILURE_KINDS(X)
#undef X
      FAILURE_KIND_COUNT
};

enum failure_identity { FAILURE_BY_NOTHING, FAILURE_BY_MESSAGE, FAILURE_BY_OTHER };
struct failure_row {
  const char *text;
  enum explore_check check;
  enum failure_identity apart, repeated;
};
extern const struct failure_row failure_rows[FAILURE_KIND_COUNT];

const char *failure_kind_text(enum failure_kind kind);
/* FAILURE_KIND_COUNT: no kind is called that. */
enum failure_kind failure_kind_named(const char *text);

/* What a failure is known by. A place is an instruction, or any number that is the same for what counts as one place to
   who compares. */
struct failure_point {
  enum failure_kind kind;
  uint64_t place, other; /* other: of a race */
  uint64_t message;      /* hash of the text; 0 where it tells nothing apart */
};
struct failure_point failure_point(enum failure_kind kind, uint64_t place, uint64_t other, const char *message);

/* FAILURE_REPORTED: do both count as one failure of the program? FAILURE_REPEATED: has the second run come to that of
   the first? */
enum failure_level { FAILURE_REPORTED, FAILURE_REPEATED };
bool failure_same(enum failure_level level, const struct failure_point *a, const struct failure_point *b);
/* Equal for failures that are the same as FAILURE_REPORTED. */
uint64_t failure_key(const struct failure_point *point);
#endif

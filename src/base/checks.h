/* The checks of --check=..., one row each. The command line, its help and manual, the machine, the static layer and the
   comparison of versions read the row. A set of checks is a word of bits, 1 << enum explore_check.

     X(NAME, text, standard, local, what)

   text: as --check names it. standard: on unless somebody says otherwise.
   local: a failure is a matter of values and addresses where it happens, so that an order of threads which leaves these
   as they are shows the same. Not so where what happened elsewhere counts: who else accesses, frees or writes.
   what: for the help. Kinds of failures, and the check that finds each, are in failure.h. */
#ifndef HEDDLE_BASE_CHECKS_H
#define HEDDLE_BASE_CHECKS_H
#include <stdbool.h>
#include <stdint.h>

#define EXPLORE_CHECKS(X)                                                                                              \
  X(ASSERT, "assert", true, true, "failed assertions, reach_error")                                                    \
  X(REACH, "reach", true, true, "reach_error, __VERIFIER_error alone")                                                 \
  X(ABORT, "abort", true, true, "abort() and traps")                                                                   \
  X(MEMORY, "memory", true, true, "bad accesses and frees")                                                            \
  X(DEADLOCK, "deadlock", true, true, "threads that wait for ever")                                                    \
  X(SYNC, "sync", true, true, "misuse of synchronisation")                                                             \
  X(ARITHMETIC, "arithmetic", true, true, "division by zero, overflowing division")                                    \
  X(UNREACHABLE, "unreachable", true, true, "code promised to be unreachable")                                         \
  X(OVERFLOW, "overflow", false, true, "signed overflow")                                                              \
  X(SHIFT, "shift", false, true, "shift by a negative amount or by the width or more")                                 \
  X(LEAK, "leak", false, false, "heap objects never freed")                                                            \
  X(UNINIT, "uninit", false, false, "reads of uninitialised data")                                                     \
  X(RACE, "race", false, false, "data races as failures instead of warnings")

enum explore_check {
#define X(name, ...) CHECK_##name,
  EXPLORE_CHECKS(X)
#undef X
      CHECK_COUNT
};
_Static_assert(CHECK_COUNT <= 32, "a set of checks is a word");

enum {
#define X(name, text, standard, local, what) | (uint32_t)(standard) << CHECK_##name
  CHECKS_STANDARD = 0 EXPLORE_CHECKS(X),
#undef X
#define X(name, text, standard, local, what) | (uint32_t)(local) << CHECK_##name
  CHECKS_LOCAL = 0 EXPLORE_CHECKS(X),
#undef X
};

struct check_row {
  const char *text, *what;
};
extern const struct check_row check_rows[CHECK_COUNT];

static inline bool checks_have(uint32_t checks, enum explore_check check) { return checks >> check & 1; }
/* None that is standard is off: no failure ends a run in silence. */
static inline bool checks_are_whole(uint32_t checks) { return (checks & CHECKS_STANDARD) == CHECKS_STANDARD; }
static inline bool checks_are_local(uint32_t checks) { return !(checks & ~(uint32_t)CHECKS_LOCAL); }
#endif

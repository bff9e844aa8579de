/* Exit codes of the command line contract, and messages to the user. A user error is one line on stderr that starts
   with "heddle: error: "; the exit code says what kind it was. */
#ifndef HEDDLE_UTIL_ERROR_H
#define HEDDLE_UTIL_ERROR_H
#include <stdbool.h>

enum exit_code {
  EXIT_SAFE = 0,       /* nothing failed and all explored */
  EXIT_UNSAFE = 1,     /* failures found */
  EXIT_USAGE = 2,      /* usage or input error */
  EXIT_INCOMPLETE = 3, /* incomplete, nothing failed so far */
};

/* Whether messages are printed; an earlier error is forgotten. */
void error_be_silent(bool on);
void error_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void warn_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void error_exit(enum exit_code code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Called by error_exit between its message and the end; NULL: nothing is. */
void error_before_exit(void (*last)(enum exit_code code));
/* What another process said as an error already: the last words of this one, unless it says something itself. */
void error_note(const char *text);
/* The first error that was said or noted; NULL: none. */
const char *error_first(void);
#endif

/* Exit codes of the command line contract, and messages to the user. A user error is one line on stderr that starts
   with "heddle: error: "; the exit code says what kind it was. */
#ifndef HEDDLE_UTIL_ERROR_H
#define HEDDLE_UTIL_ERROR_H

enum exit_code {
  EXIT_SAFE = 0,       /* nothing failed and all explored */
  EXIT_UNSAFE = 1,     /* failures found */
  EXIT_USAGE = 2,      /* usage or input error */
  EXIT_INCOMPLETE = 3, /* incomplete, nothing failed so far */
};

void error_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void warn_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void error_exit(enum exit_code code, const char *format, ...) __attribute__((format(printf, 2, 3)));
#endif

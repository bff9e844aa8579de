/* Messages to the user on stderr. */
#include "util/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void say(const char *kind, const char *format, va_list args) {
  fflush(stdout);
  fprintf(stderr, "heddle: %s: ", kind);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
}

void error_say(const char *format, ...) {
  va_list args;
  va_start(args, format);
  say("error", format, args);
  va_end(args);
}

void warn_say(const char *format, ...) {
  va_list args;
  va_start(args, format);
  say("warning", format, args);
  va_end(args);
}

void error_exit(enum exit_code code, const char *format, ...) {
  va_list args;
  va_start(args, format);
  say("error", format, args);
  va_end(args);
  exit(code);
}

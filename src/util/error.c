/* Messages to the user on stderr. */
#include "util/error.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* For who reports the end of the command: what went wrong first. Messages come from everywhere. */
static char first[1000];
static void (*last_words)(enum exit_code code);
static bool silent; /* nothing is printed */

void error_before_exit(void (*last)(enum exit_code code)) { last_words = last; }

void error_note(const char *text) {
  if (!first[0]) snprintf(first, sizeof first, "%s", text);
}

const char *error_first(void) { return first[0] ? first : NULL; }

static void note(const char *format, va_list args) {
  if (!first[0]) vsnprintf(first, sizeof first, format, args);
}

void error_be_silent(bool on) {
  silent = on;
  first[0] = 0;
}

static void say(const char *kind, const char *format, va_list args) {
  if (silent) return;
  fflush(stdout);
  fprintf(stderr, "heddle: %s: ", kind);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
}

void error_say(const char *format, ...) {
  va_list args;
  va_start(args, format);
  note(format, args);
  va_end(args);
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
  va_start(args, format);
  note(format, args);
  va_end(args);
  if (last_words) last_words(code);
  exit(code);
}

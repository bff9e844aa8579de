/* errno, one per thread, and the texts of errors and signals as glibc has them. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static _Thread_local int error_number;

int *__errno_location(void) { return &error_number; }

char *program_invocation_name = (char *)"program";
char *program_invocation_short_name = (char *)"program";

static const char *const error_texts[] = {
#include "errors.def"
};
enum { ERRORS = sizeof error_texts / sizeof *error_texts };

static const char *known_error(int error) { return error >= 0 && error < ERRORS ? error_texts[error] : NULL; }

char *strerror(int error) {
  static _Thread_local char unknown[32];
  const char *text = known_error(error);
  if (text != NULL) return (char *)text;
  snprintf(unknown, sizeof unknown, "Unknown error %d", error);
  return unknown;
}

char *strerror_r(int error, char *buffer, size_t size) {
  const char *text = known_error(error);
  if (text != NULL) return (char *)text;
  snprintf(buffer, size, "Unknown error %d", error);
  return buffer;
}

int __xpg_strerror_r(int error, char *buffer, size_t size);
int __xpg_strerror_r(int error, char *buffer, size_t size) {
  const char *text = strerror(error);
  size_t length = strlen(text);
  if (size > 0) strncat(strcpy(buffer, ""), text, size - 1);
  if (length >= size) return ERANGE;
  return known_error(error) == NULL ? EINVAL : 0;
}

enum { FIRST_REALTIME = 34, LAST_REALTIME = 64 }; /* what the C library leaves to programs */

const char *sigdescr_np(int signal) {
  static const char *const texts[] = {
#include "signals.def"
  };
  return signal > 0 && signal < (int)(sizeof texts / sizeof *texts) ? texts[signal] : NULL;
}

char *strsignal(int signal) {
  static _Thread_local char unknown[32];
  const char *known = sigdescr_np(signal);
  if (known != NULL) return (char *)known;
  if (signal >= FIRST_REALTIME && signal <= LAST_REALTIME)
    snprintf(unknown, sizeof unknown, "Real-time signal %d", signal - FIRST_REALTIME);
  else snprintf(unknown, sizeof unknown, "Unknown signal %d", signal);
  return unknown;
}

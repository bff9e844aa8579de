/* The end of a run in which a rule of heddle itself does not hold: one line that names the place and the rule, then
   SIGABRT, so that a debugger or a core file shows how it came to that. */
#include "util/assert.h"

#include <stdio.h>
#include <stdlib.h>

void assert_failed(const char *file, int line, const char *rule) {
  fflush(stdout);
  fprintf(stderr, "heddle: internal error: %s:%d: this does not hold: %s\n", file, line, rule);
  abort();
}

void assert_none(const char *file, int line, const char *broken) {
  if (broken) assert_failed(file, line, broken);
}

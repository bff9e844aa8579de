/* Where tests put files that they need for a moment: $TMPDIR, or /tmp. */
#ifndef HEDDLE_TESTS_SCRATCH_H
#define HEDDLE_TESTS_SCRATCH_H
#include <stdio.h>
#include <stdlib.h>

enum { SCRATCH_BYTES = 256 };

/* The name there, as mkstemp and mkdtemp want it; a directory's name that is too long makes these fail. */
static inline char *scratch_name(char path[SCRATCH_BYTES], const char *name) {
  const char *directory = getenv("TMPDIR");
  int length = snprintf(path, SCRATCH_BYTES, "%s/%s", directory && *directory ? directory : "/tmp", name);
  if (length >= SCRATCH_BYTES) path[0] = 0;
  return path;
}
#endif

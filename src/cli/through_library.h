/* Commands that are nothing but a use of the public library (include/libheddle.h). */
#ifndef HEDDLE_CLI_THROUGH_LIBRARY_H
#define HEDDLE_CLI_THROUGH_LIBRARY_H
#include <libheddle.h>
#include <stdint.h>

#include "util/error.h"

/* The words of the command line, as they are: options too are words there. */
static inline enum exit_code through_library(int (*explore)(struct libheddle *h), const char *const *texts,
                                             uint32_t count) {
  struct libheddle *h = libheddle_open();
  libheddle_as_command(h);
  for (uint32_t i = 0; i < count; i++) libheddle_add(h, texts[i]);
  int code = explore(h);
  libheddle_close(h);
  return (enum exit_code)code;
}
#endif

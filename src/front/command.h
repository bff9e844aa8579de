/* The command line of heddle-front, as heddle's side builds it. */
#ifndef HEDDLE_FRONT_COMMAND_H
#define HEDDLE_FRONT_COMMAND_H
#include <stdbool.h>
#include <stdint.h>

#include "util/vec.h"

struct command_unit {
  const char *file, *directory, *target; /* as in compile.h; of the words */
  uint32_t first_flag, nflags;           /* words */
};

/* Every word is owned. */
struct command {
  VEC(char *) words;
  VEC(struct command_unit) units;
  char *library, *include; /* the models, the directory of heddle.h; NULL: none */
  bool said;               /* heddle-front wrote something for the user to read */
};
#endif

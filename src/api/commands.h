/* The commands by their names. */
#ifndef HEDDLE_API_COMMANDS_H
#define HEDDLE_API_COMMANDS_H
#include "job/job.h"

struct command_row {
  const char *name;
  enum options_command options;
  job_function *job;
};
/* NULL: there is none of that name. */
const struct command_row *commands_find(const char *name);
/* Who understands its options; "": heddle without a command; 0: there is no such command. */
unsigned commands_options(const char *name);
#endif

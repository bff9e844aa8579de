/* All tasks below a directory: each explored in a process of its own, the verdicts compared with the expected ones. */
#ifndef HEDDLE_JOB_TASK_FOLDER_H
#define HEDDLE_JOB_TASK_FOLDER_H
#include "job/options.h"
#include "util/error.h"

bool task_folder_is(const char *path); /* a directory? */
/* `texts` are the words of the command line, which each task gets with its own file in place of the directory.
   EXIT_UNSAFE if a verdict was wrong. */
enum exit_code task_folder_run(const struct cli_options *options, const char *const *texts, uint32_t count);
#endif

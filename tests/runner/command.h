/* The commands of a test: %names replaced, the heddle under test in the place of `heddle`, run in the test's directory.
 */
#ifndef HEDDLE_RUNNER_COMMAND_H
#define HEDDLE_RUNNER_COMMAND_H
#include "check.h"

/* The text with its %names replaced, for the caller to free. */
char *command_expand(const struct test *test, const char *text);

/* Where the file is; a relative path counts from the directory of the present step. For the caller to free. */
char *command_path(const struct test *test, const char *path);

/* Splits the line in words, expands them and runs that in the directory of the present step. */
struct proc_result command_run(struct test *test, const char *line);

/* The command of a program test: `heddle run OPTIONS ARGS FILE`, of which ARGS has flags for the compiler behind "--".
 */
char *command_default(const char *args, const char *options);

/* The arguments of ARGS are split in heddle's own and, from "--" on, the compiler's. */
void command_split_args(const char *args, char **own, char **compiler);

/* Whether the runner was told to put another strategy in the place of the one that the line names. */
bool command_other_strategy(const struct test *test, const char *line);
#endif

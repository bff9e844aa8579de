/* The store as the commands use it: where it lies, and what they leave in it. A store that cannot be used is a warning:
   every command works without one. */
#ifndef HEDDLE_CLI_USE_STORE_H
#define HEDDLE_CLI_USE_STORE_H
#include "cli/options.h"
#include "ir/ir.h"
#include "report/report.h"
#include "store/store.h"

/* By --store, else HEDDLE_STORE in the environment, else .heddle/store.db in the root of the git work tree or, outside
   of one, in the current directory. NULL: none is wanted, or it cannot be used (then a warning was said). Closed with
   store_close. */
struct store *use_store_open(const struct cli_options *options);

/* Keeps what an exploration found about a program, and its summaries if the result has them, for later versions. `key`:
   of the program's content. False: it could not, and a warning says why; better not to use the store any more. */
bool use_store_keep_result(struct store *store, struct store_key key, const struct ir_program *program,
                           const struct explore_config *config, const struct result *result);

/* Keeps the run with its report. `texts`: the command line, without "heddle" and the command; keys as in struct
   store_run. What goes wrong is a warning. */
void use_store_keep_run(struct store *store, const char *const *texts, uint32_t count, struct store_key old_program,
                        struct store_key program, const struct report_info *info, const struct result *result);
#endif

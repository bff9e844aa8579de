/* The store as the commands use it: where it lies, and what they leave in it. A store that cannot be used is a warning:
   every command works without one. */
#ifndef HEDDLE_JOB_USE_STORE_H
#define HEDDLE_JOB_USE_STORE_H
#include "job/options.h"
#include "front/cached.h"
#include "ir/ir.h"
#include "report/model.h"
#include "store/store.h"

/* Programs that were compiled before, for front_load. Opens a store that is there already; a new one is made by
   use_store_open, when the program is known to be one. NULL: no store is wanted. */
struct cached *use_store_cached(struct cli_options *options);

/* By --store, else HEDDLE_STORE in the environment, else .heddle/store.db in the root of the git work tree or, outside
   of one, in the current directory. NULL: none is wanted, or it cannot be used (then a warning was said). Closed with
   store_close. What was compiled is written into it. */
struct store *use_store_open(struct cli_options *options);
void use_store_close(struct store *store); /* NULL is fine; what went wrong with the team's store is a warning */

/* How many files were compiled, and how many did not have to be. */
void use_store_count(const struct cli_options *options, struct result *result);

/* Keeps what an exploration found about a program, and its summaries if the result has them, for later versions. `key`:
   of the program's content. False: it could not, and a warning says why; better not to use the store any more. */
bool use_store_keep_result(struct store *store, struct store_key key, const struct ir_program *program,
                           const struct explore_config *config, const struct result *result);

/* Where the model will have details: what is executed of the program is noted for them. */
void use_store_record(const struct store *store, struct cli_options *options, const struct ir_program *program);
/* The model of a result with its details, where somebody needs it: the store, or a report. Else NULL. `texts`: the
   command line, without "heddle" and the command. Freed with json_decref. */
json_t *use_store_model(const struct store *store, const struct cli_options *options, const char *const *texts,
                        uint32_t count, const struct report_info *info, const struct result *result);
/* Keeps the run with its report, a model with details; keys as in struct store_run. What goes wrong is a warning. */
void use_store_keep_run(struct store *store, struct store_key old_program, struct store_key program,
                        const json_t *model);
#endif

/* --accept as the commands use it. */
#ifndef HEDDLE_JOB_USE_ACCEPT_H
#define HEDDLE_JOB_USE_ACCEPT_H
#include "job/options.h"

/* Reads the file of --accept, if there is one, after heddle.toml was read. False after a message. */
bool use_accept_open(struct cli_options *options);
/* What is accepted no longer counts. `all`: everything was looked at, so what is in the file and was not met is gone.
 */
void use_accept(struct cli_options *options, struct result *result, bool all);
#endif

/* Where the reports of a command go: its text or lines on the standard output, JSON and the other forms in files. Files
   are opened before the exploration starts, so that a wrong path costs a message and not an hour. */
#ifndef HEDDLE_JOB_REPORTS_H
#define HEDDLE_JOB_REPORTS_H
#include "job/options.h"
#include "report/model.h"

struct reports {
  FILE *json;                /* of --json=FILE */
  FILE *files[FORMAT_COUNT]; /* of the other forms */
};

/* What a command reports as its options have it; what is its own comes to that. */
struct report_info reports_info(const char *command, const struct cli_options *options,
                                const struct ir_program *program);
/* False: message on stderr. */
bool reports_open(struct reports *reports, const struct cli_options *options);
/* Writes those that were asked for. `details`: the model with them, or NULL where reports_want_details says no. False:
   message on stderr. */
bool reports_write(struct reports *reports, const struct cli_options *options, const struct report_info *info,
                   const struct result *result, const json_t *details);
bool reports_want_details(const struct cli_options *options);
/* The files alone, and the lines of --format; of a model that is there already. */
bool reports_write_files(struct reports *reports, const struct cli_options *options, const json_t *model);
void reports_write_lines(const struct cli_options *options, const json_t *model);
void reports_close(struct reports *reports);
#endif

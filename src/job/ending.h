/* How a command ends when it cannot report as usual: it was wrong from the start, or stopped before there was anything
   to report, or a part of it does not come to its end. Whatever happens there is one verdict and one JSON object. */
#ifndef HEDDLE_JOB_ENDING_H
#define HEDDLE_JOB_ENDING_H
#include "job/options.h"
#include "base/result.h"
#include "util/error.h"

/* What is reported about, whatever happens. */
struct ending {
  const char *command;
  const char *const *texts; /* of the command line, which may be wrong itself */
  uint32_t count;
};

/* From here on the command can be stopped (util/stop.h), and who ends it by error_exit has it reported. `seconds`: the
   time limit. */
void ending_watch(const struct ending *ending, double seconds);

/* Nothing was explored: because of an error that was said already, or because the command was stopped before (then that
   is the report). Returns the exit code. */
enum exit_code ending_early(const struct ending *ending, enum report_level level);

/* The result of a command that the watchdog ends: its reason and its verdict. `what`: see stop_report. */
void ending_overrun(struct result *result, const char *what);
#endif

/* Where results go: the directory of the tests with its summary, and the file of the JSON report. Both are prepared
   before the exploration starts, so that a wrong path costs a message and not an hour. */
#ifndef HEDDLE_JOB_OUTPUT_H
#define HEDDLE_JOB_OUTPUT_H
#include <stdbool.h>
#include <stdio.h>
#include "report/report.h"
#include "util/error.h"

enum exit_code output_exit_code(enum result_verdict verdict);

/* Where tests go: where it is wanted, else in a directory named after the program. Freed by the caller. */
char *output_directory(const char *wanted, const char *parent, const char *program);
/* Makes the directory with its parents and marks the tests of an earlier exploration there as old. Only files that
   heddle itself names so, in a directory with heddle's summary, are ever touched. False: message on stderr. */
bool output_prepare(const char *directory);
bool output_make(const char *directory); /* only makes it */
/* Only writes the summary there. */
void output_summary(const char *directory, const struct report_info *info, const struct result *result);
/* When the exploration has ended: removes the old tests that were not written anew, and writes the summary (the JSON
   report). What goes wrong here is a warning. */
void output_finish(const char *directory, const struct report_info *info, const struct result *result);

/* Opens the file of --json without emptying it yet. NULL: message on stderr. */
FILE *output_open_json(const char *path);
void output_empty_json(FILE *out, const char *path); /* before something is written */
/* Writes the report and closes. False: message on stderr. */
bool output_write_json(FILE *out, const char *path, const struct report_info *info, const struct result *result);
#endif

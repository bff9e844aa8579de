/* Comparing heddle's JSON result and the tests it wrote with what a test file expects. */
#ifndef HEDDLE_RUNNER_RESULT_H
#define HEDDLE_RUNNER_RESULT_H
#include <jansson.h>

#include "check.h"

/* The JSON result of a step: the file that the test names, %t/out.json if the command wrote it, else its standard
   output. NULL after reporting a difference. */
json_t *result_load(struct test *test, const struct expect_outcome *outcome, const struct proc_result *result);

/* Verdict, failures, JSON conditions, tests, reasons, warnings. */
void result_compare(struct test *test, const struct expect_outcome *outcome, json_t *json);

/* The .ktest files in the directory of new tests, absolute, sorted. */
words result_tests(const struct test *test, json_t *json);

/* The JSON result of a replay: the run must agree with what the test recorded, in its end and in its path. */
void result_compare_replay(struct test *test, const char *ktest, const char *json_file);

/* Whether the test in the file says of itself that it ends in a failure. */
bool result_is_failing(const char *ktest);
#endif

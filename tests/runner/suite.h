/* Suites that `heddle check --suite` brought up to date, held against what they were made from. */
#ifndef HEDDLE_RUNNER_SUITE_H
#define HEDDLE_RUNNER_SUITE_H
#include <jansson.h>

#include "check.h"

/* Reports a difference for each property that the suite does not have. `report` is the JSON result of the check. */
void suite_compare(struct test *test, const struct expect_suite *wanted, json_t *report);
#endif

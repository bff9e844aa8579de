/* Conditions on a JSON result: a path to one or more values, an operator, a value. docs/testing.md has the language. */
#ifndef HEDDLE_RUNNER_JSONPATH_H
#define HEDDLE_RUNNER_JSONPATH_H
#include <jansson.h>

#include "check.h"

/* Reports a difference if the condition does not hold. */
void jsonpath_compare(struct test *test, const struct expect_json *wanted, json_t *json);

/* Whether `seen op wanted` holds for numbers. */
bool jsonpath_holds(double seen, const char *op, double wanted);

/* The text of the member, "" if there is none. */
const char *json_text(json_t *object, const char *key);
#endif

/* Failures as bytes, for results that come from another process. */
#ifndef HEDDLE_EXPLORE_RESULT_BYTES_H
#define HEDDLE_EXPLORE_RESULT_BYTES_H
#include "base/result.h"
#include "util/bytes.h"

/* A text that may be NULL; the result's memory has the copy. */
void result_bytes_put_text(struct sink *sink, const char *text);
const char *result_bytes_get_text(struct source *source, struct result *result);

/* All but what is found out when everything is explored: steps and waits. */
void result_bytes_put_failure(struct sink *sink, const struct result_failure *failure);
struct result_failure result_bytes_get_failure(struct source *source, struct result *result);
#endif

/* The model: one JSON object that says everything about a result. It is what --json prints, what the store keeps of a
   run and what every other form of report is made from, so all of them agree. docs/report.schema.json describes it.

   With `details` it has also what a report of a past run needs when the files may be others by then: the text of the
   source lines that it names, the changed lines of two versions, and how the search went on. */
#ifndef HEDDLE_REPORT_MODEL_H
#define HEDDLE_REPORT_MODEL_H
#include <jansson.h>

#include "report/report.h"

enum { MODEL_FORM = 1 }; /* of the details; a stored run with another one is refused */

/* Freed with json_decref. */
json_t *model_make(const struct report_info *info, const struct result *result);
/* model_details.c: adds the member "details". */
void model_add_details(json_t *model, const struct report_info *info);

/* model_record.c: what was executed, for the forms that show it; hashes of the source files. */
void model_add_record(json_t *details, const struct report_info *info);

/* ---- reading it ---- */

/* What is not there, or no text, is "". */
const char *model_text(const json_t *object, const char *name);
uint64_t model_count(const json_t *object, const char *name); /* 0: not there */
double model_real(const json_t *object, const char *name);
bool model_is_two_versions(const json_t *model);
/* Of a check: "new", "old", "unknown" or, in the list of those that are gone, "fixed"; else "". */
const char *model_age(const json_t *model, const json_t *failure);
/* "assertion failed: x" without a kind before it that is said anyway; part of the model. */
const char *model_message(const json_t *failure);
/* Source line of a version in the details; NULL: it is not there. */
const char *model_source(const json_t *model, bool old, const char *file, uint64_t line);
#endif

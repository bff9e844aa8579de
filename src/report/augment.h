/* What `heddle augment` says about definition-use pairs: a table for people, objects for programs. The status of a pair
   comes from whoever ran the tests; here it is only shown. */
#ifndef HEDDLE_REPORT_AUGMENT_H
#define HEDDLE_REPORT_AUGMENT_H
#include <jansson.h>

#include "augment/pairs.h"
#include "report/pen.h"
#include "report/report.h"

enum augment_status {
  AUGMENT_OPEN,       /* nothing was tried yet, or not to the end */
  AUGMENT_COVERED,    /* a test shows it */
  AUGMENT_INFEASIBLE, /* proved: no run shows it */
  AUGMENT_UNKNOWN,    /* all was tried and neither came out */
};
const char *augment_status_text(enum augment_status status);

struct augment_row {
  const struct pair *pair;
  enum augment_status status;
  const char *test; /* name of the covering test; NULL: none */
  const char *how;  /* how it was found, in a word or two; NULL: nothing to say */
};

/* "slice", "locks" and so on; NULL for what is no reason. `bit` is one of enum pair_reason. */
const char *augment_reason_text(unsigned bit);

/* The table, a line below it with the counts. On the quiet level only the counts, on the normal one the first rows of a
   long table. */
void augment_text(const struct pen *pen, const struct ir_program *program, const struct augment_row *rows,
                  uint32_t count, enum report_level level);
/* An array with an object per row. */
json_t *augment_json(const struct ir_program *program, const struct augment_row *rows, uint32_t count);
/* {"affected": all of them, "covered": .., "infeasible": .., "unknown": .., "open": ..} */
json_t *augment_json_counts(const struct augment_row *rows, uint32_t count);
#endif

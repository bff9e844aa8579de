/* The schedule of a failure as a person reads it: a column per thread, time goes down; and who waits for whom in a
   deadlock. */
#ifndef HEDDLE_REPORT_COLUMNS_H
#define HEDDLE_REPORT_COLUMNS_H
#include "report/pen.h"

/* Only the steps that matter, unless `all`. */
void columns_schedule(const struct pen *pen, const struct result_failure *failure, bool all);
void columns_waits(const struct pen *pen, const struct result_failure *failure);
#endif

/* A failing interleaving in five lines: who read and wrote what decides about it, then how it fails. */
#ifndef HEDDLE_REPORT_NARRATE_H
#define HEDDLE_REPORT_NARRATE_H
#include "report/pen.h"

/* Nothing where there is no schedule. */
void narrate_failure(const struct pen *pen, const struct result_failure *failure);
#endif

/* A failing interleaving in five lines: who read and wrote what decides about it, then how it fails. */
#ifndef HEDDLE_REPORT_NARRATE_H
#define HEDDLE_REPORT_NARRATE_H
#include "report/pen.h"

/* A sentence of the story: the thread is its subject. `end`: how it fails. */
typedef void narrate_line(void *context, const char *thread, const char *text, bool end);
/* Nothing where there is no schedule. */
void narrate_tell(const struct result_failure *failure, narrate_line *line, void *context);
/* The same with a pen. */
void narrate_failure(const struct pen *pen, const struct result_failure *failure);
#endif

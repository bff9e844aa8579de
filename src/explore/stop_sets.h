/* What may still come, from the program alone: the operations that others can see behind each place of the code. A run
   that stops in the middle delivers them to the nodes above, in the place of those that were not executed. */
#ifndef HEDDLE_EXPLORE_STOP_SETS_H
#define HEDDLE_EXPLORE_STOP_SETS_H
#include "stateful/footprint.h"
#include "static/static.h"

struct stop_sets;
/* Both must outlive it. */
struct stop_sets *stop_sets_open(const struct statics *s, const struct ir_program *program);
void stop_sets_close(struct stop_sets *sets);
/* Of all threads, from where they are. */
footprint stop_sets_ahead(struct stop_sets *sets, const struct vm *vm, struct footprints *footprints);
#endif

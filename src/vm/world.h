/* What the user gave beside the program. */
#ifndef HEDDLE_VM_WORLD_H
#define HEDDLE_VM_WORLD_H
#include "vm/state.h"

void world_open(struct vm *vm); /* makes the objects */
/* One of them, by the numbers of rt/builtins.h; NULL behind the last. */
const struct object *world_given(const struct vm *vm, uint32_t what, uint32_t number);
uint64_t world_option(const struct explore_config *config, uint32_t which); /* by those numbers, too */
#endif

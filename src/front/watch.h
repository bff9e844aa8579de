/* Calls of the replay runtime's own checks (rt/replay/watch.c), for recorded failures that nothing else would notice
   natively. */
#ifndef HEDDLE_FRONT_WATCH_H
#define HEDDLE_FRONT_WATCH_H
#include "front/lower.h"

/* Adds them to the program's own functions; after the other calls of the runtime, so that they come between those and
   the instruction. */
void watch_program(LLVMModuleRef module, const struct ir_program *program, const lower_origins *origins,
                   const struct map *own, bool values); /* values: what is stored, too, for the memory sanitizer */
#endif

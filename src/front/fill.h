/* Inside heddle-front: what nobody wrote gets the value that a test has for it. */
#ifndef HEDDLE_FRONT_FILL_H
#define HEDDLE_FRONT_FILL_H
#include "front/lower.h"

/* Adds calls of the replay runtime where local objects and unknown values begin; or, for a sanitizer that looks for
   such values, leaves them as they are. */
void fill_program(LLVMModuleRef module, const struct ir_program *program, const lower_origins *origins, bool sanitized);
#endif

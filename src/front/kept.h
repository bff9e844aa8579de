/* Which definitions of the library stay in the native version of a program. */
#ifndef HEDDLE_FRONT_KEPT_H
#define HEDDLE_FRONT_KEPT_H
#include <llvm-c/Core.h>

#include "util/map.h"

/* own: definitions of the program. None is kept where the program has nothing to do with files. */
void kept_find(LLVMModuleRef module, const struct map *own, struct map *kept);
#endif

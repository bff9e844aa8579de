/* Inside heddle-front: wide accesses of threads. */
#ifndef HEDDLE_FRONT_SPLIT_H
#define HEDDLE_FRONT_SPLIT_H
#include <llvm-c/Core.h>

#include "util/map.h"

/* own: definitions that are the program's own */
void split_wide(LLVMModuleRef module, const struct map *own);
#endif

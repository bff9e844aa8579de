/* Programs that cancel threads. */
#ifndef HEDDLE_FRONT_CANCELS_H
#define HEDDLE_FRONT_CANCELS_H
#include <llvm-c/Core.h>

#include "util/map.h"

/* Before the library is linked: asks for what such a program needs of it. */
void cancels_ask(LLVMModuleRef program);
/* Behind it: waits can be cancelled. */
void cancels_insert(LLVMModuleRef program, const struct map *own);
#endif

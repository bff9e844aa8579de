/* Places where a signal may come. */
#ifndef HEDDLE_FRONT_POLLS_H
#define HEDDLE_FRONT_POLLS_H
#include <llvm-c/Core.h>
#include "util/map.h"

/* Where the library has the function of that name, puts a call of it before each instruction of the program's own
   functions that somebody else can notice. */
void polls_insert(LLVMModuleRef module, const struct map *own, const char *name);
#endif

/* Atomic operations on more than a word become calls of the library. */
#ifndef HEDDLE_FRONT_WIDE_ATOMICS_H
#define HEDDLE_FRONT_WIDE_ATOMICS_H
#include <llvm-c/Core.h>

void wide_atomics_translate(LLVMModuleRef module);
#endif

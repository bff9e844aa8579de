/* Inline assembly that is one atomic operation becomes that operation. */
#ifndef HEDDLE_FRONT_ATOMIC_ASM_H
#define HEDDLE_FRONT_ATOMIC_ASM_H
#include <llvm-c/Core.h>

void atomic_asm_translate(LLVMModuleRef module);
#endif

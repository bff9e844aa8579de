/* Inline assembly that is more than one operation. */
#ifndef HEDDLE_FRONT_MORE_ASM_H
#define HEDDLE_FRONT_MORE_ASM_H
#include <llvm-c/Core.h>
#include <stdbool.h>

/* True: what the assembly does is there, its results have taken the place of those of the call, which can go. */
bool more_asm_translate(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef call);
#endif

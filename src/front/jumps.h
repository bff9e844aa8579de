/* setjmp and longjmp as edges of the control flow: see jumps.c. */
#ifndef HEDDLE_FRONT_JUMPS_H
#define HEDDLE_FRONT_JUMPS_H
#include <llvm-c/Core.h>
#include <stdbool.h>

bool jumps_is_setjmp(LLVMValueRef callee); /* one that the program does not define itself */
/* Before locals become registers. */
void jumps_prepare(LLVMModuleRef module);
/* What it has put there: a look behind a call whether there was a jump; the place behind a setjmp where a jump ends. */
bool jumps_is_look(LLVMValueRef ins);
bool jumps_is_landing(LLVMValueRef ins);
#endif

/* Inside heddle-front: what happens to a linked module before it is lowered. */
#ifndef HEDDLE_FRONT_PREPARE_H
#define HEDDLE_FRONT_PREPARE_H
#include <llvm-c/Core.h>
#include <stdbool.h>

/* Runs LLVM passes by name. False after a message. */
bool prepare_run(LLVMModuleRef module, const char *passes);

/* Locals that only this function sees become values. False after a message. */
bool prepare_registers(LLVMModuleRef module);
#endif

/* Inside heddle-front: where the blocks of a function end, as clang's lifetime markers say. */
#ifndef HEDDLE_FRONT_SCOPES_H
#define HEDDLE_FRONT_SCOPES_H
#include <llvm-c/Core.h>
#include <stdbool.h>

bool scopes_is_start(LLVMValueRef ins);
bool scopes_is_end(LLVMValueRef ins);

/* Takes all markers out: of code that was optimised they say less than they seem to. */
void scopes_drop(LLVMValueRef function);

/* A module whose markers are all exact, as they are when nothing was optimised, says so: heddle link writes it. */
void scopes_keep(LLVMModuleRef module);
bool scopes_are_kept(LLVMModuleRef module);

/* Puts the ends of each way out of a block on that way. */
void scopes_unroll(LLVMModuleRef module);

/* An end behind which the function does not return at once: a return ends all variables by itself. */
bool scopes_is_early_end(LLVMValueRef ins);
bool scopes_ends_early(LLVMValueRef variable);
#endif

/* Names of memory and values as a person would write them. */
#ifndef HEDDLE_VM_NAMES_H
#define HEDDLE_VM_NAMES_H
#include "base/result.h"
#include "ir/ir.h"
#include "vm/vm.h"

/* What an access of that many bytes touches: "x", "flag[1]", "s.count", "heap:31.next". A size of 0 means the object as
   a whole. ins: the user's instruction that accesses it, or IR_NONE. */
void name_memory(char *text, size_t capacity, const struct vm *vm, const struct ir_program *program, uint64_t address,
                 uint64_t size, uint32_t ins);

/* The size of the whole object of an operation, which itself touches only the words it needs: so large are the elements
   of an array of locks. */
uint64_t name_object_size(const struct ir_program *program, const struct vm_op *op);

/* Bytes as a number, or as the address of something; empty if they are neither. */
void name_value(char *text, size_t capacity, const struct vm *vm, const struct ir_program *program,
                const uint8_t *bytes, uint64_t size);
/* Where the threads are that have not finished. */
void name_threads(struct vm *vm, struct result *result, struct result_cut *cut);
#endif

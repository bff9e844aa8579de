/* Verifiers of the machine: see verify.c. Private to this folder, but for unit tests. */
#ifndef HEDDLE_VM_VERIFY_H
#define HEDDLE_VM_VERIFY_H
#include "vm/state.h"

struct fingerprint vm_fingerprint(const struct vm *vm);
const char *vm_fingerprint_differs(const struct fingerprint *before, const struct fingerprint *now); /* NULL: equal */
/* In verifying builds: a choice was pushed; the newest one was taken back, and nothing else has happened since. */
void verify_pushed(struct vm *vm);
void verify_back(struct vm *vm);
/* verify_access.c: the running thread is about to access these bytes. NULL, or the rule that is broken. */
const char *vm_verify_access(struct vm *vm, const struct object *o, uint64_t offset, uint64_t bytes, bool write);
#endif

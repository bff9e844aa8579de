/* What may be handed out again (reuse.c), and who could tell (held.c). For the files of this folder only. */
#ifndef HEDDLE_VM_REUSE_H
#define HEDDLE_VM_REUSE_H
#include "vm/state.h"

typedef VEC(struct object *) reuse_list;

void reuse_open(struct vm *vm);
bool reuse_is_request(const struct vm *vm); /* the allocation under way is one that may get old memory */
/* The object of a request, if it is one in memory that was freed; NULL stays: it gets a new address. */
enum step reuse_allocate(struct vm *vm, uint64_t size, uint64_t align, struct object **object);
void reuse_refresh(const struct vm *vm, struct vm_op *op); /* a request that waits for its turn, in the current state */
enum step reuse_turn_free(struct vm *vm, struct object *o); /* a live heap object is about to be freed */
enum step reuse_turn_stale(struct vm *vm, const struct object *o, uint64_t address); /* a dead one, or none */
void reuse_freed(struct vm *vm, struct object *o);                                   /* it was */

struct vm_range reuse_thread_pool(bool write); /* stands for the handles that are free */
/* A thread is about to be created, and where its handle goes. */
enum step reuse_turn_create(struct vm *vm, struct object *o, uint64_t offset, uint64_t bytes);
enum step reuse_handle(struct vm *vm, uint64_t *handle); /* of a new thread; 0: one of its own */
void reuse_give_back(struct vm *vm, struct thread *t);
struct thread *reuse_thread_of(const struct vm *vm, uint64_t handle); /* the one it means now, or NULL */

/* Which of them have an address that is held somewhere: in memory, in a register that will be read, in a thread's
   result. */
void held_find(struct vm *vm, const reuse_list *objects, bool *held);
#endif

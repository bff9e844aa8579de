/* Threads that nothing can tell apart: a state is looked up with their numbers in a fixed order, so that states that
   differ in who is who are one entry of the table. Footprints in the table are in that order, too. */
#ifndef HEDDLE_STATEFUL_EXCHANGE_H
#define HEDDLE_STATEFUL_EXCHANGE_H
#include "base/result.h"
#include "stateful/footprint.h"

/* as[t]: the number of thread t in the table; numbers that no thread has are their own. */
struct exchange {
  uint8_t as[VM_MOST_EXCHANGED];
  bool changed; /* some thread has another number than its own */
};

struct vm_control exchange_look_up(struct vm *vm, struct exchange *x); /* the key of the state, and who is who */
footprint exchange_to_table(const struct exchange *x, const struct vm *vm, struct footprints *f, footprint set);
footprint exchange_from_table(const struct exchange *x, const struct vm *vm, struct footprints *f, footprint set);

/* A thread among those tried whose part the other one could have played: exchanging them changes nothing. IR_NONE:
   there is none. */
uint32_t exchange_equal(struct vm *vm, uint32_t thread, uint64_t tried);
/* What follows the one thread, seen from the other. */
footprint exchange_two(const struct vm *vm, struct footprints *f, footprint set, uint32_t a, uint32_t b);

/* In words, who is exchanged between here and a state of the table that was met with the other exchange. */
const char *exchange_text(const struct exchange *here, const struct exchange *there, const struct vm *vm,
                          struct result *result);
#endif

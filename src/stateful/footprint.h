/* Footprints: sets of operations that may follow a state, each with the mutexes that its thread takes and the threads
   that it joins before.

   Operations and sets are interned: a footprint is a number, equal sets have the same one, and the result of each
   operation on sets is remembered. The search asks the same few questions again and again, so that nearly all of them
   are one look into a table. Numbers of threads and of mutexes are bits of a word; what has no bit is not marked, which
   only makes a footprint say more than it must. */
#ifndef HEDDLE_STATEFUL_FOOTPRINT_H
#define HEDDLE_STATEFUL_FOOTPRINT_H
#include "vm/vm.h"

typedef uint32_t footprint; /* FOOTPRINT_NONE: the empty set */
enum { FOOTPRINT_NONE = 0 };

struct footprints;
struct footprints *footprints_open(void);
void footprints_close(struct footprints *f);

/* With the operation, as the thread did it or waits to do it. */
footprint footprint_add(struct footprints *f, footprint set, uint32_t thread, const struct vm_op *op);
/* With something that nobody knows: it conflicts with everything; and without it. */
footprint footprint_add_unknown(struct footprints *f, footprint set);
footprint footprint_drop_unknown(struct footprints *f, footprint set);
footprint footprint_join(struct footprints *f, footprint a, footprint b);
/* The thread takes the mutex, or joins the other thread, before all of its operations in the set. */
footprint footprint_behind_mutex(struct footprints *f, footprint set, uint32_t thread, uint64_t mutex);
footprint footprint_behind_join(struct footprints *f, footprint set, uint32_t thread, uint32_t joined);

/* With threads exchanged: thread t is as[t] then, and its memory is that of as[t]. */
footprint footprint_rename(struct footprints *f, footprint set, const struct vm *vm, const uint8_t *as);

/* Mutexes that some operation is behind, by bit; those of which `holds` is true. */
uint64_t footprint_mutexes(const struct footprints *f, bool (*holds)(const void *context, uint64_t mutex),
                           const void *context);
/* Threads with an operation in the set that conflicts with that of the thread, and is behind none of these mutexes and
   no join of the thread. UINT64_MAX: any thread may have one. */
uint64_t footprint_conflicts(struct footprints *f, footprint set, uint32_t thread, const struct vm_op *op,
                             uint64_t mutexes);

/* Every operation of a set. */
struct footprint_access {
  uint32_t thread;
  uint64_t mutexes, joins; /* its thread takes, joins these before, by bit */
  struct vm_op op;
};
/* Operations have numbers, from 1 on (0 is what nobody knows), and a set is the bits
   of its numbers, 64 in a word. */
uint32_t footprint_access_count(const struct footprints *f);
const struct footprint_access *footprint_access_at(const struct footprints *f, uint32_t number);
/* As it was visited, but for a thread or mutexes that have another number here: for who keeps footprints elsewhere. */
uint32_t footprint_access_number(struct footprints *f, const struct footprint_access *access);
const uint64_t *footprint_words(const struct footprints *f, footprint set, uint32_t *count);
/* The set of these numbers; the one with these bits, where numbers[i] is what i means here. */
footprint footprint_of_numbers(struct footprints *f, const uint32_t *numbers, uint32_t count);
footprint footprint_of_words(struct footprints *f, const uint64_t *words, uint32_t count, const uint32_t *numbers);
uint64_t footprint_mutex_at(const struct footprints *f, uint32_t bit);
uint32_t footprint_mutex_count(const struct footprints *f);
uint64_t footprint_mutex_bit(struct footprints *f, uint64_t mutex); /* 0: it has none */
typedef bool footprint_visit(void *context, const struct footprint_access *access);
bool footprint_any(const struct footprints *f, footprint set, footprint_visit *visit, void *context);

uint64_t footprints_bytes(const struct footprints *f);
#endif

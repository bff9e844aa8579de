/* What was learned in one exploration, as bytes for another one: inputs, threads, mutexes, footprints.

   Keys and places are only comparable where threads and inputs have the same numbers, so these are written in the order
   in which the machine met them, and the other machine is told to expect them. A reader trusts nothing: what is
   impossible makes the source bad. */
#ifndef HEDDLE_STATEFUL_PORTABLE_H
#define HEDDLE_STATEFUL_PORTABLE_H
#include "stateful/footprint.h"
#include "sym/sym.h"
#include "util/bytes.h"
#include "util/vec.h"

enum { PORTABLE_ACCESS = 64 }; /* bytes */

void portable_put_inputs(struct sink *s, const struct sym *sym);
void portable_put_threads(struct sink *s, struct vm *vm);
void portable_put_mutexes(struct sink *s, const struct footprints *f);
void portable_put_access(struct sink *s, const struct footprint_access *a);
void portable_put_footprint(struct sink *s, const struct footprints *f, footprint set);
/* Of many footprints: all operations once, then sets of their numbers. */
void portable_put_accesses(struct sink *s, const struct footprints *f);
void portable_put_set(struct sink *s, const struct footprints *f, footprint set);

void portable_get_inputs(struct source *s, struct sym *sym);
void portable_get_threads(struct source *s, struct vm *vm);

typedef VEC(uint64_t) portable_mutexes; /* addresses, by bit there */
void portable_get_mutexes(struct source *s, portable_mutexes *mutexes);
uint32_t portable_get_access(struct source *s, struct vm *vm, struct footprints *f, const portable_mutexes *mutexes);
footprint portable_get_footprint(struct source *s, struct vm *vm, struct footprints *f,
                                 const portable_mutexes *mutexes);
typedef VEC(uint32_t) portable_numbers; /* of operations: by number there */
void portable_get_accesses(struct source *s, struct vm *vm, struct footprints *f, const portable_mutexes *mutexes,
                           portable_numbers *numbers);
footprint portable_get_set(struct source *s, struct footprints *f, const portable_numbers *numbers);
#endif

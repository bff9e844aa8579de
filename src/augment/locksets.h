/* Which locks are held for certain at an instruction, in each of its calling contexts, and where that differs between
   two versions.

   Locks are mutexes, read-write locks (held shared or not), spin locks, semaphores that are waited for and posted,
   their C11 forms, and atomic sections. A lock has a name that both versions share: the global and offset if it can
   only be one, otherwise how its address is computed (parameter, members, indices). A calling context is the set of
   locks that the caller holds; contexts of both versions are followed side by side, so that a lock taken by a caller
   instead of the function itself is no difference. */
#ifndef HEDDLE_AUGMENT_LOCKSETS_H
#define HEDDLE_AUGMENT_LOCKSETS_H
#include "change/change.h"
#include "static/static.h"

struct locksets;
/* All must outlive it. */
struct locksets *locksets_open(const struct change *change, const struct statics *old, const struct statics *new);
void locksets_close(struct locksets *l);

/* Does an instruction of the new version hold other locks than its match, in one of its calling contexts? An
   instruction without a match does not; one that is called from a new place does, if it holds there what it never
   held. */
bool locksets_differ(const struct locksets *l, uint32_t ins);
/* The different sets at an instruction of the old (0) or new (1) version, as "{lk} {}": by contexts, in no certain
   order. */
void locksets_print(const struct locksets *l, int side, uint32_t ins, FILE *out);
#endif

/* One process's side of the table of states that several share: footprints and code to bytes and back, each once, and
   hints about who tries which thread. For stateful.c.

   States mean the same to all only while threads have the same numbers everywhere. So names of threads are shared, too:
   who meets a thread first gives it its number. If two processes meet different ones at the same time, one of them
   comes too late, and shares nothing from then on. */
#ifndef HEDDLE_STATEFUL_PEERS_H
#define HEDDLE_STATEFUL_PEERS_H
#include "stateful/codes.h"
#include "stateful/exchange.h"
#include "stateful/shared.h"

struct peers;
struct peers *peers_open(struct shared_states *table, struct vm *vm, struct footprints *footprints,
                         struct codes *codes);
void peers_close(struct peers *x); /* NULL is fine */

/* A finished state: all that may follow, in the table's numbers of threads, and its code. False: nobody says so. */
bool peers_find(struct peers *x, struct vm_control key, footprint *below, code_set *code);
/* The state is finished here. */
void peers_publish(struct peers *x, struct vm_control key, footprint below, code_set code);
uint64_t peers_cuts(const struct peers *x); /* states that were found */

/* A state that is not finished; NULL: it is not shared. Sets of threads are in this process's numbers. */
struct shared_slot *peers_begin(struct peers *x, struct vm_control key);
void peers_wants(struct shared_slot *slot, const struct exchange *e, uint64_t threads);
void peers_tries(struct shared_slot *slot, const struct exchange *e, uint32_t thread);
/* Threads that must be tried, which nobody has begun to try; and all that somebody has. */
uint64_t peers_free(const struct shared_slot *slot, const struct exchange *e, uint64_t *tried);

/* Every finished state of the table. */
typedef void peers_visit(void *context, struct vm_control key, footprint below, code_set code);
void peers_each(struct peers *x, peers_visit *visit, void *context);
#endif

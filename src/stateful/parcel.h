/* Finished states of a shared table, and hints about open ones, as bytes for other machines and back.

   A parcel names threads by number, as the table does. Operations and footprints, which are sets of operations, go by
   the hash of their bytes, each once in all parcels of one sender. What comes in is not trusted: its hash must fit, and
   operations go through the same reader as those of other processes (stateful/peers.c). A parcel whose threads have
   other numbers than here is dropped, and so is a state whose footprint is not known, with all of its operations: that
   costs time and nothing else. */
#ifndef HEDDLE_STATEFUL_PARCEL_H
#define HEDDLE_STATEFUL_PARCEL_H
#include "stateful/division.h"
#include "util/map.h"

struct parcel_thing {
  uint64_t low, high; /* hash of its bytes, as they are in a parcel */
  uint32_t number;    /* in the table */
};
typedef VEC(struct parcel_thing) parcel_things;
enum parcel_kind { PARCEL_OPERATION, PARCEL_SET, PARCEL_KINDS };
struct parcels {
  struct shared_states *table;
  uint64_t seed; /* of hashes: what parcels of another job have is not that */
  struct {
    struct map by_number; /* of those that went out -> one of */
    parcel_things sent;
    struct map by_hash; /* of those that came in, half of it -> one of */
    parcel_things known;
  } kinds[PARCEL_KINDS];
  uint64_t states_in, states_out, dropped;
};
void parcels_free(struct parcels *p);
/* Nothing is put if there is nothing to tell; true: there is. */
bool parcel_put(struct parcels *p, struct sink *sink, const struct vm_control *finished, uint32_t count,
                const division_hints *hints);
/* False: it is damaged, or of another kind; what was taken before that was noticed was whole. */
bool parcel_get(struct parcels *p, const void *bytes, uint64_t size);
#endif

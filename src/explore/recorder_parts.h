/* Parts of a recording that another process makes. It records as always, but writes no tests; what
   is new since the last time goes over as bytes, and is added to the recording here as if it had happened here: what is
   known already is left out, tests get the next numbers. */
#ifndef HEDDLE_EXPLORE_RECORDER_PARTS_H
#define HEDDLE_EXPLORE_RECORDER_PARTS_H
#include "explore/recorder.h"
#include "util/bytes.h"

/* How much of the recording has gone over. */
struct recorder_mark {
  uint32_t failures, warnings, reasons, notes, unconfirmed;
  uint64_t incidents;
};
struct recorder_mark recorder_parts_begin(struct recorder *r);
/* Nothing happened since that decides about a verdict or leaves a test; there may be warnings. */
bool recorder_parts_is_clean(const struct recorder *r, const struct recorder_mark *mark);
void recorder_parts_encode(struct recorder *r, struct recorder_mark *mark, struct sink *sink);

struct recorder_source {
  uint32_t round; /* as in the recorder */
  bool late;      /* a limit was reached before: its reasons say no more than those that are there */
};
/* False: the bytes are no such part. */
bool recorder_parts_add(struct recorder *r, struct source *source, const struct recorder_source *from);
#endif

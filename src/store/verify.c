/* The store's verifier: what was put in comes out again, whole and under its own key.

   Input: a value that was just put. Output: NULL, or the rule that is broken. Reading it back leaves no trace: neither
   in the figures nor in what counts as used. A store that has become broken, or whose limit or another process took the
   value away again, is no defect. */
#include <string.h>

#include "store/inside.h"

const char *store_verify(struct store *s, enum store_kind kind, struct store_key key, const void *bytes, size_t size) {
  struct store_stats stats = s->stats;
  uint32_t touched = s->touched.count;
  struct store_blob back;
  bool found = store_get(s, kind, key, &back);
  bool damaged = s->stats.damaged != stats.damaged;
  bool same = found && back.size == size && (!size || !memcmp(back.bytes, bytes, size));
  free(back.bytes);
  s->stats = stats;
  s->touched.count = touched;
  if (damaged) return "a value fits its hash when it was just written";
  return found && !same ? "what is written reads back equal" : NULL;
}

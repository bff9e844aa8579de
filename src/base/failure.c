/* The rows of failure.h as data, and what follows from their columns. */
#include "base/failure.h"

#include <string.h>

#include "util/map.h"

const struct check_row check_rows[CHECK_COUNT] = {
#define X(name, text, standard, local, what) [CHECK_##name] = {text, what},
    EXPLORE_CHECKS(X)
#undef X
};

const struct failure_row failure_rows[FAILURE_KIND_COUNT] = {
#define X(name, text, check, apart, repeated)                                                                          \
  [FAILURE_##name] = {text, CHECK_##check, FAILURE_BY_##apart, FAILURE_BY_##repeated},
    FAILURE_KINDS(X)
#undef X
};

const char *failure_kind_text(enum failure_kind kind) { return failure_rows[kind].text; }

enum failure_kind failure_kind_named(const char *text) {
  unsigned kind = 0;
  while (kind < FAILURE_KIND_COUNT && strcmp(failure_rows[kind].text, text)) kind++;
  return kind;
}

struct failure_point failure_point(enum failure_kind kind, uint64_t place, uint64_t other, const char *message) {
  const struct failure_row *row = &failure_rows[kind];
  bool text = row->apart == FAILURE_BY_MESSAGE || row->repeated == FAILURE_BY_MESSAGE;
  bool hashed = text && message;
  return (struct failure_point){kind, place, other, hashed ? hash_bytes(message, strlen(message)) : 0};
}

bool failure_same(enum failure_level level, const struct failure_point *a, const struct failure_point *b) {
  if (a->kind != b->kind) return false;
  const struct failure_row *row = &failure_rows[a->kind];
  switch (level == FAILURE_REPORTED ? row->apart : row->repeated) {
  case FAILURE_BY_NOTHING: return a->place == b->place;
  case FAILURE_BY_MESSAGE: return a->place == b->place && a->message == b->message;
  case FAILURE_BY_OTHER: break;
  }
  return (a->place == b->place && a->other == b->other) || (a->place == b->other && a->other == b->place);
}

uint64_t failure_key(const struct failure_point *point) {
  uint64_t low = point->place < point->other ? point->place : point->other, high = point->place + point->other - low;
  switch (failure_rows[point->kind].apart) {
  case FAILURE_BY_NOTHING: break;
  case FAILURE_BY_MESSAGE: return hash_join(hash_join(point->place, point->kind), point->message);
  case FAILURE_BY_OTHER: return hash_join(hash_join(low, high), point->kind);
  }
  return hash_join(point->place, point->kind);
}

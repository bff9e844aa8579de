/* For moved*.c only. */
#ifndef HEDDLE_CHANGE_MOVED_INSIDE_H
#define HEDDLE_CHANGE_MOVED_INSIDE_H
#include "change/lines.h"
#include "change/moved.h"
#include "change/operands.h"
#include "util/map.h"
#include "util/vec.h"

/* One object of the program's text, in both versions. */
struct moved_object {
  enum static_object_kind kind;
  uint32_t index[2]; /* as in struct static_location */
  uint64_t size[2];
  uint32_t record; /* it is one or several of these; IR_NONE: it is something else */
  int64_t *to;     /* by byte of the old one, and one behind: its place in the new one, or -1 */
  bool gone;       /* its maker is not the same */
};

struct moved {
  const struct change_side *side[2];
  struct layouts *layouts;
  struct statics *s[2];
  VEC(struct moved_object) objects;
  struct map by_place[2]; /* kind and index -> number of the object */
};

const struct moved_object *moved_find(const struct moved *m, int side, enum static_object_kind kind, uint32_t index);
/* moved_objects.c */
void moved_find_objects(struct moved *m);
#endif

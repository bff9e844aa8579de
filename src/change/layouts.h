/* Structures of two versions, known by the names of their members: which byte of the new version's object is which of
   the old one's.

   Debug information has the members and where they lie. A byte of a member that both versions have under the same name,
   with a type of the same size, keeps its identity; padding has one only in structures that are laid out alike. */
#ifndef HEDDLE_CHANGE_LAYOUTS_H
#define HEDDLE_CHANGE_LAYOUTS_H
#include "ir/ir.h"

/* A structure that both versions have, laid out differently. */
struct layout_record {
  uint32_t type[2]; /* one of each version; there may be equal ones under other numbers */
  uint64_t size[2];
  int64_t *to; /* by byte of the old one: its place in the new one, or -1 */
};

struct layouts {
  const struct ir_program *p[2];
  struct layout_record *records;
  uint32_t count;
  uint32_t *record_of[2]; /* by type: a record, or IR_NONE */
};

/* NULL: no structure is laid out differently. */
struct layouts *layouts_open(const struct ir_program *old, const struct ir_program *new);
void layouts_close(struct layouts *l);

/* Where the bytes of an object of type `old` are in one of type `new`: to[0 .. size of old), -1 where they are not. */
void layouts_map(const struct layouts *l, uint32_t old, uint32_t new, int64_t *to);
/* Does such an object have another size, or a member at another place? */
bool layouts_moved(const uint64_t size[2], const int64_t *to);
#endif

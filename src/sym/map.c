/* Rebuilding a term under a map of its parts, in the same or in another arena. The caller's `part` says what becomes of
   a part: it remembers what it said before, and calls sym_map for what it does not know. Parts are asked for in the
   order of the operands, so that terms get the same ids every time. */
#include <stdlib.h>
#include <string.h>

#include "sym/sym.h"
#include "util/mem.h"

static sym_id part(const struct sym_map *map, sym_id term, unsigned which) {
  return map->part(map->context, sym_operand(map->from, term, which));
}

/* The elements are copied first: a part may make a table. */
static sym_id map_read(const struct sym_map *map, sym_id term) {
  uint32_t count;
  const sym_id *elements = sym_table_elements(map->from, sym_first(map->from, term), &count);
  sym_id *fresh = mem_alloc(count * sizeof *fresh);
  memcpy(fresh, elements, count * sizeof *fresh);
  for (uint32_t i = 0; i < count; i++) fresh[i] = map->part(map->context, fresh[i]);
  sym_id index = part(map, term, 0);
  sym_id result = sym_read(map->to, sym_table(map->to, fresh, count), index);
  free(fresh);
  return result;
}

sym_id sym_map(const struct sym_map *map, sym_id term) {
  const struct sym *from = map->from;
  struct sym *to = map->to;
  enum sym_op op = sym_op_of(from, term);
  unsigned width = sym_width(from, term);
  uint64_t value = 0;
  sym_id a, b;
  switch (op) {
  case SYM_CONST: sym_is_const(from, term, &value); return from == to ? term : sym_const(to, value, width);
  case SYM_BYTES: return map->bytes(map->context, term);
  case SYM_READ: return map_read(map, term);
  case SYM_NOT: return sym_not(to, part(map, term, 0));
  case SYM_EXTRACT: return sym_extract(to, part(map, term, 0), sym_low(from, term), width);
  case SYM_ZEXT: return sym_zext(to, part(map, term, 0), width);
  case SYM_SEXT: return sym_sext(to, part(map, term, 0), width);
  case SYM_CONCAT: a = part(map, term, 0); return sym_concat(to, a, part(map, term, 1));
  case SYM_ITE:
    a = part(map, term, 0);
    b = part(map, term, 1);
    return sym_ite(to, a, b, part(map, term, 2));
  default: a = part(map, term, 0); return sym_binary(to, op, a, part(map, term, 1));
  }
}

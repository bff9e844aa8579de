/* Rebuilding a term under a map of its parts, in the same or in another arena: the same term with other parts, made in
   `to`. `part` gives what stands for an operand or an element of a table of `from`; it remembers what it said before,
   and calls sym_map for what it does not know. `bytes` gives what stands for variables. Parts are asked for in the
   order of the operands, so that terms get the same ids every time.

   Inline, because it is the inner loop of who uses it: the functions of the map become direct calls. */
#ifndef HEDDLE_SYM_MAP_H
#define HEDDLE_SYM_MAP_H
#include <stdlib.h>
#include <string.h>

#include "sym/sym.h"
#include "util/mem.h"

struct sym_map {
  const struct sym *from;
  struct sym *to;
  void *context;
  sym_id (*part)(void *context, sym_id term);
  sym_id (*bytes)(void *context, sym_id term);
};

static inline __attribute__((always_inline)) sym_id sym_map_part(const struct sym_map *map, sym_id term,
                                                                 unsigned which) {
  return map->part(map->context, sym_operand(map->from, term, which));
}

/* The elements are copied first: a part may make a table. */
static inline __attribute__((always_inline)) sym_id sym_map_read(const struct sym_map *map, sym_id term) {
  uint32_t count;
  const sym_id *elements = sym_table_elements(map->from, sym_first(map->from, term), &count);
  sym_id *fresh = mem_alloc(count * sizeof *fresh);
  memcpy(fresh, elements, count * sizeof *fresh);
  for (uint32_t i = 0; i < count; i++) fresh[i] = map->part(map->context, fresh[i]);
  sym_id index = sym_map_part(map, term, 0);
  sym_id result = sym_read(map->to, sym_table(map->to, fresh, count), index);
  free(fresh);
  return result;
}

static inline sym_id sym_map_float(const struct sym_map *map, sym_id term) {
  sym_id part[3] = {0};
  for (unsigned i = 0; i < 3 && sym_operand(map->from, term, i); i++) part[i] = sym_map_part(map, term, i);
  return sym_float(map->to, sym_op_of(map->from, term), sym_width(map->from, term), part[0], part[1], part[2]);
}

static inline __attribute__((always_inline)) sym_id sym_map(const struct sym_map *map, sym_id term) {
  const struct sym *from = map->from;
  struct sym *to = map->to;
  enum sym_op op = sym_op_of(from, term);
  unsigned width = sym_width(from, term);
  uint64_t value = 0;
  sym_id a, b;
  switch (op) {
  case SYM_CONST: sym_is_const(from, term, &value); return from == to ? term : sym_const(to, value, width);
  case SYM_BYTES: return map->bytes(map->context, term);
  case SYM_READ: return sym_map_read(map, term);
  case SYM_NOT: return sym_not(to, sym_map_part(map, term, 0));
  case SYM_EXTRACT: return sym_extract(to, sym_map_part(map, term, 0), sym_low(from, term), width);
  case SYM_ZEXT: return sym_zext(to, sym_map_part(map, term, 0), width);
  case SYM_SEXT: return sym_sext(to, sym_map_part(map, term, 0), width);
  case SYM_CONCAT: a = sym_map_part(map, term, 0); return sym_concat(to, a, sym_map_part(map, term, 1));
  case SYM_ITE:
    a = sym_map_part(map, term, 0);
    b = sym_map_part(map, term, 1);
    return sym_ite(to, a, b, sym_map_part(map, term, 2));
  default:
    if (sym_is_float(op)) return sym_map_float(map, term);
    a = sym_map_part(map, term, 0);
    return sym_binary(to, op, a, sym_map_part(map, term, 1));
  }
}
#endif

/* Variables for the contents of places. */
#include <stdio.h>

#include "summary/inside.h"

void places_open(struct places *p) { p->sym = sym_open(); }

void places_close(struct places *p) {
  sym_close(p->sym);
  map_free(&p->by_place);
  map_free(&p->by_input);
  vec_free(&p->blocks);
}

void places_reset(struct places *p) {
  places_close(p);
  places_open(p);
}

static uint32_t new_block(struct places *p, uint64_t place, bool input) {
  char name[32];
  struct block b = {.place = place, .input = input};
  snprintf(name, sizeof name, "%u", p->blocks.count);
  sym_input(p->sym, name, 8, SYM_INPUT);
  vec_push(&p->blocks, b);
  return p->blocks.count - 1;
}

uint32_t places_block(struct places *p, uint64_t place) {
  uint32_t block;
  if (map_get(&p->by_place, place, &block)) return block;
  block = new_block(p, place, false);
  map_put(&p->by_place, place, block);
  return block;
}

sym_id places_bytes(struct places *p, uint64_t place, unsigned first, unsigned count) {
  ASSERT(count && first + count <= 8);
  return sym_bytes(p->sym, places_block(p, place) * 8 + first, count);
}

uint32_t places_input_block(struct places *p, uint32_t variable) {
  uint32_t block;
  if (map_get(&p->by_input, variable / 8, &block)) return block;
  block = new_block(p, variable / 8 * 8, true);
  map_put(&p->by_input, variable / 8, block);
  return block;
}

/* Variables of the machine; eight in a row need not begin a block. */
sym_id places_input(struct places *p, uint32_t variable, unsigned count) {
  sym_id all = 0;
  for (unsigned i = 0; i < count;) {
    unsigned first = (variable + i) % 8, n = 8 - first < count - i ? 8 - first : count - i;
    sym_id part = sym_bytes(p->sym, places_input_block(p, variable + i) * 8 + first, n);
    all = all ? sym_concat(p->sym, part, all) : part;
    i += n;
  }
  return all;
}

/* Sequences of affected places, for --guarantee=paths: which code is to be told apart.

   A run goes from one decision to the next along a chain of blocks, whatever the decision was. What a chain says is
   which affected blocks are on it; two chains with the same ones are the same to the sequence. */
#include <stdlib.h>
#include <string.h>

#include "check/inside.h"
#include "util/map.h"
#include "util/mem.h"

static bool has_affected(const struct check *c, uint32_t block) {
  const struct ir_program *p = c->change->new.program;
  const struct ir_block *b = &p->blocks[block];
  if (ir_function_of(p, b->first)->flags & IR_FN_LIBRARY) return false;
  for (uint32_t i = 0; i < b->count; i++)
    if (static_set_has(&c->impact->forward, b->first + i)) return true;
  return false;
}

/* The affected blocks on the chain from a block on; how many. */
static uint32_t chain_from(const struct check *c, uint32_t block, uint32_t *chain, uint32_t room) {
  const struct ir_program *p = c->change->new.program;
  uint32_t count = 0, length = 0, most = (uint32_t)p->nblocks;
  for (;;) {
    const struct ir_block *b = &p->blocks[block];
    const struct ir_ins *last = &p->ins[b->first + b->count - 1];
    if (has_affected(c, block) && count < room) chain[count++] = block;
    if (last->op != IR_BR || ++length > most) return count;
    block = (uint32_t)last->a;
  }
}

static uint32_t number_of(struct check_paths *paths, struct map *known, const uint32_t *chain, uint32_t count) {
  uint64_t hash = hash_bytes(chain, count * sizeof *chain);
  uint32_t number;
  if (!count) return 0;
  if (map_get(known, hash, &number)) return number;
  struct check_chain kept = {.count = count, .blocks = mem_alloc(count * sizeof *chain)};
  memcpy(kept.blocks, chain, count * sizeof *chain);
  vec_push(&paths->chains, kept);
  map_put(known, hash, paths->chains.count);
  return paths->chains.count;
}

void paths_open(struct check *c) {
  const struct ir_program *p = c->change->new.program;
  uint32_t *chain = mem_alloc((p->nblocks + 1) * sizeof *chain);
  struct map known = {0};
  c->paths.marks = mem_zalloc((p->nblocks + 1) * sizeof *c->paths.marks);
  for (uint32_t b = 0; b < p->nblocks; b++)
    c->paths.marks[b] = number_of(&c->paths, &known, chain, chain_from(c, b, chain, (uint32_t)p->nblocks));
  map_free(&known);
  free(chain);
}

void paths_close(struct check *c) {
  for (uint32_t i = 0; i < c->paths.chains.count; i++) free(c->paths.chains.data[i].blocks);
  vec_free(&c->paths.chains);
  free(c->paths.marks);
}

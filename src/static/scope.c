/* Whether the block of a local object may have ended where an instruction is executed: some way leads there from an end
   of the object without coming to its next beginning. */
#include "static/graph.h"
#include "static/scope.h"

struct search {
  const struct statics *s;
  const struct ir_function *f;
  bool *seen;  /* per block of the function */
  list blocks; /* to be looked at from their beginnings */
};

static void reach(void *context, uint32_t from, uint32_t to) {
  struct search *x = context;
  (void)from;
  if (x->seen[to - x->f->first_block]) return;
  x->seen[to - x->f->first_block] = true;
  vec_push(&x->blocks, to);
}

static uint32_t last_of(const struct ir_program *p, uint32_t block) {
  return p->blocks[block].first + p->blocks[block].count - 1;
}

/* From `at` to the end of its block. True: the instruction comes before the object begins again. */
static bool meets(struct search *x, uint32_t block, uint32_t at, int32_t object, uint32_t ins) {
  const struct ir_program *p = x->s->p;
  for (; at <= last_of(p, block); at++) {
    if (at == ins) return true;
    if (p->ins[at].op == IR_LIVE && p->ins[at].a == object) return false;
  }
  jump_edges(p, &p->ins[last_of(p, block)], block, reach, x);
  return false;
}

static bool reaches(struct search *x, uint32_t end_block, uint32_t end, int32_t object, uint32_t ins) {
  bool found = meets(x, end_block, end + 1, object, ins);
  while (!found && x->blocks.count) {
    uint32_t block = vec_pop(&x->blocks);
    found = meets(x, block, x->s->p->blocks[block].first, object, ins);
  }
  return found;
}

bool scope_may_be_over(const struct statics *s, uint32_t alloca, uint32_t ins) {
  const struct ir_program *p = s->p;
  const struct ir_function *f = &p->functions[s->function_of[alloca]];
  struct search x = {.s = s, .f = f};
  bool found = false;
  for (uint32_t b = f->first_block; b < f->first_block + f->nblocks && !found; b++)
    for (uint32_t i = p->blocks[b].first; i <= last_of(p, b) && !found; i++) {
      if (p->ins[i].op != IR_DEAD || p->ins[i].a != (int32_t)p->ins[alloca].dst) continue;
      if (!x.seen) x.seen = mem_zalloc(f->nblocks * sizeof *x.seen);
      found = reaches(&x, b, i, p->ins[i].a, ins);
    }
  free(x.seen);
  vec_free(&x.blocks);
  return found;
}

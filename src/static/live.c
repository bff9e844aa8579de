/* Which instructions can be executed when their function is called, and which functions can return at all. A call of a
   function that never returns ends the path through its block. Indirect calls are taken to return. */
#include "static/inside.h"

struct walk {
  const struct statics *s;
  list todo;      /* blocks */
  uint8_t *seen;  /* per block of the program */
  uint64_t *live; /* NULL while only returns[] is asked for */
};

static void reach(struct walk *w, uint32_t block) {
  if (w->seen[block]) return;
  w->seen[block] = 1;
  vec_push(&w->todo, block);
}

static void reach_successors(struct walk *w, const struct ir_ins *ins) {
  const struct ir_program *p = w->s->p;
  switch ((enum ir_op)ins->op) {
  case IR_BR: reach(w, (uint32_t)ins->a); break;
  case IR_CBR:
    reach(w, (uint32_t)ins->b);
    reach(w, (uint32_t)ins->c);
    break;
  case IR_SWITCH:
    reach(w, (uint32_t)p->extra[ins->b]);
    for (int32_t k = 2; k < ins->c; k += 2) reach(w, (uint32_t)p->extra[ins->b + k]);
    break;
  default: break;
  }
}

/* Does execution go on behind this instruction of the block? */
static bool goes_on(const struct statics *s, const struct ir_ins *ins) {
  if (ins->op == IR_TRAP || ins->op == IR_UNSUPPORTED) return false;
  return ins->op != IR_CALL || s->returns[ins->a];
}

/* True if a return of the function can be reached. */
static bool walk_function(struct walk *w, const struct ir_function *f) {
  const struct ir_program *p = w->s->p;
  bool returns = false;
  for (uint32_t b = 0; b < f->nblocks; b++) w->seen[f->first_block + b] = 0;
  reach(w, f->first_block);
  while (w->todo.count) {
    const struct ir_block *block = &p->blocks[vec_pop(&w->todo)];
    uint32_t i = block->first, end = block->first + block->count;
    for (; i < end; i++) {
      if (w->live) w->live[i / 64] |= (uint64_t)1 << i % 64;
      if (!goes_on(w->s, &p->ins[i])) break;
    }
    if (i < end) continue;
    returns |= p->ins[end - 1].op == IR_RET;
    reach_successors(w, &p->ins[end - 1]);
  }
  return returns;
}

static bool has_body(const struct statics *s, uint32_t f) {
  return s->models[f] == MODEL_NONE && s->p->functions[f].nblocks;
}

void live_find(struct statics *s) {
  const struct ir_program *p = s->p;
  struct walk w = {.s = s, .seen = mem_zalloc(p->nblocks + 1)};
  s->returns = mem_zalloc((p->nfunctions + 1) * sizeof *s->returns);
  for (uint32_t f = 0; f < p->nfunctions; f++)
    s->returns[f] = s->models[f] != MODEL_NONE && model_returns((enum model)s->models[f]);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t f = (uint32_t)p->nfunctions; f-- > 0;) {
      if (!has_body(s, f) || s->returns[f] || !walk_function(&w, &p->functions[f])) continue;
      s->returns[f] = changed = true;
    }
  }
  w.live = s->live = mem_zalloc((p->nins / 64 + 1) * sizeof *s->live);
  for (uint32_t f = 0; f < p->nfunctions; f++)
    if (has_body(s, f)) walk_function(&w, &p->functions[f]);
  free(w.seen);
  vec_free(&w.todo);
}

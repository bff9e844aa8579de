/* What a thread executes before or after an instruction: along the blocks of its function, in everything that is called
   there, and in the callers. A thread that is created in between is another one. */
#include "augment/pairs_inside.h"

struct reach {
  const struct ir_program *p;
  const struct statics *s;
  numbers *successors, *predecessors; /* per block */
  uint8_t *marks, bit;
  bool *visited; /* per block: all of it */
  bool *whole;   /* per function: all of it and all that it calls */
  bool *left;    /* per function: its callers were visited */
  numbers todo;  /* instructions to go on at */
};

static void add_edges(struct reach *r, uint32_t block) {
  const struct ir_block *b = &r->p->blocks[block];
  const struct ir_ins *jump = &r->p->ins[b->first + b->count - 1];
  switch ((enum ir_op)jump->op) {
  case IR_BR: vec_push(&r->successors[block], (uint32_t)jump->a); break;
  case IR_CBR:
    vec_push(&r->successors[block], (uint32_t)jump->b);
    vec_push(&r->successors[block], (uint32_t)jump->c);
    break;
  case IR_SWITCH:
    for (int32_t k = 0; k < jump->c; k += 2) vec_push(&r->successors[block], (uint32_t)r->p->extra[jump->b + k]);
    break;
  default: break;
  }
  for (uint32_t i = 0; i < r->successors[block].count; i++)
    vec_push(&r->predecessors[r->successors[block].data[i]], block);
}

struct reach *reach_open(const struct ir_program *p, const struct statics *s) {
  struct reach *r = mem_zalloc(sizeof *r);
  r->p = p;
  r->s = s;
  r->successors = mem_zalloc((p->nblocks + 1) * sizeof *r->successors);
  r->predecessors = mem_zalloc((p->nblocks + 1) * sizeof *r->predecessors);
  for (uint32_t b = 0; b < p->nblocks; b++) add_edges(r, b);
  return r;
}

void reach_close(struct reach *r) {
  for (uint32_t b = 0; b < r->p->nblocks; b++) {
    vec_free(&r->successors[b]);
    vec_free(&r->predecessors[b]);
  }
  free(r->successors);
  free(r->predecessors);
  free(r);
}

const numbers *reach_successors(const struct reach *r, uint32_t block) { return &r->successors[block]; }
const numbers *reach_predecessors(const struct reach *r, uint32_t block) { return &r->predecessors[block]; }

/* ---- what both directions share ---- */

static void begin(struct reach *r, uint8_t *marks, uint8_t bit) {
  r->marks = marks;
  r->bit = bit;
  r->visited = mem_zalloc(r->p->nblocks + 1);
  r->whole = mem_zalloc(r->p->nfunctions + 1);
  r->left = mem_zalloc(r->p->nfunctions + 1);
}

static void end(struct reach *r) {
  free(r->visited);
  free(r->whole);
  free(r->left);
  vec_free(&r->todo);
}

static bool is_creation(const struct reach *r, uint32_t ins) { return waits_of(r->p, ins) & THREAD_CREATES; }

static void add_callees(struct reach *r, uint32_t ins, numbers *functions) {
  const uint32_t *callees;
  if (ir_ops[r->p->ins[ins].op].class != IR_CLASS_CALL || is_creation(r, ins)) return;
  uint32_t count = static_callees(r->s, ins, &callees);
  for (uint32_t k = 0; k < count; k++) {
    if (r->whole[callees[k]]) continue;
    r->whole[callees[k]] = true;
    vec_push(functions, callees[k]);
  }
}

static void mark(struct reach *r, uint32_t ins) {
  numbers functions = {0};
  r->marks[ins] |= r->bit;
  add_callees(r, ins, &functions);
  while (functions.count) {
    const struct ir_function *f = &r->p->functions[vec_pop(&functions)];
    for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
      r->marks[i] |= r->bit;
      add_callees(r, i, &functions);
    }
  }
  vec_free(&functions);
}

void reach_function(struct reach *r, uint32_t function, uint8_t *marks, uint8_t bit) {
  const struct ir_function *f = &r->p->functions[function];
  begin(r, marks, bit);
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) mark(r, i);
  end(r);
}

/* Goes on before, or behind, the calls of the function that a block is in. */
static void leave(struct reach *r, uint32_t block, uint32_t step) {
  const uint32_t *calls;
  uint32_t function = (uint32_t)(ir_function_of(r->p, r->p->blocks[block].first) - r->p->functions);
  if (r->left[function]) return;
  r->left[function] = true;
  uint32_t count = static_callers(r->s, function, &calls);
  for (uint32_t k = 0; k < count; k++)
    if (!is_creation(r, calls[k])) vec_push(&r->todo, calls[k] + step);
}

/* ---- after ---- */

void reach_from(struct reach *r, const numbers *seeds, uint8_t *marks, uint8_t bit) {
  begin(r, marks, bit);
  for (uint32_t i = 0; i < seeds->count; i++) vec_push(&r->todo, seeds->data[i]);
  while (r->todo.count) {
    uint32_t at = vec_pop(&r->todo), block = static_block_of(r->s, at);
    const struct ir_block *b = &r->p->blocks[block];
    for (; at < b->first + b->count; at++) mark(r, at);
    if (r->p->ins[at - 1].op == IR_RET) leave(r, block, 1);
    for (uint32_t k = 0; k < r->successors[block].count; k++) {
      uint32_t next = r->successors[block].data[k];
      if (r->visited[next]) continue;
      r->visited[next] = true;
      vec_push(&r->todo, r->p->blocks[next].first);
    }
  }
  end(r);
}

/* ---- before ---- */

void reach_before(struct reach *r, const numbers *seeds, uint8_t *marks, uint8_t bit) {
  begin(r, marks, bit);
  for (uint32_t i = 0; i < seeds->count; i++) vec_push(&r->todo, seeds->data[i]);
  while (r->todo.count) {
    uint32_t at = vec_pop(&r->todo), block = static_block_of(r->s, at);
    const struct ir_block *b = &r->p->blocks[block];
    while (at > b->first) mark(r, --at);
    if (block == ir_function_of(r->p, at)->first_block) leave(r, block, 0);
    for (uint32_t k = 0; k < r->predecessors[block].count; k++) {
      uint32_t before = r->predecessors[block].data[k];
      if (r->visited[before]) continue;
      r->visited[before] = true;
      mark(r, r->p->blocks[before].first + r->p->blocks[before].count - 1);
      vec_push(&r->todo, r->p->blocks[before].first + r->p->blocks[before].count - 1);
    }
  }
  end(r);
}

/* Within a function the blocks are followed up to marked ones. A call adds what may come first in its callees and goes
   on behind it if one of them may return before. Behind a return it goes on at every call of the function: for a mark
   it is not known which one it was. Behind the creation of a thread anything may come. All of it may say too much,
   never too little. */
#include "explore/next_marks.h"

#include <stdlib.h>
#include <string.h>

#include "util/mem.h"
#include "util/vec.h"

static void add(uint64_t *set, uint32_t mark) { set[mark / 64] |= (uint64_t)1 << mark % 64; }

static void join(const struct next_marks *n, uint64_t *set, const uint64_t *other) {
  for (uint32_t i = 0; i < n->words; i++) set[i] |= other[i];
}

static void fill(const struct next_marks *n, uint64_t *set) { memset(set, 0xff, n->words * sizeof *set); }

static uint32_t function_mark(const struct next_marks *n, uint32_t function) {
  return n->marks[n->program->functions[function].first_block];
}

/* ---- within a function ---- */

struct walk {
  struct next_marks *n;
  const struct ir_function *function;
  uint64_t *set;
  uint8_t *seen;      /* per block of the function */
  VEC(uint32_t) todo; /* blocks */
  bool returns;
};

static void go_to(struct walk *w, uint32_t block) {
  uint8_t *seen = &w->seen[block - w->function->first_block];
  if (!*seen) vec_push(&w->todo, block);
  *seen = 1;
}

/* A branch leads there: marked code comes, or what is behind. */
static void branch_to(struct walk *w, int32_t block) {
  uint32_t mark = w->n->marks[block];
  if (mark) add(w->set, mark);
  else go_to(w, (uint32_t)block);
}

/* False: no callee returns before marked code comes. */
static bool pass_call(struct walk *w, uint32_t ins) {
  const struct next_marks *n = w->n;
  const uint32_t *callees;
  uint32_t count = static_callees(n->statics, ins, &callees);
  bool passes = !count;
  for (uint32_t i = 0; i < count; i++) {
    bool defined = n->program->functions[callees[i]].flags & IR_FN_DEFINED;
    uint32_t mark = defined ? function_mark(n, callees[i]) : 0;
    if (!defined && static_may_not_return(n->statics, callees[i])) add(w->set, NEXT_END);
    if (mark) add(w->set, mark);
    else if (defined) join(n, w->set, n->first + (size_t)callees[i] * n->words);
    passes |= !defined || (!mark && n->passes[callees[i]]);
  }
  return passes;
}

static void leave_block(struct walk *w, const struct ir_ins *last) {
  const struct ir_program *p = w->n->program;
  switch (last->op) {
  case IR_BR: go_to(w, (uint32_t)last->a); break;
  case IR_CBR:
    branch_to(w, last->b);
    branch_to(w, last->c);
    break;
  case IR_SWITCH:
    branch_to(w, (int32_t)p->extra[last->b]);
    for (int32_t i = 1; i + 1 < last->c; i += 2) branch_to(w, (int32_t)p->extra[last->b + i + 1]);
    break;
  case IR_RET: w->returns = true; break;
  default: add(w->set, NEXT_END); break;
  }
}

static void walk_block(struct walk *w, uint32_t from, uint32_t end) {
  const struct ir_program *p = w->n->program;
  for (uint32_t i = from; i < end; i++) {
    const struct ir_ins *ins = &p->ins[i];
    if (w->n->creates[i]) fill(w->n, w->set);
    if ((ins->op == IR_CALL || ins->op == IR_ICALL) && !pass_call(w, i)) return;
  }
  leave_block(w, &p->ins[end - 1]);
}

/* Adds what may come next from an instruction on, itself included. True: the function may return before. */
static bool walk_from(struct next_marks *n, uint32_t ins, uint64_t *set) {
  const struct ir_program *p = n->program;
  const struct ir_function *f = ir_function_of(p, ins);
  struct walk w = {.n = n, .function = f, .set = set, .seen = mem_zalloc(f->nblocks + 1)};
  const struct ir_block *own = &p->blocks[static_block_of(n->statics, ins)];
  walk_block(&w, ins, own->first + own->count);
  while (w.todo.count) {
    const struct ir_block *b = &p->blocks[vec_pop(&w.todo)];
    walk_block(&w, b->first, b->first + b->count);
  }
  free(w.seen);
  vec_free(&w.todo);
  return w.returns;
}

/* ---- over returns ---- */

/* The library's exit, then destructors. */
static void after_main(struct next_marks *n, uint64_t *set) {
  const struct ir_program *p = n->program;
  uint32_t function = ir_find_function(p, "exit");
  add(set, NEXT_END);
  if (function != IR_NONE) join(n, set, n->first + (size_t)function * n->words);
  for (uint32_t i = 0; i < p->ndtors; i++) {
    uint32_t mark = function_mark(n, p->dtors[i]);
    if (mark) add(set, mark);
    else join(n, set, n->first + (size_t)p->dtors[i] * n->words);
  }
}

/* Behind every call of a function. One that nobody calls is called by the machine: then anything may come. */
static void climb(struct next_marks *n, uint32_t function, uint64_t *set, uint8_t *left) {
  const uint32_t *calls;
  uint32_t count = static_callers(n->statics, function, &calls);
  if (left[function]) return;
  left[function] = 1;
  if (function == n->program->entry) after_main(n, set);
  else if (!count) fill(n, set);
  for (uint32_t i = 0; i < count; i++) {
    if (!static_is_live(n->statics, calls[i])) continue;
    uint32_t caller = (uint32_t)(ir_function_of(n->program, calls[i]) - n->program->functions);
    if (walk_from(n, calls[i] + 1, set)) climb(n, caller, set, left);
  }
}

const uint64_t *next_marks_after(struct next_marks *n, uint32_t mark) {
  const struct ir_program *p = n->program;
  if (n->after[mark]) return n->after[mark];
  uint64_t *set = n->after[mark] = mem_zalloc(n->words * sizeof *set);
  uint8_t *left = mem_zalloc(p->nfunctions + 1);
  for (uint32_t b = 0; b < p->nblocks; b++) {
    uint32_t first = p->blocks[b].first;
    if (n->marks[b] != mark || !static_is_live(n->statics, first)) continue;
    if (walk_from(n, first, set)) climb(n, (uint32_t)(ir_function_of(p, first) - p->functions), set, left);
  }
  free(left);
  return set;
}

uint64_t *next_marks_from(struct next_marks *n, const uint32_t *ins, uint32_t frames) {
  uint64_t *set = mem_zalloc(n->words * sizeof *set);
  uint32_t i = 0;
  while (i < frames && walk_from(n, ins[i], set)) i++;
  if (i == frames) after_main(n, set);
  return set;
}

/* ---- what functions do as a whole ---- */

static bool update(struct next_marks *n, uint32_t f) {
  const struct ir_function *function = &n->program->functions[f];
  uint64_t *set = n->first + (size_t)f * n->words;
  uint64_t *before = memcpy(mem_alloc(n->words * sizeof *set), set, n->words * sizeof *set);
  bool passed = n->passes[f];
  if ((function->flags & IR_FN_DEFINED) && function->nblocks)
    n->passes[f] |= walk_from(n, n->program->blocks[function->first_block].first, set);
  bool more = passed != n->passes[f] || memcmp(before, set, n->words * sizeof *set);
  free(before);
  return more;
}

static bool *find_creations(const struct ir_program *program, const struct statics *statics) {
  bool *creates = mem_zalloc(program->nins + 1ull);
  const struct static_thread *threads;
  uint32_t count = static_threads(statics, &threads);
  for (uint32_t i = 0; i < count; i++) creates[threads[i].create] = true;
  return creates;
}

bool next_marks_open(struct next_marks *n, const struct ir_program *program, const struct statics *statics,
                     const uint32_t *marks) {
  *n = (struct next_marks){.program = program, .statics = statics, .marks = marks};
  if (!statics) return false;
  n->creates = find_creations(program, statics);
  for (uint32_t b = 0; b < program->nblocks; b++)
    if (marks[b] >= n->count) n->count = marks[b] + 1;
  n->words = n->count / 64 + 1;
  n->first = mem_zalloc((program->nfunctions + 1ull) * n->words * sizeof *n->first);
  n->passes = mem_zalloc(program->nfunctions + 1ull);
  n->after = mem_zalloc((n->count + 1ull) * sizeof *n->after);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t f = 0; f < program->nfunctions; f++) more |= update(n, f);
  }
  return true;
}

void next_marks_close(struct next_marks *n) {
  for (uint32_t i = 0; n->after && i < n->count; i++) free(n->after[i]);
  free(n->after);
  free(n->creates);
  free(n->first);
  free(n->passes);
}

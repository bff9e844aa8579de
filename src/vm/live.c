/* Registers whose value will be read again: live variable analysis, backwards over the blocks of a function, made
   when a function is first asked about. The set before an instruction is kept once it was asked for: threads stand
   before few instructions again and again. */
#include "vm/beside.h"

struct liveness {
  uint64_t *out; /* per block `words` words: registers that are read behind its end before they are written */
  uint32_t words;
};

struct live_cache {
  struct liveness *functions; /* per function; `out` is NULL until it is asked about */
  struct map at;              /* instruction -> index in sets */
  VEC(uint64_t *) sets;
};

static void set(uint64_t *bits, uint32_t i) { bits[i / 64] |= (uint64_t)1 << i % 64; }
static void clear(uint64_t *bits, uint32_t i) { bits[i / 64] &= ~((uint64_t)1 << i % 64); }

static void use(uint64_t *bits, ir_value v) {
  if (!ir_is_const(v)) set(bits, (uint32_t)v);
}

/* From behind an instruction to before it. */
static void step_back(const struct ir_program *p, const struct ir_ins *ins, uint64_t *bits) {
  const int32_t fields[] = {ins->a, ins->b, ins->c};
  for (uint32_t i = 0; i < ir_result_count(ins); i++) clear(bits, ins->dst + i);
  for (unsigned k = 0; k < 3; k++)
    if (ir_ops[ins->op].shape[2 + k] == 'v') use(bits, fields[k]);
  for (int32_t k = 0; ir_op_has_list(ins->op) && k < ins->c; k++) use(bits, p->extra[ins->b + k]);
}

static bool join(uint64_t *into, const uint64_t *from, uint32_t words) {
  bool grown = false;
  for (uint32_t i = 0; i < words; i++) {
    grown = grown || (from[i] & ~into[i]);
    into[i] |= from[i];
  }
  return grown;
}

static void live_before(const struct ir_program *p, const struct ir_block *b, uint32_t from, const uint64_t *out,
                        uint32_t words, uint64_t *bits) {
  memcpy(bits, out, words * sizeof *bits);
  for (uint32_t i = b->first + b->count; i-- > from;) step_back(p, &p->ins[i], bits);
}

/* What is live before a block is live behind those that lead to it: each tells its successors' sets. */
static bool join_successors(const struct ir_program *p, const struct ir_function *f, struct liveness *l, uint32_t b,
                            uint64_t *bits) {
  const struct ir_ins *last = &p->ins[p->blocks[b].first + p->blocks[b].count - 1];
  const int32_t two[] = {last->op == IR_BR ? last->a : last->b, last->c}, *targets = two;
  uint32_t count = last->op == IR_BR ? 1 : last->op == IR_CBR ? 2 : 0;
  if (last->op == IR_SWITCH) targets = &p->extra[last->b], count = (uint32_t)last->c;
  bool grown = false;
  for (uint32_t k = 0; k < count; k += last->op == IR_SWITCH && k ? 2 : 1 + (last->op == IR_SWITCH)) {
    uint32_t to = (uint32_t)targets[k];
    live_before(p, &p->blocks[to], p->blocks[to].first, l->out + (size_t)(to - f->first_block) * l->words, l->words,
                bits);
    grown |= join(l->out + (size_t)(b - f->first_block) * l->words, bits, l->words);
  }
  return grown;
}

static void find_live(const struct ir_program *p, const struct ir_function *f, struct liveness *l) {
  l->words = f->nregs / 64 + 1;
  l->out = mem_zalloc(((size_t)f->nblocks + 1) * l->words * sizeof *l->out);
  uint64_t *bits = mem_alloc(l->words * sizeof *bits);
  for (bool grown = true; grown;) {
    grown = false;
    for (uint32_t b = f->first_block + f->nblocks; b-- > f->first_block;) grown |= join_successors(p, f, l, b, bits);
  }
  free(bits);
}

static uint32_t block_of(const struct ir_program *p, const struct ir_function *f, uint32_t ins) {
  uint32_t b = f->first_block;
  while (b + 1 < f->first_block + f->nblocks && p->blocks[b + 1].first <= ins) b++;
  return b;
}

static const struct liveness *liveness_of(struct live_cache *cache, const struct ir_program *p, uint32_t function) {
  struct liveness *l = &cache->functions[function];
  if (!l->out) find_live(p, &p->functions[function], l);
  return l;
}

const uint64_t *live_of(struct live_cache **cache, const struct ir_program *p, uint32_t function, uint32_t pc) {
  uint32_t index;
  if (!*cache) {
    *cache = mem_zalloc(sizeof **cache);
    (*cache)->functions = mem_zalloc((p->nfunctions + 1) * sizeof *(*cache)->functions);
  }
  if (map_get(&(*cache)->at, pc, &index)) return (*cache)->sets.data[index];
  const struct ir_function *f = &p->functions[function];
  const struct liveness *l = liveness_of(*cache, p, function);
  uint32_t b = block_of(p, f, pc);
  uint64_t *bits = mem_alloc(l->words * sizeof *bits);
  live_before(p, &p->blocks[b], pc, l->out + (size_t)(b - f->first_block) * l->words, l->words, bits);
  map_put(&(*cache)->at, pc, (*cache)->sets.count);
  vec_push(&(*cache)->sets, bits);
  return bits;
}

const uint64_t *live_registers(struct vm *vm, uint32_t function, uint32_t pc) {
  return live_of(&vm->live, vm->program, function, pc);
}

bool live_has_result(const struct vm *vm, const struct thread *t) {
  if (t->regs.status != THREAD_DONE) return false;
  for (uint32_t i = 0; i < vm->threads.count; i++) {
    const struct thread_regs *r = &vm->threads.data[i]->regs;
    if (r->status == THREAD_READY && r->waiting && r->waits_for == t->index) return true;
  }
  return !t->joined;
}

void live_free(struct live_cache *cache, const struct ir_program *p) {
  if (!cache) return;
  for (uint32_t f = 0; f < p->nfunctions; f++) free(cache->functions[f].out);
  for (uint32_t i = 0; i < cache->sets.count; i++) free(cache->sets.data[i]);
  free(cache->functions);
  map_free(&cache->at);
  vec_free(&cache->sets);
  free(cache);
}

void live_close(struct vm *vm) { live_free(vm->live, vm->program); }

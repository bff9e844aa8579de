/* The trail's verifier: after a backtrack the whole program state is what it was when the choice was pushed.

   Input: the machine right after a push, and again when the choice was taken back. Output: a fingerprint in four parts
   (contents of memory, threads with their registers, scalars and synchronisation, path condition), and which part
   differs. It reads the state and nothing that only speeds things up: no stamps, no leftovers below bytes that have no
   expression, no registers above the top of a stack, no threads that do not exist. A large state is looked at less
   often, so that a verifying build still comes to an end. */
#include "vm/verify.h"

enum { SMALL_STATE = 4096 }; /* words: every choice is verified */

/* The bytes of a word that are plain numbers. */
static uint64_t plain_bytes(uint64_t word, uint8_t nonconcrete) {
  for (unsigned i = 0; i < 8; i++)
    if (nonconcrete >> i & 1) word &= ~((uint64_t)0xff << 8 * i);
  return word;
}

static uint64_t hash_word(const struct object *o, uint32_t w) {
  uint64_t plain, h;
  uint8_t nonconcrete = o->nonconcrete ? o->nonconcrete[w] : 0;
  memcpy(&plain, o->data + w * 8u, 8);
  h = hash_join(nonconcrete, plain_bytes(plain, nonconcrete));
  for (unsigned i = 0; nonconcrete && i < 8; i++)
    if (nonconcrete >> i & 1) h = hash_join(h, object_sym(o, w * 8u + i));
  return h;
}

static uint64_t hash_object(const struct object *o) {
  uint64_t h = hash_join(hash_join(hash_join(o->base, o->limit), o->size), o->only);
  h = hash_join(hash_join(hash_join(h, o->freed_at), o->life), o->death);
  if (o->kind == OBJECT_CODE || o->readonly || o->released) return h;
  for (uint32_t w = 0; w < (o->size + 7) / 8; w++) h = hash_join(h, hash_word(o, w));
  return h;
}

static uint64_t hash_memory(const struct vm *vm, uint64_t *words) {
  uint64_t h = vm->bytes;
  for (uint32_t r = 0; r < regions_used(vm); r++) {
    const struct object *last = NULL;
    for (uint32_t i = 0; i < vm->regions[r].count; i++) {
      const struct object *o = vm->regions[r].slots[i];
      if (!o || o == last) continue;
      last = o;
      h = hash_join(h, hash_object(o));
      *words += o->kind == OBJECT_CODE || o->readonly ? 1 : o->size / 8 + 1;
    }
  }
  return h;
}

/* Without what is brought up to date whenever somebody looks at the operation (vm_thread_op), or asks for the hash of
   the registers: that is made once while the thread stands, on whatever path. */
static uint64_t hash_regs(const struct thread_regs *regs) {
  struct thread_regs r;
  memcpy(&r, regs, sizeof r);
  if (r.status != THREAD_READY) memset(&r.op, 0, sizeof r.op);
  r.op.everything = r.op.acquires = r.op.awaits = r.op.tells = r.op.range[0].write = false;
  r.op.state = 0;
  r.hashed = false;
  r.names = 0;
  r.registers_hash = (struct vm_control){0};
  return hash_bytes(&r, sizeof r);
}

static uint64_t hash_threads(const struct vm *vm, uint64_t *words) {
  uint64_t h = vm->thread->index;
  for (uint32_t t = 0; t < vm->threads.count; t++) {
    const struct thread *thread = vm->threads.data[t];
    if (thread->regs.status == THREAD_NONE) continue;
    h = hash_join(hash_join(h, t), hash_regs(&thread->regs));
    h = hash_join(hash_join(h, thread->given_back), thread->joined);
    for (uint32_t c = 0; c < thread->regs.top; c++)
      h = hash_join(hash_join(h, thread->cells[c].value), thread->cells[c].expr);
    *words += thread->regs.top;
  }
  return h;
}

static uint64_t hash_scalars(const struct vm *vm) {
  uint64_t h = hash_join(hash_join(hash_join(vm->unjoined, vm->halted), vm->deaths), vm->bent);
  h = hash_join(hash_join(hash_join(h, vm->granted), vm->inputs.count), vm->irrelevant.count);
  for (uint32_t i = 0; i < vm->inputs.count; i++) h = hash_join(h, vm->inputs.data[i].input);
  for (uint32_t i = 0; i < vm->irrelevant.count; i++) h = hash_join(h, vm->irrelevant.data[i]);
  return h;
}

static uint64_t hash_path(const struct vm *vm) {
  uint32_t count;
  const sym_id *path = smt_path(vm->smt, &count);
  return hash_bytes(path, count * sizeof *path);
}

struct fingerprint vm_fingerprint(const struct vm *vm) {
  struct fingerprint f = {.taken = true};
  f.memory = hash_memory(vm, &f.words);
  f.threads = hash_threads(vm, &f.words);
  f.scalars = hash_scalars(vm);
  f.path = hash_path(vm);
  return f;
}

const char *vm_fingerprint_differs(const struct fingerprint *before, const struct fingerprint *now) {
  if (before->memory != now->memory) return "after a backtrack memory is as it was at the choice";
  if (before->threads != now->threads) return "after a backtrack threads and registers are as they were at the choice";
  if (before->scalars != now->scalars) return "after a backtrack inputs and counters are as they were at the choice";
  if (before->path != now->path) return "after a backtrack the path condition is as it was at the choice";
  return NULL;
}

void verify_pushed(struct vm *vm) {
  uint64_t every = vm->prints_words / SMALL_STATE + 1;
  struct fingerprint f = {0};
  if (vm->nchoices % every == 0) f = vm_fingerprint(vm);
  if (f.taken) vm->prints_words = f.words;
  vec_push(&vm->prints, f);
}

void verify_back(struct vm *vm) {
  struct fingerprint before = vec_pop(&vm->prints);
  ASSERT(vm->prints.count == vm->choices.count);
  if (!before.taken) return;
  struct fingerprint now = vm_fingerprint(vm);
  VERIFY_NONE(vm_fingerprint_differs(&before, &now));
}

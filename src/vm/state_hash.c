/* A hash of the whole program state, kept up while the program runs: two states with the same hash behave the same.

   Memory: the xor of one hash for each word of a live object and one for what there is to know about the object (where
   it is, how long, whose). The trail says which words have changed since the hash was last right: each was logged with
   what it held then, once in a stretch. So the hash is brought up to date before a stretch ends (a choice, a visible
   operation), and a choice keeps it with everything else that a backtrack restores.

   Threads: control as for summaries (log.c), and the registers that will be read again. Those of a thread change only
   while it runs, so that their hash stays with its scalars.

   Left out: dead objects, dead registers, what nobody wrote, what only names things in reports. */
#include "util/assert.h"
#include "vm/permute.h"

static void toggle(struct vm_control *h, uint64_t where, uint64_t what) {
  uint64_t low = hash_join(where, what);
  h->low ^= low;
  h->high ^= hash_mix(low + what * 0x9e3779b97f4a7c15u + (where ^ 0x5bd1e9955bd1e995u));
}

static void mix(struct vm_control *h, uint64_t x) {
  h->low = hash_join(h->low, x);
  h->high = hash_join(h->high ^ 0x5bd1e9955bd1e995u, x * 0x9e3779b97f4a7c15u + 1);
}

static void mix_both(struct vm_control *h, struct vm_control part) {
  mix(h, part.low);
  mix(h, part.high);
}

/* ---- memory ---- */

/* An expression: by its number, or by its structure where the hash is to mean the same in another exploration. */
static uint64_t term_key(struct vm *vm, sym_id term) {
  return vm->hashes_structure && term && term != CELL_UNDEF ? sym_hash_of(vm->sym, term).low : term;
}

/* A byte of an expression. */
static uint64_t piece_key(struct vm *vm, uint32_t piece) {
  return vm->hashes_structure ? hash_join(term_key(vm, piece >> 3), piece & 7) << 8 : (uint64_t)piece << 8;
}

/* One word: concrete bytes, and for each odd one its expression; sym: eight of them, or NULL. */
void state_hash_word(struct vm *vm, struct vm_control *h, uint64_t address, uint64_t data, uint8_t nonconcrete,
                     const uint32_t *sym) {
  if (!nonconcrete) {
    toggle(h, address, data);
    return;
  }
  static const uint32_t none[8];
  if (nonconcrete == 0xff && (!sym || !memcmp(sym, none, sizeof none))) return; /* nobody wrote it */
  struct vm_control word = {.low = nonconcrete, .high = address};
  for (unsigned i = 0; i < 8; i++) {
    bool is_odd = nonconcrete >> i & 1;
    uint64_t byte = !is_odd ? data >> (8 * i) & 0xff : sym && sym[i] ? piece_key(vm, sym[i]) : 0;
    mix(&word, byte);
  }
  h->low ^= word.low;
  h->high ^= word.high;
}

static void toggle_now(struct vm *vm, struct vm_control *h, const struct object *o, uint32_t word) {
  uint64_t data;
  memcpy(&data, o->data + word * 8u, 8);
  state_hash_word(vm, h, o->base + word * 8u, data, o->nonconcrete ? o->nonconcrete[word] : 0,
                  o->sym ? &o->sym[word * 8u] : NULL);
}

void state_hash_facts(struct vm_control *h, uint64_t base, uint64_t size, uint16_t only) {
  toggle(h, ~base, size << 16 | only);
}

static void toggle_facts(struct vm_control *h, const struct object *o, uint16_t only) {
  state_hash_facts(h, o->base, o->size, only);
}

static bool is_live(const struct object *o, uint64_t limit) {
  return !o->released && o->kind != OBJECT_CODE && (limit || !o->size);
}
bool state_hash_counts(const struct object *o) { return is_live(o, o->limit); }

static void toggle_contents(struct vm *vm, struct vm_control *h, const struct object *o) {
  if (o->readonly) return;
  uint32_t words = (uint32_t)((o->size + 7) / 8);
  for (uint32_t w = 0; w < words; w++) {
    if (object_is_untouched(o, w)) w += 7;
    else toggle_now(vm, h, o, w);
  }
}

static void toggle_object(struct vm *vm, struct vm_control *h, const struct object *o) {
  if (o->region || !o->readonly) toggle_facts(h, o, o->only); /* constants are there for ever, in whatever number */
  toggle_contents(vm, h, o);
}

/* Objects of a region that began in this stretch, from slot `from` on. */
static void toggle_new(struct vm *vm, struct vm_control *h, uint32_t region, uint32_t from, uint32_t to) {
  for (uint32_t s = from; s < to; s++) {
    const struct object *o = vm->regions[region].slots[s];
    if (o && !o->released && o->slot == s && o->region == region && is_live(o, o->limit)) toggle_object(vm, h, o);
  }
}

static bool is_new(const struct vm *vm, const struct object *o) { return o->born == vm->stamp; }

/* What the word held when the stretch began; its expressions, if it had any, are in the two entries before. */
static void toggle_logged(struct vm *vm, struct vm_control *h, uint32_t index) {
  const struct entry *e = &vm->entries.data[index];
  uint32_t sym[8] = {0};
  for (uint32_t i = index; i-- > 0 && index - i <= 2;) {
    const struct entry *half = &vm->entries.data[i];
    if (half->kind != ENTRY_SYM || half->object != e->object || half->where != e->where) break;
    memcpy(sym + half->small * 4, &half->a, 8);
    memcpy(sym + half->small * 4 + 2, &half->b, 8);
  }
  state_hash_word(vm, h, e->object->base + e->where * 8u, e->a, (uint8_t)e->small, sym);
}

/* An object that began or ended in this stretch: the first of its entries says what it was before. */
static void note_life(struct vm *vm, const struct entry *e) {
  struct object *o = e->object;
  if (e->kind != ENTRY_DEATH || is_new(vm, o) || o->folded == vm->stamp) return;
  o->folded = vm->stamp;
  o->lived = is_live(o, e->a);
  o->toggled = false;
}

static bool lived(const struct vm *vm, const struct object *o) {
  return o->folded == vm->stamp ? o->lived : is_live(o, o->limit);
}

static void toggle_life(struct vm *vm, struct vm_control *h, struct object *o) {
  if (!o->toggled && o->lived != is_live(o, o->limit)) toggle_object(vm, h, o);
  o->toggled = true;
}

static void fold(struct vm *vm, struct vm_control *h, uint32_t index) {
  const struct entry *e = &vm->entries.data[index];
  struct object *o = e->object;
  switch ((enum entry_kind)e->kind) {
  case ENTRY_WORD:
    if (is_new(vm, o) || o->readonly || !lived(vm, o)) return;
    toggle_logged(vm, h, index);
    toggle_now(vm, h, o, e->where);
    return;
  case ENTRY_SHARED:
    if (is_new(vm, o) || !lived(vm, o)) return;
    toggle_facts(h, o, e->small);
    toggle_facts(h, o, o->only);
    return;
  case ENTRY_DEATH:
    if (!is_new(vm, o)) toggle_life(vm, h, o);
    return;
  case ENTRY_REPLACED:
    if (is_live(o, o->limit)) toggle_object(vm, h, o);
    return;
  case ENTRY_CELL:
  case ENTRY_SYM:
  case ENTRY_SCALAR: return;
  }
}

void state_hash_fold(struct vm *vm) {
  struct vm_control *h = &vm->memory_hash;
  for (uint32_t i = vm->folded; i < vm->entries.count; i++) note_life(vm, &vm->entries.data[i]);
  for (uint32_t i = vm->folded; i < vm->entries.count; i++) fold(vm, h, i);
  vm->folded = vm->entries.count;
  for (uint32_t i = 0; i < vm->threads.count; i++) {
    struct thread *t = vm->threads.data[i];
    toggle_new(vm, h, heap_region(t), t->regs.heap_folded, t->regs.heap_count);
    toggle_new(vm, h, stack_region(t), t->regs.stack_folded, t->regs.stack_count);
    t->regs.heap_folded = t->regs.heap_count;
    t->regs.stack_folded = t->regs.stack_count;
  }
}

/* The same from nothing: to begin with, and to compare. */
static struct vm_control hash_memory(struct vm *vm) {
  struct vm_control h = {0};
  for (uint32_t r = 0; r < regions_used(vm); r++) {
    const struct object *last = NULL;
    for (uint32_t s = 0; s < vm->regions[r].count; s++) {
      const struct object *o = vm->regions[r].slots[s];
      if (!o || o == last || o->released) continue;
      last = o;
      if (is_live(o, o->limit)) toggle_object(vm, &h, o);
    }
  }
  return h;
}

void vm_hash_structure(struct vm *vm) { vm->hashes_structure = true; }

void vm_hash_start(struct vm *vm) {
  vm->hashes = true;
  vm->stamp++;
  vm->memory_hash = hash_memory(vm);
  vm->folded = vm->entries.count;
  for (uint32_t i = 0; i < vm->threads.count; i++) {
    struct thread_regs *r = &vm->threads.data[i]->regs;
    r->heap_folded = r->heap_count;
    r->stack_folded = r->stack_count;
  }
}

bool vm_hash_is_right(struct vm *vm) {
  struct vm_control h = hash_memory(vm);
  return h.low == vm->memory_hash.low && h.high == vm->memory_hash.high;
}

/* ---- threads ---- */

static void mix_cell(struct vm *vm, struct vm_control *h, const struct cell *c) {
  mix(h, c->value);
  mix(h, term_key(vm, c->expr));
}

/* The cells of a thread, as they are, or with threads exchanged. */
struct cells {
  struct vm *vm;
  const uint8_t *as; /* NULL: as they are */
  struct vm_control h;
  unsigned names; /* enum permute_names */
};

static void add_cell(struct cells *all, const struct cell *c) {
  struct cell renamed = permute_cell(all->vm, all->as, c);
  all->names |= permute_names(all->vm, c);
  mix_cell(all->vm, &all->h, &renamed);
}

static void add_frame(struct cells *all, const struct thread *t, uint32_t base, uint32_t pc,
                      const struct ir_ins *call) {
  struct vm *vm = all->vm;
  uint32_t function = frame_function(t, base);
  const struct ir_function *f = &vm->program->functions[function];
  const uint64_t *live = live_registers(vm, function, pc);
  for (uint32_t w = 0; w <= f->nregs / 64; w++)
    for (uint64_t bits = live[w]; bits; bits &= bits - 1) {
      uint32_t reg = w * 64 + (uint32_t)__builtin_ctzll(bits);
      if (!live_is_result(call, reg)) add_cell(all, &t->cells[base + reg]);
    }
  const struct cell *header = &t->cells[base - FRAME_CELLS];
  uint32_t varargs = (uint32_t)header[2].value, first = (uint32_t)header[3].value;
  for (uint32_t i = 0; i < 2 * varargs; i++) add_cell(all, &t->cells[first + i]);
  for (uint32_t i = vm->nloops ? vm->nloops[function] : 0; i > 0; i--) add_cell(all, &t->cells[first - i]);
}

static struct cells hash_registers(struct vm *vm, const struct thread *t, const uint8_t *as) {
  struct cells all = {.vm = vm, .as = as, .h = {.low = 3, .high = 5}};
  uint32_t base = t->regs.base, pc = t->regs.pc;
  const struct ir_ins *call = NULL;
  if (t->regs.status != THREAD_READY) return all;
  for (uint32_t depth = t->regs.depth; depth; depth--) {
    add_frame(&all, t, base, pc, call);
    uint64_t header = t->cells[base - FRAME_CELLS].value;
    pc = (uint32_t)header;
    if (pc == IR_NONE) break;
    call = &vm->program->ins[pc - 1];
    base = (uint32_t)(header >> 32);
  }
  return all;
}

static struct vm_control registers_of(struct vm *vm, struct thread *t, const uint8_t *as) {
  if (!t->regs.hashed) {
    struct cells all = hash_registers(vm, t, NULL);
    t->regs.registers_hash = all.h;
    t->regs.names = (uint8_t)all.names;
    t->regs.hashed = true;
  }
  return as && t->regs.names ? hash_registers(vm, t, as).h : t->regs.registers_hash;
}

void state_hash_thread(struct vm *vm, uint32_t i, const uint8_t *as, struct vm_control *h) {
  struct thread *t = vm->threads.data[i];
  struct vm_control registers = registers_of(vm, t, as);
  mix_both(h, log_thread_control(vm, i, as));
  if (!MUTATED(STATEFUL_REGISTERS)) mix_both(h, registers);
  if (!live_has_result(vm, t)) return;
  struct cell result = permute_cell(vm, as, &t->regs.result);
  mix_cell(vm, h, &result);
}

/* What decides which memory a request gets. */
static void mix_reuse(struct vm *vm, struct vm_control *h) {
  mix(h, vm->deaths);
  for (uint32_t i = 0; i < vm->threads.count; i++) {
    const struct thread *t = vm->threads.data[i];
    const struct region *r = &vm->regions[heap_region(t)];
    mix(h, t->given_back);
    mix(h, t->regs.requests);
    mix(h, t->regs.taken);
    mix_cell(vm, h, &t->regs.choice);
    for (uint32_t s = 0; s < r->count; s++)
      if (r->slots[s] && r->slots[s]->slot == s && r->slots[s]->death) mix(h, hash_join(s, r->slots[s]->death));
  }
}

static void mix_path(struct vm *vm, struct vm_control *h) {
  uint32_t count;
  const sym_id *path = smt_path(vm->smt, &count);
  uint64_t low = 0, high = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint64_t key = term_key(vm, path[i]);
    low += hash_mix(key);
    high ^= hash_mix(key + 0x9e3779b97f4a7c15u);
  }
  mix(h, low);
  mix(h, high);
}

void state_hash_settle(struct vm *vm) {
  state_hash_fold(vm);
  vm->stamp++; /* what changes from here on is logged from here on */
  VERIFY(vm_hash_is_right(vm));
}

struct vm_control state_hash_from(struct vm *vm, struct vm_control memory, const uint8_t *as, const uint8_t *who) {
  struct vm_control h = vm_common_control(vm);
  if (!MUTATED(STATEFUL_PATH)) mix_path(vm, &h);
  if (vm->reuses || vm->reuses_threads) mix_reuse(vm, &h);
  for (uint32_t i = 0; i < vm->threads.count; i++) {
    uint32_t thread = who ? who[i] : i;
    if (vm->threads.data[thread]->regs.status != THREAD_NONE) state_hash_thread(vm, thread, as, &h);
  }
  h.low ^= memory.low; /* so that parts of memory can be taken out again */
  h.high ^= memory.high;
  return h;
}

struct vm_control vm_state_hash(struct vm *vm) {
  state_hash_settle(vm);
  return state_hash_from(vm, vm->memory_hash, NULL, NULL);
}

/* The precondition of conditions behind a stretch: each place is replaced by what the stretch makes of it. And
   conditions on synchronisation objects. */
#include "summary/segment.h"
#include "sym/map.h"

/* One bit for each group of blocks that the term speaks of: cheap to compute for every new term, and mostly tells that
   a stretch does not concern it. */
static uint64_t groups_of(struct segment *s, sym_id term);

static uint64_t groups_new(struct segment *s, sym_id term) {
  uint64_t groups = 0;
  uint32_t count;
  switch (sym_op_of(s->sym, term)) {
  case SYM_CONST: return 0;
  case SYM_BYTES: {
    uint32_t first = sym_first(s->sym, term), last = first + sym_width(s->sym, term) / 8 - 1;
    return (uint64_t)1 << first / 8 % 64 | (uint64_t)1 << last / 8 % 64;
  }
  case SYM_READ: {
    const sym_id *elements = sym_table_elements(s->sym, sym_first(s->sym, term), &count);
    for (uint32_t i = 0; i < count; i++) groups |= groups_of(s, elements[i]);
    break;
  }
  default: break;
  }
  for (unsigned i = 0; i < 3; i++) {
    sym_id part = sym_operand(s->sym, term, i);
    if (part) groups |= groups_of(s, part);
  }
  return groups;
}

static uint64_t groups_of(struct segment *s, sym_id term) {
  while (s->groups.count <= term) vec_push(&s->groups, 0u);
  if (!s->groups.data[term]) {
    uint64_t groups = groups_new(s, term);
    s->groups.data[term] = groups;
  }
  return s->groups.data[term];
}

static sym_id replaced(struct segment *s, sym_id term);

static sym_id replaced_bytes(void *context, sym_id term) {
  struct segment *s = context;
  uint32_t first = sym_first(s->sym, term), count = sym_width(s->sym, term) / 8;
  sym_id all = 0;
  for (uint32_t i = 0; i < count;) {
    uint32_t at = (first + i) % 8, n = 8 - at < count - i ? 8 - at : count - i;
    const struct block *b = &s->places->blocks.data[(first + i) / 8];
    sym_id part = b->input ? sym_bytes(s->sym, first + i, n) : segment_read(s, b->place, at, n);
    all = all ? sym_concat(s->sym, part, all) : part;
    i += n;
  }
  return all;
}

static sym_id replaced_part(void *context, sym_id term) { return replaced(context, term); }

static sym_id replaced(struct segment *s, sym_id term) {
  if (term < s->replaced.count && s->replaced_in.data[term] == s->number) return s->replaced.data[term];
  if (!(groups_of(s, term) & s->written)) return term;
  const struct sym_map map = {s->sym, s->sym, s, replaced_part, replaced_bytes};
  sym_id result = sym_map(&map, term);
  while (s->replaced.count <= term) {
    vec_push(&s->replaced, 0u);
    vec_push(&s->replaced_in, 0u);
  }
  s->replaced.data[term] = result;
  s->replaced_in.data[term] = s->number;
  return result;
}

/* From the end of the stretch to its beginning: a demand joins what follows it; under an assumption what follows need
   only hold where the assumption does. */
void segment_replace(struct segment *s, struct outcome *after) {
  VEC(sym_id) terms = {0};
  for (uint32_t i = 0; i < after->terms.count; i++) vec_push(&terms, replaced(s, after->terms.data[i]));
  struct members *m = &s->g->members;
  after->terms.count = 0;
  m->of = NULL;
  for (uint32_t i = 0; i < terms.count; i++) outcome_require(after, m, terms.data[i]);
  vec_free(&terms);
  for (uint32_t i = s->demands.count; i-- > 0 && after->ok;) {
    const struct demand *d = &s->demands.data[i];
    if (!d->assume) {
      outcome_require(after, m, d->term);
      continue;
    }
    sym_id rest = outcome_all_of(s->sym, after->terms.data, after->terms.count);
    after->terms.count = 0;
    m->of = NULL;
    outcome_require(after, m, sym_binary(s->sym, SYM_OR, sym_not(s->sym, d->term), rest));
  }
  m->of = NULL;
}

/* ---- synchronisation ---- */

static sym_id word_is(struct segment *s, uint64_t address, uint64_t value) {
  return sym_binary(s->sym, SYM_EQ, segment_load(s, address, 32), sym_const(s->sym, value, 32));
}
static sym_id either(struct segment *s, sym_id a, sym_id b) { return sym_binary(s->sym, SYM_OR, a, b); }
static sym_id both(struct segment *s, sym_id a, sym_id b) { return sym_binary(s->sym, SYM_AND, a, b); }

enum { MUTEX_OWNER = 8 };

sym_id segment_owner_is(struct segment *s, uint64_t mutex, uint32_t thread) {
  uint64_t at = mutex + MUTEX_OWNER;
  struct sym *sym = s->places->sym;
  if ((at & 7) > 4) return sym_const(sym, 0, 1);
  sym_id owner = places_bytes(s->places, vm_location_word(at), at & 7, 4);
  return sym_binary(sym, SYM_EQ, owner, sym_const(sym, thread + 1, 32));
}

/* vm_op_enabled_in as a condition on the object's memory. */
static sym_id enabled(struct segment *s, enum vm_sync sync, uint64_t at, uint32_t thread, uint64_t ticket) {
  enum { READERS = 4, FIRST = 8, WAITING = 12, ROUND = 8 };
  switch (sync) {
  case VM_SYNC_MUTEX: return either(s, word_is(s, at + MUTEX_OWNER, 0), word_is(s, at + MUTEX_OWNER, thread + 1));
  case VM_SYNC_SPIN: {
    sym_id none = either(s, word_is(s, at, 0), word_is(s, at, VM_DESTROYED));
    return either(s, either(s, none, word_is(s, at, VM_SPIN_FREE)), word_is(s, at, thread + 1));
  }
  case VM_SYNC_READ: {
    sym_id free = both(s, word_is(s, at, 0), both(s, word_is(s, at + FIRST, 0), word_is(s, at + WAITING, 0)));
    return either(s, free, word_is(s, at, thread + 1));
  }
  case VM_SYNC_WRITE: {
    sym_id next = either(s, word_is(s, at + FIRST, 0), word_is(s, at + FIRST, thread + 1));
    sym_id free = both(s, both(s, word_is(s, at, 0), word_is(s, at + READERS, 0)), next);
    return either(s, free, word_is(s, at, thread + 1));
  }
  case VM_SYNC_BARRIER: return sym_not(s->sym, word_is(s, at + ROUND, ticket));
  case VM_SYNC_SEMAPHORE: return sym_not(s->sym, word_is(s, at, 0));
  case VM_SYNC_ONCE: return sym_not(s->sym, word_is(s, at, 1));
  case VM_SYNC_NONE: break;
  }
  return sym_const(s->sym, 1, 1);
}

/* A thread is before a blocking operation: the same object, and it can go on or cannot, as then. */
void segment_waiting(struct segment *s, const struct vm_log_entry *e) {
  const struct vm_log_entry *where = segment_take(s, LOG_WHERE);
  if (!where) return;
  unsigned bits = s->program->pointer_bits;
  if (where->small != IR_NONE)
    segment_equal(
        s, sym_extract(s->sym, segment_read(s, vm_location_register(e->small, where->small), 0, bits / 8), 0, bits),
        e->a);
  segment_seen(s, where->b, e->a, 4);
  if (MUTATED(SUMMARY_WAITING)) return;
  segment_equal(s, enabled(s, (enum vm_sync)(where->a & 0xff), e->a, e->small, where->a >> 8), e->b);
}

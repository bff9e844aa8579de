/* Operations below a point: what has to be planned when the point is skipped. */
#include "summary/inside.h"

static uint64_t signature(uint32_t thread, const struct vm_op *op) {
  uint64_t h =
      hash_join(thread, (uint64_t)op->kind | (uint64_t)op->everything << 8 | (uint64_t)op->approximate << 9 |
                            (uint64_t)op->atomic << 10 | (uint64_t)op->blocking << 11 | (uint64_t)op->sync << 16);
  for (unsigned i = 0; i < 2; i++)
    if (op->range[i].size)
      h = hash_join(h, hash_join(op->range[i].address, op->range[i].size << 1 | op->range[i].write));
  return hash_join(h, hash_join(op->ordinal, op->ticket));
}

uint32_t below_number(struct summary_engine *g, uint32_t thread, const struct vm_op *op) {
  uint64_t hash = signature(thread, op);
  uint32_t number;
  if (!map_get(&g->access_numbers, hash, &number)) {
    struct access a = {.thread = thread, .op = *op};
    number = g->accesses.count;
    vec_push(&g->accesses, a);
    map_put(&g->access_numbers, hash, number);
  }
  return number;
}

void below_add(struct summary_engine *g, struct bits *set, uint32_t thread, const struct vm_op *op) {
  bits_add(set, below_number(g, thread, op));
}

/* Waking up takes the mutex like a lock. Only a barrier's round matters later of what an operation knew about its
   object. */
void below_event(struct summary_engine *g, struct bits *set, uint32_t thread, const struct vm_op *original) {
  struct vm_op op = *original;
  op.ins = 0;
  op.state = 0;
  op.after = IR_NONE;
  if (op.kind != VM_OP_LEAVE) op.ticket = 0;
  if (op.irrelevant || (op.kind == VM_OP_JOIN && !vm_joins_compete(g->vm))) return; /* depends on nothing */
  if (op.kind == VM_OP_WAKE) op.kind = VM_OP_LOCK;
  below_add(g, set, thread, &op);
}

void below_events(struct summary_engine *g, struct bits *set, uint32_t from, uint32_t to) {
  uint32_t count;
  const struct dpor_event *events = dpor_events(g->dpor, &count);
  for (uint32_t i = from; i < to && i < count; i++) below_event(g, set, events[i].thread, &events[i].op);
}

void below_waiting(struct summary_engine *g, struct bits *set) {
  for (uint32_t t = 0; t < vm_thread_count(g->vm); t++)
    if (vm_thread_status(g->vm, t) == THREAD_READY && vm_thread_kind(g->vm, t) != VM_OP_EXIT &&
        !vm_thread_enabled(g->vm, t))
      below_event(g, set, t, vm_thread_op(g->vm, t));
}

/* The nearest ancestor that exists here: what a thread will do that is not born yet comes after what its parent
   does. */
static uint32_t living(const struct summary_engine *g, uint32_t thread) {
  while (vm_thread_status(g->vm, thread) == THREAD_NONE) {
    if (vm_thread_parent(g->vm, thread) == IR_NONE) return 0;
    thread = vm_thread_parent(g->vm, thread);
  }
  return thread;
}

/* ---- what may come before a skipped operation ---- */

/* Per operation of one set, in their order: the threads that it may depend on. Its own, and those whose operations
   conflict with it or with what its thread does before, and so on. Until nothing changes: what an operation depends on,
   an operation depends on that conflicts with it or follows it. NULL: there are too many of them to look. */
static uint64_t *find_before(const struct summary_engine *g, const struct bits *set) {
  enum { MOST = 256 };
  const struct access *all[MOST];
  uint32_t count = 0;
  for (uint32_t w = 0; w < set->count; w++)
    for (uint64_t word = set->words[w]; word; word &= word - 1) {
      if (count == MOST) return NULL;
      all[count++] = &g->accesses.data[w * 64 + (uint32_t)__builtin_ctzll(word)];
    }
  uint64_t *before = mem_alloc((count + 1) * sizeof *before);
  for (uint32_t i = 0; i < count; i++) before[i] = (uint64_t)1 << (all[i]->thread & 63);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < count; i++)
      for (uint32_t k = 0; k < count; k++) {
        const struct access *a = all[i], *b = all[k];
        if (!(before[k] & ~before[i])) continue;
        bool same = a->thread == b->thread;
        if (same ? b->op.ordinal > a->op.ordinal : !dpor_depend(&a->op, &b->op)) continue;
        before[i] |= before[k];
        more = true;
      }
  }
  return before;
}

static uint64_t living_threads(const struct summary_engine *g, uint64_t threads) {
  uint64_t all = 0;
  for (; threads; threads &= threads - 1) all |= (uint64_t)1 << living(g, (uint32_t)__builtin_ctzll(threads));
  return all;
}

bool below_races(struct summary_engine *g, struct entry *e) {
  const struct bits *set = &e->below;
  bool strict = g->options->config.checks >> CHECK_RACE & 1;
  for (uint32_t i = 0; i < set->count * 64 && strict; i++)
    if (bits_has(set, i) && dpor_may_race(g->dpor, living(g, g->accesses.data[i].thread), &g->accesses.data[i].op))
      return false;
  if (MUTATED(SUMMARY_RACES)) return true;
  if (!e->before) e->before = find_before(g, set);
  for (uint32_t w = 0, i = 0; w < set->count; w++)
    for (uint64_t word = set->words[w]; word; word &= word - 1, i++) {
      const struct access *a = &g->accesses.data[w * 64 + (uint32_t)__builtin_ctzll(word)];
      dpor_race_pruned(g->dpor, living(g, a->thread), &a->op,
                       e->before ? living_threads(g, e->before[i]) : ~(uint64_t)0);
    }
  return true;
}

/* Operations below a point: what has to be planned when the point is skipped. */
#include "summary/inside.h"

static uint64_t signature(uint32_t thread, const struct vm_op *op) {
  uint64_t h = hash_join(thread, (uint64_t)op->kind | (uint64_t)op->everything << 8 | (uint64_t)op->vague << 9 |
                                     (uint64_t)op->atomic << 10 | (uint64_t)op->blocking << 11 | (uint64_t)op->sync << 16);
  for (unsigned i = 0; i < 2; i++)
    if (op->range[i].size)
      h = hash_join(h, hash_join(op->range[i].address, op->range[i].size << 1 | op->range[i].write));
  return hash_join(h, op->ticket);
}

void below_add(struct guide *g, struct bits *set, uint32_t thread, const struct vm_op *op) {
  uint64_t hash = signature(thread, op);
  uint32_t number;
  if (!map_get(&g->access_numbers, hash, &number)) {
    struct access a = {.thread = thread, .op = *op};
    number = g->accesses.count;
    vec_push(&g->accesses, a);
    map_put(&g->access_numbers, hash, number);
  }
  bits_add(set, number);
}

/* Waking up takes the mutex like a lock; a timed one touches the condition variable besides. Only a barrier's round matters later of
   what an operation knew about its object. */
void below_event(struct guide *g, struct bits *set, uint32_t thread, const struct vm_op *original) {
  struct vm_op op = *original;
  op.ins = 0;
  op.ordinal = op.state = 0;
  op.after = IR_NONE;
  if (op.kind != VM_OP_LEAVE) op.ticket = 0;
  if (op.kind == VM_OP_JOIN) return; /* depends on the end of its thread only */
  if (op.kind == VM_OP_WAKE) {
    struct vm_op touch = {.kind = VM_OP_WRITE, .atomic = true, .after = IR_NONE, .range = {op.range[1]}};
    if (op.range[1].size) below_add(g, set, thread, &touch);
    op.kind = VM_OP_LOCK;
    op.range[1].size = 0;
  }
  below_add(g, set, thread, &op);
}

void below_events(struct guide *g, struct bits *set, uint32_t from, uint32_t to) {
  uint32_t count;
  const struct dpor_event *events = dpor_events(g->dpor, &count);
  for (uint32_t i = from; i < to && i < count; i++) below_event(g, set, events[i].thread, &events[i].op);
}

void below_waiting(struct guide *g, struct bits *set) {
  for (uint32_t t = 0; t < vm_thread_count(g->vm); t++)
    if (vm_thread_status(g->vm, t) == THREAD_READY && vm_thread_kind(g->vm, t) != VM_OP_EXIT && !vm_thread_enabled(g->vm, t))
      below_event(g, set, t, vm_thread_op(g->vm, t));
}

/* The nearest ancestor that exists here: what a thread will do that is not born yet comes after what its parent does. */
static uint32_t living(const struct guide *g, uint32_t thread) {
  while (vm_thread_status(g->vm, thread) == THREAD_NONE) {
    if (vm_thread_parent(g->vm, thread) == IR_NONE) return 0;
    thread = vm_thread_parent(g->vm, thread);
  }
  return thread;
}

/* For each thread, those whose operations below conflict with its own, and theirs, and so on. */
static void companions(const struct guide *g, const struct bits *set, uint64_t with[64]) {
  for (uint32_t t = 0; t < 64; t++) with[t] = (uint64_t)1 << t;
  for (uint32_t i = 0; i < g->accesses.count; i++) {
    if (!bits_has(set, i)) continue;
    for (uint32_t k = 0; k < i; k++) {
      const struct access *a = &g->accesses.data[i], *b = &g->accesses.data[k];
      uint32_t s = living(g, a->thread), t = living(g, b->thread);
      if (s == t || with[s] >> t & 1 || !bits_has(set, k) || !dpor_depend(&a->op, &b->op)) continue;
      with[s] |= (uint64_t)1 << t;
      with[t] |= (uint64_t)1 << s;
    }
  }
  for (bool more = true; more;) {
    more = false;
    for (uint32_t s = 0; s < 64; s++)
      for (uint64_t left = with[s]; left; left &= left - 1) {
        uint64_t joined = with[s] | with[__builtin_ctzll(left)];
        more |= joined != with[s];
        with[s] = joined;
      }
  }
}

bool below_races(struct guide *g, const struct bits *set) {
  bool strict = g->options->checks >> CHECK_RACE & 1;
  for (uint32_t i = 0; i < set->count * 64 && strict; i++)
    if (bits_has(set, i) && dpor_may_race(g->dpor, living(g, g->accesses.data[i].thread), &g->accesses.data[i].op)) return false;
  if (MUTATED(SUMMARY_RACES)) return true;
  uint64_t with[64];
  companions(g, set, with);
  for (uint32_t w = 0; w < set->count; w++)
    for (uint64_t word = set->words[w]; word; word &= word - 1) {
      const struct access *a = &g->accesses.data[w * 64 + (uint32_t)__builtin_ctzll(word)];
      uint32_t thread = living(g, a->thread);
      dpor_skip(g->dpor, thread, &a->op, with[thread]);
    }
  return true;
}

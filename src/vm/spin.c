/* Loops that only wait.

   A thread that comes back to the same visible operation with nobody having done anything in between, and finds the
   whole state exactly as it left it, would do the same for ever: going round again changes nothing. It is taken as
   blocked until another thread does something in conflict with what the loop does. Executions with more rounds differ
   from those explored only by rounds that change nothing, so no failure is lost; if nobody ever does such a thing, the
   thread waits for ever.

   That the state is the same is read off the trail: every place that was changed since has its earlier value there. */
#include "vm/state.h"

static bool same_cell(struct vm *vm, const struct entry *e) {
  const struct cell *now = &vm->threads.data[e->small]->cells[e->where];
  if (now->expr == CELL_UNDEF) return (sym_id)e->expr == CELL_UNDEF; /* a new one, of which as little is known */
  return now->value == e->a && now->expr == (sym_id)e->expr;
}

static bool same_word(const struct entry *e) {
  const struct object *o = e->object;
  return !memcmp(o->data + e->where * 8u, &e->a, 8) &&
         (o->nonconcrete ? o->nonconcrete[e->where] : 0) == (uint8_t)e->small;
}

static bool same_life(const struct entry *e) { return e->object->limit == e->a && e->object->freed_at == e->where; }

static bool same_sym(const struct entry *e) {
  const uint32_t *sym = &e->object->sym[e->where * 8u + e->small * 4u];
  return !memcmp(sym, &e->a, 8) && !memcmp(sym + 2, &e->b, 8);
}

/* Is the place of this entry logged again before it, back to `from`? Then the older entry has the value that counts. */
static bool logged_before(const struct vm *vm, uint32_t from, uint32_t at) {
  const struct entry *e = &vm->entries.data[at];
  for (uint32_t i = from; i < at; i++) {
    const struct entry *f = &vm->entries.data[i];
    if (f->kind != e->kind || f->where != e->where) continue;
    if (e->kind == ENTRY_CELL ? f->small == e->small
                              : f->object == e->object && (e->kind == ENTRY_WORD || f->small == e->small))
      return true;
  }
  return false;
}

/* A lock that the thread let go of and took again is one that others may be waiting for: then it must not be taken as
   blocked here, but where it does not hold it. What is free is zero, or a free spin lock. */
static bool is_free(const struct entry *e) {
  uint32_t halves[2];
  memcpy(halves, e->object->data + e->where * 8u, sizeof halves);
  return (!halves[0] || halves[0] == VM_SPIN_FREE) && (!halves[1] || halves[1] == VM_SPIN_FREE);
}

/* The object began or ended and is again as it was before the oldest such entry. */
static bool lives_again(const struct vm *vm, uint32_t from, uint32_t at) {
  const struct entry *e = &vm->entries.data[at];
  for (uint32_t i = from; i <= at; i++) {
    const struct entry *f = &vm->entries.data[i];
    if (f->kind == ENTRY_DEATH && f->object == e->object) return same_life(f);
  }
  return false;
}

enum { MOST_ENTRIES = 512 }; /* longer loops are not compared */

static bool nothing_changed(struct vm *vm, uint32_t from) {
  if (vm->entries.count - from > MOST_ENTRIES) return false;
  for (uint32_t i = from; i < vm->entries.count; i++) {
    const struct entry *e = &vm->entries.data[i];
    if (e->kind == ENTRY_DEATH && lives_again(vm, from, i)) continue;
    bool same = e->kind == ENTRY_CELL   ? same_cell(vm, e)
                : e->kind == ENTRY_WORD ? same_word(e)
                : e->kind == ENTRY_SYM  ? same_sym(e)
                                        : false;
    if (!same && !(e->kind <= ENTRY_SYM && logged_before(vm, from, i) && (e->kind != ENTRY_WORD || is_free(e))))
      return false;
  }
  return true;
}

static struct visit now(struct vm *vm) {
  const struct thread_regs *r = &vm->thread->regs;
  uint32_t constraints;
  smt_path(vm->smt, &constraints);
  return (struct visit){.pc = 2 * r->pc + r->waiting,
                        .depth = r->depth,
                        .base = r->base,
                        .pieces = r->pieces,
                        .entries = vm->entries.count,
                        .choices = vm->choices.count,
                        .choice = vm->choices.count ? vec_last(&vm->choices).id : 0,
                        .events = vm_events(vm),
                        .own = r->own,
                        .heap_count = r->heap_count,
                        .stack_count = r->stack_count,
                        .constraints = constraints,
                        .snapshots = vm->snapshots.count,
                        .detached = r->detached,
                        .log = vm->logs ? vm->log_from : IR_NONE};
}

/* Does the earlier visit belong to the path that led here? */
static bool still_holds(const struct vm *vm, const struct visit *v) {
  if (v->choices > vm->choices.count || v->entries > vm->entries.count) return false;
  return !v->choices || vm->choices.data[v->choices - 1].id == v->choice;
}

/* Detaching, waking up and creating change threads, not memory. */
static bool others_changed(const struct vm *vm, uint32_t from) {
  for (uint32_t i = from; i < vm->snapshots.count; i++)
    if (vm->snapshots.data[i].thread != vm->thread->index) return true;
  return false;
}

static bool is_round(struct vm *vm, const struct visit *then, const struct visit *here) {
  if (then->pc != here->pc || then->depth != here->depth || then->base != here->base || !then->depth) return false;
  if (here->own == then->own || here->own - then->own != here->events - then->events) return false;
  if (then->heap_count != here->heap_count || then->stack_count != here->stack_count) return false;
  if (then->detached != here->detached || others_changed(vm, then->snapshots)) return false;
  return then->constraints == here->constraints && nothing_changed(vm, then->entries);
}

/* The newest visit of the same place, among the last few. */
static const struct visit *last_visit(const struct thread *t, const struct visit *here) {
  enum { FEW = 40 };
  for (uint32_t i = t->visits.count; i-- > 0 && t->visits.count - i <= FEW;)
    if (t->visits.data[i].pc == here->pc && t->visits.data[i].pieces == here->pieces) return &t->visits.data[i];
  return NULL;
}

void spin_visit(struct vm *vm) {
  struct thread *t = vm->thread;
  if (!vm->host.events.disturbed) return;
  while (t->visits.count && !still_holds(vm, &vec_last(&t->visits))) t->visits.count--;
  struct visit here = now(vm);
  const struct visit *then = last_visit(t, &here);
  if (then && is_round(vm, then, &here)) {
    t->regs.spins_from = then->events;
    t->regs.spins_to = here.events;
    t->round = then->log;
  }
  vec_push(&t->visits, here);
  vm->stamp++; /* what changes from here on is logged from here on */
}

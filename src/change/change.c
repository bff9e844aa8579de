/* The comparison from beginning to end: matches of symbols, then of instructions, then the verdict whether anything
   changed. */
#include "change/change.h"

#include <stdlib.h>

#include "change/inside.h"
#include "util/assert.h"
#include "util/mem.h"

static uint32_t *nones(uint64_t count) {
  uint32_t *list = mem_alloc((count + 1) * sizeof *list);
  for (uint64_t i = 0; i < count; i++) list[i] = IR_NONE;
  return list;
}

static void open_side(struct change_side *side, const struct ir_program *p) {
  side->program = p;
  side->status = mem_alloc(p->nins + 1);
  for (uint64_t i = 0; i < p->nins; i++) side->status[i] = CHANGE_ALONE;
  side->ins = nones(p->nins);
  side->equal = mem_zalloc(p->nins + 1);
  side->moved = mem_zalloc(p->nins + 1);
  side->block = nones(p->nblocks);
  side->function = nones(p->nfunctions);
  side->global = nones(p->nglobals);
  side->global_changed = mem_zalloc(p->nglobals + 1);
  side->global_moved = mem_zalloc(p->nglobals + 1);
  side->global_kept = mem_zalloc(p->nglobals + 1);
  side->reg = nones(p->nregs);
}

static void close_side(struct change_side *side) {
  free(side->status);
  free(side->equal);
  free(side->moved);
  free(side->ins);
  free(side->block);
  free(side->function);
  free(side->global);
  free(side->global_changed);
  free(side->global_moved);
  free(side->global_kept);
  free(side->reg);
}

static uint32_t *blocks_of(const struct ir_program *p) {
  uint32_t *of = mem_alloc((p->nins + 1) * sizeof *of);
  for (uint32_t b = 0; b < p->nblocks; b++)
    for (uint32_t k = 0; k < p->blocks[b].count; k++) of[p->blocks[b].first + k] = b;
  return of;
}

static void open_match(struct match *m, struct change *change) {
  *m = (struct match){.p = {change->old.program, change->new.program}, .side = {&change->old, &change->new}};
  for (int s = OLD; s <= NEW; s++) {
    const struct ir_program *p = m->p[s];
    m->contents[s] = mem_zalloc((p->nglobals + 1) * sizeof *m->contents[s]);
    m->literal[s] = mem_zalloc(p->nglobals + 1);
    m->block_of[s] = blocks_of(p);
    m->used_function[s] = mem_zalloc(p->nfunctions + 1);
    m->used_global[s] = mem_zalloc(p->nglobals + 1);
  }
  m->function_same = mem_zalloc(m->p[OLD]->nfunctions + 1);
  m->global_same = mem_zalloc(m->p[OLD]->nglobals + 1);
}

static void close_match(struct match *m) {
  for (int s = OLD; s <= NEW; s++) {
    free(m->contents[s]);
    free(m->literal[s]);
    free(m->block_of[s]);
    free(m->used_function[s]);
    free(m->used_global[s]);
  }
  free(m->function_same);
  free(m->global_same);
}

static void compare_bodies(struct match *m) {
  for (uint32_t f = 0; f < m->p[OLD]->nfunctions; f++) {
    uint32_t match = m->side[OLD]->function[f];
    if (match == IR_NONE || !m->p[OLD]->functions[f].nins || !m->p[NEW]->functions[match].nins) continue;
    if (match_same_lockstep(m, f)) continue;
    match_align(m, f);
    match_same(m, f);
  }
}

static void forget_bodies(struct change_side *side) {
  const struct ir_program *p = side->program;
  for (uint64_t i = 0; i < p->nins; i++) side->status[i] = CHANGE_ALONE, side->ins[i] = IR_NONE;
  for (uint64_t i = 0; i < p->nblocks; i++) side->block[i] = IR_NONE;
  for (uint64_t i = 0; i < p->nregs; i++) side->reg[i] = IR_NONE;
}

/* Which objects are laid out differently decides what is the same, and the other way round: an object whose maker
   changed has nothing in common with the old one. So it is repeated until both agree. */
static void compare_all(struct match *m) {
  enum { REPEAT = 5 };
  m->moved = moved_open(m->side[OLD], m->side[NEW]);
  for (int round = 0;; round++) {
    if (round == REPEAT) moved_close(m->moved), m->moved = NULL;
    match_globals_compare(m);
    compare_bodies(m);
    if (!m->moved || !moved_settle(m->moved)) return;
    forget_bodies(m->side[OLD]);
    forget_bodies(m->side[NEW]);
  }
}

static void mark_moved(struct match *m, struct change *change) {
  change->moved = m->moved != NULL;
  for (int s = OLD; s <= NEW && m->moved; s++)
    for (uint32_t i = 0; i < m->p[s]->nins; i++) m->side[s]->moved[i] = (uint8_t)moved_touches(m->moved, s, i);
  for (uint32_t g = 0; g < m->p[OLD]->nglobals; g++)
    if (moved_has_global(m->moved, g))
      m->side[OLD]->global_moved[g] = m->side[NEW]->global_moved[m->side[OLD]->global[g]] = 1;
  moved_close(m->moved);
}

/* A global that only assertions name as a position (the text of the condition, the function) is read by nobody. */
static void forget_unused(struct match *m) {
  for (uint32_t g = 0; g < m->p[OLD]->nglobals; g++) {
    uint32_t match = m->side[OLD]->global[g];
    if (match == IR_NONE || m->used_global[OLD][g] || m->used_global[NEW][match]) continue;
    m->side[OLD]->global_changed[g] = m->side[NEW]->global_changed[match] = false;
  }
}

static void count_side(struct match *m, int s) {
  struct change_side *side = m->side[s];
  for (uint32_t f = 0; f < m->p[s]->nfunctions; f++) {
    const struct ir_function *function = &m->p[s]->functions[f];
    if (!m->used_function[s][f] || function->flags & IR_FN_LIBRARY) continue;
    for (uint32_t i = function->first_ins; i < function->first_ins + function->nins; i++) {
      side->alone += side->status[i] == CHANGE_ALONE;
      side->modified += side->status[i] == CHANGE_MODIFIED;
    }
  }
}

/* Everything used in one version has a match that is the same. */
static bool side_is_same(const struct match *m, int s) {
  const struct change_side *side = m->side[s];
  for (uint32_t f = 0; f < m->p[s]->nfunctions; f++) {
    const struct ir_function *function = &m->p[s]->functions[f];
    if (!m->used_function[s][f]) continue;
    if (side->function[f] == IR_NONE || !m->function_same[s == OLD ? f : side->function[f]]) return false;
    for (uint32_t i = function->first_ins; i < function->first_ins + function->nins; i++)
      if (side->status[i] != CHANGE_SAME) return false;
  }
  for (uint32_t g = 0; g < m->p[s]->nglobals; g++)
    if (m->used_global[s][g] && (side->global[g] == IR_NONE || side->global_changed[g])) return false;
  return true;
}

static bool lists_are_same(const struct match *m, const uint32_t *old, uint64_t nold, const uint32_t *new,
                           uint64_t nnew) {
  if (nold != nnew) return false;
  for (uint64_t i = 0; i < nold; i++)
    if (m->side[OLD]->function[old[i]] != new[i]) return false;
  return true;
}

static bool nothing_changed(const struct match *m) {
  const struct ir_program *old = m->p[OLD], *new = m->p[NEW];
  return old->pointer_bits == new->pointer_bits &&
         m->side[OLD]->function[old->entry] ==
             new->entry &&lists_are_same(m, old->ctors, old->nctors, new->ctors, new->nctors) &&
         lists_are_same(m, old->dtors, old->ndtors, new->dtors, new->ndtors) && side_is_same(m, OLD) &&
         side_is_same(m, NEW);
}

/* Whose match is whose: both sides say the same. */
static bool is_mutual(const uint32_t *old, uint64_t nold, const uint32_t *new, uint64_t nnew) {
  for (uint32_t i = 0; i < nold; i++)
    if (old[i] != IR_NONE && (old[i] >= nnew || new[old[i]] != i)) return false;
  for (uint32_t i = 0; i < nnew; i++)
    if (new[i] != IR_NONE && (new[i] >= nold || old[new[i]] != i)) return false;
  return true;
}

struct change *change_open(const struct ir_program *old, const struct ir_program *new) {
  struct change *change = mem_zalloc(sizeof *change);
  struct match m;
  open_side(&change->old, old);
  open_side(&change->new, new);
  open_match(&m, change);
  match_globals_hash(&m);
  match_names(&m);
  match_renames(&m);
  compare_all(&m);
  match_reach(&m);
  match_globals_keep(&m);
  forget_unused(&m);
  count_side(&m, OLD);
  count_side(&m, NEW);
  change->nothing = !m.moved && nothing_changed(&m);
  mark_moved(&m, change);
  VERIFY(is_mutual(change->old.ins, old->nins, change->new.ins, new->nins));
  VERIFY(is_mutual(change->old.function, old->nfunctions, change->new.function, new->nfunctions));
  VERIFY(is_mutual(change->old.global, old->nglobals, change->new.global, new->nglobals));
  close_match(&m);
  return change;
}

void change_close(struct change *change) {
  if (!change) return;
  close_side(&change->old);
  close_side(&change->new);
  free(change);
}

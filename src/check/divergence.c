/* The tables for executing two versions side by side.

   Two instructions that are matched and the same are *in step* if what comes before them is. An *entry* is a place of
   the new version at which it is still known where the old one is, and behind which they are not in step: the first
   instruction that is not the same, the one behind deleted code, a jump that leads elsewhere. */
#include "check/divergence.h"

#include <stdlib.h>
#include <string.h>

#include "base/checks.h"
#include "change/operands.h"
#include "util/mem.h"
#include "util/mutate.h"

struct building {
  struct divergence *d;
  const struct change *change;
  const struct ir_program *old, *new;
  const struct statics *statics[2]; /* OLD, NEW */
  uint32_t checks;
  uint8_t *old_reads; /* per global of the new version: changed code of the old one reads its match */
};

static bool called_alike(const struct ir_function *a, const struct ir_function *b) {
  return a->flags == b->flags && a->nparams == b->nparams && a->nresults == b->nresults;
}

/* ---- code that only one version has, and that the other one cannot notice ---- */

/* Certain bytes of variables that only this version has. */
static bool is_own(const struct building *b, int side, const struct static_location *l, uint32_t count, uint32_t room) {
  const struct change_side *c = side ? &b->change->new : &b->change->old;
  for (uint32_t i = 0; i < count && i < room; i++) {
    if (l[i].kind != STATIC_GLOBAL || c->global[l[i].index] != IR_NONE || l[i].stride || l[i].offset < 0) return false;
    if (!l[i].width || (uint64_t)l[i].offset + l[i].width > c->program->globals[l[i].index].size) return false;
  }
  return count && count <= room;
}

static bool cannot_fail(const struct building *b, const struct ir_ins *ins) {
  switch (ir_ops[ins->op].fails) {
  case IR_FAILS_NEVER: return true;
  case IR_FAILS_OVERFLOW: return !(ins->flags & IR_NSW) || !checks_have(b->checks, CHECK_OVERFLOW);
  case IR_FAILS_SHIFT: return !checks_have(b->checks, CHECK_SHIFT);
  default: return false;
  }
}

/* It computes what only this version knows, or moves it to and from variables that only this one has: it counts where
   something else reads it. */
static bool is_inward(const struct building *b, int side, uint32_t i) {
  enum { ROOM = 16 };
  struct static_location l[ROOM];
  const struct change_side *c = side ? &b->change->new : &b->change->old;
  const struct ir_ins *ins = &c->program->ins[i];
  const struct ir_function *f = ir_function_of(c->program, i);
  for (uint32_t k = 0; k < ir_result_count(ins); k++)
    if (c->reg[f->first_reg + ins->dst + k] != IR_NONE && !MUTATED(DIVERGENCE_INWARD)) return false;
  if (ir_ops[ins->op].class == IR_CLASS_PURE) return cannot_fail(b, ins);
  if (!ir_op_is_scalar_access(ins->op)) return false;
  uint32_t reads = static_reads(b->statics[side], i, l, ROOM);
  if (reads && !is_own(b, side, l, reads, ROOM)) return false;
  uint32_t writes = static_writes(b->statics[side], i, l, ROOM);
  return writes ? is_own(b, side, l, writes, ROOM) : reads != 0;
}

/* The next instruction that is not such code: at it both versions are where they would be without. */
static uint32_t behind_inward(const struct building *b, int side, uint32_t i) {
  const struct change_side *c = side ? &b->change->new : &b->change->old;
  while (c->status[i] == CHANGE_ALONE && is_inward(b, side, i)) i++;
  return i;
}

/* ---- entries ---- */

static bool is_same(const struct building *b, uint32_t new, uint32_t old) {
  new = behind_inward(b, 1, new);
  return b->change->new.status[new] == CHANGE_SAME && b->change->new.ins[new] == behind_inward(b, 0, old);
}

static void add_entry(struct building *b, uint32_t new, uint32_t old) {
  if (b->d->entry[new] != IR_NONE) return;
  if (MUTATED(DIVERGENCE_DELETED) && b->change->new.status[new] == CHANGE_SAME) return;
  b->d->entry[new] = old;
  static_set_add(&b->d->entries, new);
}

static uint32_t successors(const struct ir_ins *ins) {
  return ins->op == IR_BR ? 1 : ins->op == IR_CBR ? 2 : ins->op == IR_SWITCH ? (uint32_t)(ins->c + 1) / 2 : 0;
}

static uint32_t successor(const struct ir_program *p, const struct ir_ins *ins, uint32_t k) {
  int32_t block = ins->op == IR_SWITCH ? p->extra[ins->b + (int32_t)(2 * k)]
                  : ins->op == IR_BR   ? ins->a
                  : k                  ? ins->c
                                       : ins->b;
  return p->blocks[block].first;
}

static bool leads_alike(const struct building *b, uint32_t new, uint32_t old) {
  const struct ir_ins *i = &b->new->ins[new], *j = &b->old->ins[old];
  uint32_t count = successors(i);
  if (i->op != j->op || count != successors(j)) return false;
  for (uint32_t k = 0; k < count; k++)
    if (!is_same(b, successor(b->new, i, k), successor(b->old, j, k))) return false;
  return true;
}

/* ---- changed instructions ---- */

/* What changed code reads is compared, and what it writes with what was there. */
static void add_locations(struct building *b, int side, const struct static_location *l, uint32_t count,
                          uint32_t room) {
  b->d->goal.whole |= count > room;
  for (uint32_t i = 0; i < count && i < room; i++) {
    uint32_t global = l[i].kind != STATIC_GLOBAL ? IR_NONE : side ? l[i].index : b->change->old.global[l[i].index];
    if (l[i].kind != STATIC_GLOBAL) b->d->goal.whole = true;
    else if (global != IR_NONE && b->change->new.global[global] != IR_NONE) b->old_reads[global] = 1;
  }
}

static void add_memory(struct building *b, int side, uint32_t i) {
  enum { ROOM = 64 };
  struct static_location l[ROOM];
  if (!side) add_locations(b, side, l, static_reads(b->statics[side], i, l, ROOM), ROOM);
  add_locations(b, side, l, static_writes(b->statics[side], i, l, ROOM), ROOM);
}

static bool same_part(const struct building *b, struct operand old, struct operand new) {
  if (old.kind != new.kind) return false;
  if (old.kind == 'i') return old.value == new.value;
  if (old.kind == 'f') return b->change->old.function[old.value] == (uint32_t)new.value;
  if (old.kind == 'g') return b->change->old.global[old.value] == (uint32_t)new.value;
  return old.kind == 'v' || old.kind == '-';
}

/* Both do the same if they are given the same. */
static bool is_alike(const struct building *b, uint32_t new, uint32_t old) {
  const struct ir_ins *i = &b->new->ins[new], *j = &b->old->ins[old];
  const struct ir_function *g = ir_function_of(b->old, old);
  uint32_t count = ir_result_count(i);
  if (i->op != j->op || i->width != j->width || i->flags != j->flags || count != ir_result_count(j)) return false;
  if (ir_ops[i->op].class == IR_CLASS_FLOW || operand_count(i) != operand_count(j)) return false;
  for (uint32_t k = 0; k < count; k++)
    if (b->change->old.reg[g->first_reg + j->dst + k] != i->dst + k) return false;
  for (uint32_t k = 0; k < operand_count(i); k++)
    if (!same_part(b, operand_at(b->old, j, k), operand_at(b->new, i, k))) return false;
  return i->op != IR_CALL || called_alike(&b->new->functions[i->a], &b->old->functions[j->a]);
}

static void look_at_changed(struct building *b, uint32_t new) {
  uint32_t old = b->change->new.ins[new];
  if (static_is_live(b->statics[1], new) && !is_inward(b, 1, new)) add_memory(b, 1, new);
  if (!is_inward(b, 1, new)) static_set_add(&b->d->influence, new);
  if (old == IR_NONE || !is_alike(b, new, old)) return;
  b->d->alike[new] = old;
  if (!is_same(b, new + 1, old + 1)) add_entry(b, new + 1, old + 1);
}

static void look_at_instruction(struct building *b, uint32_t new) {
  uint32_t old = b->change->new.ins[new];
  if (b->change->new.status[new] != CHANGE_SAME) {
    look_at_changed(b, new);
    return;
  }
  if (ir_ops[b->new->ins[new].op].class != IR_CLASS_FLOW) {
    if (!is_same(b, new + 1, old + 1)) add_entry(b, new + 1, old + 1);
  } else if (!leads_alike(b, new, old)) {
    b->d->match[new] = IR_NONE;
    add_entry(b, new, old);
  }
}

static void look_at_function(struct building *b, uint32_t new, uint32_t old) {
  const struct ir_function *f = &b->new->functions[new], *g = &b->old->functions[old];
  if (!f->nins) return;
  if (!g->nins || !called_alike(f, g)) {
    b->d->back[new] = IR_NONE; /* whoever comes here has diverged */
    add_entry(b, f->first_ins, g->nins ? g->first_ins : 0);
    return;
  }
  if (!is_same(b, f->first_ins, g->first_ins)) add_entry(b, f->first_ins, g->first_ins);
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) look_at_instruction(b, i);
}

/* ---- what the old version reads there ---- */

/* The new version's value of a register counts that changed code of the old one reads. */
static void add_definitions(struct building *b, uint32_t new, uint32_t reg) {
  const struct ir_function *f = &b->new->functions[new];
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
    const struct ir_ins *ins = &b->new->ins[i];
    uint32_t count = ir_result_count(ins);
    if (count && reg >= ins->dst && reg < ins->dst + count) static_set_add(&b->d->influence, i);
  }
}

static void look_at_old(struct building *b, uint32_t function, uint32_t old) {
  const struct ir_function *g = &b->old->functions[function];
  const struct ir_ins *ins = &b->old->ins[old];
  uint32_t match = b->change->old.function[function];
  if (!static_is_live(b->statics[0], old) || is_inward(b, 0, old)) return;
  for (uint32_t k = 0, n = operand_count(ins); k < n; k++) {
    struct operand o = operand_at(b->old, ins, k);
    if (o.kind != 'v' || ir_is_const((ir_value)o.value) || match == IR_NONE) continue;
    uint32_t reg = b->change->old.reg[g->first_reg + (uint32_t)o.value];
    if (reg != IR_NONE) add_definitions(b, match, reg);
  }
  if (ir_op_is_call(ins->op)) b->d->goal.whole = true;
  else add_memory(b, 0, old);
}

/* ---- all of it ---- */

static bool is_unchanged(const struct change_side *side, uint32_t function) {
  const struct ir_function *f = &side->program->functions[function];
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++)
    if (side->status[i] != CHANGE_SAME && !side->equal[i]) return false;
  return true;
}

/* The proof must be one that counts here: where the old version failed, the same failure may now be at another place,
   and a proof for states in which it does not fail says nothing. Code that was deleted tells it as code that was added
   does. */
static bool is_proved(const struct change *c, const struct equivalence *equivalence, uint32_t new) {
  const struct equivalence_function *row = equivalence ? equivalence_of(equivalence, new) : NULL;
  if (!row || row->verdict != EQUIVALENCE_PROVED || !is_unchanged(&c->new, new)) return false;
  return MUTATED(DIVERGENCE_PROVED) || is_unchanged(&c->old, c->new.function[new]);
}

static bool same_list(const uint32_t *new, uint64_t n, const uint32_t *old, uint64_t m, const uint32_t *match) {
  bool same = n == m;
  for (uint64_t i = 0; same && i < n; i++) same = match[new[i]] == old[i];
  return same;
}

/* The versions begin and end in other ways than by their code. */
static const char *why_not(const struct change *c) {
  const struct ir_program *old = c->old.program, *new = c->new.program;
  for (uint64_t g = 0; g < new->nglobals; g++)
    if (c->new.global_changed[g]) return "a variable has another size or initial value";
  if (c->new.function[new->entry] != old->entry) return "the program begins in another function";
  if (!same_list(new->ctors, new->nctors, old->ctors, old->nctors, c->new.function) ||
      !same_list(new->dtors, new->ndtors, old->dtors, old->ndtors, c->new.function))
    return "other functions are executed before or after main";
  return old->pointer_bits != new->pointer_bits ? "pointers have another size" : NULL;
}

static uint32_t *copy(const uint32_t *from, uint64_t count) {
  uint32_t *to = mem_alloc((count + 1) * sizeof *to);
  if (count) memcpy(to, from, count * sizeof *to);
  return to;
}

static void open_tables(struct divergence *d, const struct change *c) {
  const struct ir_program *old = c->old.program, *new = c->new.program;
  d->entry = mem_alloc((new->nins + 1) * sizeof *d->entry);
  d->match = copy(c->new.ins, new->nins);
  d->alike = mem_alloc((new->nins + 1) * sizeof *d->alike);
  d->back = copy(c->new.function, new->nfunctions);
  d->global = copy(c->old.global, old->nglobals);
  d->own_global = mem_zalloc(new->nglobals + 1);
  for (uint64_t i = 0; i < new->nins; i++) {
    d->entry[i] = d->alike[i] = IR_NONE;
    if (c->new.status[i] != CHANGE_SAME) d->match[i] = IR_NONE;
  }
  for (uint64_t g = 0; g < new->nglobals; g++) d->own_global[g] = c->new.global[g] == IR_NONE;
  d->other = (struct vm_other){.program = old,
                               .entry = d->entry,
                               .match = d->match,
                               .alike = d->alike,
                               .back = d->back,
                               .function = c->old.function,
                               .global = d->global,
                               .reg = c->old.reg,
                               .own_global = d->own_global};
  d->goal.other = &d->other;
}

/* A deadlock or a leak has no place at which it could be awaited. */
static void add_sites(struct divergence *d, const struct change *c, const struct impact_failures *failures) {
  bool anywhere = failures->deadlock || failures->leak;
  for (uint32_t i = 0; i < failures->nsites; i++) {
    uint32_t new = failures->sites[i] == IR_NONE ? IR_NONE : c->old.ins[failures->sites[i]];
    if (new != IR_NONE) static_set_add(&d->sites, new);
    anywhere |= failures->sites[i] == IR_NONE;
  }
  for (uint32_t i = 0; anywhere && i < d->sites.size; i++) static_set_add(&d->sites, i);
}

static void look_at_all(struct building *b, const struct equivalence *equivalence) {
  const struct change *c = b->change;
  for (uint32_t f = 0; f < b->new->nfunctions; f++)
    if (c->new.function[f] != IR_NONE && !is_proved(c, equivalence, f)) look_at_function(b, f, c->new.function[f]);
  for (uint32_t f = 0; f < b->new->nfunctions; f++) {
    const struct ir_function *fn = &b->new->functions[f];
    for (uint32_t i = fn->first_ins; c->new.function[f] == IR_NONE &&i < fn->first_ins + fn->nins; i++)
      if (!is_inward(b, 1, i)) static_set_add(&b->d->influence, i);
  }
  for (uint32_t f = 0; f < b->old->nfunctions; f++) {
    const struct ir_function *g = &b->old->functions[f];
    if (c->old.function[f] != IR_NONE && is_proved(c, equivalence, c->old.function[f])) continue;
    for (uint32_t i = g->first_ins; i < g->first_ins + g->nins; i++)
      if (c->old.status[i] != CHANGE_SAME && !c->old.equal[i]) look_at_old(b, f, i);
  }
  static_add_users(b->statics[1], b->old_reads, &b->d->influence);
}

struct divergence *divergence_open(const struct change *change, const struct equivalence *equivalence,
                                   const struct impact *impact, const struct impact_failures *failures,
                                   uint32_t checks) {
  if (change->moved) return NULL; /* equal numbers need not mean the same member */
  struct divergence *d = mem_zalloc(sizeof *d);
  d->entries = static_set_new(impact->new_statics);
  d->influence = static_set_new(impact->new_statics);
  d->sites = static_set_new(impact->new_statics);
  d->goal = (struct explore_divergence){.entries = &d->entries, .influence = &d->influence, .sites = &d->sites};
  open_tables(d, change);
  d->why_not = why_not(change);
  add_sites(d, change, failures);
  struct building b = {.d = d,
                       .change = change,
                       .old = change->old.program,
                       .new = change->new.program,
                       .statics = {impact->old_statics, impact->new_statics},
                       .checks = checks,
                       .old_reads = mem_zalloc(change->new.program->nglobals + 1)};
  look_at_all(&b, equivalence);
  free(b.old_reads);
  return d;
}

void divergence_close(struct divergence *d) {
  if (!d) return;
  static_set_free(&d->entries);
  static_set_free(&d->influence);
  static_set_free(&d->sites);
  free(d->entry);
  free(d->match);
  free(d->alike);
  free(d->back);
  free(d->global);
  free(d->own_global);
  free(d);
}

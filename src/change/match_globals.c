/* Globals and constants: what a global holds as a hash, and whether matches are the same in form and in contents.

   A function counts as called in the same way when the numbers and widths of its parameters and results and its flags
   are the same; a global as the same object when size, alignment and flags are. Whoever refers to one that is not, is
   modified. What a global holds at the beginning is not part of this: it is global_changed, and those who read it are
   not modified themselves. */
#include <string.h>

#include "change/inside.h"
#include "util/map.h"
#include "util/mutate.h"

static bool starts_with(const char *text, const char *start) { return !strncmp(text, start, strlen(start)); }

/* Literals, initialisers of local arrays and __func__: the compiler makes up their names, from a counter or the
   function's name. */
static bool is_literal(const struct ir_program *p, const struct ir_global *g) {
  const char *name = ir_text(p, g->name);
  if (!(g->flags & IR_GLOBAL_CONST)) return false;
  return !*name || *name == '.' || starts_with(name, "__const.") || starts_with(name, "__func__.") ||
         starts_with(name, "__FUNCTION__.") || starts_with(name, "__PRETTY_FUNCTION__.");
}

static uint64_t contents_hash(const struct ir_program *p, const struct ir_global *g) {
  uint64_t h = hash_join(hash_join(g->flags, g->size), g->align);
  if (g->init != UINT64_MAX) h = hash_join(h, hash_bytes(p->data + g->init, g->size));
  for (uint32_t i = 0; i < g->nrelocs; i++) {
    const struct ir_reloc *r = &p->relocs[g->first_reloc + i];
    h = hash_join(hash_join(hash_join(h, r->offset), (uint64_t)r->addend), r->kind);
  }
  return h;
}

void match_globals_hash(struct match *m) {
  for (int s = OLD; s <= NEW; s++) {
    for (uint32_t g = 0; g < m->p[s]->nglobals; g++) {
      m->contents[s][g] = contents_hash(m->p[s], &m->p[s]->globals[g]);
      m->literal[s][g] = is_literal(m->p[s], &m->p[s]->globals[g]);
    }
  }
}

static bool called_the_same(const struct match *m, const struct ir_function *old, const struct ir_function *new) {
  if (old->flags != new->flags || old->nparams != new->nparams || old->nresults != new->nresults) return false;
  for (uint32_t i = 0; i < old->nparams; i++)
    if (m->p[OLD]->regs[old->first_reg + i].width != m->p[NEW]->regs[new->first_reg + i].width) return false;
  return true;
}

static bool same_symbol(const struct match *m, uint32_t kind, uint32_t old, uint32_t new) {
  if (kind == IR_CONST_FUNC) return m->side[OLD]->function[old] == new && m->function_same[old];
  return m->side[OLD]->global[old] == new && m->global_same[old];
}

bool match_const_same(const struct match *m, const struct ir_const *old, const struct ir_const *new) {
  if (old->kind != new->kind || old->width != new->width) return false;
  if (old->kind == IR_CONST_GLOBAL && moved_has_global(m->moved, old->symbol))
    return same_symbol(m, old->kind, old->symbol, new->symbol) &&
           moved_same_address(m->moved, old->symbol, old->value, new->value);
  if (old->value != new->value) return false;
  return old->kind == IR_CONST_INT || same_symbol(m, old->kind, old->symbol, new->symbol);
}

static bool same_relocs(const struct match *m, const struct ir_global *old, const struct ir_global *new) {
  if (old->nrelocs != new->nrelocs) return false;
  for (uint32_t i = 0; i < old->nrelocs; i++) {
    const struct ir_reloc *a = &m->p[OLD]->relocs[old->first_reloc + i], *b = &m->p[NEW]->relocs[new->first_reloc + i];
    if (a->offset != b->offset || a->addend != b->addend || a->kind != b->kind) return false;
    if (!same_symbol(m, a->kind, a->symbol, b->symbol)) return false;
  }
  return true;
}

static bool same_contents(const struct match *m, const struct ir_global *old, const struct ir_global *new) {
  if ((old->init == UINT64_MAX) != (new->init == UINT64_MAX)) return false;
  if (old->init != UINT64_MAX && memcmp(m->p[OLD]->data + old->init, m->p[NEW]->data + new->init, old->size))
    return false;
  return same_relocs(m, old, new);
}

static bool same_symbol_of(const void *m, uint32_t kind, uint32_t old, uint32_t new) {
  return same_symbol(m, kind, old, new);
}

void match_globals_compare(struct match *m) {
  const struct ir_program *old = m->p[OLD], *new = m->p[NEW];
  for (uint32_t f = 0; f < old->nfunctions; f++) {
    uint32_t match = m->side[OLD]->function[f];
    if (match != IR_NONE) m->function_same[f] = called_the_same(m, &old->functions[f], &new->functions[match]);
  }
  for (uint32_t g = 0; g < old->nglobals; g++) {
    uint32_t match = m->side[OLD]->global[g];
    if (match == IR_NONE) continue;
    const struct ir_global *a = &old->globals[g], *b = &new->globals[match];
    bool same_size = a->size == b->size || moved_has_global(m->moved, g);
    m->global_same[g] = same_size && a->align == b->align && a->flags == b->flags;
  }
  for (uint32_t g = 0; g < old->nglobals; g++) {
    uint32_t match = m->side[OLD]->global[g];
    if (match == IR_NONE) continue;
    bool same =
        m->global_same[g] && (moved_has_global(m->moved, g) ? moved_same_contents(m->moved, g, match, same_symbol_of, m)
                                                            : same_contents(m, &old->globals[g], &new->globals[match]));
    m->side[OLD]->global_changed[g] = m->side[NEW]->global_changed[match] = !same;
  }
}

/* ---- what can have the same place ---- */

static bool is_constant(const struct ir_global *g) { return g->flags & IR_GLOBAL_CONST && !MUTATED(KNOWN_CONSTANT); }

static bool can_be_kept(const struct match *m, uint32_t old, uint32_t new) {
  const struct ir_global *a = &m->p[OLD]->globals[old], *b = &m->p[NEW]->globals[new];
  if (a->size != b->size || a->align != b->align || a->flags != b->flags) return false;
  return !is_constant(a) || same_contents(m, a, b);
}

static bool leads_elsewhere(const struct match *m, uint32_t old) {
  const struct ir_global *g = &m->p[OLD]->globals[old];
  for (uint32_t i = g->first_reloc; is_constant(g) && i < g->first_reloc + g->nrelocs; i++) {
    const struct ir_reloc *r = &m->p[OLD]->relocs[i];
    if (r->kind == IR_CONST_GLOBAL && !m->side[OLD]->global_kept[r->symbol]) return true;
  }
  return false;
}

/* What a constant holds is no part of a state: one with other contents must not be where the old one was, nor one that
   holds the address of such a one. */
void match_globals_keep(struct match *m) {
  uint8_t *kept = m->side[OLD]->global_kept;
  uint32_t count = (uint32_t)m->p[OLD]->nglobals;
  for (uint32_t g = 0; g < count; g++) {
    uint32_t match = m->side[OLD]->global[g];
    kept[g] = match != IR_NONE && can_be_kept(m, g, match);
  }
  for (bool again = true; again;) {
    again = false;
    for (uint32_t g = 0; g < count; g++)
      if (kept[g] && leads_elsewhere(m, g)) kept[g] = 0, again = true;
  }
  for (uint32_t g = 0; g < count; g++)
    if (kept[g]) m->side[NEW]->global_kept[m->side[OLD]->global[g]] = 1;
}

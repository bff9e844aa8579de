/* What of the code does the same with objects that are laid out differently. See moved.h.

   The argument: let every value of the new version be that of the old one, addresses moved to where the same member is.
   An instruction that is judged the same keeps it so; and an access that is possible in the old version is possible in
   the new one. It is enough to look at the objects that the old version's operands may point to: an address that only
   the new version has comes from changed code. */
#include "change/moved.h"

#include <stdlib.h>
#include <string.h>

#include "change/moved_inside.h"
#include "ir/thread_functions.h"
#include "util/mem.h"
#include "util/mutate.h"

enum { ROOM = 64 };

struct moved *moved_open(const struct change_side *old, const struct change_side *new) {
  struct layouts *layouts = layouts_open(old->program, new->program);
  if (!layouts || old->program->pointer_bits != new->program->pointer_bits) {
    layouts_close(layouts);
    return NULL;
  }
  struct moved *m = mem_zalloc(sizeof *m);
  m->side[OLD] = old, m->side[NEW] = new;
  m->layouts = layouts;
  for (int s = OLD; s <= NEW; s++) m->s[s] = static_open(m->side[s]->program);
  moved_find_objects(m);
  if (m->objects.count) return m;
  moved_close(m);
  return NULL;
}

void moved_close(struct moved *m) {
  if (!m) return;
  for (uint32_t i = 0; i < m->objects.count; i++) free(m->objects.data[i].to);
  vec_free(&m->objects);
  for (int s = OLD; s <= NEW; s++) {
    map_free(&m->by_place[s]);
    static_close(m->s[s]);
  }
  layouts_close(m->layouts);
  free(m);
}

/* ---- globals ---- */

bool moved_has_global(const struct moved *m, uint32_t old) { return m && moved_find(m, OLD, STATIC_GLOBAL, old); }

bool moved_same_address(const struct moved *m, uint32_t global, uint64_t old, uint64_t new) {
  const struct moved_object *o = moved_find(m, OLD, STATIC_GLOBAL, global);
  return o && old <= o->size[OLD] && o->to[old] >= 0 && (uint64_t)o->to[old] == new;
}

static uint8_t byte_of(const struct ir_program *p, const struct ir_global *g, uint64_t i) {
  return g->init == UINT64_MAX ? 0 : p->data[g->init + i];
}

static const struct ir_reloc *reloc_at(const struct ir_program *p, const struct ir_global *g, uint64_t offset) {
  for (uint32_t i = 0; i < g->nrelocs; i++)
    if (p->relocs[g->first_reloc + i].offset == offset) return &p->relocs[g->first_reloc + i];
  return NULL;
}

/* Members that only one version has are nobody's: who reads them is changed himself. */
bool moved_same_contents(const struct moved *m, uint32_t old, uint32_t new,
                         bool (*same_symbol)(const void *context, uint32_t kind, uint32_t old, uint32_t new),
                         const void *context) {
  const struct moved_object *o = moved_find(m, OLD, STATIC_GLOBAL, old);
  const struct ir_program *p = m->side[OLD]->program, *q = m->side[NEW]->program;
  const struct ir_global *a = &p->globals[old], *b = &q->globals[new];
  if (!o) return false;
  for (uint64_t i = 0; i < o->size[OLD]; i++) {
    if (o->to[i] < 0) continue;
    const struct ir_reloc *x = reloc_at(p, a, i), *y = reloc_at(q, b, (uint64_t)o->to[i]);
    if (byte_of(p, a, i) != byte_of(q, b, (uint64_t)o->to[i]) || !x != !y) return false;
    if (x && (x->kind != y->kind || x->addend != y->addend || !same_symbol(context, x->kind, x->symbol, y->symbol)))
      return false;
  }
  return true;
}

/* ---- where an operand may point ---- */

/* One place of an object that is laid out differently. */
typedef bool place_check(const struct moved_object *o, uint64_t offset, const void *context);

/* Every offset that a location stands for. */
static bool at_every_place(const struct moved_object *o, const struct static_location *l, place_check *check,
                           const void *context) {
  int64_t size = (int64_t)o->size[OLD];
  if (!l->stride) return l->offset >= 0 && l->offset <= size && check(o, (uint64_t)l->offset, context);
  for (int64_t at = l->offset; at < size; at += l->stride)
    if (!check(o, (uint64_t)at, context)) return false;
  return true;
}

/* What may it point to? Bits. An input may be the address of anything; but it is the same number in both versions, and
   only an access shows what is there. */
enum { TOUCH_MOVED = 1, TOUCH_ANYTHING = 2 };

static unsigned touch(const struct moved *m, int s, uint32_t ins, ir_value v) {
  struct static_location at[ROOM];
  uint32_t count = static_points(m->s[s], ins, v, at, ROOM);
  unsigned found = 0;
  if (count > ROOM) return TOUCH_MOVED | TOUCH_ANYTHING;
  for (uint32_t i = 0; i < count; i++)
    if (at[i].kind == STATIC_ANYTHING) found |= TOUCH_ANYTHING;
    else if (moved_find(m, s, at[i].kind, at[i].index)) found |= TOUCH_MOVED;
  return found;
}

/* Those that matter to an instruction. */
static bool touches(const struct moved *m, int s, uint32_t ins, ir_value v) {
  const struct ir_op_info *info = &ir_ops[m->side[s]->program->ins[ins].op];
  unsigned found = touch(m, s, ins, v);
  return found & TOUCH_MOVED || (found && (info->access != IR_ACCESS_NONE || info->class == IR_CLASS_CALL));
}

/* Is that so for every place of such objects where the operand of an old instruction may point? */
static bool everywhere(const struct moved *m, uint32_t ins, ir_value v, place_check *check, const void *context) {
  struct static_location at[ROOM];
  uint32_t count = static_points(m->s[OLD], ins, v, at, ROOM);
  if (count > ROOM) return false;
  for (uint32_t i = 0; i < count; i++) {
    const struct moved_object *o = moved_find(m, OLD, at[i].kind, at[i].index);
    if (at[i].kind == STATIC_ANYTHING || (o && !at_every_place(o, &at[i], check, context))) return false;
  }
  return true;
}

/* ---- accesses ---- */

/* So many bytes lie side by side in both versions, in the same order. */
static bool is_rigid(const struct moved_object *o, uint64_t offset, const void *context) {
  uint64_t bytes = *(const uint64_t *)context;
  if (offset + bytes > o->size[OLD]) return false;
  for (uint64_t i = 0; i < bytes; i++)
    if (o->to[offset + i] < 0 || o->to[offset + i] != o->to[offset] + (int64_t)i) return false;
  return true;
}

static bool same_access(const struct moved *m, uint32_t ins, ir_value address, uint64_t bytes) {
  return everywhere(m, ins, address, is_rigid, &bytes) || MUTATED(MOVED_RIGID);
}

/* Whole structures of one kind, as many in both versions. */
struct whole {
  const struct moved *m;
  uint32_t record;
  uint64_t bytes[2];
};

static bool is_whole(const struct moved_object *o, uint64_t offset, const void *context) {
  const struct whole *w = context;
  if (o->record == IR_NONE || o->record != w->record) return false;
  const struct layout_record *r = &w->m->layouts->records[o->record];
  if (offset == o->size[OLD]) return true; /* behind the last one: it fails in both */
  return offset % r->size[OLD] == 0 && w->bytes[OLD] % r->size[OLD] == 0 && w->bytes[NEW] % r->size[NEW] == 0 &&
         w->bytes[OLD] / r->size[OLD] == w->bytes[NEW] / r->size[NEW];
}

static bool int_at(const struct moved *m, int s, ir_value v, uint64_t *value) {
  const struct ir_program *p = m->side[s]->program;
  if (!ir_is_const(v) || p->consts[ir_const_index(v)].kind != IR_CONST_INT) return false;
  *value = p->consts[ir_const_index(v)].value;
  return true;
}

static uint32_t record_at(const struct moved *m, uint32_t ins, ir_value v) {
  struct static_location at[ROOM];
  uint32_t count = static_points(m->s[OLD], ins, v, at, ROOM);
  for (uint32_t i = 0; i < count && i < ROOM; i++) {
    const struct moved_object *o = moved_find(m, OLD, at[i].kind, at[i].index);
    if (o) return o->record;
  }
  return IR_NONE;
}

/* All that it may point to is such an object. */
static bool only_moved(const struct moved *m, uint32_t ins, ir_value v) {
  struct static_location at[ROOM];
  uint32_t count = static_points(m->s[OLD], ins, v, at, ROOM);
  for (uint32_t i = 0; i < count && i < ROOM; i++)
    if (!moved_find(m, OLD, at[i].kind, at[i].index)) return false;
  return count <= ROOM;
}

/* memset, and memcpy from such an object to another one. calloc fills what it has just made, whatever that is. */
static struct moved_verdict judge_block(const struct moved *m, uint32_t old, uint32_t new) {
  const struct ir_ins *a = &m->side[OLD]->program->ins[old], *b = &m->side[NEW]->program->ins[new];
  const struct ir_function *f = ir_function_of(m->side[OLD]->program, old);
  struct whole w = {.m = m, .record = record_at(m, old, a->a)};
  bool copies = a->op != IR_MEMSET;
  if (f->flags & IR_FN_LIBRARY && !strcmp(ir_text(m->side[OLD]->program, f->name), "calloc"))
    return (struct moved_verdict){0};
  if (!int_at(m, OLD, a->c, &w.bytes[OLD]) || !int_at(m, NEW, b->c, &w.bytes[NEW]))
    return (struct moved_verdict){.refused = true};
  if (w.bytes[OLD] == w.bytes[NEW] && same_access(m, old, a->a, w.bytes[OLD]) &&
      (!copies || same_access(m, old, a->b, w.bytes[OLD])))
    return (struct moved_verdict){0};
  bool whole = w.record != IR_NONE && only_moved(m, old, a->a) && everywhere(m, old, a->a, is_whole, &w) &&
               (!copies || (only_moved(m, old, a->b) && everywhere(m, old, a->b, is_whole, &w)));
  return (struct moved_verdict){.refused = !whole, .free = 1u << 2};
}

/* ---- addresses ---- */

struct step {
  int64_t by[2]; /* bytes */
  bool any;      /* or any number of such steps */
};

/* From a place of the object so far is from the same place to the same place. */
static bool leads_alike(const struct moved_object *o, uint64_t from, const void *context) {
  const struct step *step = context;
  int64_t size = (int64_t)o->size[OLD], start = (int64_t)from;
  if (o->to[from] < 0) return false;
  if (!step->any) {
    int64_t at = start + step->by[OLD];
    return at >= 0 && at <= size && o->to[at] >= 0 && o->to[at] == o->to[from] + step->by[NEW];
  }
  if (!step->by[OLD]) return !step->by[NEW];
  int64_t length = step->by[OLD] < 0 ? -step->by[OLD] : step->by[OLD];
  for (int64_t at = start % length; at <= size; at += length) {
    int64_t k = (at - start) / step->by[OLD];
    if (o->to[at] < 0 || o->to[at] != o->to[from] + k * step->by[NEW]) return false;
  }
  return true;
}

/* A step that is not the same number leads to the same place only in objects that are laid out differently. */
static bool same_step(const struct moved *m, uint32_t ins, ir_value base, struct step step) {
  if (MUTATED(MOVED_STEP)) return true;
  if (step.by[OLD] != step.by[NEW] && (!only_moved(m, ins, base) || static_is_mixture(m->s[OLD], ins, base)))
    return false;
  return everywhere(m, ins, base, leads_alike, &step);
}

static int64_t negated(const struct ir_ins *ins, uint64_t value) {
  return ins->op == IR_SUB ? -(int64_t)value : (int64_t)value;
}

/* A constant is added to an address, or taken from it. */
static struct moved_verdict judge_sum(const struct moved *m, uint32_t old, uint32_t new) {
  const struct ir_ins *a = &m->side[OLD]->program->ins[old], *b = &m->side[NEW]->program->ins[new];
  uint64_t x, y;
  bool second = int_at(m, OLD, a->b, &x) && int_at(m, NEW, b->b, &y);
  bool first = !second && a->op == IR_ADD && int_at(m, OLD, a->a, &x) && int_at(m, NEW, b->a, &y);
  if (!first && !second) return (struct moved_verdict){.refused = !MUTATED(MOVED_NUMBER)};
  struct step step = {.by = {negated(a, x), negated(b, y)}};
  return (struct moved_verdict){.refused = !same_step(m, old, second ? a->a : a->b, step), .free = second ? 2u : 1u};
}

static struct moved_verdict judge_element(const struct moved *m, uint32_t old, uint32_t new) {
  const struct ir_ins *a = &m->side[OLD]->program->ins[old], *b = &m->side[NEW]->program->ins[new];
  struct step step = {.by = {a->c, b->c}, .any = true};
  if (touches(m, OLD, old, a->b)) return (struct moved_verdict){.refused = true};
  return (struct moved_verdict){.refused = !same_step(m, old, a->a, step), .free = 1u << 2};
}

/* ---- calls ---- */

/* A function of the machine: all that it reads and writes of such objects is known and lies side by side. */
static bool calls_alike(const struct moved *m, uint32_t ins) {
  struct static_location at[2 * ROOM];
  uint32_t reads = static_reads(m->s[OLD], ins, at, ROOM);
  if (reads > ROOM) return false;
  uint32_t writes = static_writes(m->s[OLD], ins, at + reads, ROOM);
  if (writes > ROOM) return false;
  for (uint32_t i = 0; i < reads + writes; i++) {
    const struct moved_object *o = moved_find(m, OLD, at[i].kind, at[i].index);
    if (at[i].kind == STATIC_ANYTHING) return false;
    if (o && (!at[i].width || !at_every_place(o, &at[i], is_rigid, &at[i].width))) return false;
  }
  return true;
}

/* What the machine does with an address besides: free() ends the whole object, a thread gets what it is given. */
static bool is_plain(const char *name) { return !strcmp(name, "__heddle_free") || thread_function_named(name); }

static bool is_given_moved(const struct moved *m, uint32_t ins) {
  const struct ir_program *p = m->side[OLD]->program;
  for (int32_t k = 0; k < p->ins[ins].c; k++)
    if (touch(m, OLD, ins, p->extra[p->ins[ins].b + k]) & TOUCH_MOVED) return true;
  return false;
}

static struct moved_verdict judge_call(const struct moved *m, uint32_t old) {
  const uint32_t *callees;
  const struct ir_program *p = m->side[OLD]->program;
  uint32_t count = static_callees(m->s[OLD], old, &callees);
  bool direct = p->ins[old].op == IR_CALL;
  uint32_t own = direct ? (uint32_t)p->ins[old].a : 0;
  if (direct) callees = &own, count = 1;
  for (uint32_t i = 0; i < count; i++) {
    const struct ir_function *f = &p->functions[callees[i]];
    if (f->flags & IR_FN_DEFINED) continue;
    if ((is_given_moved(m, old) && !is_plain(ir_text(p, f->name))) || !calls_alike(m, old))
      return (struct moved_verdict){.refused = true};
  }
  return (struct moved_verdict){0};
}

/* The makers of an object ask for its size. */
static bool is_maker(const struct moved *m, uint32_t old, uint32_t new, struct moved_verdict *verdict) {
  const struct ir_ins *a = &m->side[OLD]->program->ins[old];
  const struct moved_object *o = moved_find(m, OLD, a->op == IR_ALLOCA ? STATIC_STACK : STATIC_HEAP, old);
  if ((a->op != IR_ALLOCA && a->op != IR_CALL) || !o || o->index[NEW] != new) return false;
  *verdict = (struct moved_verdict){.free = a->op == IR_ALLOCA ? 1u : 2u | 4u};
  return true;
}

/* ---- one pair ---- */

static bool is_of_interest(const struct moved *m, uint32_t ins) {
  const struct ir_program *p = m->side[OLD]->program;
  const struct ir_ins *i = &p->ins[ins];
  for (uint32_t k = 0, n = operand_count(i); k < n; k++) {
    struct operand o = operand_at(p, i, k);
    if (o.kind == 'v' && touches(m, OLD, ins, o.value)) return true;
  }
  return false;
}

/* Numbers are added to an address that is in memory. */
static bool counts_in_memory(const struct moved *m, uint32_t ins) {
  const struct ir_ins *i = &m->side[OLD]->program->ins[ins];
  return i->op == IR_RMW && i->c != IR_RMW_XCHG && touches(m, OLD, ins, (ir_value)i->dst);
}

static struct moved_verdict judge(const struct moved *m, uint32_t old, uint32_t new) {
  const struct ir_ins *a = &m->side[OLD]->program->ins[old];
  const enum ir_op op = (enum ir_op)a->op;
  if (ir_op_is_scalar_access(op))
    return (struct moved_verdict){.refused = !same_access(m, old, a->a, (a->width + 7u) / 8)};
  if (ir_op_is_block_access(op)) return judge_block(m, old, new);
  if (op == IR_ADD || op == IR_SUB) return judge_sum(m, old, new);
  if (op == IR_LEA) return judge_element(m, old, new);
  if (ir_op_is_call(op)) return judge_call(m, old);
  bool passes =
      op == IR_MOV || op == IR_SELECT || op == IR_RET || op == IR_EQ || op == IR_NE || op == IR_LIVE || op == IR_DEAD;
  return (struct moved_verdict){.refused = !passes && !MUTATED(MOVED_NUMBER)};
}

struct moved_verdict moved_judge(const struct moved *m, uint32_t old, uint32_t new) {
  struct moved_verdict verdict = {0};
  if (m->side[OLD]->program->ins[old].op != m->side[NEW]->program->ins[new].op || !static_is_live(m->s[OLD], old) ||
      is_maker(m, old, new, &verdict))
    return verdict;
  if (counts_in_memory(m, old)) return (struct moved_verdict){.refused = true};
  return is_of_interest(m, old) ? judge(m, old, new) : verdict;
}

/* ---- afterwards ---- */

bool moved_settle(struct moved *m) {
  bool any = false;
  for (uint32_t i = 0; i < m->objects.count; i++) {
    struct moved_object *o = &m->objects.data[i];
    if (o->gone || o->kind == STATIC_GLOBAL) continue;
    const struct change_side *old = m->side[OLD];
    if (old->ins[o->index[OLD]] == o->index[NEW] && old->status[o->index[OLD]] == CHANGE_SAME) continue;
    o->gone = any = true;
  }
  return any;
}

/* Are all objects that are laid out differently, and that there are, of that kind? */
static bool only_larger(const struct moved *m) {
  for (uint32_t k = 0; k < m->objects.count; k++) {
    const struct moved_object *o = &m->objects.data[k];
    if (!o->gone && o->size[NEW] < o->size[OLD]) return false;
    for (uint64_t i = 0; !o->gone && i < o->size[OLD]; i++)
      if (o->to[i] >= 0 && o->to[i] != (int64_t)i) return false;
  }
  return true;
}

enum moved_touch moved_touches(const struct moved *m, int side, uint32_t ins) {
  const struct ir_program *p = m->side[side]->program;
  const struct ir_ins *i = &p->ins[ins];
  if (!static_is_live(m->s[side], ins)) return MOVED_NOT;
  enum moved_touch some = only_larger(m) ? MOVED_LARGER : MOVED_OTHERWISE;
  if (moved_find(m, side, STATIC_HEAP, ins) || moved_find(m, side, STATIC_STACK, ins)) return some;
  for (uint32_t k = 0, n = operand_count(i); k < n; k++) {
    struct operand o = operand_at(p, i, k);
    if (o.kind == 'v' && touches(m, side, ins, o.value)) return some;
  }
  return MOVED_NOT;
}

/* ---- keys ---- */

/* A member of the new version by its place in the old one; those that only the new one has come behind. */
static uint64_t old_place(const struct layout_record *r, uint64_t at) {
  for (uint64_t i = 0; i < r->size[OLD]; i++)
    if (r->to[i] == (int64_t)at) return i;
  return r->size[OLD] + at + 1;
}

static uint64_t token(uint64_t kind, uint64_t a, uint64_t b) { return hash_join(hash_join(kind + 77, a), b) | 1; }

static uint64_t size_token(const struct moved *m, int side, uint64_t value) {
  for (uint32_t r = 0; r < m->layouts->count; r++) {
    uint64_t size = m->layouts->records[r].size[side];
    if (value && value % size == 0) return token(1, r, value / size);
  }
  return 0;
}

uint64_t moved_global_token(const struct moved *m, int side, uint32_t global, uint64_t value) {
  const struct moved_object *o = m ? moved_find(m, side, STATIC_GLOBAL, global) : NULL;
  if (!o || side == OLD) return value;
  for (uint64_t i = 0; i <= o->size[OLD]; i++)
    if (o->to[i] == (int64_t)value) return i;
  return o->size[OLD] + 1 + value;
}

uint64_t moved_token(const struct moved *m, int side, uint32_t ins, uint32_t k, uint64_t value) {
  const struct ir_program *p = m->side[side]->program;
  const struct ir_ins *i = &p->ins[ins];
  if (ir_op_is_block_access((enum ir_op)i->op) || i->op == IR_LEA) return k == 2 ? size_token(m, side, value) : 0;
  if (i->op == IR_CALL || i->op == IR_ALLOCA) {
    uint64_t bytes;
    bool asks = i->op == IR_ALLOCA ? k == 0 : moved_asks(p, i, &bytes);
    return asks ? size_token(m, side, value) : 0;
  }
  if (i->op != IR_ADD || k != 1) return 0;
  const struct ir_reg *r = &p->regs[ir_function_of(p, ins)->first_reg + i->dst];
  uint32_t record = m->layouts->record_of[side][r->pointee];
  if (record == IR_NONE || r->at < value) return 0;
  uint64_t at = side == OLD ? r->at : old_place(&m->layouts->records[record], r->at);
  return token(2, record, at);
}

/* What only the new version knows: bytes of an object on the heap that the old version never reads, because the object
   is larger now or because they lay between its members. Whatever is written there, no old code finds it; whoever reads
   it may find anything.

   And objects that are larger now: everything that the old version does with one it does with the new one's first
   bytes, as long as it stays inside. If it never fails, it does. */
#include <string.h>

#include "change/moved.h"
#include "equivalence/inside.h"
#include "util/mutate.h"

enum { ROOM = 16 };

/* ---- objects that are larger now ---- */

static bool sizes_matter(const struct work *w) {
  return (static_tells(w->statics[OLD]) | static_tells(w->statics[NEW])) &
         (STATIC_TELLS_ADDRESSES | STATIC_TELLS_NUMBERS);
}

/* The sizes of what two calls allocate; the second is at least as large. */
static bool grows(const struct work *w, uint32_t old, uint32_t new, uint64_t bytes[2]) {
  enum { MOST_BYTES = 1 << 16 };
  const struct ir_program *p = w->p[OLD], *q = w->p[NEW];
  if (!moved_asks(p, &p->ins[old], &bytes[OLD]) || !moved_asks(q, &q->ins[new], &bytes[NEW])) return false;
  if (strcmp(ir_text(p, p->functions[p->ins[old].a].name), ir_text(q, q->functions[q->ins[new].a].name))) return false;
  return bytes[OLD] && bytes[NEW] >= bytes[OLD] && bytes[NEW] <= MOST_BYTES;
}

bool own_allocates_more(const struct work *w, uint32_t old, uint32_t new) {
  uint64_t bytes[2];
  return w->statics[OLD] && grows(w, old, new, bytes) && !sizes_matter(w);
}

/* An operand points to the beginning of such objects, which are so large. */
static bool is_whole(const struct work *w, const uint32_t ins[2], ir_value old, ir_value new, const uint64_t size[2]) {
  struct static_location l[2][ROOM];
  uint64_t bytes[2];
  uint32_t n = static_points(w->statics[OLD], ins[OLD], old, l[OLD], ROOM);
  uint32_t m = static_points(w->statics[NEW], ins[NEW], new, l[NEW], ROOM);
  if (!n || n != m || n > ROOM) return false;
  for (uint32_t i = 0; i < n; i++) {
    bool found = false;
    if (l[OLD][i].kind != STATIC_HEAP || l[OLD][i].stride || l[OLD][i].offset) return false;
    for (uint32_t k = 0; k < m && !found; k++)
      found = l[NEW][k].kind == STATIC_HEAP && !l[NEW][k].stride && !l[NEW][k].offset &&
              w->c[OLD]->ins[l[OLD][i].index] == l[NEW][k].index && grows(w, l[OLD][i].index, l[NEW][k].index, bytes) &&
              bytes[OLD] == size[OLD] && bytes[NEW] == size[NEW];
    if (!found) return false;
  }
  return true;
}

static bool const_at(const struct ir_program *p, ir_value v, uint64_t *value) {
  if (!ir_is_const(v) || p->consts[ir_const_index(v)].kind != IR_CONST_INT) return false;
  *value = p->consts[ir_const_index(v)].value;
  return true;
}

bool own_fills_more(const struct work *w, uint32_t old, uint32_t new) {
  const struct ir_ins *x = &w->p[OLD]->ins[old], *y = &w->p[NEW]->ins[new];
  uint64_t size[2];
  if (!w->statics[OLD] || !ir_op_is_block_access((enum ir_op)x->op) || x->op != y->op || sizes_matter(w)) return false;
  if (!const_at(w->p[OLD], x->c, &size[OLD]) || !const_at(w->p[NEW], y->c, &size[NEW]) || size[NEW] < size[OLD])
    return false;
  const uint32_t ins[2] = {old, new};
  return is_whole(w, ins, x->a, y->a, size) && (x->op == IR_MEMSET || is_whole(w, ins, x->b, y->b, size));
}

/* ---- who reads ---- */

/* May the old instruction read these bytes? */
static bool may_read(const struct work *w, uint32_t ins, const struct static_location *read,
                     const struct static_location *own) {
  if (read->kind == STATIC_ANYTHING || read->kind == STATIC_POOL) return true;
  if (read->kind != own->kind || read->index != own->index || !static_locations_overlap(read, own)) return false;
  return !read->stride || static_lowest(w->statics[OLD], ins, read->object) < own->offset + (int64_t)own->width;
}

static bool old_may_read(const struct work *w, const struct static_location *own) {
  const struct statics *s = w->statics[OLD];
  struct static_location l[ROOM];
  for (uint32_t i = 0; i < w->p[OLD]->nins; i++) {
    if (!static_is_live(s, i)) continue;
    if (MUTATED(EQUIVALENCE_OWN) && ir_function_of(w->p[OLD], i)->flags & IR_FN_LIBRARY) continue;
    uint32_t count = static_reads(s, i, l, ROOM);
    for (uint32_t k = 0; k < count && k < ROOM; k++)
      if (may_read(w, i, &l[k], own)) return true;
    if (count > ROOM) return true;
  }
  return false;
}

/* ---- accesses ---- */

/* `further`: behind the end of the old version's object, which it stays inside of unless it fails. */
static bool is_own(const struct work *w, const struct static_location *l, bool *further) {
  uint64_t bytes[2];
  if (l->kind != STATIC_HEAP || l->stride || l->offset < 0 || !l->width) return false;
  uint32_t old = w->c[NEW]->ins[l->index];
  uint64_t end = (uint64_t)l->offset + l->width;
  if (old == IR_NONE || !grows(w, old, l->index, bytes) || end > bytes[NEW]) return false;
  if ((uint64_t)l->offset >= bytes[OLD]) return *further = true;
  if (end > bytes[OLD]) return false;
  struct static_location own = *l;
  own.index = old;
  return !old_may_read(w, &own);
}

static enum own look_at(const struct work *w, uint32_t ins) {
  struct static_location l[ROOM];
  bool further = false;
  bool load = w->p[NEW]->ins[ins].op == IR_LOAD;
  uint32_t count = (load ? static_reads : static_writes)(w->statics[NEW], ins, l, ROOM);
  for (uint32_t k = 0; k < count && k < ROOM; k++)
    if (!is_own(w, &l[k], &further)) return OWN_NOT;
  return !count || count > ROOM ? OWN_NOT : further ? OWN_FURTHER : OWN_INSIDE;
}

enum own own_accesses(const struct work *w, int side, uint32_t ins) {
  if (side != NEW || !w->statics[NEW] || sizes_matter(w)) return OWN_NOT;
  if (w->own[ins] == OWN_UNKNOWN) w->own[ins] = (uint8_t)look_at(w, ins);
  return (enum own)w->own[ins];
}

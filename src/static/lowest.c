/* Elements of an array that lies inside of an object: an index without sign only leads forward, so nothing that lies
   before the array is accessed. The analysis of pointers does not know where an index begins, nor where it ends. */
#include "ir/thread_functions.h"
#include "static/inside.h"

enum { ROOM = 16, MOST_STEPS = 8, MOST_BYTES = 1 << 20 };

static const struct ir_ins *writer_of(const struct statics *s, const struct ir_function *f, ir_value v) {
  uint32_t count;
  if (ir_is_const(v) || (uint32_t)v < f->nparams) return NULL;
  const uint32_t *writers = table_row(&s->definitions, f->first_reg + (uint32_t)v, &count);
  return count == 1 ? &s->p->ins[writers[0]] : NULL;
}

static bool small_step(const struct ir_program *p, ir_value v, int64_t *by) {
  if (!ir_is_const(v) || p->consts[ir_const_index(v)].kind != IR_CONST_INT) return false;
  uint64_t value = p->consts[ir_const_index(v)].value;
  *by = (int64_t)value;
  return value < MOST_BYTES;
}

/* The lowest place of the object that an operand may point to; INT64_MIN: not known. */
static int64_t lowest_of(const struct statics *s, uint32_t ins, ir_value v, uint32_t object) {
  struct static_location l[ROOM];
  const struct ir_function *f = function_at(s, ins);
  int64_t from = 0, by, lowest = INT64_MAX;
  for (unsigned step = 0; step < MOST_STEPS; step++) {
    const struct ir_ins *w = writer_of(s, f, v);
    if (!w) break;
    if (w->op == IR_ADD && small_step(s->p, w->b, &by)) {
      from += by;
    } else if (w->op == IR_LEA && w->c >= 0) {
      const struct ir_ins *index = writer_of(s, f, w->b);
      if (!index || index->op != IR_ZEXT) break;
    } else {
      break;
    }
    v = w->a;
  }
  uint32_t count = static_points(s, ins, v, l, ROOM);
  if (count > ROOM) return INT64_MIN;
  for (uint32_t i = 0; i < count; i++) {
    if (l[i].kind == STATIC_ANYTHING) return INT64_MIN;
    if (l[i].object != object) continue;
    if (l[i].stride) return INT64_MIN;
    if (l[i].offset + from < lowest) lowest = l[i].offset + from;
  }
  return lowest == INT64_MAX ? INT64_MIN : lowest;
}

/* Of a function of the thread library: what it is given to read and write. */
static int64_t lowest_touched(const struct statics *s, uint32_t ins, uint32_t object) {
  struct static_location l[ROOM];
  const struct ir_ins *call = &s->p->ins[ins];
  const struct thread_function *row = thread_function_named(ir_text(s->p, s->p->functions[call->a].name));
  int64_t lowest = INT64_MAX;
  for (const struct thread_touch *t = row ? row->touches : NULL; t && (t->reads || t->writes); t++) {
    if (t->argument >= (uint32_t)call->c) continue;
    ir_value v = s->p->extra[call->b + (int32_t)t->argument];
    uint32_t count = static_points(s, ins, v, l, ROOM);
    bool there = count > ROOM;
    for (uint32_t i = 0; i < count && i < ROOM; i++) there |= l[i].object == object || l[i].kind == STATIC_ANYTHING;
    int64_t one = there ? lowest_of(s, ins, v, object) : INT64_MAX;
    if (one < lowest) lowest = one;
  }
  return lowest == INT64_MAX ? INT64_MIN : lowest;
}

int64_t static_lowest(const struct statics *s, uint32_t ins, uint32_t object) {
  const struct ir_ins *i = &s->p->ins[ins];
  if (ir_op_is_scalar_access((enum ir_op)i->op)) return lowest_of(s, ins, i->a, object);
  return i->op == IR_CALL && !s->p->functions[i->a].nins ? lowest_touched(s, ins, object) : INT64_MIN;
}

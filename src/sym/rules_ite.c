/* If-then-else and reads of tables. Normal form: the condition is never a NOT; an if-then-else of one bit with a
   constant arm is boolean structure; of two constants 1 and 0 it is an extension of the condition. */
#include "sym/node.h"

static bool both_const(const struct sym *s, sym_id a, sym_id b) { return is_const(s, a) && is_const(s, b); }
static bool is_const_ite(const struct sym *s, sym_id a) {
  return is(s, a, SYM_ITE) && both_const(s, right(s, a), at(s, a)->c);
}

/* match:  ite(c, k1, k2) OP k   k OP ite(c, k1, k2)       result: ite(c, k1 OP k, k2 OP k) */
sym_id rules_ite_operand(struct sym *s, enum sym_op op, sym_id a, sym_id b) {
  bool first = is_const_ite(s, a);
  if (first ? !is_const(s, b) : !(is_const(s, a) && is_const_ite(s, b))) return 0;
  sym_id ite = first ? a : b, c = left(s, ite), x = right(s, ite), y = at(s, ite)->c;
  sym_id yes = first ? sym_binary(s, op, x, b) : sym_binary(s, op, a, x);
  return sym_ite(s, c, yes, first ? sym_binary(s, op, y, b) : sym_binary(s, op, a, y));
}

/* match:  ite(k, x, y)   ite(c, x, x)   ite(~c, x, y)     result: x or y   x   ite(c, y, x) */
static sym_id ite_trivial(struct sym *s, sym_id c, sym_id yes, sym_id no) {
  if (is_const(s, c)) return value_of(s, c) ? yes : no;
  if (yes == no) return yes;
  return is(s, c, SYM_NOT) ? sym_ite(s, left(s, c), no, yes) : 0;
}

/* match:  ite(c, 1, y)   ite(c, 0, y)   ite(c, x, 1)   ite(c, x, 0) of one bit        result: c|y   ~c&y   ~c|x   c&x
   match:  ite(c, c, y)   ite(c, x, c)                                                  result: c|y   c&x */
static sym_id ite_boolean(struct sym *s, sym_id c, sym_id yes, sym_id no) {
  if (width_of(s, yes) != 1) return 0;
  if (is_value(s, yes, 1) || yes == c) return sym_binary(s, SYM_OR, c, no);
  if (is_value(s, yes, 0)) return sym_binary(s, SYM_AND, sym_not(s, c), no);
  if (is_value(s, no, 1)) return sym_binary(s, SYM_OR, sym_not(s, c), yes);
  return is_value(s, no, 0) || no == c ? sym_binary(s, SYM_AND, c, yes) : 0;
}

/* match:  ite(c, 1, 0)  ite(c, 0, 1)  ite(c, -1, 0)  ite(c, 0, -1)     result: zext(c)  zext(~c)  sext(c)  sext(~c) */
static sym_id ite_extension(struct sym *s, sym_id c, sym_id yes, sym_id no) {
  if (!both_const(s, yes, no)) return 0;
  unsigned w = width_of(s, yes);
  bool turned = value_of(s, yes) == 0;
  uint64_t k = turned ? value_of(s, no) : value_of(s, yes);
  if (value_of(s, turned ? yes : no) != 0 || (k != 1 && k != mask_of(w))) return 0;
  sym_id bit = turned ? sym_not(s, c) : c;
  return k == 1 ? sym_zext(s, bit, w) : sym_sext(s, bit, w);
}

/* match:  ite(c, ite(c, x, y), z)   ite(c, x, ite(c, y, z))       result: ite(c, x, z) */
static sym_id ite_same_condition(struct sym *s, sym_id c, sym_id yes, sym_id no) {
  if (is(s, yes, SYM_ITE) && left(s, yes) == c) return sym_ite(s, c, right(s, yes), no);
  if (is(s, no, SYM_ITE) && left(s, no) == c) return sym_ite(s, c, yes, at(s, no)->c);
  return 0;
}

/* match:  ite(c, ite(d, x, y), y)         result: ite(c & d, x, y)
   match:  ite(c, ite(d, x, y), x)         result: ite(c & ~d, y, x)
   match:  ite(c, x, ite(d, x, y))         result: ite(c | d, x, y)
   match:  ite(c, x, ite(d, y, x))         result: ite(~c & d, y, x) */
static sym_id ite_shared_arm(struct sym *s, sym_id c, sym_id yes, sym_id no) {
  if (is(s, yes, SYM_ITE)) {
    sym_id d = left(s, yes), x = right(s, yes), y = at(s, yes)->c;
    if (y == no) return sym_ite(s, sym_binary(s, SYM_AND, c, d), x, no);
    if (x == no) return sym_ite(s, sym_binary(s, SYM_AND, c, sym_not(s, d)), y, no);
  }
  if (is(s, no, SYM_ITE)) {
    sym_id d = left(s, no), x = right(s, no), y = at(s, no)->c;
    if (x == yes) return sym_ite(s, sym_binary(s, SYM_OR, c, d), yes, y);
    if (y == yes) return sym_ite(s, sym_binary(s, SYM_AND, sym_not(s, c), d), x, yes);
  }
  return 0;
}

/* match:  ite(x == y, x, y)               result: y
   match:  ite(x == y, y, x)               result: x */
static sym_id ite_equal_arms(struct sym *s, sym_id c, sym_id yes, sym_id no) {
  if (!is(s, c, SYM_EQ)) return 0;
  sym_id x = left(s, c), y = right(s, c);
  return (x == yes && y == no) || (x == no && y == yes) ? no : 0;
}

/* match:  ite(c, zext(x), zext(y)) of one inner width; a constant that fits counts        result: zext(ite(c, x, y)) */
static sym_id ite_zext(struct sym *s, sym_id c, sym_id yes, sym_id no) {
  sym_id lead = is(s, yes, SYM_ZEXT) ? yes : no, other = lead == yes ? no : yes;
  if (!is(s, lead, SYM_ZEXT)) return 0;
  unsigned inner = width_of(s, left(s, lead)), w = width_of(s, lead);
  bool alike = is(s, other, SYM_ZEXT) && width_of(s, left(s, other)) == inner;
  if (!alike && !(is_const(s, other) && value_of(s, other) <= mask_of(inner))) return 0;
  sym_id x = sym_extract(s, yes, 0, inner);
  return sym_zext(s, sym_ite(s, c, x, sym_extract(s, no, 0, inner)), w);
}

sym_id rules_ite(struct sym *s, sym_id c, sym_id yes, sym_id no) {
  sym_id r;
  if ((r = ite_trivial(s, c, yes, no)) || (r = ite_boolean(s, c, yes, no)) || (r = ite_extension(s, c, yes, no)) ||
      (r = ite_same_condition(s, c, yes, no)) || (r = ite_shared_arm(s, c, yes, no)) ||
      (r = ite_equal_arms(s, c, yes, no)) || (r = ite_zext(s, c, yes, no)))
    return r;
  return 0;
}

sym_id sym_ite(struct sym *s, sym_id c, sym_id yes, sym_id no) {
  unsigned w = width_of(s, yes);
  ASSERT(width_of(s, c) == 1 && width_of(s, no) == w);
  enter(s);
  sym_id r = leave(s, rules_ite(s, c, yes, no));
  return r ? r : node_make(s, (struct node){.op = SYM_ITE, .width = w, .a = c, .b = yes, .c = no});
}

/* -- reads --------------------------------------------------------------------------------------------------------- */

/* match:  all elements that the index can reach are equal (a constant index reaches one)  result: that element */
static sym_id read_one_value(const struct sym *s, const struct table *t, sym_id index) {
  uint64_t first = s->known[index].min, last = s->known[index].max;
  const sym_id *elements = s->elements.data + t->first;
  if (first >= t->count) first = t->count - 1;
  if (last >= t->count) last = t->count - 1;
  for (uint64_t i = first + 1; i <= last; i++)
    if (elements[i] != elements[first]) return 0;
  return elements[first];
}

/* match:  read(zext(i))                   result: read(i) */
sym_id sym_read(struct sym *s, uint32_t table, sym_id index) {
  ASSERT(table < s->tables.count);
  const struct table *t = &s->tables.data[table];
  sym_id r = read_one_value(s, t, index);
  if (r) return r;
  if (is(s, index, SYM_ZEXT)) index = left(s, index);
  return node_make(s, (struct node){.op = SYM_READ, .width = t->width, .a = index, .b = table});
}

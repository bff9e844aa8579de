/* Accesses that no other thread can notice.

   An access to variables that live for ever is alone if no access that conflicts with it, one of the two being a write,
   may be executed by another thread at the same time. What main does before a thread is created or after it is joined
   is not at the same time; a thread function that may run twice is two threads. Places count, not whole objects: the
   elements of an array that an index does not reach are other places. */
#include "static/inside.h"
#include "static/points.h"
#include "util/map.h"
#include "util/mutate.h"

enum { MOST_QUESTIONS = 1 << 22 }; /* pairs of instructions; what is asked beyond them is not alone */

struct question {
  const struct statics *s;
  struct map parallel; /* pairs of code that is executed at the same times -> 1 + answer */
  uint32_t asked;
};

/* Instructions with equal numbers are executed by the same threads at the same times. */
static uint64_t time_of(const struct statics *s, uint32_t ins) {
  uint32_t function = s->function_of[ins];
  return function == s->p->entry ? s->p->nfunctions + s->segment_of[ins] : function;
}

static bool are_parallel(struct question *q, uint32_t a, uint32_t b) {
  uint64_t key = time_of(q->s, a) << 32 | time_of(q->s, b);
  uint32_t answer;
  if (++q->asked > MOST_QUESTIONS) return true;
  if (!map_get(&q->parallel, key, &answer)) {
    answer =
        1 + (static_in_parallel(q->s, a, b) && !(MUTATED(SHARE_MANY) && q->s->function_of[a] == q->s->function_of[b]));
    map_put(&q->parallel, key, answer);
  }
  return answer > 1;
}

static bool meets_any(struct question *q, uint32_t ins, const struct table *users, uint32_t cell) {
  uint32_t count;
  const uint32_t *all = table_row(users, cell, &count);
  for (uint32_t i = 0; i < count; i++)
    if (are_parallel(q, ins, all[i])) return true;
  return false;
}

/* Does the access meet another one of the object's, of the places that `cell` reaches (NULL: all)? */
static bool meets_in(struct question *q, uint32_t ins, uint32_t object, const struct cell *cell, bool writes) {
  const struct statics *s = q->s;
  uint32_t count;
  const uint32_t *cells = table_row(&s->object_cells, object, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (cell && !cells_overlap(cell, &s->cells.data[cells[i]])) continue;
    if (meets_any(q, ins, &s->writers, cells[i]) || (writes && meets_any(q, ins, &s->readers, cells[i]))) return true;
  }
  return false;
}

static bool cells_are_alone(struct question *q, uint32_t ins, const struct table *accesses, bool writes) {
  const struct statics *s = q->s;
  uint32_t count;
  const uint32_t *cells = table_row(accesses, ins, &count);
  for (uint32_t i = 0; i < count; i++) {
    const struct cell *c = &s->cells.data[cells[i]];
    if (s->points->objects.data[c->object].kind != STATIC_GLOBAL) return false;
    if (meets_in(q, ins, c->object, c, writes) || meets_in(q, ins, s->points->anything, NULL, writes)) return false;
  }
  return true;
}

struct static_set static_alone(const struct statics *s) {
  struct static_set set = static_set_new(s);
  struct question q = {.s = s};
  for (uint32_t i = 0; s->threads.count && i < s->p->nins; i++) {
    uint32_t reads, writes;
    if (!is_live(s, i) || !ir_op_is_scalar_access(s->p->ins[i].op)) continue;
    table_row(&s->reads, i, &reads);
    table_row(&s->writes, i, &writes);
    if (reads + writes && cells_are_alone(&q, i, &s->reads, false) && cells_are_alone(&q, i, &s->writes, true))
      static_set_add(&set, i);
  }
  map_free(&q.parallel);
  return set;
}

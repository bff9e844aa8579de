/* Threads that nothing in the program can tell apart: those of one start function, created and joined by the first
   thread alone. Something can if a number comes from who a thread is: from its own identity, from an address of its own
   memory that is looked at as a number, from a lock that is looked at as data. Where in the program that happens does
   not matter: then no threads are alike. A handle is a number like any other for who does not know his own. What
   remains to be asked is asked of each state: whether the arguments are equal, and what the first thread joins at one
   go (vm/join_ahead.c).

   Code of the library is taken to compare addresses inside one object only, as in reuse_visible.c. */
#include <string.h>

#include "ir/thread_functions.h"
#include "static/inside.h"
#include "static/points.h"
#include "util/mutate.h"

struct search {
  const struct statics *s;
  list creations;
  list locks; /* calls that write who holds a lock into it */
  bool joins, exits, asks;
};

static const char *callee_of(const struct statics *s, uint32_t i) {
  const struct ir_ins *ins = &s->p->ins[i];
  return ins->op == IR_CALL ? ir_text(s->p, s->p->functions[ins->a].name) : "";
}

static bool is_library(const struct statics *s, uint32_t i) { return function_at(s, i)->flags & IR_FN_LIBRARY; }

static bool takes_lock(const char *name) {
  const struct thread_function *f = thread_function_named(name);
  for (uint32_t k = 0; f && k < THREAD_MOST_TOUCHES && (f->touches[k].reads || f->touches[k].writes); k++) {
    uint8_t object = f->touches[k].object;
    if (object == THREAD_OBJECT_MUTEX || object == THREAD_OBJECT_RWLOCK || object == THREAD_OBJECT_SPIN) return true;
  }
  return false;
}

static bool is_of_first_thread(const struct statics *s, uint32_t ins) {
  for (uint32_t u = 0; u < s->threads.count; u++)
    if (thread_executes(s, u, s->function_of[ins])) return false;
  return true;
}

static void look_at_calls(struct search *x) {
  for (uint32_t i = 0; i < x->s->p->nins; i++) {
    if (!is_live(x->s, i)) continue;
    const char *name = callee_of(x->s, i);
    if (is_creation(x->s, i)) vec_push(&x->creations, i);
    else if (*name && takes_lock(name)) vec_push(&x->locks, i);
    x->joins |= (thread_function_order(name) & THREAD_JOINS) != 0;
    x->asks |= (thread_function_order(name) & THREAD_ASKS) != 0;
    x->exits |= !strcmp(name, "pthread_exit") || !strcmp(name, "thrd_exit");
  }
}

/* Does it read what one of these instructions writes? */
static bool reads_what(const struct statics *s, uint32_t i, const list *writers) {
  uint32_t nread, nwritten;
  const uint32_t *read = table_row(&s->reads, i, &nread);
  for (uint32_t c = 0; c < writers->count; c++) {
    const uint32_t *written = table_row(&s->writes, writers->data[c], &nwritten);
    for (uint32_t k = 0; k < nread * nwritten; k++) {
      const struct cell *a = &s->cells.data[read[k / nwritten]], *b = &s->cells.data[written[k % nwritten]];
      if (a->object == b->object && cells_overlap(a, b)) return true;
    }
  }
  return false;
}

/* May it be an address of a thread's own memory? escaped: of such that another thread may know. */
static bool is_own_address(const struct statics *s, uint32_t i, ir_value v, bool escaped) {
  list locations = {0};
  bool some = false;
  points_of(s->points, s->function_of[i], v, &locations);
  for (uint32_t k = 0; k < locations.count; k++) {
    uint32_t object = s->points->locations.data[locations.data[k]].object;
    const struct object *o = &s->points->objects.data[object];
    bool own = object_is_on_heap(o) || o->kind == STATIC_STACK || o->kind == STATIC_TLS || o->kind == STATIC_VARIABLE;
    some |= own && (!escaped || s->escaped[object]);
  }
  vec_free(&locations);
  return some;
}

/* A part of an address is not known as one any more. */
static bool takes_part_of_address(const struct statics *s, uint32_t i) {
  const struct ir_ins *ins = &s->p->ins[i];
  return ins->width < s->p->pointer_bits && ins->dst != IR_NONE && is_own_address(s, i, (ir_value)ins->dst, false);
}

/* The same variable of two threads is one object here, but two addresses. */
static bool compares_order(const struct statics *s, uint32_t i) {
  const struct ir_ins *ins = &s->p->ins[i];
  if (ir_ops[ins->op].address != IR_ADDRESS_ORDER) return false;
  return is_own_address(s, i, ins->a, true) || is_own_address(s, i, ins->b, true);
}

static bool tells(const struct search *x, uint32_t i) {
  const struct statics *s = x->s;
  const struct ir_ins *ins = &s->p->ins[i];
  enum ir_access access = ir_ops[ins->op].access;
  if (compares_order(s, i)) return !MUTATED(ALIKE_ADDRESS);
  if (access == IR_ACCESS_COPY) return reads_what(s, i, &x->locks);
  if (access != IR_ACCESS_READ && access != IR_ACCESS_UPDATE) return false;
  return reads_what(s, i, &x->locks) || takes_part_of_address(s, i);
}

static bool anything_tells(const struct search *x) {
  const struct statics *s = x->s;
  struct static_set users = static_set_new(s);
  bool told = x->asks && !MUTATED(ALIKE_SELF);
  if (!MUTATED(ALIKE_ADDRESS)) static_add_address_users(s, &users);
  for (uint32_t i = 0; i < s->p->nins && !told; i++)
    if (is_live(s, i) && !is_library(s, i)) told = static_set_has(&users, i) || tells(x, i);
  /* threads that were created have no children */
  for (uint32_t c = 0; c < x->creations.count && !told; c++) told = !is_of_first_thread(s, x->creations.data[c]);
  static_set_free(&users);
  return told;
}

/* Only the first thread writes it? Then it holds what it does until the first thread goes on. */
bool static_is_steady(const struct statics *s, uint32_t ins) {
  uint32_t nread, ncells, nwriters;
  const uint32_t *read = table_row(&s->reads, ins, &nread);
  for (uint32_t k = 0; k < nread; k++) {
    const struct cell *a = &s->cells.data[read[k]];
    const uint32_t *cells = table_row(&s->object_cells, a->object, &ncells);
    for (uint32_t c = 0; c < ncells; c++) {
      const uint32_t *writers = table_row(&s->writers, cells[c], &nwriters);
      for (uint32_t w = 0; w < nwriters && cells_overlap(a, &s->cells.data[cells[c]]); w++)
        if (!is_of_first_thread(s, writers[w])) return false;
    }
  }
  return nread > 0;
}

static bool returns_constant(const struct statics *s, uint32_t function) {
  uint32_t count;
  const uint32_t *returns = table_row(&s->returns_of, function, &count);
  ir_value first = 0;
  for (uint32_t k = 0; k < count; k++) {
    const struct ir_ins *ret = &s->p->ins[returns[k]];
    if (ret->c != 1 || !ir_is_const(s->p->extra[ret->b])) return false;
    if (k && s->p->extra[ret->b] != first) return false;
    first = s->p->extra[ret->b];
  }
  return count > 0;
}

void static_find_alike(const struct statics *s, uint8_t *alike) {
  struct search x = {.s = s};
  memset(alike, 0, s->p->nfunctions);
  look_at_calls(&x);
  if (x.creations.count && s->p->pointer_bits == 64 && !anything_tells(&x))
    for (uint32_t u = 0; u < s->threads.count; u++) {
      uint32_t function = s->threads.data[u].function;
      unsigned flags = STATIC_ALIKE | (x.joins ? 0 : STATIC_NOT_JOINED);
      if ((!x.exits && returns_constant(s, function)) || MUTATED(ALIKE_RESULT)) flags |= STATIC_SAME_RESULT;
      alike[function] = (uint8_t)flags;
    }
  vec_free(&x.creations);
  vec_free(&x.locks);
}

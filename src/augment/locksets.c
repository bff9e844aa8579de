/* Locksets of two versions, context by context.

   Both versions are analysed from their threads on. Then they are walked side by side: a call and its match lead from
   a pair of contexts to another one, and where the sets of an instruction and its match are not the same, they
   differ. */
#include "augment/locksets_inside.h"

typedef VEC(uint64_t) keys;

/* ---- opening ---- */

static void find_definitions(struct side *x) {
  const struct ir_program *p = x->p;
  x->definition = mem_alloc((p->nregs + 1) * sizeof *x->definition);
  x->function_of = mem_alloc((p->nins + 1) * sizeof *x->function_of);
  for (uint64_t i = 0; i < p->nregs; i++) x->definition[i] = IR_NONE;
  for (uint32_t f = 0; f < p->nfunctions; f++) {
    const struct ir_function *function = &p->functions[f];
    for (uint32_t i = function->first_ins; i < function->first_ins + function->nins; i++) {
      x->function_of[i] = f;
      for (uint32_t k = 0; k < ir_result_count(&p->ins[i]); k++) {
        uint32_t *definition = &x->definition[function->first_reg + p->ins[i].dst + k];
        bool parameter = p->ins[i].dst + k < function->nparams;
        *definition = *definition == IR_NONE && !parameter ? i : SEVERAL;
      }
    }
  }
}

static void open_side(struct side *x, const struct change_side *c, const struct statics *s) {
  const struct ir_program *p = c->program;
  *x = (struct side){.p = p, .s = s, .c = c};
  find_definitions(x);
  x->acts = mem_zalloc(p->nfunctions + 1);
  x->ncontexts = mem_zalloc((p->nfunctions + 1) * sizeof *x->ncontexts);
  x->newest = mem_alloc((p->nfunctions + 1) * sizeof *x->newest);
  for (uint32_t f = 0; f < p->nfunctions; f++) {
    const struct thread_function *row = thread_function_named(ir_text(p, p->functions[f].name));
    x->acts[f] = (uint8_t)(row ? row->lock : THREAD_LOCK_NONE); /* what the library does inside is not looked at */
    x->newest[f] = IR_NONE;
  }
}

/* ---- where threads begin ---- */

static bool is_own(const struct ir_program *p, uint32_t f) {
  return !(p->functions[f].flags & IR_FN_LIBRARY) && p->functions[f].nins;
}

static void add_once(lock_list *list, uint32_t f) {
  for (uint32_t i = 0; i < list->count; i++)
    if (list->data[i] == f) return;
  vec_push(list, f);
}

/* A start function of the library calls one of the program's. */
static void add_start(const struct side *x, uint32_t function, lock_list *roots) {
  const struct ir_function *f = &x->p->functions[function];
  if (is_own(x->p, function)) add_once(roots, function);
  for (uint32_t i = f->first_ins; !is_own(x->p, function) && i < f->first_ins + f->nins; i++) {
    const uint32_t *callees;
    uint32_t count = x->p->ins[i].op == IR_ICALL ? static_callees(x->s, i, &callees) : 0;
    for (uint32_t k = 0; k < count; k++)
      if (is_own(x->p, callees[k])) add_once(roots, callees[k]);
  }
}

static lock_list roots_of(const struct side *x) {
  lock_list roots = {0};
  const struct static_thread *threads;
  uint32_t count = static_threads(x->s, &threads);
  add_once(&roots, x->p->entry);
  for (uint64_t i = 0; i < x->p->nctors; i++) add_start(x, x->p->ctors[i], &roots);
  for (uint64_t i = 0; i < x->p->ndtors; i++) add_start(x, x->p->dtors[i], &roots);
  for (uint32_t t = 0; t < count; t++) add_start(x, threads[t].function, &roots);
  return roots;
}

/* ---- contexts that runs enter ---- */

static uint32_t set_at(const struct side *x, uint32_t context, uint32_t ins) {
  const struct analysed *a = &x->contexts.data[context];
  return a->at[ins - x->p->functions[a->function].first_ins];
}

static uint32_t context_of(struct locksets *l, int side, uint32_t function, uint32_t call, uint32_t set) {
  return flow_analyse(l, side, function, flow_down(l, side, call, set));
}

static void enter(struct side *x, uint32_t context, lock_list *todo) {
  if (x->contexts.data[context].real) return;
  x->contexts.data[context].real = true;
  vec_push(todo, context);
}

static void walk_side(struct locksets *l, int side) {
  struct side *x = &l->side[side];
  lock_list todo = {0}, roots = roots_of(x), callees = {0};
  for (uint32_t i = 0; i < roots.count; i++) enter(x, flow_analyse(l, side, roots.data[i], 0), &todo);
  while (todo.count) {
    uint32_t context = vec_pop(&todo);
    const struct ir_function *f = &x->p->functions[x->contexts.data[context].function];
    for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
      uint32_t set = set_at(x, context, i);
      if (set == UNREACHED || ir_ops[x->p->ins[i].op].class != IR_CLASS_CALL) continue;
      flow_callees(l, side, i, &callees);
      for (uint32_t k = 0; k < callees.count; k++) enter(x, context_of(l, side, callees.data[k], i, set), &todo);
    }
  }
  vec_free(&todo);
  vec_free(&roots);
  vec_free(&callees);
}

static bool ever_held(const struct side *x, uint32_t ins, uint32_t set) {
  for (uint32_t c = x->newest[x->function_of[ins]]; c != IR_NONE; c = x->contexts.data[c].next)
    if (x->contexts.data[c].real && set_at(x, c, ins) == set) return true;
  return false;
}

/* ---- both versions side by side ---- */

struct walk {
  struct locksets *l;
  struct map seen;
  keys todo; /* context of the new version, and of the old one or IR_NONE */
};

static void add_pair(struct walk *w, uint32_t new, uint32_t old) {
  uint64_t key = (uint64_t)new << 32 | old;
  uint32_t unused;
  if (map_get(&w->seen, key, &unused)) return;
  map_put(&w->seen, key, 1);
  vec_push(&w->todo, key);
}

static void compare_at(struct walk *w, uint32_t new, uint32_t old, uint32_t ins, uint32_t match) {
  struct side *x = &w->l->side[LOCKS_NEW], *y = &w->l->side[LOCKS_OLD];
  uint32_t set = set_at(x, new, ins), before;
  if (set == UNREACHED) return;
  if (old == IR_NONE) {
    w->l->differs[ins] |= !ever_held(y, match, set);
    return;
  }
  before = set_at(y, old, match);
  if (before != UNREACHED) w->l->differs[ins] |= before != set;
}

static bool has_function(const lock_list *list, uint32_t f) {
  for (uint32_t i = 0; i < list->count; i++)
    if (list->data[i] == f) return true;
  return false;
}

static void follow_call(struct walk *w, uint32_t new, uint32_t old, uint32_t call) {
  struct locksets *l = w->l;
  const struct side *x = &l->side[LOCKS_NEW], *y = &l->side[LOCKS_OLD];
  lock_list here = {0}, there = {0};
  uint32_t set = set_at(x, new, call), match = x->c->ins[call], before = UNREACHED;
  if (old != IR_NONE && match != IR_NONE) before = set_at(y, old, match);
  if (set != UNREACHED) flow_callees(l, LOCKS_NEW, call, &here);
  if (before != UNREACHED) flow_callees(l, LOCKS_OLD, match, &there);
  for (uint32_t k = 0; k < here.count; k++) {
    uint32_t other = x->c->function[here.data[k]];
    uint32_t to = context_of(l, LOCKS_NEW, here.data[k], call, set), from = IR_NONE;
    if (other != IR_NONE && has_function(&there, other)) from = context_of(l, LOCKS_OLD, other, match, before);
    add_pair(w, to, from);
  }
  vec_free(&here);
  vec_free(&there);
}

static void walk_both(struct locksets *l) {
  const struct side *x = &l->side[LOCKS_NEW], *y = &l->side[LOCKS_OLD];
  struct walk w = {.l = l};
  lock_list roots = roots_of(x), before = roots_of(y);
  for (uint32_t i = 0; i < roots.count; i++) {
    uint32_t match = x->c->function[roots.data[i]], old = IR_NONE;
    if (match != IR_NONE && has_function(&before, match)) old = flow_analyse(l, LOCKS_OLD, match, 0);
    add_pair(&w, flow_analyse(l, LOCKS_NEW, roots.data[i], 0), old);
  }
  while (w.todo.count) {
    uint64_t key = vec_pop(&w.todo);
    uint32_t new = (uint32_t)(key >> 32), old = (uint32_t)key;
    const struct ir_function *f = &x->p->functions[x->contexts.data[new].function];
    for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
      if (x->c->ins[i] != IR_NONE) compare_at(&w, new, old, i, x->c->ins[i]);
      if (ir_ops[x->p->ins[i].op].class == IR_CLASS_CALL) follow_call(&w, new, old, i);
    }
  }
  vec_free(&w.todo);
  vec_free(&roots);
  vec_free(&before);
  map_free(&w.seen);
}

/* ---- from outside ---- */

struct locksets *locksets_open(const struct change *change, const struct statics *old, const struct statics *new) {
  struct locksets *l = mem_zalloc(sizeof *l);
  lock_list none = {0};
  l->change = change;
  open_side(&l->side[LOCKS_OLD], &change->old, old);
  open_side(&l->side[LOCKS_NEW], &change->new, new);
  l->differs = mem_zalloc(change->new.program->nins + 1);
  sets_intern(&l->sets, &none);
  walk_side(l, LOCKS_OLD);
  walk_side(l, LOCKS_NEW);
  walk_both(l);
  return l;
}

void locksets_close(struct locksets *l) {
  for (int side = LOCKS_OLD; side <= LOCKS_NEW; side++) {
    struct side *x = &l->side[side];
    for (uint32_t i = 0; i < x->contexts.count; i++) free(x->contexts.data[i].at);
    vec_free(&x->contexts);
    map_free(&x->context_ids);
    free(x->definition);
    free(x->function_of);
    free(x->acts);
    free(x->ncontexts);
    free(x->newest);
  }
  terms_free(&l->terms);
  sets_free(&l->sets);
  free(l->differs);
  free(l);
}

bool locksets_differ(const struct locksets *l, uint32_t ins) { return l->differs[ins]; }

void locksets_print(const struct locksets *l, int side, uint32_t ins, FILE *out) {
  const struct side *x = &l->side[side];
  lock_list printed = {0};
  for (uint32_t c = x->newest[x->function_of[ins]]; c != IR_NONE; c = x->contexts.data[c].next) {
    uint32_t set = set_at(x, c, ins);
    if (!x->contexts.data[c].real || set == UNREACHED || has_function(&printed, set)) continue;
    fprintf(out, "%s{", printed.count ? " " : "");
    for (uint32_t i = 0; i < l->sets.all.data[set].count; i++) {
      lock held = l->sets.all.data[set].data[i];
      fprintf(out, "%s%s", i ? ", " : "", held & 1 ? "shared " : "");
      terms_print(l, lock_term(held), out);
    }
    fputc('}', out);
    vec_push(&printed, set);
  }
  vec_free(&printed);
}

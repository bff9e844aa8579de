/* The call graph, from the links that the points-to analysis found; recursion; functions that may not return. */
#include "static/inside.h"
#include "static/loops.h"
#include "static/points.h"

static void find_reached(struct statics *s) {
  s->reached = mem_zalloc((s->p->nfunctions + 1) * sizeof *s->reached);
  for (uint32_t f = 0; f < s->p->nfunctions; f++) s->reached[f] = s->points->newest[f] != IR_NONE;
  for (uint32_t i = 0; i < s->p->nins; i++)
    if (!s->reached[s->function_of[i]]) s->live[i / 64] &= ~((uint64_t)1 << i % 64);
}

/* Calls of any function stand beside the links; such a call may have some of them too. */
static void add_calls_of_any(struct statics *s, pairs *calls) {
  const struct points *x = s->points;
  list any = {0};
  for (uint32_t f = 0; x->any_calls.count && f < s->p->nfunctions; f++)
    if (x->address_taken[f] && s->models[f] == MODEL_NONE) vec_push(&any, f);
  bool *done = mem_zalloc(s->p->nins + 1);
  for (uint32_t i = 0; i < x->any_calls.count; i++) {
    uint32_t ins = x->any_calls.data[i];
    for (uint32_t k = 0; k < any.count && !done[ins]; k++) vec_push(calls, ((struct pair){ins, any.data[k]}));
    done[ins] = true;
  }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < calls->count; i++) {
    struct pair c = calls->data[i];
    bool twice = i < x->links.count && done[c.from] && x->address_taken[c.to] && s->models[c.to] == MODEL_NONE;
    if (!twice) calls->data[kept++] = c;
  }
  calls->count = kept;
  free(done);
  vec_free(&any);
}

static void make_tables(struct statics *s) {
  pairs calls = {0};
  for (uint32_t i = 0; i < s->points->links.count; i++)
    vec_push(&calls, ((struct pair){s->points->links.data[i].ins, s->points->links.data[i].function}));
  add_calls_of_any(s, &calls);
  s->callees = table_make((uint32_t)s->p->nins, calls.data, calls.count);
  for (uint32_t i = 0; i < calls.count; i++) calls.data[i] = (struct pair){calls.data[i].to, calls.data[i].from};
  s->callers = table_make((uint32_t)s->p->nfunctions, calls.data, calls.count);
  vec_free(&calls);
  s->creates = mem_zalloc((s->p->nins + 1) * sizeof *s->creates);
  for (uint32_t i = 0; i < s->points->links.count; i++)
    if (s->models[s->points->links.data[i].function] == MODEL_CREATE) s->creates[s->points->links.data[i].ins] = true;
}

/* The library's first function of a thread calls the start functions of all threads; their arguments come from the
   creations. */
bool is_thread_start(const struct statics *s, uint32_t ins) {
  return s->function_of[ins] == s->thread_main && s->p->ins[ins].op == IR_ICALL;
}

bool is_creation(const struct statics *s, uint32_t ins) { return s->creates[ins]; }

static void find_recursion(struct statics *s) {
  uint32_t n = (uint32_t)s->p->nfunctions;
  pairs calls = {0};
  for (uint32_t i = 0; i < s->p->nins; i++) {
    uint32_t count;
    const uint32_t *callees = table_row(&s->callees, i, &count);
    for (uint32_t k = 0; k < count && !is_creation(s, i); k++)
      vec_push(&calls, ((struct pair){s->function_of[i], callees[k]}));
  }
  struct table t = table_make(n, calls.data, calls.count);
  uint32_t *component = mem_alloc(((size_t)n + 1) * sizeof *component),
           *size = mem_zalloc(((size_t)n + 1) * sizeof *size);
  components_find(n, &t, component);
  for (uint32_t f = 0; f < n; f++) size[component[f]]++;
  s->recursive = mem_zalloc((n + 1) * sizeof *s->recursive);
  for (uint32_t f = 0; f < n; f++) s->recursive[f] = size[component[f]] > 1;
  for (uint32_t i = 0; i < calls.count; i++)
    if (calls.data[i].from == calls.data[i].to) s->recursive[calls.data[i].from] = true;
  free(component);
  free(size);
  table_free(&t);
  vec_free(&calls);
}

/* Where failures are known, atomic sections count as waits: what follows depends on where they begin and end. That a
   join has returned says something about the order of what follows, even if it always does. */
static bool model_may_stop(const struct statics *s, enum model m) {
  if (s->ending && (m == MODEL_ATOMIC || m == MODEL_BLOCK)) return false;
  if (!s->stops) return model_stalls(m);
  return m == MODEL_ATOMIC || (model_stalls(m) && !model_only_fails(m));
}

bool stops_here(const struct statics *s, uint32_t ins) {
  uint16_t op = s->p->ins[ins].op;
  uint32_t count;
  if (is_stop(s, ins) || op == IR_UNSUPPORTED) return true;
  if (op == IR_TRAP || op == IR_UNREACHABLE) return !s->stops;
  if ((op != IR_CALL && op != IR_ICALL) || is_creation(s, ins)) return false;
  const uint32_t *callees = table_row(&s->callees, ins, &count);
  for (uint32_t i = 0; i < count; i++)
    if (s->models[callees[i]] != MODEL_NONE && model_may_stop(s, (enum model)s->models[callees[i]])) return true;
  return false;
}

static bool has_stop(const struct statics *s, const struct ir_function *f) {
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++)
    if (is_live(s, i) && stops_here(s, i)) return true;
  return false;
}

/* Ends the thread, the program or the path, and nobody is told. */
static bool ends_quietly(const struct statics *s, uint32_t ins) {
  uint32_t count;
  const uint32_t *callees = table_row(&s->callees, ins, &count);
  for (uint32_t i = 0; i < count; i++) {
    enum model m = (enum model)s->models[callees[i]];
    if (m == MODEL_EXIT || m == MODEL_THREAD_EXIT || m == MODEL_ASSUME || m == MODEL_UNKNOWN) return true;
  }
  return false;
}

/* A function that cannot return and ends in no other way than by a failure: where failures are known and none of them
   lies in it, it was never called. */
static void find_doom(struct statics *s) {
  bool *other = mem_zalloc((s->p->nfunctions + 1) * sizeof *other);
  list todo = {0};
  s->dooms = mem_zalloc((s->p->nfunctions + 1) * sizeof *s->dooms);
  for (uint32_t i = 0; s->stops && i < s->p->nins; i++) {
    if (!is_live(s, i) || other[s->function_of[i]] || (!is_stop(s, i) && !ends_quietly(s, i))) continue;
    other[s->function_of[i]] = true;
    vec_push(&todo, s->function_of[i]);
  }
  while (todo.count) {
    uint32_t count;
    const uint32_t *calls = table_row(&s->callers, vec_pop(&todo), &count);
    for (uint32_t i = 0; i < count; i++) {
      if (is_creation(s, calls[i]) || other[s->function_of[calls[i]]]) continue;
      other[s->function_of[calls[i]]] = true;
      vec_push(&todo, s->function_of[calls[i]]);
    }
  }
  for (uint32_t f = 0; s->stops && f < s->p->nfunctions; f++)
    s->dooms[f] = s->reached[f] && s->models[f] == MODEL_NONE && !s->returns[f] && !other[f];
  vec_free(&todo);
  free(other);
}

/* A call of a library function that does nothing but fail, with arguments that are constants: it is itself the failure
   site, and nothing in the function is looked at. Only where failures are known. */
bool is_failure_call(const struct statics *s, uint32_t ins) {
  const struct ir_ins *call = &s->p->ins[ins];
  if (call->op != IR_CALL || !s->dooms[call->a] || !(s->p->functions[call->a].flags & IR_FN_LIBRARY)) return false;
  for (int32_t k = 0; k < call->c; k++)
    if (!ir_is_const(s->p->extra[call->b + k])) return false;
  return true;
}

static void spread_stall(struct statics *s, list *todo, uint32_t function) {
  if (s->stalls[function] || s->dooms[function]) return;
  s->stalls[function] = true;
  vec_push(todo, function);
}

static void find_stalls(struct statics *s) {
  list todo = {0};
  s->stalls = mem_zalloc((s->p->nfunctions + 1) * sizeof *s->stalls);
  s->escapes = mem_zalloc((s->p->nblocks + 1) * sizeof *s->escapes);
  struct loops loops = {.escapes = s->escapes};
  for (uint32_t f = 0; f < s->p->nfunctions; f++) {
    if (s->models[f] != MODEL_NONE) {
      s->stalls[f] = model_may_stop(s, (enum model)s->models[f]);
      continue;
    }
    if (!s->reached[f]) continue;
    bool library = s->p->functions[f].flags & IR_FN_LIBRARY;
    loops.endless = false;
    if (!s->ending && (!library || !s->stops)) loops_find(s, f, &loops); /* the library's own loops wait for nobody */
    bool recurs = s->recursive[f] && !s->stops;                          /* without end it would have failed */
    if (loops.endless || recurs || has_stop(s, &s->p->functions[f])) spread_stall(s, &todo, f);
  }
  while (todo.count) {
    uint32_t count;
    const uint32_t *calls = table_row(&s->callers, vec_pop(&todo), &count);
    for (uint32_t i = 0; i < count; i++)
      if (!is_creation(s, calls[i])) spread_stall(s, &todo, s->function_of[calls[i]]);
  }
  if (s->thread_main != IR_NONE) s->stalls[s->thread_main] = true;
  vec_free(&todo);
}

void calls_find(struct statics *s) {
  find_reached(s);
  make_tables(s);
  find_recursion(s);
  find_doom(s);
  find_stalls(s);
}

bool call_stalls(const struct statics *s, uint32_t ins) {
  uint32_t count;
  const uint32_t *all = table_row(&s->callees, ins, &count);
  if (is_stop(s, ins)) return true;
  if (is_creation(s, ins)) return false;
  for (uint32_t i = 0; i < count; i++)
    if (s->stalls[all[i]]) return true;
  return false;
}

uint32_t static_callees(const struct statics *s, uint32_t ins, const uint32_t **functions) {
  uint32_t count;
  *functions = table_row(&s->callees, ins, &count);
  return count;
}

uint32_t static_callers(const struct statics *s, uint32_t function, const uint32_t **calls) {
  uint32_t count;
  *calls = table_row(&s->callers, function, &count);
  return count;
}

bool static_is_stop(const struct statics *s, uint32_t ins) { return is_stop(s, ins); }
bool static_may_not_return(const struct statics *s, uint32_t function) { return s->stalls[function]; }
bool static_is_live(const struct statics *s, uint32_t ins) { return is_live(s, ins); }

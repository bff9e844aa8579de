/* Executes a region symbolically, all paths of it, from a state that may be any. What others see, and what may fail in
   a way that depends on more than values, becomes an event. Failures that values decide end a path of their own. */
#include <stdio.h>
#include <string.h>

#include "base/checks.h"
#include "change/moved.h"
#include "change/operands.h"
#include "equivalence/inside.h"
#include "ir/thread_functions.h"
#include "util/mutate.h"
#include "vm/term.h"

enum { MOST_PATHS = 160, MOST_STEPS = 3000, MOST_FRAMES = 6 };

enum failure_code {
  FAILS_BY_ZERO = 1,
  FAILS_DIVISION,
  FAILS_OVERFLOW,
  FAILS_SHIFT,
  FAILS_UNREACHABLE,
  FAILS_TRAP,
};

struct run {
  struct work *w;
  const struct cuts *cuts;
  path_list todo, *all;
  const char *why; /* what is not understood; NULL: all is */
};

static const struct ir_program *program_of(const struct run *r, const struct path *path) { return r->w->p[path->side]; }

static bool give_up(struct run *r, const char *why) {
  if (!r->why) r->why = why;
  return false;
}

static sym_id value_of(struct run *r, struct path *path, ir_value v) {
  if (ir_is_const(v)) return variable_constant(r->w, path->side, &program_of(r, path)->consts[ir_const_index(v)]);
  sym_id value = path->regs.data[vec_last(&path->frames).base + (uint32_t)v];
  if (!value) give_up(r, "a value that comes from outside of what is compared");
  return value;
}

/* The same, which must be so wide. 0: it is not. */
static sym_id value_as(struct run *r, struct path *path, ir_value v, unsigned width) {
  sym_id value = value_of(r, path, v);
  if (value && sym_width(r->w->sym, value) != width) give_up(r, "a value of another width");
  return r->why ? 0 : value;
}

static void put(struct run *r, struct path *path, uint32_t reg, sym_id value) {
  (void)r;
  path->regs.data[vec_last(&path->frames).base + reg] = value;
}

static unsigned width_of(const struct run *r, const struct path *path, uint32_t reg) {
  const struct ir_program *p = program_of(r, path);
  return p->regs[p->functions[vec_last(&path->frames).function].first_reg + reg].width;
}

static bool can_be(struct run *r, const struct path *path, sym_id condition) {
  sym_id both = sym_binary(r->w->sym, SYM_AND, path->all, condition);
  return compare_ask(r->w, both) != SMT_UNSAT;
}

/* ---- failures that values decide ---- */

static void finish(struct run *r, struct path *path, enum path_end end) {
  path->end = end;
  vec_push(r->all, path);
}

static bool require(struct run *r, struct path *path, sym_id fine, enum failure_code code) {
  sym_id bad = sym_not(r->w->sym, fine);
  if (MUTATED(EQUIVALENCE_FAILURE) || !can_be(r, path, bad)) return true;
  struct path *fails = path_copy(path);
  path_assume(r->w, fails, bad);
  fails->failure = code;
  finish(r, fails, PATH_FAILED);
  path_assume(r->w, path, fine);
  return true;
}

static bool check_division(struct run *r, struct path *path, const struct ir_ins *ins, sym_id a, sym_id b) {
  struct sym *sym = r->w->sym;
  sym_id zero = sym_binary(sym, SYM_EQ, b, sym_const(sym, 0, ins->width));
  require(r, path, sym_not(sym, zero), FAILS_BY_ZERO);
  if (ins->op == IR_SDIV || ins->op == IR_SREM) require(r, path, term_division_fits(sym, ins, a, b), FAILS_DIVISION);
  return true;
}

static bool check_pure(struct run *r, struct path *path, const struct ir_ins *ins, sym_id a, sym_id b) {
  struct sym *sym = r->w->sym;
  switch (ir_ops[ins->op].fails) {
  case IR_FAILS_DIVISION: return check_division(r, path, ins, a, b);
  case IR_FAILS_OVERFLOW:
    if (!checks_have(r->w->checks, CHECK_OVERFLOW) || !(ins->flags & IR_NSW)) return true;
    return require(r, path, sym_not(sym, term_overflow(sym, ins->op, a, b, ins->width)), FAILS_OVERFLOW);
  case IR_FAILS_SHIFT:
    if (!checks_have(r->w->checks, CHECK_SHIFT)) return true;
    return require(r, path, sym_binary(sym, SYM_ULT, b, sym_const(sym, ins->width, ins->width)), FAILS_SHIFT);
  default: return true;
  }
}

static bool do_pure(struct run *r, struct path *path, const struct ir_ins *ins) {
  const char *shape = ir_ops[ins->op].shape;
  unsigned pointer_bits = program_of(r, path)->pointer_bits, width = term_operand_width(ins, pointer_bits);
  sym_id a = shape[2] == 'v' ? value_as(r, path, ins->a, ins->op == IR_SELECT ? 1 : width) : 0;
  sym_id b = shape[3] == 'v' ? value_as(r, path, ins->b, width) : 0;
  sym_id c = shape[4] == 'v' ? value_as(r, path, ins->c, width) : 0;
  if (r->why) return false;
  check_pure(r, path, ins, a, b);
  put(r, path, ins->dst, term_of(r->w->sym, ins, pointer_bits, a, b, c));
  return true;
}

/* ---- events ---- */

static struct event *add_event(struct path *path, enum event_kind kind, uint32_t ins) {
  vec_push(&path->events, ((struct event){.kind = kind, .ins = ins, .first_term = path->terms.count}));
  return &vec_last(&path->events);
}

static void add_term(struct path *path, sym_id term) {
  vec_push(&path->terms, term);
  vec_last(&path->events).nterms++;
}

/* A function of the interpreter that never fails. */
static bool always_gives_zero(const struct ir_program *p, const struct ir_ins *ins) {
  if (ins->op != IR_CALL || p->functions[ins->a].nins || ir_result_count(ins) != 1) return false;
  const struct thread_function *t = thread_function_named(ir_text(p, p->functions[ins->a].name));
  return t && t->provider == THREAD_PROVIDED && !strcmp(t->results, "0");
}

/* A number from 1 on. */
static bool is_at_most(const struct ir_program *p, ir_value v, uint64_t most) {
  if (!ir_is_const(v) || p->consts[ir_const_index(v)].kind != IR_CONST_INT) return false;
  return p->consts[ir_const_index(v)].value - 1 < most;
}

/* Memory of a size that there always is, unless it was asked for that there may be none. */
static bool gives_memory(const struct run *r, const struct ir_program *p, const struct ir_ins *ins) {
  enum { MOST_OBJECTS = 1 << 10, MOST_BYTES = 1 << 16 };
  if (r->w->malloc_may_fail || ins->op != IR_CALL || !(p->functions[ins->a].flags & IR_FN_LIBRARY)) return false;
  const char *name = ir_text(p, p->functions[ins->a].name);
  if (!strcmp(name, "malloc") && ins->c == 1) return is_at_most(p, p->extra[ins->b], MOST_BYTES);
  return !strcmp(name, "calloc") && ins->c == 2 && is_at_most(p, p->extra[ins->b], MOST_OBJECTS) &&
         is_at_most(p, p->extra[ins->b + 1], MOST_BYTES);
}

/* What the interpreter never returns. */
static void know_result(struct run *r, struct path *path, const struct ir_ins *ins) {
  struct sym *sym = r->w->sym;
  const struct ir_program *p = program_of(r, path);
  bool zero = always_gives_zero(p, ins), memory = gives_memory(r, p, ins);
  if (!zero && !memory && !MUTATED(EQUIVALENCE_RESULT)) return;
  sym_id value = path->regs.data[vec_last(&path->frames).base + ins->dst];
  sym_id is = sym_binary(sym, SYM_EQ, value, sym_const(sym, 0, sym_width(sym, value)));
  path_assume(r->w, path, zero || !memory ? is : sym_not(sym, is));
}

/* The results of the newest event: whatever they are, they are that in both versions. */
static void put_results(struct run *r, struct path *path, const struct ir_ins *ins) {
  char name[64];
  for (uint32_t k = 0; k < ir_result_count(ins); k++) {
    uint64_t key[3] = {path->events.count, k};
    const struct ir_program *p = program_of(r, path);
    if (ins->op == IR_CALL) snprintf(name, sizeof name, "%.40s()", ir_text(p, p->functions[ins->a].name));
    else snprintf(name, sizeof name, "the result of %s", ir_ops[ins->op].text);
    put(r, path, ins->dst + k, variable_get(r->w, VARIABLE_EVENT, key, width_of(r, path, ins->dst + k), name));
  }
}

/* Memory may be read, and be anything behind it, but the same in both versions. */
static void flush(struct path *path) {
  struct event *e = &vec_last(&path->events);
  e->flushed = true;
  e->first_store = path->since;
  e->nstore = path->stores.count - path->since;
  path->since = path->stores.count;
  path->epoch++;
  path->valid.count = 0;
}

static bool touches_nothing(enum ir_op op) {
  return op == IR_FENCE || op == IR_ALLOCA || op == IR_UNDEF || ir_ops[op].class == IR_CLASS_FLOAT;
}

static bool do_other(struct run *r, struct path *path, const struct ir_ins *ins) {
  const struct ir_program *p = program_of(r, path);
  uint32_t count = operand_count(ins);
  sym_id *values = mem_zalloc((count + 1) * sizeof *values);
  for (uint32_t k = 0; k < count && !r->why; k++) {
    struct operand o = operand_at(p, ins, k);
    bool position = ins->op == IR_CALL && k && match_is_position(p, ins, k - 1);
    if (o.kind == 'v' && !position) values[k] = value_of(r, path, o.value);
  }
  add_event(path, EVENT_OTHER, (uint32_t)(ins - p->ins));
  for (uint32_t k = 0; k < count; k++) add_term(path, values[k]);
  free(values);
  if (r->why) return false;
  put_results(r, path, ins);
  if (ir_result_count(ins) == 1 && ins->op == IR_CALL) know_result(r, path, ins);
  if (ins->op == IR_ALLOCA)
    variable_is_base(r->w, path->regs.data[vec_last(&path->frames).base + ins->dst], (struct base){0});
  if (!touches_nothing(ins->op)) flush(path);
  return true;
}

/* ---- memory ---- */

static bool is_visible(const struct run *r, const struct path *path, const struct ir_ins *ins) {
  const struct statics *s = r->w->statics[path->side];
  if (ins->flags & (IR_ATOMIC | IR_VOLATILE) || !s) return true;
  uint32_t i = (uint32_t)(ins - program_of(r, path)->ins);
  return !MUTATED(EQUIVALENCE_VISIBLE) && static_is_shared_access(s, i) &&
         !static_is_guarded(r->w->guards[path->side], i);
}

/* It may also reach memory that is looked at as nobody else's: that is as it is in both versions then. */
static void flush_mixed(const struct run *r, struct path *path) {
  const struct static_guards *g = r->w->guards[path->side];
  if (g && static_is_mixed(r->w->guards[path->side], vec_last(&path->events).ins) && !MUTATED(EQUIVALENCE_MIXED))
    flush(path);
}

static void note_access(struct run *r, struct path *path, const struct ir_ins *ins, sym_id address, bool write) {
  uint32_t bytes = ins->width / 8u;
  if (memory_is_valid(r->w, path, address, bytes, write)) return;
  vec_push(&path->accesses, ((struct access){address, bytes, write, false, path->events.count}));
  vec_push(&path->valid, ((struct valid){address, bytes, write}));
}

/* What only this version knows is no event, if no other thread comes between. Whoever reads it may find anything. */
static bool do_own(struct run *r, struct path *path, const struct ir_ins *ins, sym_id address) {
  bool load = ins->op == IR_LOAD;
  enum own own = own_accesses(r->w, path->side, (uint32_t)(ins - program_of(r, path)->ins));
  if (own == OWN_NOT || (own == OWN_FURTHER && !r->w->assuming) || is_visible(r, path, ins)) return false;
  vec_push(&path->accesses, ((struct access){address, ins->width / 8u, !load, true, path->events.count}));
  uint64_t key[3] = {path->nown++, (uint64_t)path->side};
  if (load) put(r, path, ins->dst, variable_get(r->w, VARIABLE_OWN, key, ins->width, "what only one version has"));
  return true;
}

static bool do_load(struct run *r, struct path *path, const struct ir_ins *ins) {
  char name[96];
  sym_id address = value_as(r, path, ins->a, program_of(r, path)->pointer_bits);
  if (!address) return false;
  if (ins->width % 8) return give_up(r, "an access to a part of a byte");
  words_cell(r->w, path, ins, address, name, sizeof name);
  if (do_own(r, path, ins, address)) return true;
  if (!is_visible(r, path, ins)) {
    note_access(r, path, ins, address, false);
    const struct store place = {address, 0, ins->width / 8u, (uint32_t)(ins - program_of(r, path)->ins)};
    sym_id value = memory_load(r->w, path, &place, name);
    if (!value) return give_up(r, "memory that may be the same or not is written and read");
    put(r, path, ins->dst, value);
    return true;
  }
  add_event(path, EVENT_LOAD, (uint32_t)(ins - program_of(r, path)->ins));
  add_term(path, address);
  path->valid.count = 0;
  flush_mixed(r, path);
  uint64_t key[3] = {path->events.count, 0};
  put(r, path, ins->dst, variable_get(r->w, VARIABLE_EVENT, key, ins->width, name));
  return true;
}

static bool do_store(struct run *r, struct path *path, const struct ir_ins *ins) {
  sym_id address = value_as(r, path, ins->a, program_of(r, path)->pointer_bits);
  sym_id value = value_as(r, path, ins->b, ins->width);
  if (r->why) return false;
  if (ins->width % 8) return give_up(r, "an access to a part of a byte");
  if (do_own(r, path, ins, address)) return true;
  if (!is_visible(r, path, ins)) {
    note_access(r, path, ins, address, true);
    memory_store(path, &(struct store){address, value, ins->width / 8u, (uint32_t)(ins - program_of(r, path)->ins)});
    return true;
  }
  add_event(path, EVENT_STORE, (uint32_t)(ins - program_of(r, path)->ins));
  add_term(path, address);
  add_term(path, value);
  path->valid.count = 0;
  flush_mixed(r, path);
  return true;
}

/* ---- calls ---- */

static bool has_frame_of_its_own(const struct ir_program *p, const struct ir_function *f) {
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
    enum ir_op op = p->ins[i].op;
    if (op == IR_ALLOCA || op == IR_VASTART || op == IR_STACKSAVE || op == IR_STACKRESTORE) return true;
  }
  return false;
}

/* A function that only this version has is executed as if it stood there. */
static bool can_enter(const struct run *r, const struct path *path, const struct ir_ins *ins) {
  const struct ir_program *p = program_of(r, path);
  uint32_t callee = (uint32_t)ins->a;
  const struct ir_function *f = &p->functions[callee];
  if (ins->op != IR_CALL || r->w->c[path->side]->function[callee] != IR_NONE || !f->nins) return false;
  if (f->flags & (IR_FN_LIBRARY | IR_FN_VARIADIC | IR_FN_ATOMIC | IR_FN_NORETURN) || (uint32_t)ins->c != f->nparams)
    return false;
  if (path->frames.count == MOST_FRAMES || static_knows_function(ir_text(p, f->name))) return false;
  for (uint32_t i = 0; i < path->frames.count; i++)
    if (path->frames.data[i].function == callee) return false;
  return !has_frame_of_its_own(p, f);
}

static bool enter(struct run *r, struct path *path, const struct ir_ins *ins) {
  const struct ir_program *p = program_of(r, path);
  const struct ir_function *f = &p->functions[ins->a];
  sym_id *values = mem_zalloc((f->nparams + 1) * sizeof *values);
  for (uint32_t k = 0; k < f->nparams && !r->why; k++)
    values[k] = value_as(r, path, p->extra[ins->b + (int32_t)k], p->regs[f->first_reg + k].width);
  struct frame frame = {(uint32_t)ins->a, path->regs.count, (uint32_t)(ins - p->ins)};
  for (uint32_t k = 0; k < f->nregs; k++) vec_push(&path->regs, k < f->nparams ? values[k] : 0);
  vec_push(&path->frames, frame);
  free(values);
  path->at = f->first_ins;
  return !r->why;
}

static bool do_call(struct run *r, struct path *path, const struct ir_ins *ins) {
  const struct ir_program *p = program_of(r, path);
  if (can_enter(r, path, ins)) return enter(r, path, ins);
  if (!do_other(r, path, ins)) return false;
  path->at++;
  if (ins->op == IR_CALL && p->functions[ins->a].flags & IR_FN_NORETURN) finish(r, path, PATH_ENDED);
  return true;
}

static bool do_return(struct run *r, struct path *path, const struct ir_ins *ins) {
  const struct ir_program *p = program_of(r, path);
  struct frame frame = vec_last(&path->frames);
  uint32_t first = path->terms.count;
  for (int32_t k = 0; k < ins->c; k++) {
    sym_id value = value_of(r, path, p->extra[ins->b + k]);
    if (r->why) return false;
    vec_push(&path->terms, value);
  }
  if (frame.call == IR_NONE) {
    path->first_result = first;
    path->nresults = (uint32_t)ins->c;
    finish(r, path, PATH_RETURN);
    return true;
  }
  const struct ir_ins *call = &p->ins[frame.call];
  (void)vec_pop(&path->frames);
  if (ir_result_count(call) != (uint32_t)ins->c) return give_up(r, "a call that expects other results");
  for (uint32_t k = 0; k < ir_result_count(call); k++) put(r, path, call->dst + k, path->terms.data[first + k]);
  path->regs.count = frame.base;
  path->terms.count = first;
  path->at = frame.call + 1;
  return true;
}

/* ---- where control goes on ---- */

static void go_to(struct run *r, struct path *path, uint32_t block) {
  const struct ir_program *p = program_of(r, path);
  path->at = p->blocks[block].first;
  if (path->frames.count > 1) return;
  path->cut = r->cuts->at[path->side][block - p->functions[r->cuts->function[path->side]].first_block];
  if (path->cut != IR_NONE) finish(r, path, PATH_CUT);
}

/* One way of several; the others follow by copies made before. */
static void take(struct run *r, struct path *path, sym_id condition, uint32_t block) {
  struct path *other = path_copy(path);
  path_assume(r->w, other, condition);
  uint32_t finished = r->all->count;
  go_to(r, other, block);
  if (r->all->count == finished) vec_push(&r->todo, other);
}

static bool part(struct run *r, struct path *path, const struct ir_ins *ins) {
  struct sym *sym = r->w->sym;
  const struct ir_program *p = program_of(r, path);
  unsigned width = ins->op == IR_CBR ? 1 : ins->width;
  sym_id a = value_as(r, path, ins->a, width), none = sym_const(sym, 1, 1);
  if (!a) return false;
  if (ins->op == IR_CBR) {
    if (can_be(r, path, a)) take(r, path, a, (uint32_t)ins->b);
    if (can_be(r, path, sym_not(sym, a))) take(r, path, sym_not(sym, a), (uint32_t)ins->c);
  } else {
    for (int32_t k = 1; k + 1 < ins->c; k += 2) {
      sym_id is = sym_binary(sym, SYM_EQ, a, value_as(r, path, p->extra[ins->b + k], width));
      sym_id here = sym_binary(sym, SYM_AND, none, is);
      if (can_be(r, path, here)) take(r, path, here, (uint32_t)p->extra[ins->b + k + 1]);
      none = sym_binary(sym, SYM_AND, none, sym_not(sym, is));
    }
    if (can_be(r, path, none)) take(r, path, none, (uint32_t)p->extra[ins->b]);
  }
  path_free(path);
  return true;
}

/* Executes one instruction. `over`: the path ended, or goes on as others. */
static bool step(struct run *r, struct path *path, bool *over) {
  const struct ir_program *p = program_of(r, path);
  const struct ir_ins *ins = &p->ins[path->at];
  uint32_t finished = r->all->count;
  r->w->seen[path->side][path->at] = 1;
  if (r->w->c[path->side]->moved[path->at] == MOVED_OTHERWISE)
    return give_up(r, "it handles a structure that is laid out differently");
  if (path->steps++ > MOST_STEPS) return give_up(r, "a loop, or too many instructions in a row");
  bool good = true;
  switch ((enum ir_op)ins->op) {
  case IR_BR: go_to(r, path, (uint32_t)ins->a); break;
  case IR_CBR:
  case IR_SWITCH: return *over = part(r, path, ins);
  case IR_RET: good = do_return(r, path, ins); break;
  case IR_CALL:
  case IR_ICALL: good = do_call(r, path, ins); break;
  case IR_UNREACHABLE:
  case IR_TRAP:
    path->failure = ins->op == IR_TRAP ? FAILS_TRAP : FAILS_UNREACHABLE;
    *over = true;
    finish(r, path, PATH_FAILED);
    return true;
  case IR_UNSUPPORTED: return give_up(r, "something that heddle does not support");
  case IR_LOAD: good = do_load(r, path, ins), path->at++; break;
  case IR_STORE: good = do_store(r, path, ins), path->at++; break;
  case IR_TLSADDR: put(r, path, ins->dst, variable_tls(r->w, path->side, (uint32_t)ins->a)), path->at++; break;
  default: good = ir_ops[ins->op].class == IR_CLASS_PURE ? do_pure(r, path, ins) : do_other(r, path, ins); path->at++;
  }
  *over = r->all->count > finished && vec_last(r->all) == path;
  return good;
}

static bool run_all(struct run *r) {
  while (r->todo.count) {
    struct path *path = vec_pop(&r->todo);
    bool over = false, good = true;
    if (r->all->count + r->todo.count > MOST_PATHS) good = give_up(r, "too many paths");
    while (good && !over) good = step(r, path, &over);
    if (good) continue;
    if (!over) path_free(path);
    return false;
  }
  return true;
}

bool evaluate_paths(struct work *w, struct path *start, const struct cuts *cuts, path_list *all, const char **why) {
  struct run r = {.w = w, .cuts = cuts, .all = all};
  vec_push(&r.todo, start);
  bool good = run_all(&r);
  for (uint32_t i = 0; i < r.todo.count; i++) path_free(r.todo.data[i]);
  vec_free(&r.todo);
  *why = r.why;
  return good;
}

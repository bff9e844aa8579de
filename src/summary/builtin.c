/* Following a call of a function that the machine provides: the log says what it depended on and what it did. */
#include "summary/segment.h"

enum { MOST_ARGUMENTS = 8 };

struct call_seen {
  enum vm_log_call kind;
  sym_id argument[MOST_ARGUMENTS];
  uint32_t count;
};

/* Arguments that the outcome depends on must be what they were. */
static bool is_pinned(const struct call_seen *c, uint32_t i) {
  switch (c->kind) {
  case LOG_CALL_ALL: return true;
  case LOG_CALL_CREATE: return i != 3;
  case LOG_CALL_TRUTH:
  case LOG_CALL_FINISH:
  case LOG_CALL_FREE: break;
  }
  return false;
}

static void arguments(struct segment *s, const struct ir_ins *ins, struct call_seen *c) {
  if (c->count > MOST_ARGUMENTS) s->lost = true;
  for (uint32_t i = 0; i < c->count && !s->lost; i++) {
    const struct vm_log_entry *e = segment_take(s, LOG_ARG);
    if (!e) return;
    c->argument[i] = segment_value(s, s->program->extra[ins->b + (int32_t)i]);
    if (!is_pinned(c, i)) continue;
    if (e->small) s->lost = true;
    else segment_equal(s, c->argument[i], e->a);
  }
}

static void input(struct segment *s, const struct vm_log_entry *e) {
  for (uint32_t i = 0; i < e->small;) {
    uint32_t n = e->small - i >= 8 ? 8 : e->small - i >= 4 ? 4 : e->small - i >= 2 ? 2 : 1;
    segment_store(s, e->a + i, n * 8, places_input(s->places, (uint32_t)e->b + i, n));
    i += n;
  }
}

static void truth(struct segment *s, const struct call_seen *c, const struct vm_log_entry *e) {
  sym_id value = c->argument[0], zero = sym_const(s->sym, 0, sym_width(s->sym, value));
  sym_id is_false = sym_binary(s->sym, SYM_EQ, value, zero);
  struct demand d = {.term = e->a ? sym_not(s->sym, is_false) : is_false, .assume = e->small && e->a};
  vec_push(&s->demands, d);
}

/* A new thread: the library's first function gets the program's function and its argument. */
static void start(struct segment *s, const struct call_seen *c, const struct vm_log_entry *e) {
  const struct ir_function *f = &s->program->functions[e->small];
  uint32_t thread = (uint32_t)e->a, base = (uint32_t)e->b;
  if (c->kind != LOG_CALL_CREATE || c->count != 4 || f->nparams > 2) {
    s->lost = true;
    return;
  }
  for (uint32_t i = 0; i < f->nparams; i++) {
    sym_id value = f->nparams == 2 && i == 0 ? c->argument[2] : c->argument[3];
    segment_pass(s, thread, base + i, value, s->program->regs[f->first_reg + i].width);
  }
}

static void joined(struct segment *s, const struct vm_log_entry *e) {
  unsigned bits = s->program->pointer_bits;
  sym_id result = segment_read(s, vm_location_result(e->small), 0, bits / 8);
  segment_store(s, e->a, bits, result);
}

static void effect(struct segment *s, const struct call_seen *c, const struct vm_log_entry *e) {
  switch (e->kind) {
  case LOG_GET: segment_equal(s, segment_load(s, e->a, e->small * 8), e->b); break;
  case LOG_PUT: segment_store(s, e->a, e->small, sym_const(s->sym, e->b, e->small)); break;
  case LOG_LOAD:
  case LOG_STORE: segment_seen(s, e->b, e->a, e->small); break;
  case LOG_OBJECT: segment_new_object(s, e); break;
  case LOG_DEATH: segment_dead_object(s, e); break;
  case LOG_INPUT: input(s, e); break;
  case LOG_TRUTH: truth(s, c, e); break;
  case LOG_JOINED: joined(s, e); break;
  case LOG_START: start(s, c, e); break;
  case LOG_FAULT:
    if (c->kind != LOG_CALL_ALL) s->lost = true; /* else the address is an argument that must be the same */
    break;
  case LOG_DECIDE:
    if (c->kind != LOG_CALL_TRUTH) s->lost = true;
    break;
  default: s->lost = true;
  }
}

static void end(struct segment *s, const struct ir_ins *ins, const struct call_seen *c, const struct vm_log_entry *e) {
  if (e->small) {
    if (ins->dst != IR_NONE) segment_set(s, ins->dst, sym_const(s->sym, e->a, segment_width(s, (ir_value)ins->dst)));
    return;
  }
  if (c->kind == LOG_CALL_FINISH && c->count)
    segment_write(s, vm_location_result(s->here.thread), 0, 8, sym_zext(s->sym, c->argument[0], 64), 0);
  s->here.thread = IR_NONE;
}

void segment_builtin(struct segment *s, const struct ir_ins *ins) {
  const struct vm_log_entry *e = segment_take(s, LOG_CALL);
  if (!e) return;
  struct call_seen c = {.kind = (enum vm_log_call)e->a, .count = (uint32_t)e->b};
  arguments(s, ins, &c);
  while (!s->lost) {
    e = segment_peek(s);
    if (!e) s->lost = true;
    if (s->lost) return;
    s->at++;
    if (e->kind == LOG_END) {
      end(s, ins, &c, e);
      return;
    }
    effect(s, &c, e);
  }
}

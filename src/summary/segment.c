/* Following a stretch of the log: the instructions are executed once more, on expressions over what the places
   contained before the stretch. Every branch, address and check adds a demand; what comes out is the state behind the
   stretch as a function of the state before it, and with that the precondition of any condition behind it.

   Whatever cannot be followed makes the result false, which is always sound. */
#include "summary/segment.h"

#include "vm/term.h"

struct segment *segment_open(struct summary_engine *g) {
  struct segment *s = mem_zalloc(sizeof *s);
  s->g = g;
  s->places = &g->places;
  s->program = g->program;
  s->place_of = mem_alloc((g->program->nins + 1) * sizeof *s->place_of);
  for (uint32_t f = 0; f < g->program->nfunctions; f++)
    for (uint32_t b = g->program->functions[f].first_block, n = 0; n < g->program->functions[f].nblocks; b++, n++)
      for (uint32_t i = 0; i < g->program->blocks[b].count; i++)
        s->place_of[g->program->blocks[b].first + i] = (struct segment_place){.function = f, .block = b};
  return s;
}

void segment_close(struct segment *s) {
  vec_free(&s->contents);
  vec_free(&s->content_of);
  vec_free(&s->demands);
  vec_free(&s->before);
  vec_free(&s->groups);
  vec_free(&s->replaced);
  vec_free(&s->replaced_in);
  bits_free(&s->code);
  free(s->place_of);
  free(s);
}

/* What is remembered per expression or block goes; the number of the stretch goes on, so that nothing old looks
   valid. */
void segment_reset(struct segment *s) {
  s->contents.count = s->content_of.count = s->demands.count = s->before.count = 0;
  s->groups.count = s->replaced.count = s->replaced_in.count = 0;
}

static const struct ir_ins *ins_here(const struct segment *s) { return &s->program->ins[s->here.pc]; }

/* The stretch goes on in the middle of a block: it is part of the code below as well. */
static void stand_at(struct segment *s, struct vm_position position) {
  s->here = position;
  s->function = s->place_of[position.pc].function;
  bits_add(&s->code, s->place_of[position.pc].block);
}

void segment_enter(struct segment *s, uint32_t block) {
  s->here.pc = s->program->blocks[block].first;
  bits_add(&s->code, block);
}

bool segment_checks(const struct segment *s, enum explore_check check) {
  return s->g->options->config.checks >> check & 1;
}

static void skip_decisions(struct segment *s) {
  while (segment_peek(s) && segment_peek(s)->kind == LOG_DECIDE) s->at++;
}

/* ---- instructions ---- */

void segment_pure(struct segment *s, const struct ir_ins *ins) {
  const char *shape = ir_ops[ins->op].shape;
  unsigned pointer_bits = s->program->pointer_bits;
  sym_id a = segment_value(s, ins->a);
  sym_id b = shape[3] == 'v' ? segment_value(s, ins->b) : 0, c = shape[4] == 'v' ? segment_value(s, ins->c) : 0;
  segment_set(s, ins->dst, term_of(s->sym, ins, pointer_bits, a, b, c));
}

static void division(struct segment *s, const struct ir_ins *ins) {
  sym_id a = segment_value(s, ins->a), b = segment_value(s, ins->b);
  skip_decisions(s);
  segment_demand(s, sym_not(s->sym, sym_binary(s->sym, SYM_EQ, b, sym_const(s->sym, 0, ins->width))));
  if (ins->op == IR_SDIV || ins->op == IR_SREM) segment_demand(s, term_division_fits(s->sym, ins, a, b));
  segment_pure(s, ins);
}

/* Arithmetic with a check by option. */
static void checked(struct segment *s, const struct ir_ins *ins) {
  sym_id a = segment_value(s, ins->a), b = segment_value(s, ins->b);
  bool shifts = ir_ops[ins->op].fails == IR_FAILS_SHIFT;
  if (shifts && segment_checks(s, CHECK_SHIFT)) {
    skip_decisions(s);
    segment_demand(s, sym_binary(s->sym, SYM_ULT, b, sym_const(s->sym, ins->width, ins->width)));
  }
  if (!shifts && segment_checks(s, CHECK_OVERFLOW) && ins->flags & IR_NSW) {
    skip_decisions(s);
    segment_demand(s, sym_not(s->sym, term_overflow(s->sym, ins->op, a, b, ins->width)));
  }
  segment_pure(s, ins);
}

static void floating_term(struct segment *s, const struct ir_ins *ins) {
  const char *shape = ir_ops[ins->op].shape;
  sym_id a = segment_value(s, ins->a);
  sym_id b = shape[3] == 'v' ? segment_value(s, ins->b) : 0, c = shape[4] == 'v' ? segment_value(s, ins->c) : 0;
  segment_set(s, ins->dst, term_of_float(s->sym, ins, a, b, c));
}

/* Floating point: the same numbers give the same result. What was computed on expressions is again: its conditions may
   be hard, and where it was concrete nobody needs them. */
static void floating(struct segment *s, const struct ir_ins *ins) {
  const struct vm_log_entry *first = segment_take(s, LOG_VALUE);
  if (first && first->small) {
    floating_term(s, ins);
    return;
  }
  const struct vm_log_entry *second = first ? segment_take(s, LOG_VALUE) : NULL;
  const char *shape = ir_ops[ins->op].shape;
  if (!second) return;
  segment_equal(s, segment_value(s, ins->a), first->a);
  if (shape[3] == 'v') segment_equal(s, segment_value(s, ins->b), first->b);
  if (shape[4] == 'v') segment_equal(s, segment_value(s, ins->c), second->a);
  uint64_t value = vm_float_result(ins, first->a, first->b, second->a);
  segment_set(s, ins->dst, sym_const(s->sym, value, segment_width(s, (ir_value)ins->dst)));
}

/* A bad access is one for all states with the same address. */
static bool faults(struct segment *s, ir_value address) {
  const struct vm_log_entry *e = segment_peek(s);
  if (!e || e->kind != LOG_FAULT) return false;
  s->at++;
  segment_equal(s, segment_value(s, address), e->a);
  s->here.thread = IR_NONE;
  return true;
}

static const struct vm_log_entry *access_at(struct segment *s, enum vm_log_kind kind, ir_value address,
                                            uint64_t bytes) {
  if (faults(s, address)) return NULL;
  const struct vm_log_entry *e = segment_take(s, kind);
  if (!e) return NULL;
  if (!MUTATED(SUMMARY_ADDRESS)) segment_equal(s, segment_value(s, address), e->a);
  segment_seen(s, e->b, e->a, bytes);
  return e;
}

static void load(struct segment *s, const struct ir_ins *ins) {
  const struct vm_log_entry *e = access_at(s, LOG_LOAD, ins->a, (ins->width + 7u) / 8);
  if (e) segment_set(s, ins->dst, segment_load(s, e->a, ins->width));
}

static void store(struct segment *s, const struct ir_ins *ins) {
  const struct vm_log_entry *e = access_at(s, LOG_STORE, ins->a, (ins->width + 7u) / 8);
  if (e) segment_store(s, e->a, ins->width, segment_value(s, ins->b));
}

static sym_id smaller(struct segment *s, enum sym_op test, sym_id a, sym_id b) {
  return sym_ite(s->sym, sym_binary(s->sym, test, a, b), a, b);
}

static sym_id updated(struct segment *s, enum ir_rmw kind, sym_id old, sym_id value) {
  switch (kind) {
  case IR_RMW_XCHG: return value;
  case IR_RMW_ADD: return sym_binary(s->sym, SYM_ADD, old, value);
  case IR_RMW_SUB: return sym_binary(s->sym, SYM_SUB, old, value);
  case IR_RMW_AND: return sym_binary(s->sym, SYM_AND, old, value);
  case IR_RMW_NAND: return sym_not(s->sym, sym_binary(s->sym, SYM_AND, old, value));
  case IR_RMW_OR: return sym_binary(s->sym, SYM_OR, old, value);
  case IR_RMW_XOR: return sym_binary(s->sym, SYM_XOR, old, value);
  case IR_RMW_MAX: return sym_ite(s->sym, sym_binary(s->sym, SYM_SLT, old, value), value, old);
  case IR_RMW_MIN: return smaller(s, SYM_SLT, old, value);
  case IR_RMW_UMAX: return sym_ite(s->sym, sym_binary(s->sym, SYM_ULT, old, value), value, old);
  case IR_RMW_UMIN: return smaller(s, SYM_ULT, old, value);
  }
  return value;
}

/* Whether a compare-and-swap writes decides what it conflicts with: the log says how it went. */
static void update(struct segment *s, const struct ir_ins *ins) {
  const struct vm_log_entry *e = access_at(s, LOG_STORE, ins->a, (ins->width + 7u) / 8);
  if (!e) return;
  sym_id old = segment_load(s, e->a, ins->width), value = segment_value(s, ins->b);
  if (ins->op == IR_RMW) {
    segment_store(s, e->a, ins->width, updated(s, (enum ir_rmw)ins->c, old, value));
    segment_set(s, ins->dst, old);
    return;
  }
  sym_id equal = sym_binary(s->sym, SYM_EQ, old, value);
  if (e->small != 2) segment_equal(s, equal, e->small != 0);
  if (e->small == 3) equal = sym_const(s->sym, 0, 1); /* it failed by chance */
  segment_store(s, e->a, ins->width, sym_ite(s->sym, equal, segment_value(s, ins->c), old));
  segment_set(s, ins->dst, old);
  segment_set(s, ins->dst + 1, equal);
}

enum { MOST_BYTES = 1024 }; /* of a block operation that is followed */

/* The register holds the address of the block that the piece at `address` belongs to. */
static void block_at(struct segment *s, ir_value base, const struct vm_log_entry *piece, uint64_t address,
                     uint64_t seen) {
  segment_equal(s, segment_value(s, base), address - piece->small);
  segment_seen(s, seen, address - piece->small, piece->a);
}

/* Both sides of a piece, `from` is NULL where memory is filled. */
static void move_piece(struct segment *s, const struct ir_ins *ins, const struct vm_log_entry *to,
                       const struct vm_log_entry *from) {
  sym_id bytes[MOST_BYTES];
  for (uint32_t i = 0; i < to->small; i++)
    bytes[i] = from ? segment_load(s, from->a + i, 8) : sym_extract(s->sym, segment_value(s, ins->b), 0, 8);
  for (uint32_t i = 0; i < to->small; i++) segment_store(s, to->a + i, 8, bytes[i]);
}

/* The whole, or a piece of it: the thread then comes back to the instruction. */
static void block(struct segment *s, const struct ir_ins *ins) {
  const struct vm_log_entry *e = segment_peek(s), *from = NULL, *to;
  sym_id length = segment_value(s, ins->c);
  uint64_t none;
  if (e && e->kind == LOG_OBJECT) segment_new_object(s, &s->log[s->at++]);
  e = segment_peek(s);
  if (!e || (e->kind != LOG_BLOCK && e->kind != LOG_PIECE)) { /* of no bytes */
    if (sym_is_const(s->sym, length, &none) && !none) return;
    s->lost = true;
    return;
  }
  struct vm_log_entry piece = {.small = 0, .a = e->small, .b = LOG_WAY_DIRECT};
  if (e->kind == LOG_PIECE) piece = s->log[s->at++];
  if (!(to = segment_take(s, LOG_BLOCK))) return;
  if (ir_op_reads(ins->op) && !(from = segment_take(s, LOG_SOURCE))) return;
  if (to->small > MOST_BYTES) s->lost = true;
  if (s->lost) return;
  segment_equal(s, length, piece.a);
  if (piece.b != LOG_WAY_OUT) block_at(s, ins->a, &piece, to->a, to->b);
  if (from && piece.b != LOG_WAY_BACK) block_at(s, ins->b, &piece, from->a, from->b);
  move_piece(s, ins, to, from);
  while (segment_peek(s) && segment_peek(s)->kind == LOG_DEATH) segment_dead_object(s, &s->log[s->at++]);
}

static void local(struct segment *s, const struct ir_ins *ins) {
  const struct vm_log_entry *e = segment_take(s, LOG_OBJECT);
  if (!e) return;
  segment_equal(s, segment_value(s, ins->a), e->b);
  segment_new_object(s, e);
  segment_set(s, ins->dst, sym_const(s->sym, e->a, s->program->pointer_bits));
}

/* A variable of a block begins, with nothing in it, or ends. */
static void change_life(struct segment *s, const struct ir_ins *ins) {
  const struct vm_log_entry *at = access_at(s, LOG_STORE, ins->a, 0), *e = at ? segment_take(s, LOG_OBJECT) : NULL;
  if (!e) return;
  if (e->b > MOST_BYTES) s->lost = true;
  else segment_forget_bytes(s, e->a, e->b);
  segment_new_object(s, e);
}

/* The variable arguments are written down in an object of the frame, and the list says where. How many there are and
   how wide they are is a matter of the call, which is part of the control state. */
static void variable_arguments(struct segment *s, const struct ir_ins *ins) {
  unsigned word = s->program->pointer_bits / 8;
  const struct vm_log_entry *list = access_at(s, LOG_STORE, ins->a, word == 8 ? 24 : 4);
  const struct vm_log_entry *area = list ? segment_take(s, LOG_OBJECT) : NULL;
  if (!area) return;
  segment_new_object(s, area);
  uint64_t at = area->a;
  for (uint32_t i = 0; i < list->small; i++) {
    const struct vm_log_entry *e = segment_take(s, LOG_VALUE);
    if (!e) return;
    unsigned size = e->small > word * 8 ? 8 : word;
    sym_id value = segment_read(s, vm_location_register(s->here.thread, (uint32_t)e->a), 0, e->small / 8);
    segment_store(s, at, size * 8, sym_zext(s->sym, value, size * 8));
    at += size;
  }
  if (word == 8) {
    segment_store(s, list->a, 32, sym_const(s->sym, 48, 32));
    segment_store(s, list->a + 4, 32, sym_const(s->sym, 176, 32));
    segment_store(s, list->a + 16, 64, sym_const(s->sym, 0, 64));
  }
  segment_store(s, list->a + (word == 8 ? 8 : 0), word * 8, sym_const(s->sym, area->a, word * 8));
}

static void plain_value(struct segment *s, const struct ir_ins *ins) {
  const struct vm_log_entry *e = segment_take(s, LOG_VALUE);
  if (e) segment_set(s, ins->dst, sym_const(s->sym, e->a, segment_width(s, (ir_value)ins->dst)));
}

/* The condition under which a switch goes to a block. */
static sym_id switch_goes(struct segment *s, const struct ir_ins *ins, uint32_t target) {
  const int32_t *extra = &s->program->extra[ins->b];
  bool standard = (uint32_t)extra[0] == target;
  sym_id value = segment_value(s, ins->a), any = sym_const(s->sym, 0, 1);
  for (int32_t i = 1; i + 1 < ins->c; i += 2) {
    if (((uint32_t)extra[i + 1] == target) == standard) continue;
    sym_id constant = sym_const(s->sym, vm_const_value(s->g->vm, ir_const_index(extra[i])), ins->width);
    any = sym_binary(s->sym, SYM_OR, any, sym_binary(s->sym, SYM_EQ, value, constant));
  }
  return standard ? sym_not(s->sym, any) : any;
}

static void branch(struct segment *s, const struct ir_ins *ins) {
  if (ins->op == IR_SWITCH) skip_decisions(s);
  const struct vm_log_entry *e = segment_take(s, LOG_BRANCH);
  if (!e) return;
  if (e->a) { /* another state may go elsewhere: it comes to the same */
    segment_enter(s, e->small);
    return;
  }
  if (ins->op == IR_CBR && ins->b != ins->c && segment_merge(s, ins, e->small)) return;
  if (ins->op == IR_SWITCH) segment_demand(s, switch_goes(s, ins, e->small));
  else if (ins->b != ins->c) {
    sym_id condition = segment_value(s, ins->a);
    segment_demand(s, (uint32_t)ins->b == e->small ? condition : sym_not(s->sym, condition));
  }
  segment_enter(s, e->small);
}

static void call(struct segment *s, const struct ir_ins *ins) {
  const struct vm_log_entry *e = segment_take(s, LOG_FRAME);
  if (!e) return;
  const struct ir_function *f = &s->program->functions[e->small];
  const int32_t *args = &s->program->extra[ins->b];
  uint32_t count = (uint32_t)ins->c, fixed = count < f->nparams ? count : f->nparams, varargs = (uint32_t)e->b;
  uint32_t rest = (uint32_t)(e->b >> 32);
  if (fixed < f->nparams) s->lost = true;
  for (uint32_t i = 0; i < fixed; i++)
    segment_pass(s, s->here.thread, (uint32_t)e->a + i, segment_value(s, args[i]),
                 s->program->regs[f->first_reg + i].width);
  for (uint32_t i = 0; i < varargs; i++)
    segment_pass(s, s->here.thread, rest + 2 * i, segment_value(s, args[fixed + i]), segment_width(s, args[fixed + i]));
  s->here.base = (uint32_t)e->a;
  s->function = e->small;
  segment_enter(s, f->first_block);
}

static void called(struct segment *s, const struct ir_ins *ins) {
  if (ins->op == IR_ICALL) {
    skip_decisions(s);
    const struct vm_log_entry *e = segment_take(s, LOG_VALUE);
    if (!e) return;
    segment_equal(s, segment_value(s, ins->a), e->a);
  }
  const struct vm_log_entry *next = segment_peek(s);
  if (next && next->kind == LOG_CALL) segment_builtin(s, ins);
  else call(s, ins);
}

/* From the bottom frame of a thread: its result. From main's: exit begins with it. */
static void finished(struct segment *s, sym_id result) {
  if (s->here.thread) {
    if (result) segment_write(s, vm_location_result(s->here.thread), 0, 8, sym_zext(s->sym, result, 64), 0);
    s->here.thread = IR_NONE;
    return;
  }
  const struct vm_log_entry *next = segment_peek(s);
  if (!next || next->kind != LOG_START) {
    s->here.thread = IR_NONE;
    return;
  }
  s->at++;
  const struct ir_function *f = &s->program->functions[next->small];
  if (f->nparams && !result) s->lost = true;
  if (f->nparams && result) segment_pass(s, 0, (uint32_t)next->b, result, s->program->regs[f->first_reg].width);
  s->here.base = (uint32_t)next->b;
  s->function = next->small;
  segment_enter(s, f->first_block);
}

static void give_back(struct segment *s, const struct ir_ins *ins) {
  while (segment_peek(s) && segment_peek(s)->kind == LOG_DEATH) segment_dead_object(s, &s->log[s->at++]);
  const struct vm_log_entry *e = segment_take(s, LOG_RETURN);
  if (!e) return;
  const int32_t *results = &s->program->extra[ins->b];
  sym_id values[8] = {0};
  if (ins->c > 8) s->lost = true;
  for (int32_t i = 0; i < ins->c && i < 8; i++) values[i] = segment_value(s, results[i]);
  if (e->small == IR_NONE) {
    while (segment_peek(s) && segment_peek(s)->kind == LOG_DEATH) segment_dead_object(s, &s->log[s->at++]);
    finished(s, values[0]);
    return;
  }
  stand_at(s, (struct vm_position){.thread = s->here.thread, .pc = e->small, .base = (uint32_t)e->a});
  uint32_t reserved = e->b == IR_NONE ? 0 : s->program->ins[e->small - 1].width;
  if (reserved > (uint32_t)ins->c) s->lost = true;
  for (uint32_t i = 0; i < reserved && !s->lost; i++) segment_set(s, (uint32_t)e->b + i, values[i]);
}

/* ---- the stretch ---- */

static void follow(struct segment *s);

/* A loop that only waits: from here on once more round changes nothing, so that it need not be explored. */
static void follow_round(struct segment *s, uint32_t from) {
  uint32_t at = s->at, to = s->to;
  if (from == IR_NONE || from >= at || s->in_round) {
    s->lost = true;
    return;
  }
  s->in_round = true;
  s->before.count = 0;
  s->at = from;
  s->to = at - 1;
  follow(s);
  s->in_round = false;
  s->at = at;
  s->to = to;
  for (uint32_t i = 0; i < s->before.count && !s->lost; i++) {
    const struct before *b = &s->before.data[i];
    sym_id then = b->piece ? sym_extract(s->sym, b->piece >> 3, (b->piece & 7) * 8, 8)
                           : sym_bytes(s->sym, b->block * 8 + b->byte, 1);
    sym_id now = segment_read(s, s->places->blocks.data[b->block].place, b->byte, 1);
    segment_demand(s, sym_binary(s->sym, SYM_EQ, then, now));
  }
}

/* Another thread goes on, or the threads that wait for something do so. False: an instruction is next. */
static bool between(struct segment *s) {
  const struct vm_log_entry *e = segment_peek(s);
  if (!e) return false;
  if (e->kind == LOG_THREAD) {
    stand_at(s, (struct vm_position){.thread = e->small, .pc = (uint32_t)e->a, .base = (uint32_t)e->b});
    s->at++;
    return true;
  }
  if (e->kind == LOG_WAITING) {
    s->at++;
    segment_waiting(s, e);
    return !s->lost;
  }
  if (e->kind == LOG_ROUND) {
    s->at++;
    follow_round(s, e->small);
    s->here.thread = IR_NONE;
    return !s->lost;
  }
  if (e->kind == LOG_OPAQUE) s->lost = true;
  return false;
}

static bool needs_entry(const struct ir_ins *ins) {
  switch (ins->op) {
  case IR_BR:
  case IR_FENCE:
  case IR_UNDEF: return false;
  default: return ir_ops[ins->op].class != IR_CLASS_PURE;
  }
}

static void execute_pure(struct segment *s, const struct ir_ins *ins) {
  switch (ir_ops[ins->op].fails) {
  case IR_FAILS_DIVISION: division(s, ins); break;
  case IR_FAILS_OVERFLOW:
  case IR_FAILS_SHIFT: checked(s, ins); break;
  default: segment_pure(s, ins);
  }
}

static void execute_access(struct segment *s, const struct ir_ins *ins) {
  switch (ir_ops[ins->op].access) {
  case IR_ACCESS_READ: load(s, ins); break;
  case IR_ACCESS_WRITE: store(s, ins); break;
  case IR_ACCESS_UPDATE: update(s, ins); break;
  case IR_ACCESS_COPY:
  case IR_ACCESS_FILL: block(s, ins); break;
  case IR_ACCESS_LIST: variable_arguments(s, ins); break;
  case IR_ACCESS_NONE: s->lost = true;
  }
}

static void execute(struct segment *s, const struct ir_ins *ins) {
  s->here.pc++;
  switch (ins->op) {
  case IR_ALLOCA: local(s, ins); break;
  case IR_LIVE:
  case IR_DEAD: change_life(s, ins); break;
  case IR_TLSADDR:
  case IR_STACKSAVE: plain_value(s, ins); break;
  case IR_STACKRESTORE:
    while (segment_peek(s) && segment_peek(s)->kind == LOG_DEATH) segment_dead_object(s, &s->log[s->at++]);
    break;
  case IR_BR: segment_enter(s, (uint32_t)ins->a); break;
  case IR_CBR:
  case IR_SWITCH: branch(s, ins); break;
  case IR_CALL:
  case IR_ICALL: called(s, ins); break;
  case IR_RET: give_back(s, ins); break;
  case IR_FENCE: break;
  case IR_UNDEF: segment_forget(s, ins->dst); break;
  default:
    if (ir_ops[ins->op].class == IR_CLASS_PURE) execute_pure(s, ins);
    else if (ir_ops[ins->op].class == IR_CLASS_FLOAT) floating(s, ins);
    else execute_access(s, ins);
  }
}

enum { MOST_INSTRUCTIONS = 20000, MOST_NEW_TERMS = 20000 };

/* A thread goes on to its next visible operation, or the end of what it does, before another one does: what needs no
   entry in the log comes first. */
static void follow(struct segment *s) {
  uint64_t terms = sym_count(s->sym);
  uint32_t n = 0;
  for (; !s->lost; n++) {
    if (n > MOST_INSTRUCTIONS || sym_count(s->sym) - terms > MOST_NEW_TERMS) s->lost = true;
    bool runs = s->here.thread != IR_NONE;
    if (runs && !needs_entry(ins_here(s))) execute(s, ins_here(s));
    else if (between(s)) continue;
    else if (!segment_peek(s)) break;
    else if (runs && !s->lost) execute(s, ins_here(s));
    else s->lost = true;
  }
}

static void begin(struct segment *s, const struct stretch *stretch) {
  uint32_t count;
  s->sym = s->places->sym;
  s->number++;
  s->contents.count = 0;
  s->written = 0;
  s->demands.count = 0;
  if (s->code.count) memset(s->code.words, 0, s->code.count * sizeof *s->code.words);
  s->log = vm_log(s->g->vm, &count);
  s->at = stretch->from;
  s->to = stretch->to;
  s->here = stretch->start;
  s->function = 0;
  if (s->here.thread != IR_NONE) stand_at(s, s->here);
  s->lost = false;
}

void segment_before(struct segment *s, const struct stretch *stretch, struct outcome *after) {
  if (!after->ok) return;
  begin(s, stretch);
  ASSERT(stretch->from <= stretch->to);
  follow(s);
  bits_join(&after->code, &s->code);
  if (s->lost) {
    after->ok = false;
    return;
  }
  segment_replace(s, after);
}

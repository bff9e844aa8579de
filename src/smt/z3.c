/* Z3: translation of terms and one long-lived solver.

   Every distinct constraint c is asserted once as (p = c) with a fresh boolean p; a question is a check under the
   assumptions p (or not p) of its constraints. So each term is bit-blasted once, and what Z3 learns serves later
   questions. When much more has been asserted than the questions use, the solver is made anew. Terms of one bit are
   Booleans there, all others bit-vectors. A question about floating-point numbers goes to the engine that turns them
   into bits. No error in Z3 ends the program: the answer is then SMT_UNKNOWN. */
#include "smt/z3.h"

#include <stdatomic.h>
#include <string.h>

#include "smt/z3_float.h"
#include "util/error.h"
#include "util/map.h"
#include "util/stop.h"
#include "util/vec.h"

/* The solver is made anew when it holds IDLE_LITERALS + IDLE_FACTOR * (those of the question): all of them take part
   in its search. */
enum { IDLE_LITERALS = 256, IDLE_FACTOR = 4, MAX_TERMS = 1 << 20 };

struct literal {
  Z3_ast yes, no;
};

struct z3 {
  struct sym *sym;
  Z3_context context; /* NULL before the first question */
  Z3_solver solver;
  atomic_bool stopped; /* somebody interrupted it: from then on nothing it says is to be believed */
  unsigned timeout_ms;
  uint64_t spent;        /* steps on questions with a limit of their own */
  unsigned effort;       /* that the solver may spend on a question now */
  bool failed;           /* an error was reported during the current question */
  VEC(Z3_ast) terms;     /* per sym_id, or NULL; holds a reference */
  VEC(Z3_ast) numbers;   /* per sym_id: the same in the floating-point theory, or NULL */
  uint32_t translated;   /* how many terms are not NULL */
  VEC(Z3_ast) variables; /* per variable, or NULL */
  struct map literal_of; /* sym_id -> index */
  VEC(struct literal) literals;
  VEC(sym_id) stack; /* of the translation */
  VEC(Z3_ast) parts; /* of the term being translated */
  VEC(Z3_ast) assumptions;
};

/* -- errors and life ----------------------------------------------------------------------------------------------- */

static void ignore_error(Z3_context context, Z3_error_code code) { (void)context, (void)code; }

/* Reads and clears the error of the last calls. */
static bool has_error(struct z3 *z) {
  if (Z3_get_error_code(z->context) != Z3_OK) z->failed = true;
  return z->failed;
}

static Z3_ast hold(struct z3 *z, Z3_ast a) {
  if (a) Z3_inc_ref(z->context, a);
  return a;
}

/* Keeps a part alive until the term it goes into is made: Z3 itself keeps only its newest result. */
static Z3_ast part(struct z3 *z, Z3_ast a) {
  if (a) vec_push(&z->parts, hold(z, a));
  return a;
}

Z3_context z3_context(struct z3 *z) { return z->context; }
Z3_ast z3_keep(struct z3 *z, Z3_ast a) { return part(z, a); }

static void release_parts(struct z3 *z) {
  while (z->parts.count) Z3_dec_ref(z->context, vec_pop(&z->parts));
}

/* Effort is counted in Z3's own steps, about a million in a second: a limit that, unlike one of time, costs nothing to
   watch. */
enum { EFFORT_FIRST = 2000000 };

/* A product of doubles can take for ever: without a limit of the user, one question may take this long. */
enum { FLOAT_TIMEOUT_MS = 20000 };

static void set_parameters(struct z3 *z, Z3_solver solver, unsigned effort, unsigned timeout_ms) {
  Z3_context c = z->context;
  Z3_params params = Z3_mk_params(c);
  Z3_params_inc_ref(c, params);
  Z3_params_set_bool(c, params, Z3_mk_string_symbol(c, "ctrl_c"), false); /* the signal belongs to the caller */
  if (effort) {
    if (solver == z->solver) Z3_params_set_uint(c, params, Z3_mk_string_symbol(c, "relevancy"), 0);
    Z3_params_set_uint(c, params, Z3_mk_string_symbol(c, "rlimit"), effort);
  }
  if (timeout_ms) Z3_params_set_uint(c, params, Z3_mk_string_symbol(c, "timeout"), timeout_ms);
  Z3_solver_set_params(c, solver, params);
  Z3_params_dec_ref(c, params);
}

/* For many questions under assumptions Z3's own incremental core, without relevancy, needs a third to all of the
   time of the one made for QF_BV (4.8.12; sorting, and sums modulo a constant). */
static Z3_solver make_incremental(struct z3 *z) {
  Z3_solver solver = Z3_mk_simple_solver(z->context);
  Z3_solver_inc_ref(z->context, solver);
  z->effort = 0;
  return solver;
}

/* For one question, as long as it takes: another engine, so that it can serve as a second opinion. */
static Z3_solver make_single(struct z3 *z, bool floats, unsigned effort) {
  const char *logic = floats ? "QF_FPBV" : "QF_BV";
  Z3_solver solver = Z3_mk_solver_for_logic(z->context, Z3_mk_string_symbol(z->context, logic));
  Z3_solver_inc_ref(z->context, solver);
  set_parameters(z, solver, effort, z->timeout_ms || !floats ? z->timeout_ms : FLOAT_TIMEOUT_MS);
  return solver;
}

static void drop_solver(struct z3 *z) {
  if (z->solver) Z3_solver_dec_ref(z->context, z->solver);
  for (uint32_t i = 0; i < z->literals.count; i++) {
    Z3_dec_ref(z->context, z->literals.data[i].yes);
    Z3_dec_ref(z->context, z->literals.data[i].no);
  }
  z->literals.count = 0;
  map_free(&z->literal_of);
  z->solver = NULL;
}

static void drop_terms(struct z3 *z) {
  for (uint32_t i = 0; i < z->terms.count; i++)
    if (z->terms.data[i]) Z3_dec_ref(z->context, z->terms.data[i]);
  for (uint32_t i = 0; i < z->numbers.count; i++)
    if (z->numbers.data[i]) Z3_dec_ref(z->context, z->numbers.data[i]);
  for (uint32_t i = 0; i < z->variables.count; i++)
    if (z->variables.data[i]) Z3_dec_ref(z->context, z->variables.data[i]);
  z->terms.count = z->numbers.count = z->variables.count = 0;
  z->translated = 0;
}

struct z3 *z3_open(struct sym *sym, unsigned timeout_ms) {
  struct z3 *z = mem_zalloc(sizeof *z);
  z->sym = sym;
  z->timeout_ms = timeout_ms;
  return z;
}

/* Z3 is started by the first question: most programs with concrete data never ask one, and it takes longer than they
   do. */
static void wake(struct z3 *z) {
  if (z->context) return;
  Z3_config config = Z3_mk_config();
  Z3_context context = Z3_mk_context_rc(config);
  Z3_del_config(config);
  Z3_set_error_handler(context, ignore_error);
  z->context = context;
}

void z3_close(struct z3 *z) {
  if (!z) return;
  drop_solver(z);
  drop_terms(z);
  if (z->context) Z3_del_context(z->context);
  vec_free(&z->terms), vec_free(&z->variables), vec_free(&z->literals), vec_free(&z->stack), vec_free(&z->parts);
  vec_free(&z->assumptions), vec_free(&z->numbers);
  free(z);
}

/* ---- ending for certain: see util/stop.h ---- */

/* By the watchdog, in the middle of a question. */
static void interrupt(void *context) {
  struct z3 *z = context;
  atomic_store(&z->stopped, true);
  Z3_interrupt(z->context);
}

static void enter(struct z3 *z) {
  wake(z);
  stop_enter(&(struct stop_part){.what = "the solver", .interrupt = interrupt, .context = z});
}

uint64_t z3_spent(const struct z3 *z) { return z->spent; }

/* -- translation --------------------------------------------------------------------------------------------------- */

static Z3_ast number(struct z3 *z, uint64_t value, unsigned width) {
  return part(z, Z3_mk_unsigned_int64(z->context, value, Z3_mk_bv_sort(z->context, width)));
}

static Z3_ast variable(struct z3 *z, uint32_t v) {
  while (z->variables.count <= v) vec_push(&z->variables, NULL);
  if (!z->variables.data[v]) {
    char name[16];
    snprintf(name, sizeof name, "b%u", v);
    Z3_symbol symbol = Z3_mk_string_symbol(z->context, name);
    z->variables.data[v] = hold(z, Z3_mk_const(z->context, symbol, Z3_mk_bv_sort(z->context, 8)));
  }
  return z->variables.data[v];
}

static Z3_ast bytes(struct z3 *z, uint32_t first, unsigned count) {
  Z3_ast a = variable(z, first);
  for (unsigned i = 1; i < count; i++) a = part(z, Z3_mk_concat(z->context, variable(z, first + i), a));
  return a;
}

/* An operand as a bit-vector: Booleans become one bit. */
static Z3_ast vector(struct z3 *z, sym_id a) {
  Z3_ast t = z->terms.data[a];
  if (sym_width(z->sym, a) > 1) return t;
  return part(z, Z3_mk_ite(z->context, t, number(z, 1, 1), number(z, 0, 1)));
}

static Z3_ast from_bit(struct z3 *z, Z3_ast bit) {
  part(z, bit);
  return part(z, Z3_mk_eq(z->context, bit, number(z, 1, 1)));
}

static Z3_ast high_product(struct z3 *z, bool is_signed, Z3_ast a, Z3_ast b, unsigned w) {
  Z3_context c = z->context;
  Z3_ast x = part(z, is_signed ? Z3_mk_sign_ext(c, w, a) : Z3_mk_zero_ext(c, w, a));
  Z3_ast y = part(z, is_signed ? Z3_mk_sign_ext(c, w, b) : Z3_mk_zero_ext(c, w, b));
  return Z3_mk_extract(c, 2 * w - 1, w, Z3_mk_bvmul(c, x, y));
}

static Z3_ast binary(struct z3 *z, enum sym_op op, Z3_ast a, Z3_ast b, unsigned w) {
  Z3_context c = z->context;
  switch (op) {
  case SYM_ADD: return Z3_mk_bvadd(c, a, b);
  case SYM_SUB: return Z3_mk_bvsub(c, a, b);
  case SYM_MUL: return Z3_mk_bvmul(c, a, b);
  case SYM_UMULH: return high_product(z, false, a, b, w);
  case SYM_SMULH: return high_product(z, true, a, b, w);
  case SYM_UDIV: return Z3_mk_bvudiv(c, a, b);
  case SYM_SDIV: return Z3_mk_bvsdiv(c, a, b);
  case SYM_UREM: return Z3_mk_bvurem(c, a, b);
  case SYM_SREM: return Z3_mk_bvsrem(c, a, b);
  case SYM_AND: return Z3_mk_bvand(c, a, b);
  case SYM_OR: return Z3_mk_bvor(c, a, b);
  case SYM_XOR: return Z3_mk_bvxor(c, a, b);
  case SYM_SHL: return Z3_mk_bvshl(c, a, b);
  case SYM_LSHR: return Z3_mk_bvlshr(c, a, b);
  case SYM_ASHR: return Z3_mk_bvashr(c, a, b);
  case SYM_EQ: return Z3_mk_eq(c, a, b);
  case SYM_ULT: return Z3_mk_bvult(c, a, b);
  case SYM_ULE: return Z3_mk_bvule(c, a, b);
  case SYM_SLT: return Z3_mk_bvslt(c, a, b);
  case SYM_SLE: return Z3_mk_bvsle(c, a, b);
  case SYM_CONCAT: return Z3_mk_concat(c, a, b);
  default: return NULL;
  }
}

static Z3_ast translate_binary(struct z3 *z, enum sym_op op, sym_id a, sym_id b, unsigned width) {
  unsigned w = sym_width(z->sym, a);
  Z3_ast both[2] = {z->terms.data[a], z->terms.data[b]};
  if (w == 1 && op == SYM_AND) return Z3_mk_and(z->context, 2, both);
  if (w == 1 && op == SYM_OR) return Z3_mk_or(z->context, 2, both);
  if (w == 1 && op == SYM_EQ) return Z3_mk_iff(z->context, both[0], both[1]);
  Z3_ast r = binary(z, op, vector(z, a), vector(z, b), w);
  bool is_boolean = op >= SYM_EQ && op <= SYM_SLE;
  return width == 1 && !is_boolean ? from_bit(z, r) : r;
}

static Z3_ast extension(struct z3 *z, enum sym_op op, sym_id a, unsigned width) {
  unsigned from = sym_width(z->sym, a);
  Z3_context c = z->context;
  Z3_ast x = z->terms.data[a];
  if (from == 1) {
    Z3_ast set = number(z, op == SYM_ZEXT ? 1 : ~0ull >> (64 - width), width);
    return Z3_mk_ite(c, x, set, number(z, 0, width));
  }
  return op == SYM_ZEXT ? Z3_mk_zero_ext(c, width - from, x) : Z3_mk_sign_ext(c, width - from, x);
}

/* A read as a tree of choices over the bits of the index, equal neighbours merged. */
struct mux {
  const sym_id *elements;
  uint32_t count;
  Z3_ast index;
};

static Z3_ast mux(struct z3 *z, const struct mux *m, unsigned bits, uint64_t base) {
  if (base >= m->count) base = m->count - 1;
  if (!bits || base == m->count - 1) return z->terms.data[m->elements[base]];
  unsigned bit = bits - 1;
  Z3_ast low = mux(z, m, bit, base), high = mux(z, m, bit, base + (1ull << bit));
  if (low == high) return low;
  Z3_ast is_set = from_bit(z, Z3_mk_extract(z->context, bit, bit, m->index));
  return part(z, Z3_mk_ite(z->context, is_set, high, low));
}

static Z3_ast read(struct z3 *z, uint32_t table, sym_id index) {
  struct mux m = {.index = vector(z, index)};
  m.elements = sym_table_elements(z->sym, table, &m.count);
  unsigned wide = sym_width(z->sym, index), bits = 0;
  while (bits < wide && 1ull << bits < m.count) bits++;
  Z3_ast tree = mux(z, &m, bits, 0);
  if (bits == wide) return tree;
  Z3_ast past = part(z, Z3_mk_bvuge(z->context, m.index, number(z, 1ull << bits, wide)));
  return Z3_mk_ite(z->context, past, z->terms.data[m.elements[m.count - 1]], tree);
}

static Z3_ast translate_float(struct z3 *z, sym_id id) {
  struct z3_term operands[3] = {0};
  for (unsigned i = 0; i < 3; i++) {
    sym_id a = sym_operand(z->sym, id, i);
    if (a) operands[i] = (struct z3_term){vector(z, a), z->numbers.data[a], sym_width(z->sym, a)};
  }
  struct z3_term whole = z3_float_term(z, sym_op_of(z->sym, id), sym_width(z->sym, id), operands);
  for (unsigned i = 0; i < 3; i++) {
    sym_id a = sym_operand(z->sym, id, i);
    if (a && operands[i].number && !z->numbers.data[a]) z->numbers.data[a] = hold(z, operands[i].number);
  }
  z->numbers.data[id] = hold(z, whole.number);
  return whole.bits;
}

/* A choice between numbers is one, too. */
static Z3_ast translate_ite(struct z3 *z, sym_id id) {
  sym_id condition = sym_operand(z->sym, id, 0), yes = sym_operand(z->sym, id, 1), no = sym_operand(z->sym, id, 2);
  Z3_ast numbers[2] = {z->numbers.data[yes], z->numbers.data[no]};
  if (numbers[0] && numbers[1])
    z->numbers.data[id] = hold(z, Z3_mk_ite(z->context, z->terms.data[condition], numbers[0], numbers[1]));
  return Z3_mk_ite(z->context, z->terms.data[condition], z->terms.data[yes], z->terms.data[no]);
}

static Z3_ast translate_one(struct z3 *z, sym_id id) {
  const struct sym *s = z->sym;
  Z3_context c = z->context;
  enum sym_op op = sym_op_of(s, id);
  unsigned width = sym_width(s, id);
  sym_id a = sym_operand(s, id, 0), b = sym_operand(s, id, 1);
  uint64_t value = 0;
  switch (op) {
  case SYM_CONST:
    sym_is_const(s, id, &value);
    return width > 1 ? number(z, value, width) : value ? Z3_mk_true(c) : Z3_mk_false(c);
  case SYM_BYTES: return bytes(z, sym_first(s, id), sym_low(s, id));
  case SYM_READ: return read(z, sym_first(s, id), a);
  case SYM_NOT: return width > 1 ? Z3_mk_bvnot(c, z->terms.data[a]) : Z3_mk_not(c, z->terms.data[a]);
  case SYM_EXTRACT: {
    Z3_ast field = Z3_mk_extract(c, sym_low(s, id) + width - 1, sym_low(s, id), z->terms.data[a]);
    return width > 1 ? field : from_bit(z, field);
  }
  case SYM_ZEXT:
  case SYM_SEXT: return extension(z, op, a, width);
  case SYM_ITE: return translate_ite(z, id);
  case SYM_FMATH: return Z3_mk_fresh_const(c, "f", Z3_mk_bv_sort(c, width)); /* anything: see library.c */
  default: return sym_is_float(op) ? translate_float(z, id) : translate_binary(z, op, a, b, width);
  }
}

static bool need(struct z3 *z, sym_id a) {
  if (!a || z->terms.data[a]) return false;
  vec_push(&z->stack, a);
  return true;
}

static bool need_operands(struct z3 *z, sym_id id) {
  bool any = false;
  for (unsigned i = 0; i < 3; i++) any |= need(z, sym_operand(z->sym, id, i));
  if (sym_op_of(z->sym, id) != SYM_READ) return any;
  uint32_t count;
  const sym_id *elements = sym_table_elements(z->sym, sym_first(z->sym, id), &count);
  for (uint32_t i = 0; i < count; i++) any |= need(z, elements[i]);
  return any;
}

static Z3_ast translate(struct z3 *z, sym_id root) {
  while (z->terms.count <= sym_count(z->sym)) {
    vec_push(&z->terms, NULL);
    vec_push(&z->numbers, NULL);
  }
  z->stack.count = 0;
  need(z, root);
  while (z->stack.count && !z->failed) {
    sym_id id = vec_last(&z->stack);
    if (!z->terms.data[id]) {
      if (need_operands(z, id)) continue;
      z->terms.data[id] = hold(z, translate_one(z, id));
      release_parts(z);
      z->translated++;
      if (!z->terms.data[id] || has_error(z)) break;
    }
    z->stack.count--;
  }
  return z->terms.data[root];
}

/* -- questions ----------------------------------------------------------------------------------------------------- */

static void drop_literal(struct z3 *z, const struct literal *l) {
  Z3_dec_ref(z->context, l->yes);
  Z3_dec_ref(z->context, l->no);
}

/* The literal that stands for a term; a term and its complement share one. */
static Z3_ast literal(struct z3 *z, sym_id id) {
  sym_id complement = sym_not(z->sym, id), atom = id < complement ? id : complement;
  uint32_t index;
  if (!map_get(&z->literal_of, atom, &index)) {
    Z3_ast term = translate(z, atom);
    if (!term || z->failed) return NULL;
    struct literal l;
    l.yes = hold(z, Z3_mk_fresh_const(z->context, "p", Z3_mk_bool_sort(z->context)));
    l.no = hold(z, Z3_mk_not(z->context, l.yes));
    Z3_solver_assert(z->context, z->solver, Z3_mk_iff(z->context, l.yes, term));
    if (has_error(z)) drop_literal(z, &l);
    if (z->failed) return NULL;
    index = z->literals.count;
    vec_push(&z->literals, l);
    map_put(&z->literal_of, atom, index);
  }
  return atom == id ? z->literals.data[index].yes : z->literals.data[index].no;
}

static void read_values(struct z3 *z, Z3_solver solver, const struct z3_question *q) {
  Z3_model model = Z3_solver_get_model(z->context, solver);
  if (!model) return;
  Z3_model_inc_ref(z->context, model);
  for (uint32_t i = 0; i < q->variable_count; i++) {
    Z3_ast v = variable(z, q->variables[i]);
    Z3_func_decl decl = Z3_get_app_decl(z->context, Z3_to_app(z->context, v));
    Z3_ast value = Z3_model_get_const_interp(z->context, model, decl);
    uint64_t number = 0;
    if (value && Z3_get_numeral_uint64(z->context, value, &number)) q->values[i] = (uint8_t)number;
  }
  Z3_model_dec_ref(z->context, model);
}

static void read_core(struct z3 *z, const struct z3_question *q) {
  Z3_ast_vector core = Z3_solver_get_unsat_core(z->context, z->solver);
  Z3_ast_vector_inc_ref(z->context, core);
  unsigned n = Z3_ast_vector_size(z->context, core);
  for (uint32_t i = 0; i < q->count; i++) {
    q->in_core[i] = 0;
    for (unsigned j = 0; j < n; j++) q->in_core[i] |= Z3_ast_vector_get(z->context, core, j) == z->assumptions.data[i];
  }
  Z3_ast_vector_dec_ref(z->context, core);
}

static void prepare(struct z3 *z, const struct z3_question *q) {
  unsigned effort = q->effort ? q->effort : EFFORT_FIRST;
  z->failed = false;
  bool idle = z->literals.count > IDLE_LITERALS + (uint64_t)IDLE_FACTOR * (q->count + 1);
  if (idle || z->translated > MAX_TERMS) drop_solver(z);
  if (z->translated > MAX_TERMS) drop_terms(z);
  if (!z->solver) z->solver = make_incremental(z);
  if (z->effort != effort) set_parameters(z, z->solver, effort, z->timeout_ms);
  z->effort = effort;
}

static enum smt_answer answer_of(struct z3 *z, Z3_lbool result) {
  if (has_error(z) || z->stopped || result == Z3_L_UNDEF) return SMT_UNKNOWN;
  return result == Z3_L_TRUE ? SMT_SAT : SMT_UNSAT;
}

static bool has_floats(const struct z3 *z, const sym_id *constraints, uint32_t count, sym_id condition) {
  bool any = sym_has_float(z->sym, condition);
  for (uint32_t i = 0; i < count && !any; i++) any = sym_has_float(z->sym, constraints[i]);
  return any;
}

static Z3_solver single_with(struct z3 *z, const sym_id *constraints, uint32_t count, sym_id condition,
                             unsigned effort) {
  Z3_solver solver = make_single(z, has_floats(z, constraints, count, condition), effort);
  for (uint32_t i = 0; i <= count; i++) {
    Z3_ast term = translate(z, i < count ? constraints[i] : condition);
    if (term) Z3_solver_assert(z->context, solver, term);
    if (has_error(z)) break; /* a constraint that is missing would make it a weaker question */
  }
  return solver;
}

/* The steps of all questions to a solver so far. */
static uint64_t steps_of(struct z3 *z, Z3_solver solver) {
  uint64_t steps = 0;
  Z3_stats stats = Z3_solver_get_statistics(z->context, solver);
  if (!stats) return 0;
  Z3_stats_inc_ref(z->context, stats);
  for (unsigned i = 0; i < Z3_stats_size(z->context, stats); i++)
    if (Z3_stats_is_uint(z->context, stats, i) && !strcmp(Z3_stats_get_key(z->context, stats, i), "rlimit count"))
      steps = Z3_stats_get_uint_value(z->context, stats, i);
  Z3_stats_dec_ref(z->context, stats);
  return steps;
}

/* What the incremental core does not find soon, the other engine often does; and it is the one for floating point. */
static enum smt_answer ask_other(struct z3 *z, const struct z3_question *q) {
  z->failed = false;
  Z3_solver solver = single_with(z, q->constraints, q->count, q->condition, q->effort);
  enum smt_answer answer = answer_of(z, z->failed ? Z3_L_UNDEF : Z3_solver_check(z->context, solver));
  if (answer == SMT_SAT) read_values(z, solver, q);
  memset(q->in_core, 1, q->count);
  if (q->effort) z->spent += steps_of(z, solver);
  Z3_solver_dec_ref(z->context, solver);
  return answer;
}

static enum smt_answer ask(struct z3 *z, const struct z3_question *q) {
  if (has_floats(z, q->constraints, q->count, q->condition)) return ask_other(z, q);
  prepare(z, q);
  z->assumptions.count = 0;
  for (uint32_t i = 0; i <= q->count; i++) {
    Z3_ast l = literal(z, i < q->count ? q->constraints[i] : q->condition);
    if (!l) {
      drop_solver(z);
      return SMT_UNKNOWN;
    }
    vec_push(&z->assumptions, l);
  }
  uint64_t before = q->effort ? steps_of(z, z->solver) : 0;
  Z3_lbool result = Z3_solver_check_assumptions(z->context, z->solver, z->assumptions.count, z->assumptions.data);
  if (q->effort) z->spent += steps_of(z, z->solver) - before;
  enum smt_answer answer = answer_of(z, result);
  if (answer == SMT_SAT) read_values(z, z->solver, q);
  else if (answer == SMT_UNSAT) read_core(z, q);
  else drop_solver(z); /* it may be left in any state */
  return answer == SMT_UNKNOWN && !q->effort && !z->stopped ? ask_other(z, q) : answer;
}

enum smt_answer z3_ask(struct z3 *z, const struct z3_question *q) {
  if (z->stopped) return SMT_UNKNOWN;
  enter(z);
  enum smt_answer answer = ask(z, q);
  stop_leave();
  return z->stopped ? SMT_UNKNOWN : answer;
}

enum smt_answer z3_ask_fresh(struct z3 *z, const sym_id *constraints, uint32_t count, sym_id condition) {
  if (z->stopped) return SMT_UNKNOWN;
  enter(z);
  z->failed = false;
  Z3_solver solver = single_with(z, constraints, count, condition, 0);
  enum smt_answer answer = answer_of(z, z->failed ? Z3_L_UNDEF : Z3_solver_check(z->context, solver));
  Z3_solver_dec_ref(z->context, solver);
  stop_leave();
  return z->stopped ? SMT_UNKNOWN : answer;
}

void z3_dump(struct z3 *z, const struct z3_question *q, enum smt_answer answer, double seconds, FILE *out) {
  static const char *const text[] = {"unsat", "sat", "unknown"};
  wake(z);
  z->failed = false;
  bool floats = has_floats(z, q->constraints, q->count, q->condition);
  Z3_solver solver = make_single(z, floats, 0);
  for (uint32_t i = 0; i <= q->count; i++) {
    Z3_ast term = translate(z, i < q->count ? q->constraints[i] : q->condition);
    if (term) Z3_solver_assert(z->context, solver, term);
  }
  fprintf(out, "; answer: %s, %.6f s\n(set-logic %s)\n", text[answer], seconds, floats ? "QF_FPBV" : "QF_BV");
  for (uint32_t i = 0; i < q->variable_count; i++) {
    const struct sym_input *in = sym_input_at(z->sym, sym_input_of(z->sym, q->variables[i]));
    fprintf(out, "; b%u is %s[%u]\n", q->variables[i], in->name, q->variables[i] - in->first);
  }
  fprintf(out, "%s(check-sat)\n(reset)\n", Z3_solver_to_string(z->context, solver));
  fflush(out);
  Z3_solver_dec_ref(z->context, solver);
}

/* Floating-point arithmetic on concrete bit patterns, with the host's own arithmetic: results are those of native
   code. What has a term (term_float.c) is computed as the term is. */
#include <math.h>

#include "../../rt/builtins.h"
#include "util/float_bits.h"
#include "vm/state.h"
#include "vm/term.h"

static uint64_t low_bits(uint64_t value, unsigned width) {
  return width == 64 ? value : value & (((uint64_t)1 << width) - 1);
}

/* LLVM numbers its predicates by bits: 1 equal, 2 greater, 4 less, 8 unordered. */
static uint64_t compare(double x, double y, int32_t predicate) {
  unsigned outcome = isnan(x) || isnan(y) ? 8 : x == y ? 1 : x > y ? 2 : 4;
  return (predicate & (int32_t)outcome) != 0;
}

/* The same as the term in term_float.c. Not by the library's function: the compiler may take another one in its place,
   which gives another one of two NaNs. */
static uint64_t smaller(bool largest, uint64_t a, uint64_t b, unsigned width) {
  uint64_t quiet = 1ull << (width == 32 ? 22 : 51);
  double x = double_of_bits(a, width), y = double_of_bits(b, width);
  if (isnan(x)) return isnan(y) || !(a & quiet) ? a | quiet : b;
  if (isnan(y)) return b & quiet ? a : b | quiet;
  return (largest ? y < x : x < y) ? a : b;
}

static uint64_t math(const struct ir_ins *ins, uint64_t a, uint64_t b) {
  uint64_t sign = (uint64_t)1 << (ins->width - 1);
  enum sym_op op = term_float_op(ins);
  if (op) return sym_float_value(op, ins->width, ins->width, a, 0, 0);
  if (ins->c == IR_FM_FABS) return a & ~sign;
  if (ins->c == IR_FM_COPYSIGN) return (a & ~sign) | (b & sign);
  if (ins->c == IR_FM_MINNUM || ins->c == IR_FM_MAXNUM) return smaller(ins->c == IR_FM_MAXNUM, a, b, ins->width);
  return sym_library_value(SYM_LIBRARY_IR + (unsigned)ins->c, ins->width, a, b);
}

static uint64_t to_signed(uint64_t a, unsigned from, unsigned width) {
  return low_bits(sym_float_value(SYM_FTOS, width <= 32 ? 32 : 64, from, a, 0, 0), width);
}

/* As clang compiles it for a processor that converts to signed integers only. */
static uint64_t to_unsigned(uint64_t a, unsigned from, unsigned width) {
  double half = 9223372036854775808.0, d = double_of_bits(a, from);
  uint64_t sign = (uint64_t)1 << 63;
  if (width < 64 || !(d >= half)) return low_bits(sym_float_value(SYM_FTOS, 64, from, a, 0, 0), width);
  return sym_float_value(SYM_FTOS, 64, 64, bits_of_double(d - half), 0, 0) | sign;
}

uint64_t alu_float(const struct ir_ins *ins, uint64_t a, uint64_t b, uint64_t c) {
  unsigned w = ins->width;
  switch (ins->op) {
  case IR_FNEG: return a ^ ((uint64_t)1 << (w - 1));
  case IR_FCMP: return compare(double_of_bits(a, w), double_of_bits(b, w), ins->c);
  case IR_FPTOSI: return to_signed(a, w, (unsigned)ins->c);
  case IR_FPTOUI: return to_unsigned(a, w, (unsigned)ins->c);
  case IR_SITOFP: return sym_float_value(SYM_STOF, (unsigned)ins->c, w, a, 0, 0);
  case IR_UITOFP: return sym_float_value(SYM_UTOF, (unsigned)ins->c, w, a, 0, 0);
  case IR_FPEXT: return sym_float_value(SYM_FCONV, 64, 32, a, 0, 0);
  case IR_FPTRUNC: return sym_float_value(SYM_FCONV, 32, 64, a, 0, 0);
  case IR_FREM: return sym_library_value(SYM_LIBRARY_REM, w, a, b);
  case IR_FMATH:
  case IR_FMATH2: return math(ins, a, b);
  default: return sym_float_value(term_float_op(ins), w, w, a, b, c);
  }
}

/* ---- functions of math.h that no instruction computes (rt/math.def) ---- */

static bool is_unwritten(struct vm *vm, const struct cell *x) {
  return x->expr && (x->expr == CELL_UNDEF || sym_has_uninit(vm->sym, x->expr));
}

/* Goes on with the model's value, and says so. */
static enum step take_one(struct vm *vm, sym_id expr, uint64_t *value) {
  *value = irrelevant_value(vm, expr);
  sym_id same = sym_binary(vm->sym, SYM_EQ, expr, sym_const(vm->sym, *value, 64));
  if (irrelevant_here(vm)) {
    irrelevant_take(vm, same);
    return STEP_NEXT;
  }
  decide_incomplete(vm, "formatting of a symbolic floating-point value: one value of many was explored");
  return decide_assume(vm, same);
}

enum { FEW_BYTES = 3, FEW_VALUES = 16, MOST_NUMBERS = 1000 };

/* The bytes that a number depends on, if each of them is confined to a few values: digits. */
static bool are_digits(struct vm *vm, const uint32_t *bytes, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    uint64_t low, high;
    if (!smt_range(vm->smt, sym_bytes(vm->sym, bytes[i], 1), &low, &high) || high - low >= FEW_VALUES) return false;
  }
  return true;
}

/* One after the other: with fewer conditions than one decision about the number would leave behind. */
static enum step decide_digits(struct vm *vm, const uint32_t *bytes, uint32_t count) {
  enum step step = STEP_NEXT;
  for (uint32_t i = 0; i < count && step == STEP_NEXT; i++) {
    struct cell byte = {.expr = sym_bytes(vm->sym, bytes[i], 1)};
    uint64_t value;
    step = decide_one_of(vm, &byte, 8, MOST_NUMBERS, "a digit", &value);
  }
  return step;
}

/* What the number is turned into has no term: a text. Numbers that depend on few bytes have few values: a path for
   each. */
static enum step decide_number(const struct call *c, const struct cell *x) {
  static const char what[] = "a floating-point number that becomes text";
  struct vm *vm = c->vm;
  uint64_t value = x->value;
  uint32_t count = 0, bytes[FEW_BYTES];
  enum step step = STEP_NEXT;
  if (!x->expr) {
    call_give(c, value);
    return step;
  }
  log_add(vm, LOG_OPAQUE, 0, 0, 0);
  const uint32_t *support = sym_support(vm->sym, x->expr, &count);
  for (uint32_t i = 0; i < count && i < FEW_BYTES; i++) bytes[i] = support[i];
  if (count > FEW_BYTES) step = take_one(vm, x->expr, &value);
  else if (!irrelevant_here(vm) && are_digits(vm, bytes, count)) {
    step = decide_digits(vm, bytes, count);
    value = irrelevant_value(vm, x->expr);
  } else step = decide_one_of(vm, x, 64, MOST_NUMBERS, what, &value);
  if (step == STEP_NEXT) call_give(c, value);
  return step;
}

enum step float_function(const struct call *c) {
  struct vm *vm = c->vm;
  uint64_t function = call_argument(c, 0)->value;
  const struct cell *x = call_argument(c, 1), *y = call_argument(c, 2);
  if (is_unwritten(vm, x) || is_unwritten(vm, y))
    return decide_cut(vm, "%s of a floating-point value that nobody wrote",
                      function == RT_MATH_SAME ? "formatting" : sym_library_name((unsigned)function));
  if (function == RT_MATH_SAME) return decide_number(c, x);
  if (!x->expr && !y->expr) {
    call_give(c, sym_library_value((unsigned)function, 64, x->value, y->value));
    return STEP_NEXT;
  }
  log_add(vm, LOG_OPAQUE, 0, 0, 0);
  sym_id number = sym_const(vm->sym, function, 8);
  sym_id result = sym_float(vm->sym, SYM_FMATH, 64, decide_expr(vm, x, 64), decide_expr(vm, y, 64), number);
  if (c->ins->dst != IR_NONE) cell_put_raw(vm, c->regs + c->ins->dst, 0, result);
  return STEP_NEXT;
}

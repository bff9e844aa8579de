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

static uint64_t remainder_of(uint64_t a, uint64_t b, unsigned width) {
  if (width == 32) return bits_of_float(fmodf(float_of_bits(a), float_of_bits(b)));
  return bits_of_double(fmod(double_of_bits(a, 64), double_of_bits(b, 64)));
}

/* LLVM numbers its predicates by bits: 1 equal, 2 greater, 4 less, 8 unordered. */
static uint64_t compare(double x, double y, int32_t predicate) {
  unsigned outcome = isnan(x) || isnan(y) ? 8 : x == y ? 1 : x > y ? 2 : 4;
  return (predicate & (int32_t)outcome) != 0;
}

/* Functions that have no term: see term_float.c. */
static double math_double(int32_t function, double x, double y) {
  switch ((enum ir_fmath)function) {
  case IR_FM_SIN: return sin(x);
  case IR_FM_COS: return cos(x);
  case IR_FM_TAN: return tan(x);
  case IR_FM_EXP: return exp(x);
  case IR_FM_EXP2: return exp2(x);
  case IR_FM_LOG: return log(x);
  case IR_FM_LOG2: return log2(x);
  case IR_FM_LOG10: return log10(x);
  case IR_FM_POW: return pow(x, y);
  case IR_FM_ATAN2: return atan2(x, y);
  default: return 0;
  }
}

static float math_float(int32_t function, float x, float y) {
  switch ((enum ir_fmath)function) {
  case IR_FM_SIN: return sinf(x);
  case IR_FM_COS: return cosf(x);
  case IR_FM_TAN: return tanf(x);
  case IR_FM_EXP: return expf(x);
  case IR_FM_EXP2: return exp2f(x);
  case IR_FM_LOG: return logf(x);
  case IR_FM_LOG2: return log2f(x);
  case IR_FM_LOG10: return log10f(x);
  case IR_FM_POW: return powf(x, y);
  case IR_FM_ATAN2: return atan2f(x, y);
  default: return 0;
  }
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
  if (ins->width == 32) return bits_of_float(math_float(ins->c, float_of_bits(a), float_of_bits(b)));
  return bits_of_double(math_double(ins->c, double_of_bits(a, 64), double_of_bits(b, 64)));
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
  case IR_FREM: return remainder_of(a, b, w);
  case IR_FMATH:
  case IR_FMATH2: return math(ins, a, b);
  default: return sym_float_value(term_float_op(ins), w, w, a, b, c);
  }
}

/* ---- functions of math.h that no instruction computes (rt/math.def) ---- */

static double function_of(uint64_t number, double x, double y) {
  switch (number) {
#define ONE(name, number)                                                                                              \
  case number: return name(x);                                                                                         \
  case number + RT_MATH_FLOAT: return name##f((float)x);
#define TWO(name, number)                                                                                              \
  case number: return name(x, y);                                                                                      \
  case number + RT_MATH_FLOAT: return name##f((float)x, (float)y);
#include "../../rt/math.def"
#undef ONE
#undef TWO
  case RT_MATH_SAME: return x;
  default: return hypot(x, y);
  }
}

static const char *name_of(uint64_t number) {
  switch (number % RT_MATH_FLOAT) {
#define ONE(name, number)                                                                                              \
  case number: return #name;
#define TWO ONE
#include "../../rt/math.def"
#undef ONE
#undef TWO
  case RT_MATH_SAME: return "formatting";
  default: return "hypot";
  }
}

static enum step take_argument(const struct call *c, uint32_t i, uint64_t *value) {
  const struct cell *x = call_argument(c, i);
  *value = x->value;
  if (!x->expr) return STEP_NEXT;
  if (x->expr == CELL_UNDEF || sym_has_uninit(c->vm->sym, x->expr))
    return decide_cut(c->vm, "%s of a floating-point value that nobody wrote", name_of(call_argument(c, 0)->value));
  log_add(c->vm, LOG_OPAQUE, 0, 0, 0);
  return alu_take_value(c->vm, x->expr, 64, name_of(call_argument(c, 0)->value), value);
}

enum step float_function(const struct call *c) {
  uint64_t x, y;
  enum step step = take_argument(c, 1, &x);
  if (step == STEP_NEXT) step = take_argument(c, 2, &y);
  if (step != STEP_NEXT) return step;
  call_give(c, bits_of_double(function_of(call_argument(c, 0)->value, double_of_bits(x, 64), double_of_bits(y, 64))));
  return STEP_NEXT;
}

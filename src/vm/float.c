/* Floating-point arithmetic on concrete bit patterns, with the host's own arithmetic: results are those of native
   code. */
#include <math.h>

#include "../../rt/builtins.h"
#include "vm/state.h"

static double as_double(uint64_t bits, unsigned width) {
  if (width == 32) {
    uint32_t low = (uint32_t)bits;
    float f;
    memcpy(&f, &low, 4);
    return f;
  }
  double d;
  memcpy(&d, &bits, 8);
  return d;
}

static uint64_t from_double(double d) {
  uint64_t bits;
  memcpy(&bits, &d, 8);
  return bits;
}

static uint64_t from_float(float f) {
  uint32_t bits;
  memcpy(&bits, &f, 4);
  return bits;
}

/* Results of float operations are rounded once, from the exact float operation. */
static uint64_t arithmetic(enum ir_op op, uint64_t a, uint64_t b, unsigned width) {
  if (width == 32) {
    float x = (float)as_double(a, 32), y = (float)as_double(b, 32);
    switch (op) {
    case IR_FADD: return from_float(x + y);
    case IR_FSUB: return from_float(x - y);
    case IR_FMUL: return from_float(x * y);
    case IR_FDIV: return from_float(x / y);
    default: return from_float(fmodf(x, y));
    }
  }
  double x = as_double(a, 64), y = as_double(b, 64);
  switch (op) {
  case IR_FADD: return from_double(x + y);
  case IR_FSUB: return from_double(x - y);
  case IR_FMUL: return from_double(x * y);
  case IR_FDIV: return from_double(x / y);
  default: return from_double(fmod(x, y));
  }
}

/* LLVM numbers its predicates by bits: 1 equal, 2 greater, 4 less, 8 unordered. */
static uint64_t compare(double x, double y, int32_t predicate) {
  unsigned outcome = isnan(x) || isnan(y) ? 8 : x == y ? 1 : x > y ? 2 : 4;
  return (predicate & (int32_t)outcome) != 0;
}

static uint64_t mask_to(uint64_t value, unsigned width) {
  return width == 64 ? value : value & (((uint64_t)1 << width) - 1);
}

static int64_t sign_extend(uint64_t value, unsigned width) { return (int64_t)(value << (64 - width)) >> (64 - width); }

/* Out of range the processor's conversion gives the "integer indefinite" value. */
static uint64_t to_signed(double d, unsigned width) {
  if (width <= 32)
    return mask_to((uint64_t)(int64_t)(d >= -2147483649.0 && d < 2147483648.0 ? (int32_t)d : INT32_MIN), width);
  return d >= -9223372036854775808.0 && d < 9223372036854775808.0 ? (uint64_t)(int64_t)d : (uint64_t)INT64_MIN;
}

static uint64_t to_unsigned(double d, unsigned width) {
  if (width < 64) {
    bool fits = d > -9223372036854775808.0 && d < 9223372036854775808.0;
    return mask_to(fits ? (uint64_t)(int64_t)d : (uint64_t)INT64_MIN, width);
  }
  if (d >= 18446744073709551616.0 || !(d > -9223372036854775808.0)) return (uint64_t)INT64_MIN;
  return d < 0 ? (uint64_t)(int64_t)d : (uint64_t)d;
}

static double math_double(int32_t function, double x, double y) {
  switch ((enum ir_fmath)function) {
  case IR_FM_FABS: return fabs(x);
  case IR_FM_SQRT: return sqrt(x);
  case IR_FM_FLOOR: return floor(x);
  case IR_FM_CEIL: return ceil(x);
  case IR_FM_TRUNC: return trunc(x);
  case IR_FM_RINT: return rint(x);
  case IR_FM_ROUND: return round(x);
  case IR_FM_ROUNDEVEN: return nearbyint(x);
  case IR_FM_SIN: return sin(x);
  case IR_FM_COS: return cos(x);
  case IR_FM_TAN: return tan(x);
  case IR_FM_EXP: return exp(x);
  case IR_FM_EXP2: return exp2(x);
  case IR_FM_LOG: return log(x);
  case IR_FM_LOG2: return log2(x);
  case IR_FM_LOG10: return log10(x);
  case IR_FM_COPYSIGN: return copysign(x, y);
  case IR_FM_MINNUM: return fmin(x, y);
  case IR_FM_MAXNUM: return fmax(x, y);
  case IR_FM_POW: return pow(x, y);
  case IR_FM_ATAN2: return atan2(x, y);
  }
  return 0;
}

static float math_float(int32_t function, float x, float y) {
  switch ((enum ir_fmath)function) {
  case IR_FM_SQRT: return sqrtf(x);
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
  default: return (float)math_double(function, x, y); /* exact ones */
  }
}

static uint64_t math(const struct ir_ins *ins, uint64_t a, uint64_t b) {
  if (ins->width == 32) return from_float(math_float(ins->c, (float)as_double(a, 32), (float)as_double(b, 32)));
  return from_double(math_double(ins->c, as_double(a, 64), as_double(b, 64)));
}

static uint64_t fused(const struct ir_ins *ins, uint64_t a, uint64_t b, uint64_t c) {
  if (ins->width == 32)
    return from_float(fmaf((float)as_double(a, 32), (float)as_double(b, 32), (float)as_double(c, 32)));
  return from_double(fma(as_double(a, 64), as_double(b, 64), as_double(c, 64)));
}

static uint64_t from_integer(const struct ir_ins *ins, uint64_t a) {
  if (ins->op == IR_SITOFP) {
    int64_t value = sign_extend(a, ins->width);
    return ins->c == 32 ? from_float((float)value) : from_double((double)value);
  }
  return ins->c == 32 ? from_float((float)a) : from_double((double)a);
}

uint64_t alu_float(const struct ir_ins *ins, uint64_t a, uint64_t b, uint64_t c) {
  unsigned w = ins->width;
  switch (ins->op) {
  case IR_FNEG: return a ^ ((uint64_t)1 << (w - 1));
  case IR_FCMP: return compare(as_double(a, w), as_double(b, w), ins->c);
  case IR_FPTOSI: return to_signed(as_double(a, w), (unsigned)ins->c);
  case IR_FPTOUI: return to_unsigned(as_double(a, w), (unsigned)ins->c);
  case IR_SITOFP:
  case IR_UITOFP: return from_integer(ins, a);
  case IR_FPEXT: return from_double(as_double(a, 32));
  case IR_FPTRUNC: return from_float((float)as_double(a, 64));
  case IR_FMATH:
  case IR_FMATH2: return math(ins, a, b);
  case IR_FMA: return fused(ins, a, b, c);
  default: return arithmetic(ins->op, a, b, w);
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
  default: return hypot(x, y);
  }
}

enum step float_function(const struct call *c) {
  const struct cell *x = call_argument(c, 1), *y = call_argument(c, 2);
  if (x->expr || y->expr) return decide_cut(c->vm, "a symbolic argument of a function of math.h");
  call_give(c, from_double(function_of(call_argument(c, 0)->value, as_double(x->value, 64), as_double(y->value, 64))));
  return STEP_NEXT;
}

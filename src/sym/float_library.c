/* Functions of the mathematical library, by their values: the machine's own library computes, so that results are those
   of native code. As terms they are opaque: evaluation under a model knows them, Z3 does not. */
#include <math.h>

#include "../../rt/builtins.h"
#include "ir/ir.h"
#include "sym/node.h"
#include "util/float_bits.h"

/* ---- those of instructions ---- */

static double instruction_double(unsigned function, double x, double y) {
  switch (function) {
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
  default: return fmod(x, y);
  }
}

static float instruction_float(unsigned function, float x, float y) {
  switch (function) {
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
  default: return fmodf(x, y);
  }
}

/* ---- those that no instruction computes (rt/math.def) ---- */

static double other(unsigned function, double x, double y) {
  switch (function) {
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

uint64_t sym_library_value(unsigned function, unsigned width, uint64_t a, uint64_t b) {
  if (function < SYM_LIBRARY_IR) return bits_of_double(other(function, double_of_bits(a, 64), double_of_bits(b, 64)));
  function -= SYM_LIBRARY_IR;
  if (width == 32) return bits_of_float(instruction_float(function, float_of_bits(a), float_of_bits(b)));
  return bits_of_double(instruction_double(function, double_of_bits(a, 64), double_of_bits(b, 64)));
}

const char *sym_library_name(unsigned function) {
  if (function == SYM_LIBRARY_REM) return "fmod";
  if (function >= SYM_LIBRARY_IR) return ir_fmath_name((int32_t)(function - SYM_LIBRARY_IR));
  switch (function % RT_MATH_FLOAT) {
#define ONE(name, number)                                                                                              \
  case number: return #name;
#define TWO ONE
#include "../../rt/math.def"
#undef ONE
#undef TWO
  default: return "hypot";
  }
}

/* math.h: what no instruction computes. The interpreter asks the C library of the machine, so that results are those of
   native code. */
#include <math.h>
#include "builtins.h"

#define ONE(name, number)                                                                                              \
  double name(double x) { return __heddle_math(number, x, 0); }                                                        \
  float name##f(float x) { return (float)__heddle_math(number + RT_MATH_FLOAT, x, 0); }
#define TWO(name, number)                                                                                              \
  double name(double x, double y) { return __heddle_math(number, x, y); }                                              \
  float name##f(float x, float y) { return (float)__heddle_math(number + RT_MATH_FLOAT, x, y); }
#include "math.def"

double hypot(double x, double y) { return __heddle_math(RT_MATH_HYPOT, x, y); } /* of floats: math.c */

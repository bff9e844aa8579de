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

double drem(double x, double y) { return remainder(x, y); }
float dremf(float x, float y) { return remainderf(x, y); }

/* Three bits of the quotient that remainder rounds: what is left of eight times y tells them. */
double remquo(double x, double y, int *quotient) {
  double rest = remainder(x, y), part = fmod(x, 8 * y);
  int fits = isfinite(8 * y), count = 0;
  if (!isfinite(x) || isnan(y) || y == 0) return rest;
  if (!fits) part = x;
  double left = fabs(part), unit = fabs(y);
  for (int bits = 4; bits > 0; bits /= 2)
    if (isfinite(bits * unit) && left >= bits * unit) left -= bits * unit, count += bits;
  double again = left - unit / 2;
  if (again > 0 || (again == 0 && count % 2 != 0)) count++;
  *quotient = signbit(x) != signbit(y) ? -count : count;
  return rest;
}
float remquof(float x, float y, int *quotient) { return (float)remquo(x, y, quotient); }

// math.h: every function on ordinary numbers, zeros, infinities, NaN, large, small and denormal ones.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
// ARGS: -- -fno-builtin
#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const double numbers[] = {0.0,  -0.0, 1.0,   -1.0,   0.5,    2.5,  -2.5,   1e-310, -1e300, 1e300,
                                 0.75, 3.5,  1e-20, 100.25, 1234.5, -0.3, 9.75e8, 0x1p52, 0x1p63};
enum { COUNT = sizeof numbers / sizeof *numbers };

static void put(const char *name, double x, double result) {
  uint64_t bits;
  memcpy(&bits, &result, sizeof bits);
  if (result != result) printf("%s(%a) = nan\n", name, x);
  else printf("%s(%a) = %016llx\n", name, x, (unsigned long long)bits);
}

#define ONE(f, g, x) put(#f, x, f(x)), put(#g, x, g((float)(x)))
#define WHOLE(f, g, x) put(#f, x, (double)(f)(x)), put(#g, x, (double)(g)((float)(x)))
#define TWO(f, g, x, y) put(#f, x, f(x, y)), put(#g, x, g((float)(x), (float)(y)))

static void exact(double x) {
  ONE(ceil, ceilf, x), ONE(floor, floorf, x), ONE(trunc, truncf, x), ONE(round, roundf, x), ONE(rint, rintf, x), ONE(nearbyint, nearbyintf, x), ONE(roundeven, roundevenf, x);
  ONE(fabs, fabsf, x), ONE(sqrt, sqrtf, x), ONE(logb, logbf, x);
  WHOLE(isinf, isinff, x), WHOLE(isnan, isnanf, x), WHOLE(finite, finitef, x), WHOLE(__finite, __finitef, x), put("sign", x, __signbit(x) != 0), put("sign", x, __signbitf((float)x) != 0);
  WHOLE(__isinf, __isinff, x), WHOLE(__isnan, __isnanf, x), WHOLE(ilogb, ilogbf, x);
}

static void computed(double x) {
  ONE(sin, sinf, x), ONE(cos, cosf, x), ONE(tan, tanf, x), ONE(exp, expf, x), ONE(exp2, exp2f, x), ONE(log, logf, x), ONE(log2, log2f, x), ONE(log10, log10f, x);
  ONE(asin, asinf, x), ONE(acos, acosf, x), ONE(atan, atanf, x), ONE(sinh, sinhf, x), ONE(cosh, coshf, x), ONE(tanh, tanhf, x);
  ONE(asinh, asinhf, x), ONE(acosh, acoshf, x), ONE(atanh, atanhf, x), ONE(erf, erff, x), ONE(erfc, erfcf, x), ONE(expm1, expm1f, x), ONE(log1p, log1pf, x);
  ONE(cbrt, cbrtf, x), ONE(tgamma, tgammaf, x);
}

static void rounded(double x) {
  if (x > 1e9 || x < -1e9) return; /* undefined: too large */
  WHOLE(lrint, lrintf, x), WHOLE(llrint, llrintf, x), WHOLE(lround, lroundf, x), WHOLE(llround, llroundf, x);
}

static void split(double x) {
  int exponent = 0;
  double whole, sine, cosine;
  float whole_float, sine_float, cosine_float;
  put("frexp", x, frexp(x, &exponent)), printf("%d\n", exponent);
  put("frexpf", x, frexpf((float)x, &exponent)), printf("%d\n", exponent);
  put("modf", x, modf(x, &whole)), put("whole", x, whole);
  put("modff", x, modff((float)x, &whole_float)), put("whole", x, whole_float);
  sincos(x, &sine, &cosine), put("sincos", x, sine), put("sincos", x, cosine);
  sincosf((float)x, &sine_float, &cosine_float), put("sincosf", x, sine_float), put("sincosf", x, cosine_float);
  for (int n = -3; n < 4; n += 3) {
    put("ldexp", x, ldexp(x, n)), put("ldexpf", x, ldexpf((float)x, n));
    put("scalbn", x, scalbn(x, n)), put("scalbnf", x, scalbnf((float)x, n));
    put("scalbln", x, scalbln(x, n)), put("scalblnf", x, scalblnf((float)x, n));
  }
}

static void pairs(double x, double y) {
  TWO(copysign, copysignf, x, y), TWO(fdim, fdimf, x, y), TWO(fmax, fmaxf, x, y), TWO(fmin, fminf, x, y), TWO(fmod, fmodf, x, y), TWO(pow, powf, x, y);
  TWO(hypot, hypotf, x, y), TWO(atan2, atan2f, x, y), TWO(nextafter, nextafterf, x, y);
  put("fma", x, fma(x, y, 1.5)), put("fmaf", x, fmaf((float)x, (float)y, 1.5f));
}

int main(void) {
  double all[COUNT + 3];
  volatile double zero = 0;
  memcpy(all, numbers, sizeof numbers);
  all[COUNT] = 1 / zero, all[COUNT + 1] = -1 / zero, all[COUNT + 2] = zero / zero;
  for (int i = 0; i < COUNT + 3; i++) exact(all[i]), computed(all[i]), rounded(all[i]), split(all[i]);
  for (int i = 0; i < COUNT + 3; i += 2)
    for (int k = 0; k < COUNT + 3; k += 3) pairs(all[i], all[k]);
  put("nanf", 0, nanf("")), put("nan", 0, nan("7"));
  return 0;
}

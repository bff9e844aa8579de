/* math.h: the functions that are operations of the interpreter. Concrete values are computed with the native library,
   so results are the same as natively. Each body is an LLVM intrinsic, not a call of itself, which
   holds only for bitcode made with -fno-math-errno: natively compiled, some of them would recurse. */
#include <math.h>

#define ONE(name)                                                                                                      \
  double name(double x) { return __builtin_##name(x); }                                                                \
  float name##f(float x) { return __builtin_##name##f(x); }
#define TWO(name)                                                                                                      \
  double name(double x, double y) { return __builtin_##name(x, y); }                                                   \
  float name##f(float x, float y) { return __builtin_##name##f(x, y); }

ONE(fabs)
ONE(sqrt)
ONE(floor)
ONE(ceil)
ONE(trunc)
ONE(rint)
ONE(round)
ONE(roundeven)
ONE(sin)
ONE(cos)
ONE(tan)
ONE(exp)
ONE(exp2)
ONE(log)
ONE(log2)
ONE(log10)
TWO(copysign)
TWO(fmin)
TWO(fmax)
TWO(pow)
TWO(fmod)

/* The rounding mode never changes, so these are rint by another name. */
double nearbyint(double x) { return __builtin_rint(x); }
float nearbyintf(float x) { return __builtin_rintf(x); }

double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }

void sincos(double x, double *sine, double *cosine) {
  *sine = __builtin_sin(x);
  *cosine = __builtin_cos(x);
}

void sincosf(float x, float *sine, float *cosine) {
  *sine = __builtin_sinf(x);
  *cosine = __builtin_cosf(x);
}

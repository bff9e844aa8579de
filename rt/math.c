/* math.h: what can be said exactly about the bits of a number: classes, exponents, neighbours, rounding to integers.
   Tests are written without branches so that a symbolic number does not fork. */
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#undef isnan
#undef isinf
#undef finite

static uint64_t bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static double from_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static uint32_t bits_of_float(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static float float_from_bits(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

#define INFINITE 0x7ff0000000000000ULL
#define INFINITE_FLOAT 0x7f800000U
#define MAGNITUDE(x) (bits_of(x) & INT64_MAX)
#define MAGNITUDE_FLOAT(x) (bits_of_float(x) & INT32_MAX)

int __isnan(double x) { return MAGNITUDE(x) > INFINITE; }
int __isnanf(float x) { return MAGNITUDE_FLOAT(x) > INFINITE_FLOAT; }
int isnan(double x) { return __isnan(x); }
int isnanf(float x) { return __isnanf(x); }

/* 1, -1 or 0 */
int __isinf(double x) { return (MAGNITUDE(x) == INFINITE) * (1 - 2 * (int)(bits_of(x) >> 63)); }
int __isinff(float x) { return (MAGNITUDE_FLOAT(x) == INFINITE_FLOAT) * (1 - 2 * (int)(bits_of_float(x) >> 31)); }
int isinf(double x) { return __isinf(x); }
int isinff(float x) { return __isinff(x); }

int __finite(double x) { return MAGNITUDE(x) < INFINITE; }
int __finitef(float x) { return MAGNITUDE_FLOAT(x) < INFINITE_FLOAT; }
int finite(double x) { return __finite(x); }
int finitef(float x) { return __finitef(x); }

int __signbit(double x) { return (int)(bits_of(x) >> 63); }
int __signbitf(float x) { return (int)(bits_of_float(x) >> 31); }

/* FP_NAN 0, FP_INFINITE 1, FP_ZERO 2, FP_SUBNORMAL 3, FP_NORMAL 4: each further bound that is passed changes the
   class. */
static int classify(uint64_t magnitude, uint64_t smallest_normal, uint64_t infinite) {
  return FP_ZERO + (magnitude > 0) + (magnitude >= smallest_normal) - 3 * (magnitude >= infinite) -
         (magnitude > infinite);
}

int __fpclassify(double x) { return classify(MAGNITUDE(x), 1ULL << 52, INFINITE); }
int __fpclassifyf(float x) { return classify(MAGNITUDE_FLOAT(x), 1U << 23, INFINITE_FLOAT); }

/* Zero, infinite or not a number: nothing to take apart. */
static int is_special(double x) { return x == 0 || !__finite(x); }

double frexp(double x, int *exponent) {
  *exponent = 0;
  if (is_special(x)) return x;
  int extra = 0;
  if (MAGNITUDE(x) < 1ULL << 52) x *= 0x1p64, extra = -64;
  uint64_t bits = bits_of(x);
  *exponent = (int)(bits >> 52 & 2047) - 1022 + extra;
  return from_bits((bits & ~INFINITE) | 1022ULL << 52);
}

float frexpf(float x, int *exponent) { return (float)frexp(x, exponent); }

/* Powers of two in steps that are normal numbers; the last product is the only one that may round. */
double scalbn(double x, int n) {
  for (; n > 1023; n -= 1023) {
    x *= 0x1p1023;
    if (is_special(x)) return x;
  }
  for (; n < -969; n += 969) { /* 53 bits above the smallest normal: no rounding on the way down, unless it is final */
    x *= 0x1p-969;
    if (is_special(x)) return x;
  }
  return x * from_bits((uint64_t)(n + 1023) << 52);
}

double ldexp(double x, int n) { return scalbn(x, n); }
double scalbln(double x, long n) { return scalbn(x, n > 5000 ? 5000 : n < -5000 ? -5000 : (int)n); }
float scalbnf(float x, int n) { return (float)scalbn(x, n > 1000 ? 1000 : n < -1000 ? -1000 : n); }
float ldexpf(float x, int n) { return scalbnf(x, n); }
float scalblnf(float x, long n) { return (float)scalbln(x, n > 1000 ? 1000 : n < -1000 ? -1000 : n); }

int ilogb(double x) {
  if (x == 0) return FP_ILOGB0;
  if (__isnan(x)) return FP_ILOGBNAN;
  if (__isinf(x)) return INT_MAX;
  int exponent;
  frexp(x, &exponent);
  return exponent - 1;
}

int ilogbf(float x) { return ilogb(x); }

double logb(double x) {
  if (x == 0) return -HUGE_VAL;
  if (!__finite(x)) return x * x;
  return ilogb(x);
}

float logbf(float x) { return (float)logb(x); }

double modf(double x, double *whole) {
  *whole = trunc(x);
  return copysign(__isinf(x) ? 0 : x - *whole, x);
}

float modff(float x, float *whole) {
  *whole = truncf(x);
  return copysignf(__isinff(x) ? 0 : x - *whole, x);
}

double fdim(double x, double y) { return x <= y ? 0 : x - y; }
float fdimf(float x, float y) { return x <= y ? 0 : x - y; }

double nextafter(double x, double y) {
  if (__isnan(x) || __isnan(y)) return x + y;
  if (x == y) return y;
  if (x == 0) return copysign(0x1p-1074, y);
  uint64_t bits = bits_of(x);
  return from_bits((x < y) == (x > 0) ? bits + 1 : bits - 1);
}

float nextafterf(float x, float y) {
  if (__isnanf(x) || __isnanf(y)) return x + y;
  if (x == y) return y;
  if (x == 0) return copysignf(0x1p-149f, y);
  uint32_t bits = bits_of_float(x);
  return float_from_bits((x < y) == (x > 0) ? bits + 1 : bits - 1);
}

double nan(const char *tag) {
  (void)tag;
  return __builtin_nan("");
}

float nanf(const char *tag) {
  (void)tag;
  return __builtin_nanf("");
}

/* What the processor's conversion gives for numbers that do not fit. */
static long long to_integer(double x, long long min) {
  return x >= (double)min && x < -(double)min ? (long long)x : min;
}

long lround(double x) { return (long)to_integer(round(x), LONG_MIN); }
long lroundf(float x) { return lround(x); }
long long llround(double x) { return to_integer(round(x), LLONG_MIN); }
long long llroundf(float x) { return llround(x); }
long lrint(double x) { return (long)to_integer(rint(x), LONG_MIN); }
long lrintf(float x) { return lrint(x); }
long long llrint(double x) { return to_integer(rint(x), LLONG_MIN); }
long long llrintf(float x) { return llrint(x); }

float hypotf(float x, float y) {
  if (__isinff(x) || __isinff(y)) return HUGE_VALF;
  return (float)sqrt((double)x * x + (double)y * y); /* squares of floats are exact in double */
}

/* Numbers in text: what strto*, scanf and the formatting engine share. */
#ifndef HEDDLE_RT_CONVERT_H
#define HEDDLE_RT_CONVERT_H
#include <stdint.h>

/* Text to integer in 64 bits, as strtol does it. The magnitude is exact unless `overflow` is set. */
struct rt_integer {
  uint64_t magnitude;
  int negative;
  int overflow; /* the magnitude does not fit in 64 bits */
  int digits;   /* how many digits were read */
  const char *end;
};
struct rt_integer __heddle_rt_read_integer(const char *text, int base);

/* Text to a binary floating-point number of `bits` significant bits (53 or 24), correctly rounded, as the bit
   pattern of a double. Sets errno to ERANGE as strtod does. *end is where the number ends, or text if there is
   none. */
double __heddle_rt_read_float(const char *text, const char **end, int bits);

/* A finite, non-negative double in decimal: value = 0.d1d2d3... * 10^point, with d1 != '0'; exact. */
enum { RT_MAX_DIGITS = 800 };
struct rt_decimal {
  int count; /* digits in use; 0 for zero */
  int point;
  char digits[RT_MAX_DIGITS];
};
void __heddle_rt_decimal(struct rt_decimal *d, double value);
void __heddle_rt_decimal_of(struct rt_decimal *d, uint64_t mantissa, int exponent); /* mantissa * 2^exponent */

/* Keeps `keep` digits (<= 0: perhaps none), rounding the exact rest half to even; may move the point. */
void __heddle_rt_decimal_round(struct rt_decimal *d, int keep);
#endif

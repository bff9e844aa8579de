/* strtod, strtof, atof: correctly rounded for every text. Decimal texts become a quotient of two big integers
   whose bits are produced by comparing and subtracting; short ones take one exact multiplication or division.
   The search forks on what a symbolic character is: space, sign, digit, point. A short number (15 digits, or 7 of a
   float) is then one exact operation on an expression; a symbolic digit of a longer one makes the path incomplete. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "builtins.h"
#include "convert.h"

enum { LIMBS = 140, KEPT_DIGITS = 780 };

/* A natural number, least significant limb first; limb[size - 1] != 0. */
struct big {
  int size;
  uint32_t limb[LIMBS];
};

static void big_mul_add(struct big *b, uint32_t factor, uint32_t carry_in) {
  uint64_t carry = carry_in;
  for (int i = 0; i < b->size; i++) {
    carry += (uint64_t)b->limb[i] * factor;
    b->limb[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry != 0) b->limb[b->size++] = (uint32_t)carry;
}

static void big_scale10(struct big *b, int exponent) {
  for (; exponent >= 9; exponent -= 9) big_mul_add(b, 1000000000, 0);
  for (; exponent > 0; exponent--) big_mul_add(b, 10, 0);
}

static void big_shift(struct big *b, int bits) {
  int whole = bits / 32;
  if (whole > 0) {
    for (int i = b->size - 1; i >= 0; i--) b->limb[i + whole] = b->limb[i];
    for (int i = 0; i < whole; i++) b->limb[i] = 0;
    b->size += whole;
  }
  big_mul_add(b, 1U << bits % 32, 0);
}

static int big_bits(const struct big *b) { return b->size * 32 - __builtin_clz(b->limb[b->size - 1]); }

static int big_compare(const struct big *a, const struct big *b) {
  if (a->size != b->size) return a->size < b->size ? -1 : 1;
  for (int i = a->size - 1; i >= 0; i--)
    if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i] ? -1 : 1;
  return 0;
}

/* a -= b, where a >= b. */
static void big_subtract(struct big *a, const struct big *b) {
  uint64_t borrow = 0;
  for (int i = 0; i < a->size; i++) {
    uint64_t difference = (uint64_t)a->limb[i] - (i < b->size ? b->limb[i] : 0) - borrow;
    a->limb[i] = (uint32_t)difference;
    borrow = difference >> 63;
  }
  while (a->size > 0 && a->limb[a->size - 1] == 0) a->size--;
}

/* value * 2^exponent, where every step is exact: the value has few enough bits for the result. */
static double scale(double value, int exponent) {
  for (; exponent > 500; exponent -= 500) value *= 0x1p500;
  for (; exponent < -500; exponent += 500) value *= 0x1p-500;
  uint64_t pattern = (uint64_t)(exponent + 1023) << 52;
  double factor;
  memcpy(&factor, &pattern, sizeof factor);
  return value * factor;
}

/* Drops the lowest bits of *mantissa, rounding to nearest, ties to even; more bits may follow below (sticky).
   Returns whether anything was lost. */
static int drop_bits(uint64_t *mantissa, int drop, int sticky) {
  uint64_t m = *mantissa;
  int at = drop & 63, at_half = (drop - 1) & 63; /* masked: the compiler may shift before it asks */
  uint64_t rest = drop > 63 ? m : m & ((1ULL << at) - 1);
  uint64_t half = drop > 64 ? 0 : m >> at_half & 1;
  uint64_t below = drop > 64 ? m != 0 : (m & ((1ULL << at_half) - 1)) != 0;
  uint64_t kept = drop > 63 ? 0 : m >> at;
  *mantissa = kept + (half & (below | (sticky != 0) | (kept & 1)));
  return rest != 0;
}

/* mantissa * 2^exponent (a little more if sticky) as the nearest number of the format, ties to even. The
   mantissa has at least `bits` + 1 significant bits, or is exact. ERANGE where the result is infinite, or
   inexact and below the smallest normal number even when rounded without a lower bound. */
static double assemble(uint64_t mantissa, int exponent, int sticky, int bits) {
  int lowest = bits == 53 ? -1074 : -149, highest = bits == 53 ? 971 : 104;
  if (mantissa == 0) return 0;
  int surplus = 64 - __builtin_clzll(mantissa) - bits, drop = surplus, inexact = sticky;
  int subnormal = exponent + surplus < lowest;
  if (subnormal) drop = lowest - exponent;
  int rounds_to_normal = drop == surplus + 1 && surplus > 0 && mantissa >> ((surplus - 1) & 63) == (2ULL << bits) - 1;
  if (drop < 0) mantissa <<= -drop & 63;
  if (drop > 0) inexact |= drop_bits(&mantissa, drop, sticky);
  exponent += drop;
  if (mantissa >> bits != 0) mantissa >>= 1, exponent++;
  if ((subnormal && !rounds_to_normal && inexact) || exponent > highest) errno = ERANGE;
  return exponent > highest ? HUGE_VAL : scale((double)mantissa, exponent);
}

/* top / bottom with all the bits that matter. */
static double divide(struct big *top, struct big *bottom, int bits) {
  int shift = big_bits(top) - big_bits(bottom);
  if (shift > 0) big_shift(bottom, shift);
  else if (shift < 0) big_shift(top, -shift);
  uint64_t quotient = 0;
  int exponent = shift;
  for (int i = 0; i < bits + 2; i++) { /* the first bit may be 0 */
    quotient *= 2;
    if (big_compare(top, bottom) >= 0) {
      big_subtract(top, bottom);
      quotient |= 1;
    }
    if (top->size > 0) big_mul_add(top, 2, 0);
  }
  return assemble(quotient, exponent - (bits + 1), top->size > 0, bits);
}

struct reader {
  const char *at;
};

static int peek(const struct reader *r) { return (unsigned char)*r->at; }

/* The digit, one path for each: an exponent is a number of steps. */
static int decided_digit(int c) {
  int digit = 0;
  while (digit < 9 && c != '0' + digit) {
    RT_BRANCH(); /* or the compiler makes it one expression */
    digit++;
  }
  return digit;
}

/* One that large numbers are made of: a path for each value of the first ones that are symbolic. */
static uint32_t long_digit(int c, int *decided) {
  enum { MOST_DECIDED = 3 };
  if (!__heddle_is_symbolic((unsigned char)c)) return (uint32_t)(c - '0');
  if (++*decided > MOST_DECIDED) __heddle_unsupported("conversion of a long symbolic text to a floating-point number");
  return (uint32_t)decided_digit(c);
}

static int accept_word(struct reader *r, const char *word) {
  struct reader ahead = *r;
  for (; *word != '\0'; word++, ahead.at++)
    if ((peek(&ahead) | 32) != *word) return 0;
  *r = ahead;
  return 1;
}

/* [eE] or [pP] with digits; nothing is consumed if no digit follows. The value is cut where it cannot matter any
   more. */
static int read_exponent(struct reader *r, char letter) {
  struct reader ahead = *r;
  if ((peek(&ahead) | 32) != letter) return 0;
  ahead.at++;
  int negative = peek(&ahead) == '-';
  if (negative || peek(&ahead) == '+') {
    RT_BRANCH();
    ahead.at++;
  }
  if (!isdigit(peek(&ahead))) return 0;
  int value = 0;
  for (; isdigit(peek(&ahead)); ahead.at++)
    if (value < 100000000) value = value * 10 + decided_digit(peek(&ahead));
  *r = ahead;
  return negative ? -value : value;
}

/* Significant digits of a decimal text: value = digits * 10^exponent. A short text has them in `small`; of a longer one
   they are collected once it is known that they matter. */
struct decimal_text {
  struct big digits;
  uint64_t small; /* the first ones */
  const char *text;
  int count, exponent, any;
};
enum { SMALL_DIGITS = 15 };

static void read_decimal(struct reader *r, struct decimal_text *d) {
  int after_point = 0;
  d->text = r->at;
  for (;; r->at++) {
    int c = peek(r);
    if (c == '.' && !after_point) {
      after_point = 1;
      continue;
    }
    if (!isdigit(c)) break;
    d->any = 1;
    d->exponent -= after_point;
    if (d->count == 0 && c == '0') continue;
    if (d->count < SMALL_DIGITS) d->small = d->small * 10 + (uint64_t)(c - '0');
    d->count++;
  }
}

/* All digits, as far as they matter: a nonzero one behind those kept says that no tie can hide there. */
static void collect_digits(struct decimal_text *d) {
  int sticky = 0, kept = 0, left = d->count, decided = 0;
  for (const char *at = d->text; left > 0; at++) {
    if (*at == '.') continue;
    uint32_t digit = long_digit((unsigned char)*at, &decided);
    if (kept == 0 && digit == 0) continue;
    left--;
    if (kept < KEPT_DIGITS) {
      big_mul_add(&d->digits, 10, digit);
      kept++;
    } else {
      sticky |= digit != 0;
      d->exponent++;
    }
  }
  if (sticky) {
    big_mul_add(&d->digits, 10, 1);
    d->exponent--;
    kept++;
  }
  d->count = kept;
}

static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* Digits and power of ten are both exact: one operation, rounded once. */
static int is_short(const struct decimal_text *d, int bits) {
  int digits = bits == 53 ? SMALL_DIGITS : 7, power = bits == 53 ? 22 : 10;
  return d->count <= digits && d->exponent >= -power && d->exponent <= power;
}

static double from_short(const struct decimal_text *d, int bits) {
  double value = (double)(int64_t)d->small, power = powers[d->exponent < 0 ? -d->exponent : d->exponent];
  if (bits == 53) return d->exponent < 0 ? value / power : value * power;
  return d->exponent < 0 ? (float)value / (float)power : (float)value * (float)power;
}

static double from_decimal(struct decimal_text *d, int bits) {
  if (d->count == 0) return 0;
  int magnitude = d->exponent + d->count; /* 10^(magnitude-1) <= value < 10^magnitude */
  if (magnitude > 310 || magnitude < -330) {
    errno = ERANGE;
    return magnitude > 0 ? HUGE_VAL : 0;
  }
  if (is_short(d, bits)) return from_short(d, bits);
  collect_digits(d);
  struct big bottom;
  bottom.size = 1;
  bottom.limb[0] = 1;
  if (d->exponent >= 0) big_scale10(&d->digits, d->exponent);
  else big_scale10(&bottom, -d->exponent);
  return divide(&d->digits, &bottom, bits);
}

static int hex_value(int c) { return isdigit(c) ? c - '0' : (c | 32) - 'a' + 10; }

static double read_hex(struct reader *r, int *any, int bits) {
  uint64_t mantissa = 0;
  int exponent = 0, after_point = 0, sticky = 0;
  for (;; r->at++) {
    int c = peek(r);
    if (c == '.' && !after_point) {
      after_point = 1;
      continue;
    }
    if (!isxdigit(c)) break;
    *any = 1;
    if (mantissa >> 60 == 0) {
      mantissa = mantissa * 16 + (uint64_t)hex_value(c);
      exponent -= 4 * after_point;
    } else {
      sticky |= c != '0';
      exponent += 4 - 4 * after_point;
    }
  }
  if (*any) exponent += read_exponent(r, 'p');
  return assemble(mantissa, exponent, sticky, bits);
}

static void skip_nan_note(struct reader *r) {
  struct reader ahead = *r;
  if (peek(&ahead) != '(') return;
  do ahead.at++;
  while (isalnum(peek(&ahead)) || peek(&ahead) == '_');
  if (peek(&ahead) == ')') r->at = ahead.at + 1;
}

/* "0x" begins a hexadecimal number only if a digit follows, perhaps behind the point. */
static int is_hex(const struct reader *r) {
  struct reader ahead = *r;
  if (peek(&ahead) != '0') return 0;
  ahead.at++;
  if ((peek(&ahead) | 32) != 'x') return 0;
  ahead.at++;
  if (peek(&ahead) == '.') ahead.at++;
  return isxdigit(peek(&ahead)) != 0;
}

double __heddle_rt_read_float(const char *text, const char **end, int bits) {
  struct reader r = {text};
  while (isspace(peek(&r))) r.at++;
  int negative = peek(&r) == '-', any = 1;
  if (negative || peek(&r) == '+') {
    RT_BRANCH();
    r.at++;
  }
  double value;
  if (accept_word(&r, "inf")) {
    accept_word(&r, "inity");
    value = HUGE_VAL;
  } else if (accept_word(&r, "nan")) {
    skip_nan_note(&r);
    value = __builtin_nan("");
  } else if (is_hex(&r)) {
    r.at += 2;
    any = 0;
    value = read_hex(&r, &any, bits);
  } else {
    struct decimal_text d;
    d.digits.size = d.count = d.exponent = d.any = 0;
    d.small = 0;
    read_decimal(&r, &d);
    any = d.any;
    if (any) d.exponent += read_exponent(&r, 'e');
    value = from_decimal(&d, bits);
  }
  *end = any ? r.at : text;
  return negative && any ? -value : value;
}

double strtod(const char *restrict text, char **restrict end) {
  const char *stop;
  double value = __heddle_rt_read_float(text, &stop, 53);
  if (end != NULL) *end = (char *)stop;
  return value;
}

float strtof(const char *restrict text, char **restrict end) {
  const char *stop;
  double value = __heddle_rt_read_float(text, &stop, 24);
  if (end != NULL) *end = (char *)stop;
  return (float)value;
}

double atof(const char *text) { return strtod(text, NULL); }

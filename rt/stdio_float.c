/* %f %e %g %a of concrete doubles, byte for byte as glibc prints them: exact digits, rounded half to even. */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "builtins.h"
#include "convert.h"
#include "stdio_format.h"

static int is_upper(const struct rt_spec *spec) { return (spec->conversion & 32) == 0; }

/* sign, padding and `length` further bytes that the caller puts itself: this writes what stands before them */
static void open_field(struct rt_sink *s, const struct rt_spec *spec, const char *sign, int length, int zeros_allowed) {
  int nsign = (int)strlen(sign);
  int fill = spec->left ? 0 : spec->width - length - nsign;
  int with_zeros = spec->zero && zeros_allowed;
  if (!with_zeros) __heddle_rt_pad(s, ' ', fill);
  __heddle_rt_put(s, sign, (size_t)nsign);
  if (with_zeros) __heddle_rt_pad(s, '0', fill);
}

static void close_field(struct rt_sink *s, const struct rt_spec *spec, const char *sign, int length) {
  if (spec->left) __heddle_rt_pad(s, ' ', spec->width - length - (int)strlen(sign));
}

static void format_word(struct rt_sink *s, const struct rt_spec *spec, const char *sign, const char *word) {
  open_field(s, spec, sign, 3, 0);
  __heddle_rt_put(s, word, 3);
  close_field(s, spec, sign, 3);
}

/* n digits from position `from` on; zeros where the number has none (before the first and behind the last) */
static void put_digits(struct rt_sink *s, const struct rt_decimal *d, int from, int n) {
  int before = from < 0 ? (n < -from ? n : -from) : 0;
  __heddle_rt_pad(s, '0', before);
  from += before;
  n -= before;
  int stored = from < d->count ? (n < d->count - from ? n : d->count - from) : 0;
  if (stored > 0) __heddle_rt_put(s, d->digits + from, (size_t)stored);
  __heddle_rt_pad(s, '0', n - (stored > 0 ? stored : 0));
}

static void format_fixed(struct rt_sink *s, const struct rt_spec *spec, const char *sign, struct rt_decimal *d,
                         int places) {
  __heddle_rt_decimal_round(d, d->point + places);
  if (d->count == 0) d->point = 0;
  int whole = d->point > 0 ? d->point : 1;
  int with_point = places > 0 || spec->alternate;
  int length = whole + with_point + places;
  open_field(s, spec, sign, length, 1);
  put_digits(s, d, d->point - whole, whole);
  if (with_point) __heddle_rt_put(s, ".", 1);
  put_digits(s, d, d->point, places);
  close_field(s, spec, sign, length);
}

/* letter, sign and at least `least` digits; returns the length */
static int write_exponent(char *out, char letter, int exponent, int least) {
  char digits[8];
  int n = 0, length = 0;
  int magnitude = exponent < 0 ? -exponent : exponent;
  for (; magnitude != 0 || n < least; magnitude /= 10) digits[n++] = (char)('0' + magnitude % 10);
  out[length++] = letter;
  out[length++] = exponent < 0 ? '-' : '+';
  while (n > 0) out[length++] = digits[--n];
  return length;
}

static void format_exponent(struct rt_sink *s, const struct rt_spec *spec, const char *sign, struct rt_decimal *d,
                            int places) {
  __heddle_rt_decimal_round(d, places + 1);
  char tail[12];
  int ntail = write_exponent(tail, is_upper(spec) ? 'E' : 'e', d->count == 0 ? 0 : d->point - 1, 2);
  int with_point = places > 0 || spec->alternate;
  int length = 1 + with_point + places + ntail;
  open_field(s, spec, sign, length, 1);
  put_digits(s, d, 0, 1);
  if (with_point) __heddle_rt_put(s, ".", 1);
  put_digits(s, d, 1, places);
  __heddle_rt_put(s, tail, (size_t)ntail);
  close_field(s, spec, sign, length);
}

static void format_general(struct rt_sink *s, const struct rt_spec *spec, const char *sign, struct rt_decimal *d,
                           int precision) {
  if (precision == 0) precision = 1;
  __heddle_rt_decimal_round(d, precision);
  int exponent = d->count == 0 ? 0 : d->point - 1;
  int shown = spec->alternate ? precision : d->count > 0 ? d->count : 1; /* significant digits */
  if (exponent < -4 || exponent >= precision) {
    format_exponent(s, spec, sign, d, shown - 1);
    return;
  }
  int places = shown - 1 - exponent;
  format_fixed(s, spec, sign, d, places > 0 ? places : 0);
}

/* 0xh.hhhp+d, the leading digit 1 (0 for subnormal numbers and zero). */
static void format_hex(struct rt_sink *s, const struct rt_spec *spec, const char *sign, uint64_t pattern) {
  uint64_t fraction = pattern & ((1ULL << 52) - 1);
  int exponent = (int)(pattern >> 52 & 2047);
  uint64_t all = fraction | (exponent != 0 ? 1ULL << 52 : 0);
  exponent = exponent != 0 ? exponent - 1023 : all != 0 ? -1022 : 0;
  int places = spec->precision;
  if (places >= 0 && places < 13) {
    int drop = (52 - 4 * places) & 63;
    uint64_t rest = all & ((1ULL << drop) - 1), half = 1ULL << ((drop - 1) & 63);
    all >>= drop;
    all += rest > half || (rest == half && (all & 1));
    all <<= drop;
  } else if (places < 0) {
    for (places = 13; places > 0 && (all >> ((52 - 4 * places) & 63) & 15) == 0;) places--;
  }
  char text[16], tail[12];
  const char *alphabet = is_upper(spec) ? "0123456789ABCDEF" : "0123456789abcdef";
  int stored = places < 13 ? places : 13;
  for (int i = 0; i <= stored; i++) text[i] = alphabet[all >> ((52 - 4 * i) & 63) & 15];
  int ntail = write_exponent(tail, is_upper(spec) ? 'P' : 'p', exponent, 1);
  int with_point = places > 0 || spec->alternate;
  int length = 1 + with_point + places + ntail;
  open_field(s, spec, sign, length, 1);
  __heddle_rt_put(s, text, 1);
  if (with_point) __heddle_rt_put(s, ".", 1);
  __heddle_rt_put(s, text + 1, (size_t)stored);
  __heddle_rt_pad(s, '0', places - stored);
  __heddle_rt_put(s, tail, (size_t)ntail);
  close_field(s, spec, sign, length);
}

/* The sign as a text, with "0x" for %a, since padding zeros stand behind it. */
static const char *sign_text(const struct rt_spec *spec, int negative, int hex) {
  static const char *const texts[3][4] = {
      {"", "+", " ", "-"}, {"0x", "+0x", " 0x", "-0x"}, {"0X", "+0X", " 0X", "-0X"}};
  int sign = negative ? 3 : spec->plus ? 1 : spec->space ? 2 : 0;
  return texts[hex ? 1 + is_upper(spec) : 0][sign];
}

static void format_decimal(struct rt_sink *s, const struct rt_spec *spec, const char *sign, struct rt_decimal *d) {
  int precision = spec->precision < 0 ? 6 : spec->precision;
  switch (spec->conversion | 32) {
  case 'f': format_fixed(s, spec, sign, d, precision); break;
  case 'e': format_exponent(s, spec, sign, d, precision); break;
  default: format_general(s, spec, sign, d, precision);
  }
}

static void format_special(struct rt_sink *s, const struct rt_spec *spec, const char *sign, int nan) {
  const char *words[] = {"inf", "INF", "nan", "NAN"};
  format_word(s, spec, sign, words[nan * 2 + is_upper(spec)]);
}

/* 80 bits: mantissa, with its first bit, and sign and exponent. */
void __heddle_rt_format_long(struct rt_sink *s, const struct rt_spec *spec, uint64_t mantissa, unsigned head) {
  const char *sign = sign_text(spec, head >> 15 != 0, 0);
  int exponent = (int)(head & 0x7fff);
  if (exponent == 0x7fff) {
    format_special(s, spec, sign, mantissa << 1 != 0);
    return;
  }
  exponent = (exponent != 0 ? exponent : 1) - 16383 - 63;
  if ((spec->conversion | 32) == 'a') __heddle_unsupported("%La in printf");
  if (mantissa != 0 && (exponent < -1085 || exponent > 960))
    __heddle_unsupported("printf of a long double that is no double's size");
  struct rt_decimal d;
  __heddle_rt_decimal_of(&d, mantissa, exponent);
  format_decimal(s, spec, sign, &d);
}

void __heddle_rt_format_float(struct rt_sink *s, const struct rt_spec *spec, double value) {
  uint64_t pattern;
  memcpy(&pattern, &value, sizeof pattern);
  int negative = (int)(pattern >> 63);
  const char *sign = sign_text(spec, negative, 0);
  uint64_t magnitude = pattern & INT64_MAX, infinity = 2047ULL << 52;
  if (magnitude >= infinity) {
    format_special(s, spec, sign, magnitude > infinity);
    return;
  }
  if ((spec->conversion | 32) == 'a') {
    format_hex(s, spec, sign_text(spec, negative, 1), magnitude);
    return;
  }
  struct rt_decimal d;
  __heddle_rt_decimal(&d, negative ? -value : value);
  format_decimal(s, spec, sign, &d);
}

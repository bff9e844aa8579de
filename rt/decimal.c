/* A double in decimal, exactly. With value = m * 2^e the digits are those of m * 2^e, or for e < 0 those of m *
   5^-e with the point moved by -e places: either way one big integer in base 10^9, multiplied up in a few
   passes. */
#include <string.h>
#include "convert.h"

enum { BASE = 1000000000, LIMBS = 90, LIMB_DIGITS = 9 };

struct big9 {
  int size;
  uint32_t limb[LIMBS]; /* least significant first */
};

static void multiply(struct big9 *b, uint32_t factor) {
  uint64_t carry = 0;
  for (int i = 0; i < b->size; i++) {
    carry += (uint64_t)b->limb[i] * factor;
    b->limb[i] = (uint32_t)(carry % BASE);
    carry /= BASE;
  }
  for (; carry != 0; carry /= BASE) b->limb[b->size++] = (uint32_t)(carry % BASE);
}

static void start(struct big9 *b, uint64_t value) {
  b->size = 0;
  for (; value != 0; value /= BASE) b->limb[b->size++] = (uint32_t)(value % BASE);
}

/* The digits of b without leading and trailing zeros; `places` of them stand behind the point. */
static void write_digits(struct rt_decimal *d, const struct big9 *b, int places) {
  int count = b->size * LIMB_DIGITS, skip = 0;
  for (int i = 0; i < b->size; i++) {
    uint32_t limb = b->limb[b->size - 1 - i];
    for (int j = LIMB_DIGITS - 1; j >= 0; j--, limb /= 10) d->digits[i * LIMB_DIGITS + j] = (char)('0' + limb % 10);
  }
  while (d->digits[skip] == '0') skip++;
  memmove(d->digits, d->digits + skip, (size_t)(count - skip));
  d->point = count - skip - places;
  d->count = count - skip;
  while (d->digits[d->count - 1] == '0') d->count--;
}

void __heddle_rt_decimal(struct rt_decimal *d, double value) {
  uint64_t pattern;
  memcpy(&pattern, &value, sizeof pattern);
  uint64_t mantissa = pattern & ((1ULL << 52) - 1);
  int exponent = (int)(pattern >> 52 & 2047);
  if (exponent != 0) mantissa |= 1ULL << 52;
  else exponent = 1;
  __heddle_rt_decimal_of(d, mantissa, exponent - 1075);
}

void __heddle_rt_decimal_of(struct rt_decimal *d, uint64_t mantissa, int exponent) {
  d->count = d->point = 0;
  if (mantissa == 0) return;
  while ((mantissa & 1) == 0 && exponent < 0) mantissa >>= 1, exponent++;
  struct big9 b;
  start(&b, mantissa);
  int places = exponent < 0 ? -exponent : 0;
  for (; exponent >= 29; exponent -= 29) multiply(&b, 1U << 29);
  if (exponent > 0) multiply(&b, 1U << exponent);
  for (; exponent <= -13; exponent += 13) multiply(&b, 1220703125); /* 5^13 */
  for (; exponent < 0; exponent++) multiply(&b, 5);
  write_digits(d, &b, places);
}

/* Does rounding to `keep` digits go up? Trailing zeros are never stored, so a tie is a single last 5. */
static int rounds_up(const struct rt_decimal *d, int keep) {
  if (keep < 0 || keep >= d->count) return 0;
  if (d->digits[keep] != '5') return d->digits[keep] > '5';
  if (d->count > keep + 1) return 1;
  return keep > 0 && (d->digits[keep - 1] & 1);
}

void __heddle_rt_decimal_round(struct rt_decimal *d, int keep) {
  if (keep >= d->count) return;
  int up = rounds_up(d, keep);
  d->count = keep < 0 ? 0 : keep;
  if (up) {
    while (d->count > 0 && d->digits[d->count - 1] == '9') d->count--;
    if (d->count > 0) {
      d->digits[d->count - 1]++;
    } else { /* 0.99 became 1 */
      d->digits[d->count++] = '1';
      d->point++;
    }
  }
  while (d->count > 0 && d->digits[d->count - 1] == '0') d->count--;
}

/* strtol and its family, atoi and its family. A symbolic character forks on "digit or not"; the value itself is
   built by arithmetic. Overflow is one test at the end, and only for texts long enough to overflow. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include "builtins.h"
#include "convert.h"

enum { SAFE_DIGITS = 12 }; /* 36^12 < 2^63: so many digits never overflow, whatever the base */

/* Is c a digit in this base? Ranges of characters only, and no branch: a symbolic character makes one condition. */
static int is_digit_in(char c, int base) {
  unsigned digit = (unsigned char)(c - '0'), letter = (unsigned char)((c | 32) - 'a');
  if (base <= 10) return digit < (unsigned)base;
  return (digit < 10) | (letter < (unsigned)base - 10);
}

static unsigned digit_value(char c, int base) {
  unsigned digit = (unsigned char)(c - '0'), letter = (unsigned char)((c | 32) - 'a');
  return base <= 10 || digit < 10 ? digit : letter + 10;
}

/* The base that a prefix asks for; moves *text over "0x". */
static int find_base(const char **text, int base) {
  const char *p = *text;
  if ((base != 0 && base != 16) || *p != '0') return base == 0 ? 10 : base;
  if ((p[1] | 32) == 'x' && is_digit_in(p[2], 16)) {
    *text = p + 2;
    return 16;
  }
  return base == 0 ? 8 : base;
}

struct rt_integer __heddle_rt_read_integer(const char *text, int base) {
  struct rt_integer r = {0, 0, 0, 0, text};
  const char *p = text;
  while (isspace((unsigned char)*p)) p++;
  r.negative = *p == '-';
  if ((*p == '-') | (*p == '+')) {
    RT_BRANCH();
    p++;
  }
  base = find_base(&p, base);
  for (; is_digit_in(*p, base); p++, r.digits++) {
    unsigned value = digit_value(*p, base);
    if (r.digits >= SAFE_DIGITS) {
      uint64_t high = (r.magnitude >> 32) * (unsigned)base + (((r.magnitude & UINT32_MAX) * (unsigned)base) >> 32);
      r.overflow |= high >> 32 != 0;
      r.overflow |= r.magnitude * (unsigned)base > UINT64_MAX - value;
    }
    r.magnitude = r.magnitude * (unsigned)base + value;
  }
  if (r.digits > 0) r.end = p;
  return r;
}

static struct rt_integer read_checked(const char *text, char **end, int base) {
  struct rt_integer r = {0, 0, 0, 0, text};
  if (base < 0 || base == 1 || base > 36) {
    errno = EINVAL;
    return r;
  }
  r = __heddle_rt_read_integer(text, base);
  if (end != NULL) *end = (char *)r.end;
  return r;
}

static uint64_t apply_sign(const struct rt_integer *r) {
  uint64_t sign = -(uint64_t)r->negative;
  return (r->magnitude ^ sign) - sign;
}

static int64_t to_signed(const struct rt_integer *r, int64_t max) {
  if (r->digits > SAFE_DIGITS || max < INT64_MAX) {
    uint64_t limit = (uint64_t)max + (unsigned)r->negative;
    if (r->overflow | (r->magnitude > limit)) {
      errno = ERANGE;
      return r->negative ? -max - 1 : max;
    }
  }
  return (int64_t)apply_sign(r);
}

static uint64_t to_unsigned(const struct rt_integer *r, uint64_t max) {
  if (r->digits > SAFE_DIGITS || max < UINT64_MAX) {
    if (r->overflow | (r->magnitude > max)) {
      errno = ERANGE;
      return max;
    }
  }
  return apply_sign(r);
}

/* One family member each; the aliases are the names that C headers redirect to. */
#define SIGNED(name, type, max)                                                                                        \
  type name(const char *text, char **end, int base) {                                                                  \
    struct rt_integer r = read_checked(text, end, base);                                                               \
    return (type)to_signed(&r, max);                                                                                   \
  }
#define UNSIGNED(name, type, max)                                                                                      \
  type name(const char *text, char **end, int base) {                                                                  \
    struct rt_integer r = read_checked(text, end, base);                                                               \
    return (type)to_unsigned(&r, max);                                                                                 \
  }
#define ALIAS(alias, name, type)                                                                                       \
  type alias(const char *text, char **end, int base);                                                                  \
  type alias(const char *text, char **end, int base) { return name(text, end, base); }

SIGNED(strtol, long, LONG_MAX)
SIGNED(strtoll, long long, LLONG_MAX)
SIGNED(strtoimax, intmax_t, INTMAX_MAX)
UNSIGNED(strtoul, unsigned long, ULONG_MAX)
UNSIGNED(strtoull, unsigned long long, ULLONG_MAX)
UNSIGNED(strtoumax, uintmax_t, UINTMAX_MAX)
ALIAS(strtoq, strtoll, long long)
ALIAS(strtouq, strtoull, unsigned long long)
ALIAS(__isoc23_strtol, strtol, long)
ALIAS(__isoc23_strtoll, strtoll, long long)
ALIAS(__isoc23_strtoul, strtoul, unsigned long)
ALIAS(__isoc23_strtoull, strtoull, unsigned long long)
ALIAS(__isoc23_strtoimax, strtoimax, intmax_t)
ALIAS(__isoc23_strtoumax, strtoumax, uintmax_t)

int atoi(const char *text) { return (int)strtol(text, NULL, 10); }
long atol(const char *text) { return strtol(text, NULL, 10); }
long long atoll(const char *text) { return strtoll(text, NULL, 10); }

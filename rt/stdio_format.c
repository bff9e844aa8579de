/* printf's engine: parses the format, fetches arguments, formats integers, characters, strings and pointers.
   Into memory the result is exact, also for symbolic integers: digits are computed by arithmetic and the search
   forks on their number. On a stream nothing depends on the text, so a symbolic argument is printed as a mark
   and never forks. */
#include "stdio_format.h"
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include "builtins.h"

static const char mark[] = "{symbolic}";

void __heddle_rt_flush(struct rt_sink *s) {
  if (s->fill > 0) __heddle_output(s->fd, s->chunk, s->fill);
  s->fill = 0;
}

static void put_byte(struct rt_sink *s, char c) {
  s->count++;
  if (s->fd > 0) {
    if (s->fill == RT_SINK_CHUNK) __heddle_rt_flush(s);
    s->chunk[s->fill++] = c;
  } else if (s->room > 0) {
    *s->memory++ = c;
    s->room--;
  }
}

void __heddle_rt_put(struct rt_sink *s, const char *bytes, size_t n) {
  for (size_t i = 0; i < n; i++) put_byte(s, bytes[i]);
}

void __heddle_rt_pad(struct rt_sink *s, char c, int n) {
  while (n-- > 0) put_byte(s, c);
}

void __heddle_rt_put_symbolic(struct rt_sink *s) {
  s->saw_symbolic = 1;
  __heddle_rt_put(s, mark, sizeof mark - 1);
}

static int is_symbolic64(uint64_t v) {
  return __heddle_is_symbolic((unsigned long)v) | __heddle_is_symbolic((unsigned long)(v >> 32));
}

/* An argument of 64 bits, extended as its length modifier says. */
static uint64_t fetch_unsigned(struct rt_args *a, enum rt_length length) {
  switch (length) {
  case RT_CHAR: return (unsigned char)va_arg(a->list, unsigned);
  case RT_SHORT: return (unsigned short)va_arg(a->list, unsigned);
  case RT_LONG: return va_arg(a->list, unsigned long);
  case RT_LLONG: return va_arg(a->list, unsigned long long);
  case RT_MAX: return va_arg(a->list, uintmax_t);
  case RT_SIZE: return va_arg(a->list, size_t);
  case RT_PTRDIFF: return (size_t)va_arg(a->list, ptrdiff_t);
  default: return va_arg(a->list, unsigned);
  }
}

static int64_t fetch_signed(struct rt_args *a, enum rt_length length) {
  switch (length) {
  case RT_CHAR: return (signed char)va_arg(a->list, int);
  case RT_SHORT: return (short)va_arg(a->list, int);
  case RT_LONG: return va_arg(a->list, long);
  case RT_LLONG: return va_arg(a->list, long long);
  case RT_MAX: return va_arg(a->list, intmax_t);
  case RT_SIZE: return (ptrdiff_t)va_arg(a->list, size_t);
  case RT_PTRDIFF: return va_arg(a->list, ptrdiff_t);
  default: return va_arg(a->list, int);
  }
}

/* Digits of value, written backwards from `end`; none for 0. Every digit is computed from the value itself, and their
   number is found by comparison: conditions without division are what solvers like, and so is division in 32 bits. */
static char *write_decimal(char *end, uint64_t value, int narrow) {
  uint64_t power = 1;
  for (int n = 0; n < 20 && value >= power; n++, power *= 10) {
    unsigned digit = narrow ? (uint32_t)value / (uint32_t)power % 10 : (unsigned)(value / power % 10);
    *--end = (char)('0' + digit);
  }
  return end;
}

static char *write_binary(char *end, uint64_t value, int bits_per_digit, int upper) {
  unsigned letter = (upper ? 'A' : 'a') - '0' - 10, mask = (1U << bits_per_digit) - 1;
  for (int at = 0; at < 64 && value >= 1ULL << (at & 63); at += bits_per_digit) {
    unsigned digit = (unsigned)(value >> (at & 63)) & mask;
    *--end = (char)('0' + digit + (digit > 9) * letter);
  }
  return end;
}

/* prefix, zeros and digits in a field */
static void put_number(struct rt_sink *s, const struct rt_spec *spec, const char *prefix, const char *digits, int n) {
  int nprefix = (int)strlen(prefix);
  int zeros = spec->precision > n ? spec->precision - n : 0;
  int fill = spec->width - nprefix - zeros - n;
  int fill_zero = spec->zero && !spec->left && spec->precision < 0;
  if (!spec->left && !fill_zero) __heddle_rt_pad(s, ' ', fill);
  __heddle_rt_put(s, prefix, (size_t)nprefix);
  if (fill_zero) __heddle_rt_pad(s, '0', fill);
  __heddle_rt_pad(s, '0', zeros);
  __heddle_rt_put(s, digits, (size_t)n);
  if (spec->left) __heddle_rt_pad(s, ' ', fill);
}

static int is_narrow(enum rt_length length) {
  return length == RT_INT || length == RT_CHAR || length == RT_SHORT || (length == RT_LONG && sizeof(long) == 4);
}

static void format_magnitude(struct rt_sink *s, const struct rt_spec *spec, uint64_t value, const char *prefix) {
  char buffer[24], *end = buffer + sizeof buffer;
  int octal = spec->conversion == 'o', hex = (spec->conversion | 32) == 'x' || spec->conversion == 'p';
  char *digits = octal || hex ? write_binary(end, value, octal ? 3 : 4, spec->conversion == 'X')
                              : write_decimal(end, value, is_narrow(spec->length));
  if (octal && spec->alternate && spec->precision <= end - digits) *--digits = '0';
  else if (digits == end && spec->precision != 0) *--digits = '0';
  put_number(s, spec, prefix, digits, (int)(end - digits));
}

static void format_signed(struct rt_sink *s, const struct rt_spec *spec, struct rt_args *args) {
  int64_t value = fetch_signed(args, spec->length);
  if (s->fd > 0 && is_symbolic64((uint64_t)value)) {
    __heddle_rt_put_symbolic(s);
    return;
  }
  const char *prefix = spec->plus ? "+" : spec->space ? " " : "";
  if (value < 0) {
    RT_BRANCH();
    prefix = "-";
    value = (int64_t)-(uint64_t)value;
  }
  format_magnitude(s, spec, (uint64_t)value, prefix);
}

static void format_unsigned(struct rt_sink *s, const struct rt_spec *spec, struct rt_args *args) {
  uint64_t value = fetch_unsigned(args, spec->length);
  if (s->fd > 0 && is_symbolic64(value)) {
    __heddle_rt_put_symbolic(s);
    return;
  }
  const char *prefix = "";
  if (spec->alternate && (spec->conversion | 32) == 'x' && value != 0) {
    RT_BRANCH();
    prefix = spec->conversion == 'x' ? "0x" : "0X";
  }
  format_magnitude(s, spec, value, prefix);
}

static void put_field(struct rt_sink *s, const struct rt_spec *spec, const char *text, size_t n) {
  int fill = n < (size_t)spec->width ? spec->width - (int)n : 0;
  if (!spec->left) __heddle_rt_pad(s, ' ', fill);
  __heddle_rt_put(s, text, n);
  if (spec->left) __heddle_rt_pad(s, ' ', fill);
}

/* In the C locale only the characters of ASCII are bytes. */
static char byte_of(wchar_t c) {
  if (c < 0 || c >= 128) __heddle_unsupported("a wide character that the C locale does not have, in printf");
  return (char)c;
}

static void format_char(struct rt_sink *s, const struct rt_spec *spec, struct rt_args *args) {
  int value = va_arg(args->list, int);
  char c = spec->length == RT_LONG ? byte_of(value) : (char)value;
  if (s->fd > 0 && __heddle_is_symbolic((unsigned char)c)) __heddle_rt_put_symbolic(s);
  else put_field(s, spec, &c, 1);
}

/* Length of a string that goes to a stream, or -1 at the first symbolic byte. */
static long concrete_length(const char *text, size_t max) {
  size_t n = 0;
  for (; n < max; n++) {
    char c = text[n];
    if (__heddle_is_symbolic((unsigned char)c)) {
      __heddle_check_string(text + n, max - n);
      return -1;
    }
    if (c == '\0') break;
  }
  return (long)n;
}

static void format_wide(struct rt_sink *s, const struct rt_spec *spec, struct rt_args *args) {
  const wchar_t *text = va_arg(args->list, const wchar_t *);
  size_t max = spec->precision < 0 ? SIZE_MAX : (size_t)spec->precision, n = 0;
  if (text == NULL) text = max >= 6 ? L"(null)" : L"";
  while (n < max && text[n] != 0) n++;
  char bytes[n + 1];
  for (size_t i = 0; i < n; i++) bytes[i] = byte_of(text[i]);
  put_field(s, spec, bytes, n);
}

static void format_string(struct rt_sink *s, const struct rt_spec *spec, struct rt_args *args) {
  if (spec->length == RT_LONG) {
    format_wide(s, spec, args);
    return;
  }
  const char *text = va_arg(args->list, const char *);
  size_t max = spec->precision < 0 ? SIZE_MAX : (size_t)spec->precision;
  if (s->fd > 0 && __heddle_is_symbolic((uintptr_t)text)) {
    __heddle_rt_put_symbolic(s);
    return;
  }
  if (text == NULL) text = max >= 6 ? "(null)" : "";
  if (s->fd == 0) {
    put_field(s, spec, text, strnlen(text, max));
    return;
  }
  long n = concrete_length(text, max);
  if (n < 0) __heddle_rt_put_symbolic(s);
  else put_field(s, spec, text, (size_t)n);
}

static void format_pointer(struct rt_sink *s, struct rt_spec *spec, struct rt_args *args) {
  uintptr_t value = (uintptr_t)va_arg(args->list, void *);
  if (s->fd > 0 && __heddle_is_symbolic(value)) {
    __heddle_rt_put_symbolic(s);
    return;
  }
  if (value == 0) {
    put_field(s, spec, "(nil)", 5);
    return;
  }
  spec->length = RT_LLONG;
  format_magnitude(s, spec, value, spec->plus ? "+0x" : spec->space ? " 0x" : "0x");
}

static void store_count(struct rt_sink *s, enum rt_length length, struct rt_args *args) {
  if (s->saw_symbolic) __heddle_unsupported("%n after a symbolic argument of printf");
  void *target = va_arg(args->list, void *);
  switch (length) {
  case RT_CHAR: *(signed char *)target = (signed char)s->count; break;
  case RT_SHORT: *(short *)target = (short)s->count; break;
  case RT_LONG: *(long *)target = (long)s->count; break;
  case RT_LLONG:
  case RT_MAX: *(long long *)target = (long long)s->count; break;
  case RT_SIZE:
  case RT_PTRDIFF: *(ptrdiff_t *)target = (ptrdiff_t)s->count; break;
  default: *(int *)target = (int)s->count;
  }
}

static void format_long_double(struct rt_sink *s, const struct rt_spec *spec, long double value) {
  uint64_t mantissa;
  uint16_t head;
  memcpy(&mantissa, &value, sizeof mantissa);
  memcpy(&head, (const char *)&value + sizeof mantissa, sizeof head);
  if (!is_symbolic64(mantissa) && !__heddle_is_symbolic(head)) __heddle_rt_format_long(s, spec, mantissa, head);
  else if (s->fd > 0) __heddle_rt_put_symbolic(s);
  else __heddle_unsupported("formatting a symbolic floating-point number");
}

/* Whether a number looks like an integer in %g or %f: whole, and of at most 15 digits or as many as %g prints. */
static int is_whole(const struct rt_spec *spec, double value, uint64_t pattern) {
  static const double limits[] = {1e1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14};
  int general = (spec->conversion | 32) == 'g', places = spec->precision < 0 ? 6 : spec->precision;
  double limit = general && places < 15 ? limits[places] : 1e15;
  if ((!general && (spec->conversion | 32) != 'f') || spec->alternate || (!general && spec->left)) return 0;
  return (value > -limit) & (value < limit) & (pattern != 1ULL << 63) & ((double)(int64_t)value == value);
}

/* As %d has it, with forks on the sign and the number of digits. */
static void format_whole(struct rt_sink *s, const struct rt_spec *spec, int64_t value) {
  int places = (spec->conversion | 32) == 'g' ? 0 : spec->precision < 0 ? 6 : spec->precision;
  struct rt_spec whole = *spec;
  whole.conversion = 'd';
  whole.precision = -1;
  whole.length = RT_LLONG;
  if (places > 0) whole.width = spec->width > places + 1 ? spec->width - places - 1 : 0;
  if (value < 0) format_magnitude(s, &whole, -(uint64_t)value, "-");
  else format_magnitude(s, &whole, (uint64_t)value, spec->plus ? "+" : spec->space ? " " : "");
  if (places > 0) __heddle_rt_put(s, ".", 1);
  __heddle_rt_pad(s, '0', places);
}

static void format_symbolic(struct rt_sink *s, const struct rt_spec *spec, double value, uint64_t pattern) {
  if (s->fd > 0) __heddle_rt_put_symbolic(s);
  else if (is_whole(spec, value, pattern)) format_whole(s, spec, (int64_t)value);
  else __heddle_rt_format_float(s, spec, __heddle_math(RT_MATH_SAME, value, 0));
}

static void format_double(struct rt_sink *s, const struct rt_spec *spec, struct rt_args *args) {
  if (spec->length == RT_LDOUBLE) {
    format_long_double(s, spec, va_arg(args->list, long double));
    return;
  }
  double value = va_arg(args->list, double);
  uint64_t pattern;
  memcpy(&pattern, &value, sizeof pattern);
  if (is_symbolic64(pattern)) format_symbolic(s, spec, value, pattern);
  else __heddle_rt_format_float(s, spec, value);
}

static const char *parse_flags(const char *p, struct rt_spec *spec) {
  for (;; p++) {
    if (*p == '-') spec->left = 1;
    else if (*p == '+') spec->plus = 1;
    else if (*p == ' ') spec->space = 1;
    else if (*p == '#') spec->alternate = 1;
    else if (*p == '0') spec->zero = 1;
    else if (*p != '\'') return p; /* no grouping in the C locale */
  }
}

/* A path for each value that it can have. */
static int concrete_argument(struct rt_args *args) {
  enum { MOST = 256 };
  int value = va_arg(args->list, int);
  if (!__heddle_is_symbolic((unsigned)value)) return value;
  if (value < -MOST || value > MOST) __heddle_unsupported("a symbolic width or precision beyond 256 in printf");
  volatile int found = -MOST; /* what is found is a number, not `value` */
  while (value != found) found++;
  return found;
}

static const char *parse_number(const char *p, int *number, struct rt_args *args) {
  if (*p == '*') {
    *number = concrete_argument(args);
    return p + 1;
  }
  for (*number = 0; (unsigned char)(*p - '0') < 10; p++) *number = *number * 10 + (*p - '0');
  return p;
}

const char *__heddle_rt_parse_length(const char *p, enum rt_length *length) {
  *length = RT_INT;
  switch (*p) {
  case 'h': *length = p[1] == 'h' ? RT_CHAR : RT_SHORT; break;
  case 'l': *length = p[1] == 'l' ? RT_LLONG : RT_LONG; break;
  case 'q': *length = RT_LLONG; break;
  case 'j': *length = RT_MAX; break;
  case 'z': *length = RT_SIZE; break;
  case 't': *length = RT_PTRDIFF; break;
  case 'L': *length = RT_LDOUBLE; break;
  default: return p;
  }
  return p + (*length == RT_CHAR || (*length == RT_LLONG && *p == 'l') ? 2 : 1);
}

/* p stands behind '%'; returns the place behind the conversion letter. */
static const char *parse_spec(const char *p, struct rt_spec *spec, struct rt_args *args) {
  *spec = (struct rt_spec){.precision = -1};
  p = parse_flags(p, spec);
  p = parse_number(p, &spec->width, args);
  if (*p == '$') __heddle_unsupported("numbered arguments in printf");
  if (spec->width < 0) {
    spec->left = 1;
    spec->width = -spec->width;
  }
  if (*p == '.') p = parse_number(p + 1, &spec->precision, args);
  if (spec->precision < 0) spec->precision = -1;
  p = __heddle_rt_parse_length(p, &spec->length);
  spec->conversion = *p;
  return *p == '\0' ? p : p + 1;
}

static void format_one(struct rt_sink *s, struct rt_spec *spec, struct rt_args *args) {
  switch (spec->conversion) {
  case 'd':
  case 'i': format_signed(s, spec, args); break;
  case 'u':
  case 'o':
  case 'x':
  case 'X': format_unsigned(s, spec, args); break;
  case 'c': format_char(s, spec, args); break;
  case 's': format_string(s, spec, args); break;
  case 'p': format_pointer(s, spec, args); break;
  case 'n': store_count(s, spec->length, args); break;
  case '%': __heddle_rt_put(s, "%", 1); break;
  case 'm': {
    const char *text = strerror(errno);
    put_field(s, spec, text, strnlen(text, spec->precision < 0 ? SIZE_MAX : (size_t)spec->precision));
    break;
  }
  case 'f':
  case 'F':
  case 'e':
  case 'E':
  case 'g':
  case 'G':
  case 'a':
  case 'A': format_double(s, spec, args); break;
  default: __heddle_unsupported("an unknown conversion in a printf format");
  }
}

void __heddle_rt_format(struct rt_sink *s, const char *format, struct rt_args *args) {
  const char *p = format;
  for (;;) {
    char c = *p++;
    if (__heddle_is_symbolic((unsigned char)c)) __heddle_unsupported("symbolic format of printf");
    if (c == '\0') return;
    if (c != '%') {
      put_byte(s, c);
      continue;
    }
    struct rt_spec spec;
    p = parse_spec(p, &spec, args);
    format_one(s, &spec, args);
  }
}

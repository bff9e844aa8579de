/* The scanf family: %d %i %u %o %x %p %c %s %[ %f %e %g %a %n %%, assignment suppression, widths and length
   modifiers. A field is first collected as text, byte by byte, then converted by the functions behind strtol and
   strtod. */
#include <ctype.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "builtins.h"
#include "convert.h"
#include "files.h"
#include "stdio_format.h"
#include "stdio_stream.h"

/* Where the text comes from: a string, or a stream with its own memory of pushed-back bytes. */
struct source {
  const char *text; /* NULL: the stream */
  FILE *stream;
  size_t used; /* bytes read so far */
};

static int next(struct source *s) {
  int c = s->text == NULL ? fgetc(s->stream) : *s->text != '\0' ? (unsigned char)*s->text++ : EOF;
  s->used += c != EOF;
  return c;
}

static void back(struct source *s, int c) {
  if (c == EOF) return;
  s->used--;
  if (s->text == NULL) ungetc(c, s->stream);
  else s->text--;
}

/* One conversion of the format. */
struct scan_spec {
  int suppress;
  int width; /* 0: none given */
  enum rt_length length;
  char conversion;
  const char *set; /* of %[: first character, behind '^' */
  const char *set_end;
  int set_negated;
};

enum scan_result { SCAN_OK, SCAN_MISMATCH, SCAN_INPUT_ENDS };

static int skip_space(struct source *s) {
  int c;
  do c = next(s);
  while (isspace(c));
  back(s, c);
  return c != EOF;
}

static void store_integer(const struct scan_spec *spec, void *target, uint64_t value) {
  switch (spec->length) {
  case RT_CHAR: *(unsigned char *)target = (unsigned char)value; break;
  case RT_SHORT: *(unsigned short *)target = (unsigned short)value; break;
  case RT_LONG: *(unsigned long *)target = (unsigned long)value; break;
  case RT_LLONG:
  case RT_MAX:
  case RT_LDOUBLE: *(unsigned long long *)target = value; break;
  case RT_SIZE:
  case RT_PTRDIFF: *(size_t *)target = (size_t)value; break;
  default: *(unsigned *)target = (unsigned)value;
  }
}

enum { FIELD = 1024 };

static int is_digit_of(int c, int base) {
  int value = isdigit(c) ? c - '0' : isalpha(c) ? (c | 32) - 'a' + 10 : 99;
  return value < base;
}

/* Collects the longest prefix of an integer; the number of bytes. *base is settled by a prefix "0x" or "0". */
static int collect_integer(struct source *s, char *field, int width, int *base) {
  int n = 0, c = next(s);
  if ((c == '-' || c == '+') && n < width) {
    field[n++] = (char)c;
    c = next(s);
  }
  if (c == '0' && n < width && (*base == 0 || *base == 16)) {
    field[n++] = '0';
    c = next(s);
    if ((c | 32) == 'x' && n < width) {
      field[n++] = (char)c;
      c = next(s);
      *base = 16;
    } else if (*base == 0) {
      *base = 8;
    }
  }
  if (*base == 0) *base = 10;
  for (; n < width && is_digit_of(c, *base); c = next(s)) field[n++] = (char)c;
  back(s, c);
  field[n] = '\0';
  return n;
}

static int field_width(const struct scan_spec *spec) {
  return spec->width > 0 && spec->width < FIELD ? spec->width : FIELD - 1;
}

static enum scan_result scan_integer(struct source *s, const struct scan_spec *spec, void *target) {
  char field[FIELD];
  int base = spec->conversion == 'i' ? 0 : spec->conversion == 'o' ? 8 : strchr("xXp", spec->conversion) ? 16 : 10;
  if (collect_integer(s, field, field_width(spec), &base) == 0) return SCAN_MISMATCH;
  char *end;
  int is_signed = spec->conversion == 'd' || spec->conversion == 'i';
  uint64_t value = is_signed ? (uint64_t)strtoll(field, &end, base) : (uint64_t)strtoull(field, &end, base);
  if (end == field) return SCAN_MISMATCH; /* "0x" without a digit counts as 0 */
  if (!spec->suppress) store_integer(spec, target, value);
  return SCAN_OK;
}

/* Text being collected from a source: the next character is looked at before it is taken. */
struct field {
  struct source *source;
  int width, n, next;
  char text[FIELD];
};

static void take(struct field *f) {
  f->text[f->n++] = (char)f->next;
  f->next = f->n < f->width ? next(f->source) : ' ';
}

static int take_if(struct field *f, const char *letters) {
  if (f->n == f->width || f->next <= 0 || strchr(letters, f->next) == NULL) return 0;
  take(f);
  return 1;
}

static int take_digits(struct field *f, int base) {
  int start = f->n;
  while (f->n < f->width && is_digit_of(f->next, base)) take(f);
  return f->n - start;
}

static void take_word(struct field *f, const char *word) {
  while (*word != '\0' && f->n < f->width && tolower(f->next) == *word++) take(f);
}

/* Collects the longest prefix of a floating-point number. */
static void collect_float(struct field *f) {
  take_if(f, "+-");
  if (tolower(f->next) == 'i' || tolower(f->next) == 'n') {
    take_word(f, tolower(f->next) == 'i' ? "infinity" : "nan");
    return;
  }
  int base = take_if(f, "0") && take_if(f, "xX") ? 16 : 10;
  int digits = take_digits(f, base) + (f->n > 0 && f->text[f->n - 1] == '0');
  if (take_if(f, ".")) digits += take_digits(f, base);
  if (digits > 0 && take_if(f, base == 16 ? "pP" : "eE")) {
    take_if(f, "+-");
    take_digits(f, 10);
  }
}

static enum scan_result scan_float(struct source *s, const struct scan_spec *spec, void *target) {
  struct field f;
  f.source = s;
  f.width = field_width(spec);
  f.n = 0;
  f.next = next(s);
  collect_float(&f);
  if (f.n < f.width) back(s, f.next);
  f.text[f.n] = '\0';
  char *end;
  double value = strtod(f.text, &end);
  if (end == f.text || (*end | 32) == 'x') return SCAN_MISMATCH; /* but "20e" is 20, as in glibc */
  if (spec->suppress) return SCAN_OK;
  if (spec->length == RT_LDOUBLE) __heddle_unsupported("long double in scanf");
  if (spec->length == RT_LONG) *(double *)target = value;
  else *(float *)target = strtof(f.text, NULL);
  return SCAN_OK;
}

static int in_set(const struct scan_spec *spec, int c) {
  int found = 0;
  for (const char *p = spec->set; p < spec->set_end; p++) {
    if (p + 2 < spec->set_end && p[1] == '-') {
      found |= (c >= (unsigned char)p[0]) & (c <= (unsigned char)p[2]);
      p += 2;
    } else {
      found |= c == (unsigned char)*p;
    }
  }
  return found != spec->set_negated;
}

static int belongs(const struct scan_spec *spec, int c) {
  return spec->conversion == 's' ? !isspace(c) : spec->conversion == 'c' ? 1 : in_set(spec, c);
}

/* %s, %[ and %c: straight into the target, so that a write past its end is caught there. */
static enum scan_result scan_text(struct source *s, const struct scan_spec *spec, char *target) {
  if (spec->length == RT_LONG) __heddle_unsupported("wide characters in scanf");
  int is_char = spec->conversion == 'c';
  size_t width = spec->width > 0 ? (size_t)spec->width : is_char ? 1 : SIZE_MAX, n = 0;
  int c = 0;
  while (n < width && (c = next(s)) != EOF) {
    if (!belongs(spec, c)) {
      back(s, c);
      break;
    }
    if (!spec->suppress) target[n] = (char)c;
    n++;
  }
  if (n == 0) return c == EOF ? SCAN_INPUT_ENDS : SCAN_MISMATCH;
  if (!spec->suppress && !is_char) target[n] = '\0';
  return SCAN_OK;
}

/* p stands behind '%'; returns the place behind the conversion. */
static const char *parse(const char *p, struct scan_spec *spec) {
  *spec = (struct scan_spec){0};
  if (*p == '*') spec->suppress = 1, p++;
  for (; isdigit((unsigned char)*p); p++) spec->width = spec->width * 10 + (*p - '0');
  if (*p == '$' || *p == 'm') __heddle_unsupported("numbered arguments or %m in scanf");
  p = __heddle_rt_parse_length(p, &spec->length);
  spec->conversion = *p;
  if (*p == '\0') return p;
  p++;
  if (spec->conversion != '[') return p;
  if (*p == '^') spec->set_negated = 1, p++;
  spec->set = p;
  if (*p == ']') p++;
  while (*p != ']' && *p != '\0') p++;
  spec->set_end = p;
  return *p == '\0' ? p : p + 1;
}

static enum scan_result scan_one(struct source *s, const struct scan_spec *spec, void *target) {
  int skips = spec->conversion != 'c' && spec->conversion != '[';
  if (skips && !skip_space(s)) return SCAN_INPUT_ENDS;
  switch (spec->conversion) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X': return scan_integer(s, spec, target);
  case 'p': {
    struct scan_spec wide = *spec;
    wide.length = RT_SIZE;
    return scan_integer(s, &wide, target);
  }
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A': return scan_float(s, spec, target);
  case 'c':
  case 's':
  case '[': return scan_text(s, spec, target);
  default: __heddle_unsupported("an unknown conversion in a scanf format");
  }
}

static enum scan_result match(struct source *s, int wanted) {
  int c = next(s);
  if (c == wanted) return SCAN_OK;
  back(s, c);
  return c == EOF ? SCAN_INPUT_ENDS : SCAN_MISMATCH;
}

static int scan(struct source *s, const char *p, struct rt_args *args) {
  int done = 0;
  enum scan_result result = SCAN_OK;
  while (result == SCAN_OK && *p != '\0') {
    if (__heddle_is_symbolic((unsigned char)*p)) __heddle_unsupported("symbolic format of scanf");
    if (isspace((unsigned char)*p)) {
      skip_space(s);
      p++;
    } else if (*p != '%') {
      result = match(s, (unsigned char)*p++);
    } else {
      struct scan_spec spec;
      p = parse(p + 1, &spec);
      if (spec.conversion == '%') {
        result = skip_space(s) ? match(s, '%') : SCAN_INPUT_ENDS;
        continue;
      }
      void *target = spec.suppress ? NULL : va_arg(args->list, void *);
      if (spec.conversion == 'n') {
        store_integer(&spec, target, s->used);
        continue;
      }
      result = scan_one(s, &spec, target);
      done += result == SCAN_OK && !spec.suppress;
    }
  }
  return result == SCAN_INPUT_ENDS && done == 0 ? EOF : done;
}

static int scan_list(const char *text, FILE *stream, const char *format, va_list list) {
  struct source s = {text, stream, 0};
  struct rt_args args;
  va_copy(args.list, list);
  int n = scan(&s, format, &args);
  va_end(args.list);
  return n;
}

/* On a file it is one step, with all that it stores: it holds the lock of the stream. */
static int scan_stream(FILE *stream, const char *format, va_list list) {
  int file = rt_is_file(stream);
  if (file) __heddle_files()->begin();
  int n = scan_list(NULL, stream, format, list);
  if (file) __heddle_files()->end();
  return n;
}

/* Headers of today redirect the names of the standard to the second and third form; each is written under its own. */
#define VARIADIC(call)                                                                                                 \
  va_list list;                                                                                                        \
  va_start(list, format);                                                                                              \
  int n = call;                                                                                                        \
  va_end(list);                                                                                                        \
  return n;
#define FAMILY(prefix)                                                                                                 \
  int prefix##_sscanf(const char *text, const char *format, ...) __asm__(#prefix "sscanf");                            \
  int prefix##_scanf(const char *format, ...) __asm__(#prefix "scanf");                                                \
  int prefix##_fscanf(FILE *stream, const char *format, ...) __asm__(#prefix "fscanf");                                \
  int prefix##_vsscanf(const char *text, const char *format, va_list list) __asm__(#prefix "vsscanf");                 \
  int prefix##_vscanf(const char *format, va_list list) __asm__(#prefix "vscanf");                                     \
  int prefix##_vfscanf(FILE *stream, const char *format, va_list list) __asm__(#prefix "vfscanf");                     \
  int prefix##_sscanf(const char *text, const char *format, ...) { VARIADIC(scan_list(text, NULL, format, list)) }     \
  int prefix##_scanf(const char *format, ...) { VARIADIC(scan_stream(stdin, format, list)) }                           \
  int prefix##_fscanf(FILE *stream, const char *format, ...) { VARIADIC(scan_stream(stream, format, list)) }           \
  int prefix##_vsscanf(const char *text, const char *format, va_list list) {                                           \
    return scan_list(text, NULL, format, list);                                                                        \
  }                                                                                                                    \
  int prefix##_vscanf(const char *format, va_list list) { return scan_stream(stdin, format, list); }                   \
  int prefix##_vfscanf(FILE *stream, const char *format, va_list list) { return scan_stream(stream, format, list); }

FAMILY()
FAMILY(__isoc99_)
FAMILY(__isoc23_)

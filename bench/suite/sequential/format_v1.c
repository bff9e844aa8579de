/* format: prints arguments under a printf-like format with flags, width, precision and %d %u %x %c %s %%.
   Input: the format of N bytes and one number. No field is narrower than its width. */
#include "heddle.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 3
#endif

#define OUTPUT_MAX 128
#define WIDTH_LIMIT 9
#define DIGITS_MAX 12

enum status { OK, INCOMPLETE, UNKNOWN_CONVERSION, WIDTH_TOO_LARGE, FLAG_CONFLICT };

struct spec {
  int left;
  int zero;
  int plus;
  int width;
  int precision;
  char conversion;
};

struct output {
  char text[OUTPUT_MAX];
  int length;
};

struct arguments {
  signed char number;
  const char *string;
};

struct pieces {
  char sign;
  char digits[DIGITS_MAX];
  int count;
};

static const char *describe(enum status status) {
  switch (status) {
  case INCOMPLETE:
    return "format ends inside a conversion";
  case UNKNOWN_CONVERSION:
    return "unknown conversion";
  case WIDTH_TOO_LARGE:
    return "width is too large";
  case FLAG_CONFLICT:
    return "flags contradict each other";
  default:
    return "ok";
  }
}

static void put(struct output *output, char c) {
  assert(output->length < OUTPUT_MAX);
  output->text[output->length++] = c;
}

static void put_many(struct output *output, char c, int count) {
  for (int i = 0; i < count; i++)
    put(output, c);
}

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static int parse_flag(char c, struct spec *spec) {
  switch (c) {
  case '-':
    spec->left = 1;
    return 1;
  case '0':
    spec->zero = 1;
    return 1;
  case '+':
    spec->plus = 1;
    return 1;
  default:
    return 0;
  }
}

static enum status parse_count(const char **at, int *count) {
  *count = 0;
  while (is_digit(**at)) {
    *count = *count * 10 + (*(*at)++ - '0');
    if (*count > WIDTH_LIMIT)
      return WIDTH_TOO_LARGE;
  }
  return OK;
}

static enum status parse_spec(const char **at, struct spec *spec) {
  memset(spec, 0, sizeof *spec);
  spec->precision = -1;
  while (parse_flag(**at, spec))
    (*at)++;
  enum status status = parse_count(at, &spec->width);
  if (status != OK)
    return status;
  if (**at == '.') {
    (*at)++;
    status = parse_count(at, &spec->precision);
    if (status != OK)
      return status;
  }
  if (**at == '\0')
    return INCOMPLETE;
  spec->conversion = *(*at)++;
  return OK;
}

static void decimal_digits(unsigned value, struct pieces *pieces) {
  static const unsigned powers[] = {100, 10, 1};
  for (int i = 0; i < 3; i++) {
    char digit = '0';
    while (value >= powers[i]) {
      value -= powers[i];
      digit++;
    }
    if (digit != '0' || pieces->count > 0 || powers[i] == 1)
      pieces->digits[pieces->count++] = digit;
  }
}

static void hex_digits(unsigned value, struct pieces *pieces) {
  for (int shift = 4; shift >= 0; shift -= 4) {
    unsigned digit = value >> shift & 15;
    if (digit || pieces->count > 0 || shift == 0)
      pieces->digits[pieces->count++] = "0123456789abcdef"[digit];
  }
}

static void put_field(struct output *output, const struct spec *spec, const struct pieces *pieces) {
  int zeros = spec->precision > pieces->count ? spec->precision - pieces->count : 0;
  int length = pieces->count + zeros + (pieces->sign != 0);
  int padding = spec->width > length ? spec->width - length : 0;
  int before = output->length;
  if (spec->zero && spec->precision < 0) {
    zeros += padding;
    padding = 0;
  }
  if (!spec->left)
    put_many(output, ' ', padding);
  if (pieces->sign)
    put(output, pieces->sign);
  put_many(output, '0', zeros);
  for (int i = 0; i < pieces->count; i++)
    put(output, pieces->digits[i]);
  if (spec->left)
    put_many(output, ' ', padding);
  assert(output->length - before >= spec->width);
}

static enum status put_number(struct output *output, const struct spec *spec, int number) {
  struct pieces pieces = {0, {0}, 0};
  if (spec->left && spec->zero)
    return FLAG_CONFLICT;
  if (spec->conversion == 'x') {
    hex_digits((unsigned char)number, &pieces);
  } else if (spec->conversion == 'u') {
    decimal_digits((unsigned char)number, &pieces);
  } else {
    pieces.sign = number < 0 ? '-' : spec->plus ? '+' : 0;
    decimal_digits((unsigned)(number < 0 ? -number : number), &pieces);
  }
  put_field(output, spec, &pieces);
  return OK;
}

static enum status put_string(struct output *output, const struct spec *spec, const char *string) {
  int length = (int)strlen(string);
  if (spec->zero || spec->plus)
    return FLAG_CONFLICT;
  if (spec->precision >= 0 && spec->precision < length)
    length = spec->precision;
  int padding = spec->width > length ? spec->width - length : 0;
  if (!spec->left)
    put_many(output, ' ', padding);
  for (int i = 0; i < length; i++)
    put(output, string[i]);
  if (spec->left)
    put_many(output, ' ', padding);
  return OK;
}

static enum status convert(struct output *output, const struct spec *spec, const struct arguments *arguments) {
  switch (spec->conversion) {
  case 'd':
  case 'u':
  case 'x':
    return put_number(output, spec, arguments->number);
  case 's':
    return put_string(output, spec, arguments->string);
  case 'c':
    put(output, (char)arguments->number);
    return OK;
  case '%':
    put(output, '%');
    return OK;
  default:
    return UNKNOWN_CONVERSION;
  }
}

static enum status format(struct output *output, const char *at, const struct arguments *arguments) {
  while (*at) {
    struct spec spec;
    if (*at != '%') {
      put(output, *at++);
      continue;
    }
    at++;
    enum status status = parse_spec(&at, &spec);
    if (status == OK)
      status = convert(output, &spec, arguments);
    if (status != OK)
      return status;
  }
  return OK;
}

int main(void) {
  char text[N + 1];
  struct arguments arguments = {0, "word"};
  struct output output;
  memset(&output, 0, sizeof output);
  heddle_symbolic(text, N, "format");
  heddle_symbolic(&arguments.number, sizeof arguments.number, "number");
  text[N] = '\0';
  enum status status = format(&output, text, &arguments);
  if (status != OK) {
    fprintf(stderr, "format: %s\n", describe(status));
    return 1;
  }
  fwrite(output.text, 1, output.length, stdout);
  return 0;
}

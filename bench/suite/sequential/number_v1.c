/* number: reads a number in decimal, hexadecimal, octal, binary or Roman notation and prints it in the others.
   Input: N bytes of text. The Roman form of a number reads back as the same number. */
#include "heddle.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 4
#endif

#define ROMAN_LIMIT 89
#define VALUE_LIMIT 1000
#define ROMAN_MAX 20

enum status { OK, EMPTY, BAD_DIGIT, TOO_LARGE, NO_DIGITS, BAD_ROMAN };
enum notation { DECIMAL, HEXADECIMAL, OCTAL, BINARY, ROMAN };

struct number {
  int value;
  int negative;
  enum notation notation;
};

static const struct numeral {
  int value;
  const char *text;
} numerals[] = {{50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}};

#define NUMERALS ((int)(sizeof numerals / sizeof numerals[0]))

static const char *describe(enum status status) {
  switch (status) {
  case EMPTY:
    return "empty input";
  case BAD_DIGIT:
    return "digit does not belong to the notation";
  case TOO_LARGE:
    return "number too large";
  case NO_DIGITS:
    return "prefix without digits";
  case BAD_ROMAN:
    return "not a canonical Roman numeral";
  default:
    return "ok";
  }
}

static int digit_value(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return 99;
}

static int base_of(enum notation notation) {
  switch (notation) {
  case HEXADECIMAL:
    return 16;
  case OCTAL:
    return 8;
  case BINARY:
    return 2;
  default:
    return 10;
  }
}

static int roman_letter(char c) {
  switch (c) {
  case 'I':
    return 1;
  case 'V':
    return 5;
  case 'X':
    return 10;
  case 'L':
    return 50;
  default:
    return 0;
  }
}

static enum status read_digits(const char *text, int base, int *value) {
  int result = 0;
  if (!*text)
    return NO_DIGITS;
  for (; *text; text++) {
    int digit = digit_value(*text);
    if (digit >= base)
      return BAD_DIGIT;
    result = result * base + digit;
    if (result > VALUE_LIMIT)
      return TOO_LARGE;
  }
  *value = result;
  return OK;
}

static int write_roman(int value, char *text) {
  int length = 0;
  for (int i = 0; i < NUMERALS; i++) {
    while (value >= numerals[i].value) {
      for (const char *letter = numerals[i].text; *letter; letter++) {
        assert(length < ROMAN_MAX - 1);
        text[length++] = *letter;
      }
      value -= numerals[i].value;
    }
  }
  text[length] = '\0';
  return length;
}

static enum status sum_roman(const char *text, int *value) {
  int total = 0;
  for (int i = 0; text[i]; i++) {
    int this = roman_letter(text[i]);
    int next = text[i + 1] ? roman_letter(text[i + 1]) : 0;
    if (this == 0)
      return BAD_DIGIT;
    total += this < next ? -this : this;
  }
  *value = total;
  return OK;
}

static enum status read_roman(const char *text, int *value) {
  char canonical[ROMAN_MAX];
  enum status status = sum_roman(text, value);
  if (status != OK)
    return status;
  if (*value < 1 || *value > ROMAN_LIMIT)
    return TOO_LARGE;
  write_roman(*value, canonical);
  return strcmp(canonical, text) == 0 ? OK : BAD_ROMAN;
}

static const char *read_prefix(const char *text, enum notation *notation) {
  *notation = DECIMAL;
  if (text[0] != '0' || text[1] == '\0')
    return text;
  switch (text[1]) {
  case 'x':
    *notation = HEXADECIMAL;
    return text + 2;
  case 'b':
    *notation = BINARY;
    return text + 2;
  case 'o':
    *notation = OCTAL;
    return text + 2;
  default:
    *notation = OCTAL;
    return text + 1;
  }
}

static enum status read_number(const char *text, struct number *number) {
  if (!*text)
    return EMPTY;
  if (roman_letter(*text)) {
    number->notation = ROMAN;
    return read_roman(text, &number->value);
  }
  if (*text == '-' || *text == '+')
    number->negative = *text++ == '-';
  text = read_prefix(text, &number->notation);
  return read_digits(text, base_of(number->notation), &number->value);
}

static const char *notation_name(enum notation notation) {
  switch (notation) {
  case HEXADECIMAL:
    return "hexadecimal";
  case OCTAL:
    return "octal";
  case BINARY:
    return "binary";
  case ROMAN:
    return "Roman";
  default:
    return "decimal";
  }
}

static void print_binary(int value) {
  int started = 0;
  fputs("0b", stdout);
  for (int bit = 9; bit >= 0; bit--) {
    int digit = value >> bit & 1;
    started |= digit;
    if (started || bit == 0)
      putchar('0' + digit);
  }
  putchar('\n');
}

static void print_roman(const struct number *number) {
  char text[ROMAN_MAX];
  int back;
  if (number->negative || number->value < 1 || number->value > ROMAN_LIMIT) {
    puts("no Roman form");
    return;
  }
  write_roman(number->value, text);
  enum status status = read_roman(text, &back);
  assert(status == OK && back == number->value);
  puts(text);
}

int main(void) {
  char text[N + 1];
  struct number number;
  heddle_symbolic(text, N, "text");
  text[N] = '\0';
  memset(&number, 0, sizeof number);
  enum status status = read_number(text, &number);
  if (status != OK) {
    fprintf(stderr, "number: %s\n", describe(status));
    return 1;
  }
  assert(number.value >= 0 && number.value <= VALUE_LIMIT);
  printf("%s: ", notation_name(number.notation));
  printf("%s%d 0x%x 0%o\n", number.negative ? "-" : "", number.value, (unsigned)number.value, (unsigned)number.value);
  if (number.notation != BINARY)
    print_binary(number.value);
  if (number.notation != ROMAN)
    print_roman(&number);
  return 0;
}

/* wc: counts lines, words, bytes and the width of the longest line.
   Input: an option argument and N bytes of text. */
#include "heddle.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 3
#endif

#define TAB_WIDTH 8

struct counts {
  long lines;
  long words;
  long chars;
  long bytes;
  long longest;
};

struct options {
  int lines;
  int words;
  int chars;
  int bytes;
  int longest;
};

struct scanner {
  struct counts counts;
  long position;
  int in_word;
  int continuation;
};

static int is_space(unsigned char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int is_printable(unsigned char c) { return c >= ' ' && c < 0x7f; }

static void end_word(struct scanner *scanner) {
  if (scanner->in_word) {
    scanner->counts.words++;
    scanner->in_word = 0;
  }
}

static void end_line(struct scanner *scanner) {
  if (scanner->position > scanner->counts.longest)
    scanner->counts.longest = scanner->position;
  scanner->position = 0;
}

static int sequence_length(unsigned char first) {
  if (first < 0x80)
    return 1;
  if (first >= 0xc2 && first <= 0xdf)
    return 2;
  if (first >= 0xe0 && first <= 0xef)
    return 3;
  return 0;
}

static void count_character(struct scanner *scanner, unsigned char c) {
  if (scanner->continuation && (c & 0xc0) == 0x80) {
    scanner->continuation--;
    return;
  }
  int length = sequence_length(c);
  scanner->continuation = 0;
  if (length > 0) {
    scanner->counts.chars++;
    scanner->continuation = length - 1;
  }
}

static void move_space(struct scanner *scanner, unsigned char c) {
  switch (c) {
  case '\n':
    scanner->counts.lines++;
    end_line(scanner);
    break;
  case '\r':
  case '\f':
    end_line(scanner);
    break;
  case '\t':
    scanner->position += TAB_WIDTH - scanner->position % TAB_WIDTH;
    break;
  case ' ':
    scanner->position++;
    break;
  default:
    break;
  }
}

static void scan(struct scanner *scanner, const unsigned char *text, int length) {
  for (int i = 0; i < length; i++) {
    unsigned char c = text[i];
    scanner->counts.bytes++;
    count_character(scanner, c);
    if (is_space(c)) {
      end_word(scanner);
      move_space(scanner, c);
    } else {
      scanner->in_word = 1;
      if (is_printable(c))
        scanner->position++;
    }
  }
  end_word(scanner);
  end_line(scanner);
}

static int parse_letter(char letter, struct options *options) {
  switch (letter) {
  case 'l':
    options->lines = 1;
    return 0;
  case 'w':
    options->words = 1;
    return 0;
  case 'm':
    options->chars = 1;
    return 0;
  case 'c':
    options->bytes = 1;
    return 0;
  case 'L':
    options->longest = 1;
    return 0;
  default:
    fprintf(stderr, "wc: invalid option -- '%c'\n", letter);
    return -1;
  }
}

static int none_chosen(const struct options *options) {
  return !options->lines && !options->words && !options->chars && !options->bytes && !options->longest;
}

static int parse_argument(const char *argument, struct options *options) {
  if (argument[0] == '-') {
    if (!argument[1])
      return -1;
    for (int i = 1; argument[i]; i++)
      if (parse_letter(argument[i], options) < 0)
        return -1;
  } else if (argument[0]) {
    fprintf(stderr, "wc: %s: no such file\n", argument);
    return -1;
  }
  if (none_chosen(options)) {
    options->lines = 1;
    options->words = 1;
    options->bytes = 1;
  }
  return 0;
}

static int number_width(long largest) {
  int width = 1;
  while (largest >= 10) {
    largest /= 10;
    width++;
  }
  return width;
}

static void print_number(long number, int width, int *first) {
  if (!*first)
    putchar(' ');
  for (int padding = width - number_width(number); padding > 0; padding--)
    putchar(' ');
  printf("%ld", number);
  *first = 0;
}

static void print_counts(const struct counts *counts, const struct options *options) {
  int first = 1;
  int width = number_width(counts->bytes > counts->longest ? counts->bytes : counts->longest);
  if (options->lines)
    print_number(counts->lines, width, &first);
  if (options->words)
    print_number(counts->words, width, &first);
  if (options->chars)
    print_number(counts->chars, width, &first);
  if (options->bytes)
    print_number(counts->bytes, width, &first);
  if (options->longest)
    print_number(counts->longest, width, &first);
  assert(!first);
  putchar('\n');
}

static void add_counts(struct counts *total, const struct counts *counts) {
  total->lines += counts->lines;
  total->words += counts->words;
  total->chars += counts->chars;
  total->bytes += counts->bytes;
  if (counts->longest > total->longest)
    total->longest = counts->longest;
}

static void count_file(const unsigned char *text, int length, const struct options *options, struct counts *total) {
  struct scanner scanner;
  memset(&scanner, 0, sizeof scanner);
  scan(&scanner, text, length);
  assert(scanner.counts.bytes == length);
  assert(scanner.counts.words <= scanner.counts.bytes);
  assert(scanner.counts.chars <= scanner.counts.bytes);
  print_counts(&scanner.counts, options);
  add_counts(total, &scanner.counts);
}

int main(void) {
  char argument[3];
  unsigned char text[N];
  struct options options;
  struct counts total;
  heddle_symbolic(argument, 2, "argument");
  heddle_symbolic(text, N, "text");
  argument[2] = '\0';
  memset(&options, 0, sizeof options);
  memset(&total, 0, sizeof total);
  if (parse_argument(argument, &options) < 0)
    return 2;
  count_file(text, N - 1, &options, &total);
  count_file(text + N - 1, 1, &options, &total);
  assert(total.bytes == N);
  print_counts(&total, &options);
  return 0;
}

/* sort: orders the lines of a text, with -n -r -f -u in the first argument.
   Input: one option letter and N bytes of text. The output has every line of the input once, or fewer with -u. */
#include "heddle.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 4
#endif

#define LINES_MAX (N + 1)

struct options {
  int numeric;
  int reverse;
  int fold;
  int unique;
  int check;
};

struct line {
  const char *text;
  int length;
  int number;
};

struct document {
  struct line lines[LINES_MAX];
  int count;
};

static int fold_case(char c) {
  unsigned char byte = (unsigned char)c;
  return byte >= 'a' && byte <= 'z' ? byte - 'a' + 'A' : byte;
}

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static int is_blank(char c) { return c == ' ' || c == '\t'; }

static long numeric_value(const struct line *line) {
  int at = 0;
  int negative = 0;
  long value = 0;
  while (at < line->length && is_blank(line->text[at]))
    at++;
  if (at < line->length && line->text[at] == '-') {
    negative = 1;
    at++;
  }
  while (at < line->length && is_digit(line->text[at]))
    value = value * 10 + (line->text[at++] - '0');
  return negative ? -value : value;
}

static int compare_numbers(const struct line *left, const struct line *right) {
  long a = numeric_value(left);
  long b = numeric_value(right);
  if (a < b)
    return -1;
  return a > b;
}

static int compare_lengths(const struct line *left, const struct line *right) {
  if (left->length < right->length)
    return -1;
  return left->length > right->length;
}

static int compare_bytes(const struct line *left, const struct line *right) {
  for (int i = 0; i < left->length && i < right->length; i++) {
    unsigned char a = (unsigned char)left->text[i];
    unsigned char b = (unsigned char)right->text[i];
    if (a < b)
      return -1;
    if (a > b)
      return 1;
  }
  return compare_lengths(left, right);
}

static int compare_folded(const struct line *left, const struct line *right) {
  for (int i = 0; i < left->length && i < right->length; i++) {
    int a = fold_case(left->text[i]);
    int b = fold_case(right->text[i]);
    if (a < b)
      return -1;
    if (a > b)
      return 1;
  }
  return compare_lengths(left, right);
}

static int compare_keys(const struct line *left, const struct line *right, const struct options *options) {
  if (options->numeric)
    return compare_numbers(left, right);
  if (options->fold)
    return compare_folded(left, right);
  return compare_bytes(left, right);
}

static int compare(const struct line *left, const struct line *right, const struct options *options) {
  int order = compare_keys(left, right, options);
  if (order == 0 && !options->unique)
    order = compare_bytes(left, right);
  return options->reverse ? -order : order;
}

static void add_line(struct document *document, const char *text, int length) {
  assert(document->count < LINES_MAX);
  struct line *line = &document->lines[document->count];
  line->text = text;
  line->length = length;
  line->number = document->count++;
}

static void split(struct document *document, const char *text, int length) {
  int start = 0;
  for (int i = 0; i < length; i++) {
    if (text[i] == '\n') {
      add_line(document, text + start, i - start);
      start = i + 1;
    }
  }
  if (start < length)
    add_line(document, text + start, length - start);
}

static void sort_lines(struct document *document, const struct options *options) {
  for (int i = 1; i < document->count; i++) {
    struct line line = document->lines[i];
    int place = i;
    while (place > 0 && compare(&document->lines[place - 1], &line, options) > 0) {
      document->lines[place] = document->lines[place - 1];
      place--;
    }
    document->lines[place] = line;
  }
}

static void drop_duplicates(struct document *document, const struct options *options) {
  int kept = 0;
  for (int i = 1; i < document->count; i++)
    if (compare(&document->lines[kept], &document->lines[i], options) != 0)
      document->lines[++kept] = document->lines[i];
  if (document->count > 0)
    document->count = kept + 1;
}

static void check_stable(const struct document *document, int input_lines) {
  int seen[LINES_MAX] = {0};
  for (int i = 0; i < document->count; i++) {
    int number = document->lines[i].number;
    assert(number >= 0 && number < input_lines);
    assert(!seen[number]);
    seen[number] = 1;
  }
}

static void print_document(const struct document *document) {
  for (int i = 0; i < document->count; i++) {
    assert(document->lines[i].length <= N);
    fwrite(document->lines[i].text, 1, document->lines[i].length, stdout);
    putchar('\n');
  }
}

static int parse_option(char letter, struct options *options) {
  switch (letter) {
  case '\0':
    return 0;
  case 'n':
    options->numeric = 1;
    return 0;
  case 'r':
    options->reverse = 1;
    return 0;
  case 'f':
    options->fold = 1;
    return 0;
  case 'u':
    options->unique = 1;
    return 0;
  case 'c':
    options->check = 1;
    return 0;
  default:
    fprintf(stderr, "sort: invalid option\n");
    return -1;
  }
}

static int is_text(const struct line *line) {
  for (int i = 0; i < line->length; i++)
    if (line->text[i] == '\0')
      return 0;
  return 1;
}

static int run_check(const struct document *document, const struct options *options) {
  for (int i = 1; i < document->count; i++) {
    if (compare(&document->lines[i - 1], &document->lines[i], options) > 0) {
      fprintf(stderr, "sort: line %d: disorder: ", document->lines[i].number + 1);
      if (is_text(&document->lines[i]))
        fwrite(document->lines[i].text, 1, document->lines[i].length, stderr);
      else
        fputs("binary data", stderr);
      fputc('\n', stderr);
      return 1;
    }
  }
  return 0;
}

int main(void) {
  char letter;
  char text[N];
  struct options options;
  struct document document;
  heddle_symbolic(&letter, 1, "option");
  heddle_symbolic(text, N, "text");
  memset(&options, 0, sizeof options);
  memset(&document, 0, sizeof document);
  if (parse_option(letter, &options) < 0)
    return 2;
  split(&document, text, N);
  int input_lines = document.count;
  if (options.check)
    return run_check(&document, &options);
  sort_lines(&document, &options);
  if (options.unique)
    drop_duplicates(&document, &options);
  check_stable(&document, input_lines);
  assert(options.unique || document.count == input_lines);
  print_document(&document);
  return 0;
}

/* comm: compares two ordered texts line by line and prints three columns: only first, only second, both.
   Input: an option letter and two texts of N bytes. Every line of both texts is accounted for. */
#include "heddle.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 3
#endif

#define LINES_MAX (N + 1)
#define COLUMNS 3

struct options {
  int suppress[COLUMNS];
  int check_order;
  int total;
  char delimiter;
};

struct line {
  const char *text;
  int length;
};

struct file {
  struct line lines[LINES_MAX];
  int count;
  int at;
  int disorder;
  int unterminated;
  const char *name;
};

struct merger {
  struct file first;
  struct file second;
  struct options options;
  int counts[COLUMNS];
};

static int compare(struct line left, struct line right) {
  for (int i = 0; i < left.length && i < right.length; i++) {
    unsigned char a = (unsigned char)left.text[i];
    unsigned char b = (unsigned char)right.text[i];
    if (a != b)
      return a < b ? -1 : 1;
  }
  if (left.length == right.length)
    return 0;
  return left.length < right.length ? -1 : 1;
}

static void add_line(struct file *file, const char *text, int length) {
  assert(file->count < LINES_MAX);
  file->lines[file->count].text = text;
  file->lines[file->count].length = length;
  file->count++;
}

static void load(struct file *file, const char *name, const char *text, int length) {
  int start = 0;
  memset(file, 0, sizeof *file);
  file->name = name;
  for (int i = 0; i < length; i++) {
    if (text[i] == '\n') {
      add_line(file, text + start, i - start);
      start = i + 1;
    }
  }
  if (start < length) {
    add_line(file, text + start, length - start);
    file->unterminated = 1;
  }
}

static int exhausted(const struct file *file) { return file->at == file->count; }

static struct line current(const struct file *file) {
  assert(file->at < file->count);
  return file->lines[file->at];
}

static void advance(struct file *file) {
  assert(!exhausted(file));
  if (file->at + 1 < file->count && compare(file->lines[file->at], file->lines[file->at + 1]) > 0)
    file->disorder = 1;
  file->at++;
}

static void print_line(const struct merger *merger, int column, struct line line) {
  for (int i = 0; i < column; i++)
    if (!merger->options.suppress[i])
      putchar(merger->options.delimiter);
  fwrite(line.text, 1, line.length, stdout);
  putchar('\n');
}

static void emit(struct merger *merger, int column, struct line line) {
  assert(column >= 0 && column < COLUMNS);
  merger->counts[column]++;
  if (!merger->options.suppress[column])
    print_line(merger, column, line);
}

static void step(struct merger *merger) {
  int order;
  if (exhausted(&merger->first))
    order = 1;
  else if (exhausted(&merger->second))
    order = -1;
  else
    order = compare(current(&merger->first), current(&merger->second));
  if (order < 0) {
    emit(merger, 0, current(&merger->first));
    advance(&merger->first);
  } else if (order > 0) {
    emit(merger, 1, current(&merger->second));
    advance(&merger->second);
  } else {
    emit(merger, 2, current(&merger->first));
    advance(&merger->first);
    advance(&merger->second);
  }
}

static int report_disorder(const struct file *file) {
  if (!file->disorder)
    return 0;
  fprintf(stderr, "comm: %s is not in sorted order\n", file->name);
  return 1;
}

static void report_unterminated(const struct file *file) {
  if (file->unterminated)
    fprintf(stderr, "comm: %s has no newline at its end\n", file->name);
}

static void print_total(const struct merger *merger) {
  for (int i = 0; i < COLUMNS; i++)
    if (!merger->options.suppress[i])
      printf("%d\t", merger->counts[i]);
  puts("total");
}

static void check_counts(const struct merger *merger) {
  for (int i = 0; i < COLUMNS; i++)
    assert(merger->counts[i] >= 0 && merger->counts[i] <= 2 * LINES_MAX);
  assert(merger->counts[0] + merger->counts[2] == merger->first.count);
  assert(merger->counts[1] + merger->counts[2] == merger->second.count);
}

static int merge(struct merger *merger) {
  int failed = 0;
  while (!exhausted(&merger->first) || !exhausted(&merger->second))
    step(merger);
  check_counts(merger);
  assert(exhausted(&merger->first) && exhausted(&merger->second));
  if (merger->options.check_order) {
    failed |= report_disorder(&merger->first);
    failed |= report_disorder(&merger->second);
  }
  if (merger->options.total)
    print_total(merger);
  return failed;
}

static int parse_option(char letter, struct options *options) {
  memset(options, 0, sizeof *options);
  options->delimiter = '\t';
  switch (letter) {
  case '\0':
    options->check_order = 1;
    return 0;
  case '1':
  case '2':
  case '3':
    options->suppress[letter - '1'] = 1;
    return 0;
  case 'd':
    options->delimiter = ',';
    return 0;
  case 'n':
    return 0;
  case 't':
    options->total = 1;
    return 0;
  default:
    fprintf(stderr, "comm: invalid option\n");
    return -1;
  }
}

static int is_subset(const struct merger *merger) { return merger->counts[0] == 0; }

static void print_relation(const struct merger *merger) {
  if (is_subset(merger) && merger->counts[1] == 0)
    puts("same lines");
  else if (is_subset(merger))
    puts("first is part of second");
  else if (merger->counts[1] == 0)
    puts("second is part of first");
  else if (merger->counts[2] == 0)
    puts("nothing in common");
}

int main(void) {
  char letter;
  char first[N], second[N];
  struct merger merger;
  memset(&merger, 0, sizeof merger);
  heddle_symbolic(&letter, 1, "option");
  heddle_symbolic(first, N, "first");
  heddle_symbolic(second, N, "second");
  if (parse_option(letter, &merger.options) < 0)
    return 2;
  load(&merger.first, "file 1", first, N);
  load(&merger.second, "file 2", second, N);
  int failed = merge(&merger);
  if (merger.options.total)
    print_relation(&merger);
  report_unterminated(&merger.first);
  report_unterminated(&merger.second);
  return failed;
}

/* uniq: drops, counts or selects repeated adjacent lines, with -c -d -u -i and the skipping of leading fields.
   Input: two option letters and N bytes of text. The counts of all groups add up to the number of lines. */
#include "heddle.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 4
#endif

#define LINES_MAX (N + 1)
#define OPTIONS 2

enum select { ALL, REPEATED, UNIQUE };

struct options {
  int count;
  int ignore_case;
  int skip_fields;
  int compare_at_most;
  enum select select;
};

struct line {
  const char *text;
  int length;
};

struct group {
  struct line line;
  int count;
};

struct document {
  struct line lines[LINES_MAX];
  int count;
};

struct result {
  struct group groups[LINES_MAX];
  int count;
};

static int is_blank(char c) { return c == ' ' || c == '\t'; }

static int fold_case(char c) {
  unsigned char byte = (unsigned char)c;
  return byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte;
}

static void add_line(struct document *document, const char *text, int length) {
  assert(document->count < LINES_MAX);
  document->lines[document->count].text = text;
  document->lines[document->count].length = length;
  document->count++;
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

static struct line skip_fields(struct line line, int fields) {
  int at = 0;
  for (int field = 0; field < fields && at < line.length; field++) {
    while (is_blank(line.text[at]))
      at++;
    while (at < line.length && !is_blank(line.text[at]))
      at++;
  }
  struct line rest = {line.text + at, line.length - at};
  return rest;
}

static struct line shorten(struct line line, int limit) {
  if (line.length > limit)
    line.length = limit;
  return line;
}

static int same_folded(struct line left, struct line right) {
  for (int i = 0; i < left.length; i++)
    if (fold_case(left.text[i]) != fold_case(right.text[i]))
      return 0;
  return 1;
}

static int same_bytes(struct line left, struct line right) {
  for (int i = 0; i < left.length; i++)
    if (left.text[i] != right.text[i])
      return 0;
  return 1;
}

static int same(const struct options *options, struct line left, struct line right) {
  if (options->skip_fields > 0) {
    left = skip_fields(left, options->skip_fields);
    right = skip_fields(right, options->skip_fields);
  }
  if (options->compare_at_most > 0) {
    left = shorten(left, options->compare_at_most);
    right = shorten(right, options->compare_at_most);
  }
  if (left.length != right.length)
    return 0;
  return options->ignore_case ? same_folded(left, right) : same_bytes(left, right);
}

static void begin_group(struct result *result, struct line line) {
  assert(result->count < LINES_MAX);
  result->groups[result->count].line = line;
  result->groups[result->count].count = 1;
  result->count++;
}

static void group_lines(const struct document *document, const struct options *options, struct result *result) {
  for (int i = 0; i < document->count; i++) {
    struct group *last = result->count ? &result->groups[result->count - 1] : NULL;
    if (last && same(options, last->line, document->lines[i]))
      last->count++;
    else
      begin_group(result, document->lines[i]);
  }
}

static int is_selected(const struct group *group, enum select select) {
  switch (select) {
  case REPEATED:
    return group->count > 1;
  case UNIQUE:
    return group->count == 1;
  default:
    return 1;
  }
}

static void print_result(const struct result *result, const struct options *options) {
  for (int i = 0; i < result->count; i++) {
    const struct group *group = &result->groups[i];
    if (!is_selected(group, options->select))
      continue;
    if (options->count)
      printf("%7d ", group->count);
    fwrite(group->line.text, 1, group->line.length, stdout);
    putchar('\n');
  }
}

static void check_counts(const struct document *document, const struct result *result) {
  int lines = 0;
  assert(result->count <= document->count);
  assert((result->count == 0) == (document->count == 0));
  for (int i = 0; i < result->count; i++) {
    assert(result->groups[i].count > 0);
    lines += result->groups[i].count;
  }
  assert(lines == document->count);
}

static int parse_select(struct options *options, enum select select) {
  if (options->select != ALL && options->select != select) {
    fprintf(stderr, "uniq: -d and -u exclude each other\n");
    return -1;
  }
  options->select = select;
  return 0;
}

static int parse_letter(char letter, struct options *options) {
  switch (letter) {
  case 'c':
    options->count = 1;
    return 0;
  case 'i':
    options->ignore_case = 1;
    return 0;
  case 'f':
    options->skip_fields++;
    return 0;
  case '1':
  case '2':
    options->compare_at_most = letter - '0';
    return 0;
  case 'd':
    return parse_select(options, REPEATED);
  case 'u':
    return parse_select(options, UNIQUE);
  default:
    fprintf(stderr, "uniq: invalid option\n");
    return -1;
  }
}

static int parse_options(const char *letters, struct options *options) {
  memset(options, 0, sizeof *options);
  for (int i = 0; letters[i]; i++)
    if (parse_letter(letters[i], options) < 0)
      return -1;
  return 0;
}

int main(void) {
  char letters[OPTIONS + 1];
  char text[N];
  struct options options;
  struct document document;
  struct result result;
  heddle_symbolic(letters, OPTIONS, "options");
  heddle_symbolic(text, N, "text");
  letters[OPTIONS] = '\0';
  memset(&document, 0, sizeof document);
  memset(&result, 0, sizeof result);
  if (parse_options(letters, &options) < 0)
    return 2;
  split(&document, text, N);
  group_lines(&document, &options, &result);
  check_counts(&document, &result);
  print_result(&result, &options);
  return 0;
}

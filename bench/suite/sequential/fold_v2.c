/* fold: breaks lines at a given width, at blanks with -s, counting columns (tabs, backspaces) or bytes with -b.
   Input: an option letter, a width of one digit and N bytes of text. No output line is wider than the width. */
#include "heddle.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 4
#endif

#define TAB_WIDTH 4
#define OUTPUT_MAX (4 * N + 4)

enum status { OK, BAD_OPTION, BAD_WIDTH };

struct options {
  int width;
  int at_spaces;
  int count_bytes;
  int strip;
};

struct output {
  char text[OUTPUT_MAX];
  int length;
  int lines;
};

struct folder {
  const struct options *options;
  struct output *output;
  char line[N + 1];
  int length;
  int column;
};

static const char *describe(enum status status) {
  switch (status) {
  case BAD_OPTION:
    return "invalid option";
  case BAD_WIDTH:
    return "invalid number of columns";
  default:
    return "ok";
  }
}

static int is_blank(char c) { return c == ' ' || c == '\t'; }

static void put(struct output *output, char c) {
  assert(output->length < OUTPUT_MAX);
  output->text[output->length++] = c;
  if (c == '\n')
    output->lines++;
}

static int next_tab(int column) { return (column | (TAB_WIDTH - 1)) + 1; }

static int move_column(const struct options *options, int column, char c) {
  if (options->count_bytes)
    return column + 1;
  switch (c) {
  case '\b':
    return column > 0 ? column - 1 : 0;
  case '\r':
    return 0;
  case '\t':
    return next_tab(column);
  default:
    return column + 1;
  }
}

static int measure(const struct options *options, const char *text, int length) {
  int column = 0;
  for (int i = 0; i < length; i++)
    column = move_column(options, column, text[i]);
  return column;
}

static void write_line(struct folder *folder, int length) {
  int end = length;
  if (folder->options->strip)
    while (end > 0 && is_blank(folder->line[end - 1]))
      end--;
  for (int i = 0; i < end; i++)
    put(folder->output, folder->line[i]);
}

static void drop_front(struct folder *folder, int count) {
  assert(count <= folder->length);
  memmove(folder->line, folder->line + count, folder->length - count);
  folder->length -= count;
  folder->column = measure(folder->options, folder->line, folder->length);
}

static int last_blank(const struct folder *folder) {
  for (int i = folder->length - 1; i >= 0; i--)
    if (is_blank(folder->line[i]))
      return i;
  return -1;
}

static void break_line(struct folder *folder) {
  int length = folder->length;
  if (folder->options->at_spaces) {
    int blank = last_blank(folder);
    if (blank > 0 || folder->options->strip)
      length = blank + 1;
  }
  write_line(folder, length);
  put(folder->output, '\n');
  drop_front(folder, length);
}

static void end_line(struct folder *folder) {
  write_line(folder, folder->length);
  put(folder->output, '\n');
  folder->length = 0;
  folder->column = 0;
}

static void take(struct folder *folder, char c) {
  if (c == '\n') {
    end_line(folder);
    return;
  }
  int column = move_column(folder->options, folder->column, c);
  while (column > folder->options->width && folder->length > 0) {
    break_line(folder);
    column = move_column(folder->options, folder->column, c);
  }
  assert(folder->length < N);
  folder->line[folder->length++] = c;
  folder->column = column;
}

static void fold(const struct options *options, const char *text, int length, struct output *output) {
  struct folder folder;
  memset(&folder, 0, sizeof folder);
  folder.options = options;
  folder.output = output;
  for (int i = 0; i < length; i++)
    take(&folder, text[i]);
  if (folder.length > 0)
    write_line(&folder, folder.length);
}

static void check_bytes(const struct options *options, const struct output *output) {
  int width = 0;
  for (int i = 0; i < output->length; i++) {
    if (output->text[i] == '\n') {
      width = 0;
      continue;
    }
    width++;
    assert(width <= options->width);
  }
}

static void check_content(const struct options *options, const char *text, const struct output *output) {
  int at = 0;
  if (options->strip)
    return;
  for (int i = 0; i < output->length; i++) {
    if (at < N && output->text[i] == text[at])
      at++;
    else
      assert(output->text[i] == '\n');
  }
  assert(at == N);
}

static enum status parse_option(char letter, struct options *options) {
  switch (letter) {
  case '\0':
    return OK;
  case 's':
    options->at_spaces = 1;
    return OK;
  case 'b':
    options->count_bytes = 1;
    return OK;
  case 't':
    options->at_spaces = 1;
    options->strip = 1;
    return OK;
  default:
    return BAD_OPTION;
  }
}

static enum status parse_width(char digit, struct options *options) {
  if (digit < '1' || digit > '3')
    return BAD_WIDTH;
  options->width = digit - '0';
  return OK;
}

static int complain(enum status status) {
  fprintf(stderr, "fold: %s\n", describe(status));
  return 2;
}

int main(void) {
  char letter, digit;
  char text[N];
  struct options options;
  struct output output;
  heddle_symbolic(&letter, 1, "option");
  heddle_symbolic(&digit, 1, "width");
  heddle_symbolic(text, N, "text");
  memset(&options, 0, sizeof options);
  memset(&output, 0, sizeof output);
  enum status status = parse_option(letter, &options);
  if (status == OK)
    status = parse_width(digit, &options);
  if (status != OK)
    return complain(status);
  fold(&options, text, N, &output);
  check_content(&options, text, &output);
  if (options.count_bytes)
    check_bytes(&options, &output);
  fwrite(output.text, 1, output.length, stdout);
  return 0;
}

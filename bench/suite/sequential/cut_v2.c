/* cut: prints selected fields of each line, as `cut -d, -f LIST` does.
   Input: a list of L bytes such as 1,3-4 and N bytes of text. Ranges are kept sorted and merged. */
#include "heddle.h"
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#ifndef L
#define L 4
#endif
#ifndef N
#define N 3
#endif

#define RANGES_MAX 4
#define FIELD_LIMIT 500

enum status { OK, EMPTY_LIST, ZERO_FIELD, DECREASING, LONE_DASH, BAD_CHARACTER, TOO_LARGE };

struct range {
  int low;
  int high;
};

struct selection {
  struct range ranges[RANGES_MAX];
  int count;
};

struct list_reader {
  const char *text;
  int at;
};

static const char *describe(enum status status) {
  switch (status) {
  case EMPTY_LIST:
    return "fields and positions are numbered from 1";
  case ZERO_FIELD:
    return "invalid field value 0";
  case DECREASING:
    return "invalid decreasing range";
  case LONE_DASH:
    return "invalid range with no endpoint: -";
  case BAD_CHARACTER:
    return "invalid character in field list";
  case TOO_LARGE:
    return "field number is too large";
  default:
    return "ok";
  }
}

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static enum status read_number(struct list_reader *reader, int *number) {
  int value = 0;
  while (is_digit(reader->text[reader->at])) {
    value = value * 10 + (reader->text[reader->at++] - '0');
    if (value > FIELD_LIMIT)
      return TOO_LARGE;
  }
  *number = value;
  return OK;
}

static void add_range(struct selection *selection, struct range range) {
  assert(selection->count < RANGES_MAX);
  int place = selection->count++;
  while (place > 0 && selection->ranges[place - 1].low > range.low) {
    selection->ranges[place] = selection->ranges[place - 1];
    place--;
  }
  selection->ranges[place] = range;
}

static enum status check_range(const struct range *range) {
  if (range->low == 0)
    return ZERO_FIELD;
  if (range->high < range->low)
    return DECREASING;
  return OK;
}

static enum status read_open_range(struct list_reader *reader, struct range *range) {
  reader->at++;
  if (!is_digit(reader->text[reader->at]))
    return LONE_DASH;
  range->low = 1;
  return read_number(reader, &range->high);
}

static enum status read_range(struct list_reader *reader, struct range *range) {
  enum status status;
  if (reader->text[reader->at] == '-') {
    status = read_open_range(reader, range);
    return status == OK ? check_range(range) : status;
  }
  if (!is_digit(reader->text[reader->at]))
    return reader->text[reader->at] == '\0' || reader->text[reader->at] == ',' ? EMPTY_LIST : BAD_CHARACTER;
  status = read_number(reader, &range->low);
  if (status != OK)
    return status;
  range->high = range->low;
  if (reader->text[reader->at] == '-') {
    reader->at++;
    range->high = INT_MAX;
    if (is_digit(reader->text[reader->at])) {
      status = read_number(reader, &range->high);
      if (status != OK)
        return status;
      if (range->high == 0)
        return ZERO_FIELD;
    }
  }
  return check_range(range);
}

static enum status read_list(const char *text, struct selection *selection) {
  struct list_reader reader = {text, 0};
  for (;;) {
    struct range range = {0, 0};
    enum status status = read_range(&reader, &range);
    if (status != OK)
      return status;
    add_range(selection, range);
    if (reader.text[reader.at] == '\0')
      return OK;
    if (reader.text[reader.at] != ',')
      return BAD_CHARACTER;
    reader.at++;
  }
}

static void merge_ranges(struct selection *selection) {
  int kept = 0;
  for (int i = 1; i < selection->count; i++) {
    struct range *last = &selection->ranges[kept];
    const struct range *next = &selection->ranges[i];
    if (next->low <= last->high) {
      if (next->high > last->high)
        last->high = next->high;
    } else {
      selection->ranges[++kept] = *next;
    }
  }
  selection->count = kept + 1;
}

static void check_merged(const struct selection *selection) {
  for (int i = 0; i < selection->count; i++) {
    assert(selection->ranges[i].low >= 1);
    assert(selection->ranges[i].low <= selection->ranges[i].high);
    if (i > 0)
      assert(selection->ranges[i - 1].high < selection->ranges[i].low);
  }
}

static int selected(const struct selection *selection, int field) {
  for (int i = 0; i < selection->count; i++)
    if (field >= selection->ranges[i].low && field <= selection->ranges[i].high)
      return 1;
  return 0;
}

static int line_has(const char *line, int length, char wanted) {
  for (int i = 0; i < length; i++)
    if (line[i] == wanted)
      return 1;
  return 0;
}

static void cut_line(const struct selection *selection, const char *line, int length) {
  int field = 1;
  int printed = 0;
  int chosen;
  if (!line_has(line, length, ',')) {
    fwrite(line, 1, length, stdout);
    putchar('\n');
    return;
  }
  chosen = selected(selection, field);
  for (int i = 0; i < length; i++) {
    if (line[i] != ',') {
      if (chosen)
        putchar(line[i]);
      continue;
    }
    printed |= chosen;
    chosen = selected(selection, ++field);
    if (chosen && printed)
      putchar(',');
  }
  putchar('\n');
}

static void cut_text(const struct selection *selection, const char *text, int length) {
  int start = 0;
  for (int i = 0; i < length; i++) {
    if (text[i] == '\n') {
      cut_line(selection, text + start, i - start);
      start = i + 1;
    }
  }
  if (start < length)
    cut_line(selection, text + start, length - start);
}

int main(void) {
  char list[L + 1];
  char text[N];
  struct selection selection;
  heddle_symbolic(list, L, "list");
  heddle_symbolic(text, N, "text");
  list[L] = '\0';
  memset(&selection, 0, sizeof selection);
  enum status status = read_list(list, &selection);
  if (status != OK) {
    fprintf(stderr, "cut: %s\n", describe(status));
    return 1;
  }
  merge_ranges(&selection);
  check_merged(&selection);
  cut_text(&selection, text, N);
  return 0;
}

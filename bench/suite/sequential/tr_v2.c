/* tr: translates, deletes or squeezes characters; sets have ranges, escapes and classes of one letter (\d \s).
   Input: an operation letter, sets of S and T bytes and N bytes of text. The text never becomes longer. */
#include "heddle.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifndef S
#define S 3
#endif
#ifndef T
#define T 1
#endif
#ifndef N
#define N 2
#endif

#define SPANS_MAX (2 * S)

enum status { OK, REVERSED, LONE_BACKSLASH, EMPTY_SECOND, BAD_OPERATION, CLASS_IN_RANGE };

struct span {
  unsigned char low;
  unsigned char high;
};

struct set {
  struct span spans[SPANS_MAX];
  int count;
};

struct set_reader {
  const char *text;
  int at;
  struct set *set;
};

static const char *explain(enum status status) {
  switch (status) {
  case REVERSED:
    return "range-endpoints are in reverse order";
  case LONE_BACKSLASH:
    return "unescaped backslash at end of string";
  case EMPTY_SECOND:
    return "second set must not be empty";
  case BAD_OPERATION:
    return "unknown operation";
  case CLASS_IN_RANGE:
    return "a class cannot end a range";
  default:
    return "ok";
  }
}

static char peek(const struct set_reader *reader) { return reader->text[reader->at]; }

static void add_span(struct set *set, unsigned char low, unsigned char high) {
  assert(low <= high);
  assert(set->count < SPANS_MAX);
  set->spans[set->count].low = low;
  set->spans[set->count].high = high;
  set->count++;
}

static int add_class(struct set *set, char letter) {
  switch (letter) {
  case 'd':
    add_span(set, '0', '9');
    return 1;
  case 's':
    add_span(set, '\t', '\r');
    add_span(set, ' ', ' ');
    return 1;
  default:
    return 0;
  }
}

static unsigned char escape_value(char letter) {
  switch (letter) {
  case 'n':
    return '\n';
  case 't':
    return '\t';
  case 'r':
    return '\r';
  case 'a':
    return '\a';
  default:
    return (unsigned char)letter;
  }
}

static enum status read_escape(struct set_reader *reader, unsigned char *c, int *class) {
  char letter = peek(reader);
  if (letter == '\0')
    return LONE_BACKSLASH;
  reader->at++;
  *class = add_class(reader->set, letter);
  *c = escape_value(letter);
  return OK;
}

static enum status read_character(struct set_reader *reader, unsigned char *c, int *class) {
  char first = reader->text[reader->at++];
  *class = 0;
  if (first == '\\')
    return read_escape(reader, c, class);
  *c = (unsigned char)first;
  return OK;
}

static enum status read_element(struct set_reader *reader) {
  unsigned char low, high;
  int class;
  enum status status = read_character(reader, &low, &class);
  if (status != OK || class)
    return status;
  high = low;
  if (peek(reader) == '-' && reader->text[reader->at + 1]) {
    reader->at++;
    status = read_character(reader, &high, &class);
    if (status != OK)
      return status;
    if (class)
      return CLASS_IN_RANGE;
    if (high < low)
      return REVERSED;
  }
  add_span(reader->set, low, high);
  return OK;
}

static enum status read_set(const char *text, struct set *set) {
  struct set_reader reader = {text, 0, set};
  while (peek(&reader)) {
    enum status status = read_element(&reader);
    if (status != OK)
      return status;
  }
  return OK;
}

static int set_size(const struct set *set) {
  int size = 0;
  for (int i = 0; i < set->count; i++)
    size += set->spans[i].high - set->spans[i].low + 1;
  return size;
}

static int index_in(const struct set *set, unsigned char c) {
  int before = 0;
  for (int i = 0; i < set->count; i++) {
    const struct span *span = &set->spans[i];
    if (c >= span->low && c <= span->high)
      return before + (c - span->low);
    before += span->high - span->low + 1;
  }
  return -1;
}

static unsigned char member_at(const struct set *set, int index) {
  for (int i = 0; i < set->count; i++) {
    int size = set->spans[i].high - set->spans[i].low + 1;
    if (index < size)
      return (unsigned char)(set->spans[i].low + index);
    index -= size;
  }
  return set->spans[set->count - 1].high;
}

static int translate(const struct set *from, const struct set *to, unsigned char *text, int length) {
  for (int i = 0; i < length; i++) {
    int index = index_in(from, text[i]);
    if (index >= 0) {
      text[i] = member_at(to, index);
      assert(index_in(to, text[i]) >= 0);
    }
  }
  return length;
}

static int delete(const struct set *set, unsigned char *text, int length) {
  int kept = 0;
  for (int i = 0; i < length; i++)
    if (index_in(set, text[i]) < 0)
      text[kept++] = text[i];
  return kept;
}

static int squeeze(const struct set *set, unsigned char *text, int length) {
  int kept = 0;
  for (int i = 0; i < length; i++)
    if (kept == 0 || text[kept - 1] != text[i] || index_in(set, text[i]) < 0)
      text[kept++] = text[i];
  return kept;
}

static enum status run(char operation, const struct set *first, const struct set *second, unsigned char *text,
                       int *length) {
  switch (operation) {
  case 't':
    if (set_size(second) == 0)
      return EMPTY_SECOND;
    *length = translate(first, second, text, *length);
    return OK;
  case 'd':
    *length = delete(first, text, *length);
    return OK;
  case 's':
    *length = squeeze(first, text, *length);
    return OK;
  default:
    return BAD_OPERATION;
  }
}

int main(void) {
  char operation;
  char from[S + 1], to[T + 1];
  unsigned char text[N];
  struct set first, second;
  int length = N;
  heddle_symbolic(&operation, 1, "operation");
  heddle_symbolic(from, S, "from");
  heddle_symbolic(to, T, "to");
  heddle_symbolic(text, N, "text");
  from[S] = '\0';
  to[T] = '\0';
  memset(&first, 0, sizeof first);
  memset(&second, 0, sizeof second);
  enum status status = read_set(from, &first);
  if (status == OK && operation == 't')
    status = read_set(to, &second);
  if (status == OK)
    status = run(operation, &first, &second, text, &length);
  if (status != OK) {
    fprintf(stderr, "tr: %s\n", explain(status));
    return 1;
  }
  assert(length <= N);
  fwrite(text, 1, length, stdout);
  return 0;
}

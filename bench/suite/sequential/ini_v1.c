/* ini: reads sections, keys and values of a configuration text into a table and prints it.
   Input: N bytes of text. A key occurs at most once in its section. */
#include "heddle.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 5
#endif

#define NAME_MAX_LENGTH 8
#define ENTRIES_MAX 4
#define NUMBER_LIMIT 255

enum status { OK, NO_CLOSING_BRACKET, NO_EQUALS_SIGN, EMPTY_NAME, TOO_MANY, NUMBER_TOO_LARGE };

struct entry {
  char section[NAME_MAX_LENGTH];
  char key[NAME_MAX_LENGTH];
  char value[NAME_MAX_LENGTH];
};

struct table {
  struct entry entries[ENTRIES_MAX];
  int count;
};

struct reader {
  const char *text;
  int at;
  int line;
  char section[NAME_MAX_LENGTH];
  struct table *table;
};

struct span {
  int start;
  int end;
};

static int is_blank(char c) { return c == ' ' || c == '\t'; }

static int is_end(char c) { return c == '\0' || c == '\n'; }

static struct span trim(const char *text, struct span span) {
  while (span.start < span.end && is_blank(text[span.start]))
    span.start++;
  while (span.end > span.start && is_blank(text[span.end - 1]))
    span.end--;
  return span;
}

static void copy_span(char *to, const char *text, struct span span) {
  int length = span.end - span.start;
  if (length >= NAME_MAX_LENGTH)
    length = NAME_MAX_LENGTH - 1;
  memcpy(to, text + span.start, length);
  to[length] = '\0';
}

static struct entry *find(struct table *table, const char *section, const char *key) {
  for (int i = 0; i < table->count; i++) {
    struct entry *entry = &table->entries[i];
    if (strcmp(entry->section, section) == 0 && strcmp(entry->key, key) == 0)
      return entry;
  }
  return NULL;
}

static enum status store(struct reader *reader, const char *key, struct span value) {
  struct table *table = reader->table;
  struct entry *entry = find(table, reader->section, key);
  if (!entry) {
    if (table->count == ENTRIES_MAX)
      return TOO_MANY;
    entry = &table->entries[table->count++];
    strcpy(entry->section, reader->section);
    strcpy(entry->key, key);
  }
  copy_span(entry->value, reader->text, value);
  return OK;
}

static int line_end(const struct reader *reader) {
  int end = reader->at;
  while (!is_end(reader->text[end]))
    end++;
  return end;
}

static int find_in(const char *text, struct span span, char wanted) {
  for (int i = span.start; i < span.end; i++)
    if (text[i] == wanted)
      return i;
  return -1;
}

static enum status read_section(struct reader *reader, struct span line) {
  int closing = find_in(reader->text, line, ']');
  if (closing < 0)
    return NO_CLOSING_BRACKET;
  struct span name = {line.start + 1, closing};
  name = trim(reader->text, name);
  if (name.start == name.end)
    return EMPTY_NAME;
  copy_span(reader->section, reader->text, name);
  return OK;
}

static struct span unquote(const char *text, struct span value) {
  if (value.end - value.start >= 2 && text[value.start] == '"' && text[value.end - 1] == '"') {
    value.start++;
    value.end--;
  }
  return value;
}

static enum status read_pair(struct reader *reader, struct span line) {
  char key[NAME_MAX_LENGTH];
  int equals = find_in(reader->text, line, '=');
  if (equals < 0)
    return NO_EQUALS_SIGN;
  struct span left = {line.start, equals};
  struct span right = {equals + 1, line.end};
  left = trim(reader->text, left);
  right = trim(reader->text, right);
  if (left.start == left.end)
    return EMPTY_NAME;
  copy_span(key, reader->text, left);
  return store(reader, key, unquote(reader->text, right));
}

static enum status read_line(struct reader *reader) {
  struct span line = {reader->at, line_end(reader)};
  enum status status = OK;
  reader->at = line.end;
  line = trim(reader->text, line);
  if (line.start < line.end) {
    char first = reader->text[line.start];
    if (first == '[')
      status = read_section(reader, line);
    else if (first != ';')
      status = read_pair(reader, line);
  }
  if (reader->text[reader->at] == '\n') {
    reader->at++;
    reader->line++;
  }
  return status;
}

static enum status read_all(struct reader *reader) {
  while (reader->text[reader->at]) {
    int before = reader->at;
    enum status status = read_line(reader);
    if (status != OK)
      return status;
    assert(reader->at > before);
  }
  return OK;
}

static void check_unique(struct table *table) {
  for (int i = 0; i < table->count; i++) {
    struct entry *entry = &table->entries[i];
    assert(entry->key[0]);
    assert(find(table, entry->section, entry->key) == entry);
  }
}

static int is_number(const char *text, int *number) {
  int value = 0;
  if (!*text)
    return 0;
  for (; *text; text++) {
    if (*text < '0' || *text > '9')
      return 0;
    value = value * 10 + (*text - '0');
  }
  *number = value;
  return 1;
}

static enum status check_value(const struct entry *entry) {
  int number;
  if (is_number(entry->value, &number) && number > NUMBER_LIMIT)
    return NUMBER_TOO_LARGE;
  return OK;
}

static enum status print_table(const struct table *table) {
  for (int i = 0; i < table->count; i++) {
    const struct entry *entry = &table->entries[i];
    enum status status = check_value(entry);
    if (status != OK)
      return status;
    printf("%s.%s=%s\n", entry->section, entry->key, entry->value);
  }
  return OK;
}

static const char *message(enum status status) {
  switch (status) {
  case NO_CLOSING_BRACKET:
    return "missing ']'";
  case NO_EQUALS_SIGN:
    return "missing '='";
  case EMPTY_NAME:
    return "empty name";
  case TOO_MANY:
    return "too many entries";
  case NUMBER_TOO_LARGE:
    return "number too large";
  default:
    return "ok";
  }
}

int main(void) {
  char text[N + 1];
  struct table table;
  struct reader reader;
  heddle_symbolic(text, N, "text");
  text[N] = '\0';
  memset(&table, 0, sizeof table);
  memset(&reader, 0, sizeof reader);
  reader.text = text;
  reader.table = &table;
  enum status status = read_all(&reader);
  check_unique(&table);
  if (status == OK)
    status = print_table(&table);
  if (status != OK) {
    fprintf(stderr, "ini: line %d: %s\n", reader.line + 1, message(status));
    return 1;
  }
  return 0;
}

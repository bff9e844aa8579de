/* The TOML reader: one pass over the text, a function per construct. See toml.h. */
#include "job/toml.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/assert.h"

struct reader {
  struct toml *toml;
  const char *at, *end;
  const char *table; /* the current one */
  uint32_t number;   /* which one of that name */
  VEC(char) text;    /* of the string being read */
};

static bool fail(struct reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(struct reader *r, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(r->toml->why, sizeof r->toml->why, format, args);
  va_end(args);
  return false;
}

static int peek(const struct reader *r) { return r->at < r->end ? (unsigned char)*r->at : -1; }

static bool starts(const struct reader *r, const char *text) {
  size_t n = strlen(text);
  return (size_t)(r->end - r->at) >= n && !memcmp(r->at, text, n);
}

static void skip_blanks(struct reader *r) {
  while (peek(r) == ' ' || peek(r) == '\t') r->at++;
}

/* Also past a newline; false if none is there. */
static bool skip_newline(struct reader *r) {
  if (starts(r, "\r\n")) r->at++;
  if (peek(r) != '\n') return false;
  r->at++;
  r->toml->line++;
  return true;
}

static bool skip_comment(struct reader *r) {
  if (peek(r) != '#') return true;
  for (; peek(r) >= 0 && peek(r) != '\n' && !starts(r, "\r\n"); r->at++)
    if ((peek(r) < 32 && peek(r) != '\t') || peek(r) == 127) return fail(r, "a control character in a comment");
  return true;
}

static bool end_line(struct reader *r) {
  skip_blanks(r);
  if (!skip_comment(r)) return false;
  if (peek(r) < 0 || skip_newline(r)) return true;
  int length = 0;
  while (length < 20 && r->at + length < r->end && (unsigned char)r->at[length] > 32) length++;
  return fail(r, "unexpected '%.*s' at the end of the line", length, r->at);
}

static const char *keep(struct reader *r, const char *text, size_t length) {
  char *copy = arena_alloc(&r->toml->memory, length + 1);
  memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

/* ---- strings ---- */

static void put_utf8(struct reader *r, uint32_t c) {
  if (c < 0x80) {
    vec_push(&r->text, (char)c);
    return;
  }
  unsigned tail = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  static const unsigned char head[] = {0, 0xc0, 0xe0, 0xf0};
  vec_push(&r->text, (char)(head[tail] | c >> (6 * tail)));
  while (tail-- > 0) vec_push(&r->text, (char)(0x80 | (c >> (6 * tail) & 0x3f)));
}

static bool read_code_point(struct reader *r, unsigned digits) {
  uint32_t c = 0;
  for (unsigned i = 0; i < digits; i++, r->at++) {
    int d = peek(r);
    int value = d >= '0' && d <= '9' ? d - '0' : (d | 32) >= 'a' && (d | 32) <= 'f' ? (d | 32) - 'a' + 10 : -1;
    if (d < 0 || value < 0) return fail(r, "\\%c needs %u hexadecimal digits", digits == 4 ? 'u' : 'U', digits);
    c = c << 4 | (uint32_t)value;
  }
  if (c == 0 || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
    return fail(r, "this \\%c is no character", digits == 4 ? 'u' : 'U');
  put_utf8(r, c);
  return true;
}

static bool read_escape(struct reader *r) {
  static const char from[] = "btnfr\"\\", to[] = "\b\t\n\f\r\"\\";
  int c = peek(r);
  const char *found = c > 0 ? strchr(from, c) : NULL;
  if (c >= 0) r->at++;
  if (c == 'u' || c == 'U') return read_code_point(r, c == 'u' ? 4 : 8);
  if (!found) return fail(r, "unknown escape in a string; a backslash is written \\\\, or use '...'");
  vec_push(&r->text, to[found - from]);
  return true;
}

/* "basic" with escapes, 'literal' without. */
static bool read_string(struct reader *r, const char **text) {
  int quote = (unsigned char)*r->at;
  if (starts(r, "\"\"\"") || starts(r, "'''")) return fail(r, "strings over several lines are not supported");
  r->text.count = 0;
  for (r->at++; peek(r) != quote;) {
    int c = peek(r);
    if (c < 0 || c == '\n' || c == '\r') return fail(r, "a string is not closed");
    if ((c < 32 && c != '\t') || c == 127) return fail(r, "a control character in a string");
    r->at++;
    if (c == '\\' && quote == '"') {
      if (!read_escape(r)) return false;
    } else vec_push(&r->text, (char)c);
  }
  r->at++;
  *text = keep(r, r->text.data ? r->text.data : "", r->text.count);
  return true;
}

/* ---- values ---- */

static bool is_word(int c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

static bool is_digit(int c) { return c >= '0' && c <= '9'; }

/* Digits, single underscores between them; they join r->text. False if there are none or they are not well formed. */
static bool read_digits(struct reader *r) {
  if (!is_digit(peek(r))) return false;
  for (; is_digit(peek(r)) || peek(r) == '_'; r->at++) {
    if (peek(r) == '_' && (r->at + 1 == r->end || !is_digit((unsigned char)r->at[1]))) return false;
    if (peek(r) != '_') vec_push(&r->text, *r->at);
  }
  return true;
}

static bool read_number(struct reader *r, const char **text) {
  r->text.count = 0;
  if (peek(r) == '-') vec_push(&r->text, *r->at);
  if (peek(r) == '-' || peek(r) == '+') r->at++;
  bool zero = peek(r) == '0' && r->at + 1 < r->end && (is_digit((unsigned char)r->at[1]) || r->at[1] == '_');
  bool good = !zero && read_digits(r);
  if (good && peek(r) == '.') {
    vec_push(&r->text, *r->at++);
    good = read_digits(r);
  }
  if (!good || is_word(peek(r)) || peek(r) == '.' || peek(r) == ':')
    return fail(r, "a number must be decimal, like 60 or 0.5");
  *text = keep(r, r->text.data, r->text.count);
  return true;
}

static bool read_boolean(struct reader *r, const char **text) {
  const char *from = r->at;
  while (is_word(peek(r))) r->at++;
  *text = keep(r, from, (size_t)(r->at - from));
  if (!strcmp(*text, "true") || !strcmp(*text, "false")) return true;
  return fail(r, "'%.30s' is no value; a text is written \"%.30s\"", *text, *text);
}

static bool read_scalar(struct reader *r, struct toml_entry *entry) {
  struct toml_value value = {0};
  int c = peek(r);
  bool good;
  if (c == '"' || c == '\'') good = read_string(r, &value.text);
  else if (is_digit(c) || c == '-' || c == '+') {
    value.kind = TOML_NUMBER;
    good = read_number(r, &value.text);
  } else if (is_word(c)) {
    value.kind = TOML_BOOLEAN;
    good = read_boolean(r, &value.text);
  } else if (c == '{') good = fail(r, "inline tables are not supported");
  else if (c == '[') good = fail(r, "arrays in arrays are not supported");
  else good = fail(r, "a value is missing");
  if (good) vec_push(&entry->values, value);
  return good;
}

/* Blanks, newlines and comments, as they may stand between the elements of an array. */
static bool skip_space(struct reader *r) {
  do {
    skip_blanks(r);
    if (!skip_comment(r)) return false;
  } while (skip_newline(r));
  return true;
}

static bool read_array(struct reader *r, struct toml_entry *entry) {
  entry->array = true;
  r->at++;
  for (;;) {
    if (!skip_space(r)) return false;
    if (peek(r) == ']') break;
    if (peek(r) < 0) return fail(r, "an array is not closed");
    if (!read_scalar(r, entry) || !skip_space(r)) return false;
    if (peek(r) == ',') r->at++;
    else if (peek(r) != ']') return fail(r, "a comma or ']' is missing in an array");
  }
  r->at++;
  return true;
}

/* ---- keys and tables ---- */

static bool read_key(struct reader *r, const char **key) {
  if (peek(r) == '"' || peek(r) == '\'') {
    if (!read_string(r, key)) return false;
  } else {
    const char *from = r->at;
    while (is_word(peek(r))) r->at++;
    if (r->at == from) return fail(r, "a key is missing");
    *key = keep(r, from, (size_t)(r->at - from));
  }
  skip_blanks(r);
  return peek(r) == '.' ? fail(r, "keys with dots are not supported") : true;
}

static bool read_table(struct reader *r) {
  bool array = starts(r, "[[");
  r->at += array ? 2 : 1;
  skip_blanks(r);
  if (!read_key(r, &r->table)) return false;
  if (array ? !starts(r, "]]") : peek(r) != ']') return fail(r, array ? "']]' is missing" : "']' is missing");
  r->at += array ? 2 : 1;
  r->number = 0;
  for (uint32_t i = 0; i < r->toml->tables.count; i++) {
    const struct toml_table *other = &r->toml->tables.data[i];
    if (strcmp(other->name, r->table)) continue;
    if (!array || !other->array) return fail(r, "[%s] is there twice", r->table);
    r->number++;
  }
  struct toml_table table = {r->table, r->toml->line, r->number, array};
  vec_push(&r->toml->tables, table);
  return end_line(r);
}

static bool read_entry(struct reader *r) {
  struct toml_entry entry = {.table = r->table, .number = r->number, .line = r->toml->line};
  if (!read_key(r, &entry.key)) return false;
  ASSERT(entry.key);
  if (peek(r) != '=') return fail(r, "'=' is missing behind '%.60s'", entry.key);
  r->at++;
  for (uint32_t i = 0; i < r->toml->entries.count; i++) {
    const struct toml_entry *other = &r->toml->entries.data[i];
    if (other->number == entry.number && !strcmp(other->table, entry.table) && !strcmp(other->key, entry.key))
      return fail(r, "'%.60s' is there twice, before in line %u", entry.key, other->line);
  }
  skip_blanks(r);
  bool good = peek(r) == '[' ? read_array(r, &entry) : read_scalar(r, &entry);
  vec_push(&r->toml->entries, entry);
  return good && end_line(r);
}

bool toml_parse(struct toml *toml, const char *text, size_t length) {
  *toml = (struct toml){.line = 1};
  struct reader r = {.toml = toml, .at = text, .end = text + length, .table = ""};
  bool good = true;
  while (good && (good = skip_space(&r)) && peek(&r) >= 0) good = peek(&r) == '[' ? read_table(&r) : read_entry(&r);
  vec_free(&r.text);
  return good;
}

void toml_free(struct toml *toml) {
  for (uint32_t i = 0; i < toml->entries.count; i++) vec_free(&toml->entries.data[i].values);
  vec_free(&toml->entries);
  vec_free(&toml->tables);
  arena_free(&toml->memory);
}

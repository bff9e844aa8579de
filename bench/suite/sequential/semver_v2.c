/* semver: parses two version numbers MAJOR.MINOR[-PRE] and tells their order.
   Input: two texts of N bytes. The order is antisymmetric. */
#include "heddle.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 5
#endif

#define PART_LIMIT 99
#define PRE_MAX 2

enum status { OK, NO_NUMBER, LEADING_ZERO, TOO_LARGE, NO_DOT, EMPTY_PRE, BAD_PRE, EMPTY_BUILD, TRAILING };

struct identifier {
  const char *text;
  int length;
  int numeric;
  int number;
};

struct version {
  int major;
  int minor;
  struct identifier pre[PRE_MAX];
  int pre_count;
};

struct cursor {
  const char *text;
  int at;
};

static const char *explain(enum status status) {
  switch (status) {
  case OK:
    return "valid";
  case NO_NUMBER:
    return "number expected";
  case LEADING_ZERO:
    return "leading zero";
  case TOO_LARGE:
    return "number too large";
  case NO_DOT:
    return "dot expected";
  case EMPTY_PRE:
    return "empty pre-release identifier";
  case BAD_PRE:
    return "bad character in pre-release";
  case EMPTY_BUILD:
    return "empty build metadata";
  case TRAILING:
    return "trailing characters";
  }
  return "unknown";
}

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static char peek(const struct cursor *cursor) { return cursor->text[cursor->at]; }

static enum status read_number(struct cursor *cursor, int *number) {
  int value = 0;
  int start = cursor->at;
  if (!is_digit(peek(cursor)))
    return NO_NUMBER;
  while (is_digit(peek(cursor))) {
    value = value * 10 + (peek(cursor) - '0');
    if (value > PART_LIMIT)
      return TOO_LARGE;
    cursor->at++;
  }
  if (cursor->text[start] == '0' && cursor->at - start > 1)
    return LEADING_ZERO;
  *number = value;
  return OK;
}

static enum status classify(struct identifier *identifier) {
  identifier->numeric = 1;
  identifier->number = 0;
  for (int i = 0; i < identifier->length; i++) {
    if (!is_digit(identifier->text[i])) {
      identifier->numeric = 0;
      return OK;
    }
    identifier->number = identifier->number * 10 + (identifier->text[i] - '0');
  }
  return OK;
}

static enum status read_identifier(struct cursor *cursor, struct identifier *identifier) {
  int start = cursor->at;
  while (is_digit(peek(cursor)) || is_letter(peek(cursor)) || peek(cursor) == '-')
    cursor->at++;
  identifier->text = cursor->text + start;
  identifier->length = cursor->at - start;
  if (identifier->length == 0)
    return peek(cursor) == '.' || peek(cursor) == '\0' ? EMPTY_PRE : BAD_PRE;
  return classify(identifier);
}

static enum status read_pre(struct cursor *cursor, struct version *version) {
  do {
    cursor->at++;
    if (version->pre_count == PRE_MAX)
      return TOO_LARGE;
    enum status status = read_identifier(cursor, &version->pre[version->pre_count]);
    if (status != OK)
      return status;
    version->pre_count++;
  } while (peek(cursor) == '.');
  return OK;
}

static enum status read_build(struct cursor *cursor) {
  int start = ++cursor->at;
  while (is_digit(peek(cursor)) || is_letter(peek(cursor)))
    cursor->at++;
  return cursor->at > start ? OK : EMPTY_BUILD;
}

static enum status read_version(const char *text, struct version *version) {
  struct cursor cursor = {text, 0};
  enum status status;
  memset(version, 0, sizeof *version);
  status = read_number(&cursor, &version->major);
  if (status != OK)
    return status;
  if (peek(&cursor) != '.')
    return NO_DOT;
  cursor.at++;
  status = read_number(&cursor, &version->minor);
  if (status != OK)
    return status;
  if (peek(&cursor) == '-') {
    status = read_pre(&cursor, version);
    if (status != OK)
      return status;
  }
  if (peek(&cursor) == '+') {
    status = read_build(&cursor);
    if (status != OK)
      return status;
  }
  return peek(&cursor) == '\0' ? OK : TRAILING;
}

static int compare_numbers(int left, int right) {
  if (left < right)
    return -1;
  return left > right;
}

static int compare_texts(const struct identifier *left, const struct identifier *right) {
  for (int i = 0; i < left->length && i < right->length; i++) {
    int order = compare_numbers(left->text[i], right->text[i]);
    if (order != 0)
      return order;
  }
  return compare_numbers(left->length, right->length);
}

static int compare_identifiers(const struct identifier *left, const struct identifier *right) {
  if (left->numeric && right->numeric)
    return compare_numbers(left->number, right->number);
  if (left->numeric != right->numeric)
    return left->numeric ? -1 : 1;
  return compare_texts(left, right);
}

static int compare_pre(const struct version *left, const struct version *right) {
  if (left->pre_count == 0 || right->pre_count == 0)
    return compare_numbers(left->pre_count == 0, right->pre_count == 0);
  for (int i = 0; i < left->pre_count && i < right->pre_count; i++) {
    int order = compare_identifiers(&left->pre[i], &right->pre[i]);
    if (order != 0)
      return order;
  }
  return compare_numbers(left->pre_count, right->pre_count);
}

static int compare_versions(const struct version *left, const struct version *right) {
  int order = compare_numbers(left->major, right->major);
  if (order == 0)
    order = compare_numbers(left->minor, right->minor);
  if (order == 0)
    order = compare_pre(left, right);
  return order;
}

static int compatible(const struct version *have, const struct version *need) {
  if (have->major != need->major)
    return 0;
  return compare_versions(have, need) >= 0;
}

static int complain(const char *which, enum status status) {
  fprintf(stderr, "semver: %s version: %s\n", which, explain(status));
  return 2;
}

int main(void) {
  char first[N + 1];
  char second[N + 1];
  struct version left, right;
  heddle_symbolic(first, N, "first");
  heddle_symbolic(second, N, "second");
  first[N] = '\0';
  second[N] = '\0';
  enum status status = read_version(first, &left);
  if (status != OK)
    return complain("first", status);
  status = read_version(second, &right);
  if (status != OK)
    return complain("second", status);
  assert(left.major <= PART_LIMIT && left.minor <= PART_LIMIT);
  int order = compare_versions(&left, &right);
  assert(compare_versions(&right, &left) == -order);
  puts(order < 0 ? "older" : order > 0 ? "newer" : "equal");
  puts(compatible(&left, &right) ? "compatible" : "incompatible");
  return 0;
}

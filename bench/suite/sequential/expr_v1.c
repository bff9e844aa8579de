/* expr: evaluates an integer expression with + - * !, comparisons and parentheses, with overflow detection.
   Input: N bytes of text. The value of an accepted expression fits 32 bits. */
#include "heddle.h"
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 4
#endif

#define DEPTH_MAX 2

enum kind { END, NUMBER, PLUS, MINUS, STAR, LESS, LESS_EQUAL, EQUAL, NOT_EQUAL, NOT, OPEN, CLOSE, WRONG };
enum status { OK, SYNTAX, TOO_LARGE, TOO_DEEP, TRAILING };

struct token {
  enum kind kind;
  int value;
  int start;
};

struct parser {
  const char *text;
  int at;
  int depth;
  struct token token;
  enum status status;
  int error_at;
};

static void fail(struct parser *parser, enum status status) {
  if (parser->status == OK) {
    parser->status = status;
    parser->error_at = parser->token.start;
  }
}

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static int is_space(char c) { return c == ' ' || c == '\t'; }

static void scan_number(struct parser *parser) {
  long value = 0;
  while (is_digit(parser->text[parser->at])) {
    value = value * 10 + (parser->text[parser->at++] - '0');
    if (value > INT_MAX) {
      fail(parser, TOO_LARGE);
      value = 0;
    }
  }
  parser->token.kind = NUMBER;
  parser->token.value = (int)value;
}

static enum kind scan_pair(struct parser *parser, char second, enum kind with, enum kind without) {
  parser->at++;
  if (parser->text[parser->at] == second) {
    parser->at++;
    return with;
  }
  return without;
}

static enum kind scan_single(struct parser *parser, enum kind kind) {
  parser->at++;
  return kind;
}

static void advance(struct parser *parser) {
  while (is_space(parser->text[parser->at]))
    parser->at++;
  char c = parser->text[parser->at];
  parser->token.start = parser->at;
  parser->token.value = 0;
  if (is_digit(c)) {
    scan_number(parser);
    return;
  }
  switch (c) {
  case '\0':
    parser->token.kind = END;
    break;
  case '+':
    parser->token.kind = scan_single(parser, PLUS);
    break;
  case '-':
    parser->token.kind = scan_single(parser, MINUS);
    break;
  case '*':
    parser->token.kind = scan_single(parser, STAR);
    break;
  case '(':
    parser->token.kind = scan_single(parser, OPEN);
    break;
  case ')':
    parser->token.kind = scan_single(parser, CLOSE);
    break;
  case '<':
    parser->token.kind = scan_pair(parser, '=', LESS_EQUAL, LESS);
    break;
  case '=':
    parser->token.kind = scan_pair(parser, '=', EQUAL, WRONG);
    break;
  case '!':
    parser->token.kind = scan_pair(parser, '=', NOT_EQUAL, NOT);
    break;
  default:
    parser->token.kind = WRONG;
    break;
  }
}

static int narrow(struct parser *parser, long value) {
  if (value > INT_MAX || value < INT_MIN) {
    fail(parser, TOO_LARGE);
    return 0;
  }
  return (int)value;
}

static int comparison(struct parser *parser);

static int parenthesis(struct parser *parser) {
  int value;
  if (parser->depth == DEPTH_MAX) {
    fail(parser, TOO_DEEP);
    return 0;
  }
  parser->depth++;
  advance(parser);
  value = comparison(parser);
  if (parser->token.kind != CLOSE)
    fail(parser, SYNTAX);
  else
    advance(parser);
  parser->depth--;
  return value;
}

static int primary(struct parser *parser) {
  int value = 0;
  if (parser->status != OK)
    return 0;
  switch (parser->token.kind) {
  case NUMBER:
    value = parser->token.value;
    advance(parser);
    return value;
  case MINUS:
    advance(parser);
    return narrow(parser, -(long)primary(parser));
  case NOT:
    advance(parser);
    return !primary(parser);
  case OPEN:
    return parenthesis(parser);
  default:
    fail(parser, SYNTAX);
    return 0;
  }
}

static int product(struct parser *parser) {
  int value = primary(parser);
  while (parser->status == OK && parser->token.kind == STAR) {
    advance(parser);
    value = narrow(parser, (long)value * primary(parser));
  }
  return value;
}

static int sum(struct parser *parser) {
  int value = product(parser);
  while (parser->status == OK) {
    enum kind kind = parser->token.kind;
    if (kind != PLUS && kind != MINUS)
      break;
    advance(parser);
    long right = product(parser);
    value = narrow(parser, kind == PLUS ? value + right : value - right);
  }
  return value;
}

static int compare(enum kind kind, int left, int right) {
  switch (kind) {
  case LESS:
    return left < right;
  case LESS_EQUAL:
    return left <= right;
  case EQUAL:
    return left == right;
  default:
    return left != right;
  }
}

static int comparison(struct parser *parser) {
  int value = sum(parser);
  if (parser->status != OK)
    return 0;
  enum kind kind = parser->token.kind;
  if (kind == LESS || kind == LESS_EQUAL || kind == EQUAL || kind == NOT_EQUAL) {
    advance(parser);
    value = compare(kind, value, sum(parser));
  }
  return value;
}

static enum status evaluate(const char *text, int *value, int *error_at) {
  struct parser parser;
  memset(&parser, 0, sizeof parser);
  parser.text = text;
  advance(&parser);
  *value = comparison(&parser);
  if (parser.token.kind != END)
    fail(&parser, TRAILING);
  assert(parser.depth == 0);
  *error_at = parser.error_at;
  return parser.status;
}

int main(void) {
  static const char *const messages[] = {"ok", "syntax error", "result too large", "nested too deeply",
                                         "trailing characters"};
  char text[N + 1];
  int value, error_at;
  heddle_symbolic(text, N, "text");
  text[N] = '\0';
  enum status status = evaluate(text, &value, &error_at);
  if (status != OK) {
    assert(error_at >= 0 && error_at <= N);
    fprintf(stderr, "expr: %s at column %d\n", messages[status], error_at + 1);
    return 2;
  }
  printf("%d\n", value);
  return value == 0;
}

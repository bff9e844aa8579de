/* json: splits a JSON text into tokens and checks their nesting.
   Input: N bytes of text. Tokens lie inside the text, in order, and do not overlap. */
#include "heddle.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 4
#endif

#define TOKENS_MAX (N + 1)
#define DEPTH_MAX 3

enum kind { OBJECT, ARRAY, STRING, NUMBER, LITERAL };
enum status { OK, BAD_CHARACTER, BAD_ESCAPE, OPEN_STRING, BAD_NUMBER, BAD_LITERAL, MISMATCH,
              UNCLOSED, TOO_DEEP, EMPTY };

struct token {
  enum kind kind;
  int start;
  int end;
};

struct tokenizer {
  const char *text;
  int at;
  struct token tokens[TOKENS_MAX];
  int count;
  int open[DEPTH_MAX];
  int depth;
};

static const char *const status_texts[] = {
    "ok",
    "unexpected character",
    "invalid escape",
    "unterminated string",
    "invalid number",
    "invalid literal",
    "bracket does not match",
    "missing closing bracket",
    "nested too deeply",
    "empty document",
};

static int is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static int is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

static int is_control(char c) { return (unsigned char)c < 0x20; }

static char peek(const struct tokenizer *tokenizer) { return tokenizer->text[tokenizer->at]; }

static struct token *add_token(struct tokenizer *tokenizer, enum kind kind, int start) {
  assert(tokenizer->count < TOKENS_MAX);
  struct token *token = &tokenizer->tokens[tokenizer->count++];
  token->kind = kind;
  token->start = start;
  token->end = tokenizer->at;
  return token;
}

static enum status read_unicode(struct tokenizer *tokenizer) {
  for (int i = 0; i < 4; i++) {
    if (!is_hex(peek(tokenizer)))
      return BAD_ESCAPE;
    tokenizer->at++;
  }
  return OK;
}

static enum status read_escape(struct tokenizer *tokenizer) {
  char c = peek(tokenizer);
  if (c == '\0')
    return OPEN_STRING;
  tokenizer->at++;
  switch (c) {
  case '"':
  case '\\':
  case '/':
  case 'b':
  case 'f':
  case 'n':
  case 'r':
  case 't':
    return OK;
  case 'u':
    return read_unicode(tokenizer);
  default:
    return BAD_ESCAPE;
  }
}

static enum status read_string(struct tokenizer *tokenizer) {
  int start = tokenizer->at++;
  for (;;) {
    char c = peek(tokenizer);
    if (c == '\0')
      return OPEN_STRING;
    if (is_control(c))
      return BAD_CHARACTER;
    tokenizer->at++;
    if (c == '"')
      break;
    if (c == '\\') {
      enum status status = read_escape(tokenizer);
      if (status != OK)
        return status;
    }
  }
  add_token(tokenizer, STRING, start);
  return OK;
}

static int skip_digits(struct tokenizer *tokenizer) {
  int start = tokenizer->at;
  while (is_digit(peek(tokenizer)))
    tokenizer->at++;
  return tokenizer->at - start;
}

static enum status read_number(struct tokenizer *tokenizer) {
  int start = tokenizer->at;
  if (peek(tokenizer) == '-')
    tokenizer->at++;
  if (peek(tokenizer) == '0')
    tokenizer->at++;
  else if (skip_digits(tokenizer) == 0)
    return BAD_NUMBER;
  if (peek(tokenizer) == '.') {
    tokenizer->at++;
    if (skip_digits(tokenizer) == 0)
      return BAD_NUMBER;
  }
  if (peek(tokenizer) == 'e' || peek(tokenizer) == 'E') {
    tokenizer->at++;
    if (peek(tokenizer) == '+' || peek(tokenizer) == '-')
      tokenizer->at++;
    if (skip_digits(tokenizer) == 0)
      return BAD_NUMBER;
  }
  add_token(tokenizer, NUMBER, start);
  return OK;
}

static enum status read_literal(struct tokenizer *tokenizer, const char *word) {
  int start = tokenizer->at;
  for (int i = 0; word[i]; i++) {
    if (peek(tokenizer) != word[i])
      return BAD_LITERAL;
    tokenizer->at++;
  }
  add_token(tokenizer, LITERAL, start);
  return OK;
}

static enum status open_bracket(struct tokenizer *tokenizer, enum kind kind) {
  if (tokenizer->depth == DEPTH_MAX)
    return TOO_DEEP;
  tokenizer->open[tokenizer->depth++] = tokenizer->count;
  add_token(tokenizer, kind, tokenizer->at++);
  return OK;
}

static enum status close_bracket(struct tokenizer *tokenizer, enum kind kind) {
  if (tokenizer->depth == 0)
    return MISMATCH;
  struct token *token = &tokenizer->tokens[tokenizer->open[--tokenizer->depth]];
  if (token->kind != kind)
    return MISMATCH;
  token->end = ++tokenizer->at;
  return OK;
}

static enum status read_token(struct tokenizer *tokenizer) {
  char c = peek(tokenizer);
  switch (c) {
  case '{':
    return open_bracket(tokenizer, OBJECT);
  case '[':
    return open_bracket(tokenizer, ARRAY);
  case '}':
    return close_bracket(tokenizer, OBJECT);
  case ']':
    return close_bracket(tokenizer, ARRAY);
  case '"':
    return read_string(tokenizer);
  case 't':
    return read_literal(tokenizer, "true");
  case 'f':
    return read_literal(tokenizer, "false");
  case 'n':
    return read_literal(tokenizer, "null");
  case ',':
  case ':':
    tokenizer->at++;
    return tokenizer->count ? OK : BAD_CHARACTER;
  default:
    return c == '-' || is_digit(c) ? read_number(tokenizer) : BAD_CHARACTER;
  }
}

static enum status tokenize(struct tokenizer *tokenizer) {
  for (;;) {
    while (is_space(peek(tokenizer)))
      tokenizer->at++;
    if (peek(tokenizer) == '\0')
      break;
    enum status status = read_token(tokenizer);
    if (status != OK)
      return status;
  }
  if (tokenizer->depth > 0)
    return UNCLOSED;
  return tokenizer->count ? OK : EMPTY;
}

static void check_tokens(const struct tokenizer *tokenizer) {
  for (int i = 0; i < tokenizer->count; i++) {
    const struct token *token = &tokenizer->tokens[i];
    assert(token->start < token->end && token->end <= N);
    if (i > 0)
      assert(token->start > tokenizer->tokens[i - 1].start);
  }
}

int main(void) {
  char text[N + 1];
  struct tokenizer tokenizer;
  heddle_symbolic(text, N, "text");
  text[N] = '\0';
  memset(&tokenizer, 0, sizeof tokenizer);
  tokenizer.text = text;
  enum status status = tokenize(&tokenizer);
  if (status != OK) {
    fprintf(stderr, "json: byte %d: %s\n", tokenizer.at, status_texts[status]);
    return 1;
  }
  check_tokens(&tokenizer);
  for (int i = 0; i < tokenizer.count; i++)
    printf("%d %d-%d\n", tokenizer.tokens[i].kind, tokenizer.tokens[i].start, tokenizer.tokens[i].end);
  return 0;
}

/* url: splits a query string into names and values, decodes %XX and +, and prints them encoded again.
   Input: N bytes of text. Encoding what was decoded and decoding it again gives the same bytes. */
#include "heddle.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 3
#endif

#define POOL_SIZE (N + 8)
#define ENCODED_MAX (3 * N + 4)
#define PAIRS_MAX 3

enum status { OK, SHORT_ESCAPE, BAD_DIGIT, CONTROL, EMPTY_NAME, TOO_MANY };

struct text {
  int start;
  int length;
};

struct pair {
  struct text name;
  struct text value;
  int has_value;
};

struct query {
  unsigned char pool[POOL_SIZE];
  int used;
  struct pair pairs[PAIRS_MAX];
  int count;
};

struct input {
  const char *text;
  int at;
};

static const char *explain(enum status status) {
  switch (status) {
  case SHORT_ESCAPE:
    return "truncated escape";
  case BAD_DIGIT:
    return "invalid hexadecimal digit";
  case CONTROL:
    return "control character";
  case EMPTY_NAME:
    return "empty name";
  case TOO_MANY:
    return "too many parameters";
  default:
    return "ok";
  }
}

static int hex_value(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

static int is_unreserved(unsigned char c) {
  if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
    return 1;
  return c == '-' || c == '_' || c == '.' || c == '~';
}

static int is_end(char c) { return c == '\0' || c == '&'; }

static enum status decode_escape(struct input *input, unsigned char *byte) {
  if (is_end(input->text[input->at]) || is_end(input->text[input->at + 1]))
    return SHORT_ESCAPE;
  int high = hex_value(input->text[input->at]);
  int low = hex_value(input->text[input->at + 1]);
  if (high < 0 || low < 0)
    return BAD_DIGIT;
  input->at += 2;
  *byte = (unsigned char)(high << 4 | low);
  return OK;
}

static enum status decode_byte(struct input *input, unsigned char *byte) {
  char c = input->text[input->at++];
  if (c == '%')
    return decode_escape(input, byte);
  if (c == '+') {
    *byte = ' ';
    return OK;
  }
  if ((unsigned char)c < 0x20)
    return CONTROL;
  *byte = (unsigned char)c;
  return OK;
}

static void put(struct query *query, unsigned char byte) {
  assert(query->used < POOL_SIZE);
  query->pool[query->used++] = byte;
}

static enum status decode_text(struct query *query, struct input *input, char stop, struct text *text) {
  text->start = query->used;
  while (!is_end(input->text[input->at]) && input->text[input->at] != stop) {
    unsigned char byte = 0;
    enum status status = decode_byte(input, &byte);
    if (status != OK)
      return status;
    put(query, byte);
  }
  text->length = query->used - text->start;
  return OK;
}

static enum status read_pair(struct query *query, struct input *input) {
  if (query->count == PAIRS_MAX)
    return TOO_MANY;
  struct pair *pair = &query->pairs[query->count];
  enum status status = decode_text(query, input, '=', &pair->name);
  if (status != OK)
    return status;
  if (pair->name.length == 0)
    return EMPTY_NAME;
  if (input->text[input->at] == '=') {
    input->at++;
    pair->has_value = 1;
    status = decode_text(query, input, '&', &pair->value);
  }
  query->count++;
  return status;
}

static enum status read_query(struct query *query, const char *text) {
  struct input input = {text, 0};
  while (input.text[input.at]) {
    if (input.text[input.at] != '&') {
      enum status status = read_pair(query, &input);
      if (status != OK)
        return status;
    }
    if (input.text[input.at] == '&')
      input.at++;
  }
  return OK;
}

static int encode_text(const struct query *query, const struct text *text, char *to) {
  static const char digits[] = "0123456789ABCDEF";
  int length = 0;
  for (int i = 0; i < text->length; i++) {
    unsigned char byte = query->pool[text->start + i];
    assert(length + 3 < ENCODED_MAX);
    if (is_unreserved(byte)) {
      to[length++] = (char)byte;
    } else {
      to[length++] = '%';
      to[length++] = digits[byte >> 4];
      to[length++] = digits[byte & 15];
    }
  }
  to[length] = '\0';
  return length;
}

static void check_text(const struct query *query, const struct text *text, const char *encoded) {
  struct input input = {encoded, 0};
  for (int i = 0; i < text->length; i++) {
    unsigned char byte = 0;
    enum status status = decode_byte(&input, &byte);
    assert(status == OK);
    assert(byte == query->pool[text->start + i]);
  }
  assert(encoded[input.at] == '\0');
}

static void print_text(const struct query *query, const struct text *text) {
  char encoded[ENCODED_MAX];
  int length = encode_text(query, text, encoded);
  check_text(query, text, encoded);
  fwrite(encoded, 1, length, stdout);
}

static int same_name(const struct query *query, const struct text *left, const struct text *right) {
  if (left->length != right->length)
    return 0;
  return memcmp(query->pool + left->start, query->pool + right->start, left->length) == 0;
}

static int is_repeated(const struct query *query, int index) {
  for (int i = 0; i < index; i++)
    if (same_name(query, &query->pairs[i].name, &query->pairs[index].name))
      return 1;
  return 0;
}

static void print_query(const struct query *query) {
  for (int i = 0; i < query->count; i++) {
    const struct pair *pair = &query->pairs[i];
    if (i > 0)
      putchar('&');
    if (is_repeated(query, i))
      putchar('*');
    print_text(query, &pair->name);
    if (pair->has_value) {
      putchar('=');
      print_text(query, &pair->value);
    }
  }
  putchar('\n');
}

int main(void) {
  char text[N + 1];
  struct query query;
  heddle_symbolic(text, N, "text");
  text[N] = '\0';
  memset(&query, 0, sizeof query);
  enum status status = read_query(&query, text);
  if (status != OK) {
    fprintf(stderr, "url: %s\n", explain(status));
    return 1;
  }
  print_query(&query);
  return 0;
}

/* base64: encodes and decodes in the manner of the coreutils tool, with line wrapping and optional ignoring of garbage.
   Input: one mode byte and N bytes of data. The text of an encoding must decode to what was encoded. */
#include "heddle.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 4
#endif

#define TEXT_MAX 64
#define WRAP_COLUMN 6

enum status { OK, BAD_CHARACTER, BAD_LENGTH, BAD_PADDING };

struct options {
  int decode;
  int ignore_garbage;
  int wrap;
};

struct buffer {
  unsigned char bytes[TEXT_MAX];
  int length;
};

static const char *status_text(enum status status) {
  switch (status) {
  case OK:
    return "ok";
  case BAD_CHARACTER:
    return "invalid character";
  case BAD_LENGTH:
    return "truncated input";
  case BAD_PADDING:
    return "invalid padding";
  }
  return "unknown";
}

static void append(struct buffer *buffer, unsigned char byte) {
  assert(buffer->length < TEXT_MAX);
  buffer->bytes[buffer->length++] = byte;
}

static unsigned char digit_to_text(unsigned digit) {
  if (digit < 26)
    return 'A' + digit;
  if (digit < 52)
    return 'a' + (digit - 26);
  if (digit < 62)
    return '0' + (digit - 52);
  return digit == 62 ? '+' : '/';
}

static int text_to_digit(unsigned char c) {
  if (c >= 'A' && c <= 'Z')
    return c - 'A';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 26;
  if (c >= '0' && c <= '9')
    return c - '0' + 52;
  if (c == '+')
    return 62;
  if (c == '/')
    return 63;
  return -1;
}

struct wrapper {
  struct buffer *out;
  int column;
  int limit;
};

static void put_wrapped(struct wrapper *wrapper, unsigned char c) {
  if (wrapper->limit && wrapper->column == wrapper->limit) {
    append(wrapper->out, '\n');
    wrapper->column = 0;
  }
  append(wrapper->out, c);
  wrapper->column++;
  assert(!wrapper->limit || wrapper->column <= wrapper->limit);
}

static void encode_group(struct wrapper *to, const unsigned char *from, int count) {
  unsigned bits = 0;
  for (int i = 0; i < 3; i++)
    bits = bits << 8 | (i < count ? from[i] : 0);
  for (int i = 0; i < 4; i++) {
    unsigned digit = bits >> (18 - 6 * i) & 63;
    put_wrapped(to, i <= count ? digit_to_text(digit) : '=');
  }
}

static void encode(const struct buffer *in, struct buffer *out, int wrap) {
  struct wrapper wrapper = {out, 0, wrap ? WRAP_COLUMN : 0};
  for (int at = 0; at < in->length; at += 3) {
    int rest = in->length - at;
    encode_group(&wrapper, in->bytes + at, rest < 3 ? rest : 3);
  }
  if (wrap && wrapper.column)
    append(out, '\n');
}

struct decoder {
  unsigned bits;
  int digits;
  int padding;
};

static enum status end_group(struct decoder *decoder, struct buffer *out) {
  int bytes = 3 - decoder->padding;
  for (int i = 0; i < bytes; i++)
    append(out, decoder->bits >> (16 - 8 * i) & 255);
  decoder->bits = 0;
  decoder->digits = 0;
  return OK;
}

static enum status take_padding(struct decoder *decoder, struct buffer *out) {
  if (decoder->digits < 2)
    return BAD_PADDING;
  decoder->bits <<= 6;
  decoder->digits++;
  decoder->padding++;
  if (decoder->digits == 4)
    return end_group(decoder, out);
  return OK;
}

static enum status take_digit(struct decoder *decoder, struct buffer *out, unsigned digit) {
  if (decoder->padding)
    return BAD_PADDING;
  decoder->bits = decoder->bits << 6 | digit;
  decoder->digits++;
  if (decoder->digits == 4)
    return end_group(decoder, out);
  return OK;
}

static enum status decode(const struct buffer *in, struct buffer *out, int ignore_garbage) {
  struct decoder decoder = {0, 0, 0};
  for (int i = 0; i < in->length; i++) {
    unsigned char c = in->bytes[i];
    enum status status = OK;
    if (c == '\n')
      continue;
    if (c == '=') {
      status = take_padding(&decoder, out);
    } else {
      int digit = text_to_digit(c);
      if (digit >= 0)
        status = take_digit(&decoder, out, digit);
      else if (!ignore_garbage)
        status = BAD_CHARACTER;
    }
    if (status != OK)
      return status;
  }
  return decoder.digits ? BAD_LENGTH : OK;
}

static void print(const struct buffer *buffer) {
  for (int i = 0; i < buffer->length; i++)
    putchar(buffer->bytes[i]);
}

static int run_decode(const struct buffer *in, const struct options *options) {
  struct buffer out = {{0}, 0};
  enum status status = decode(in, &out, options->ignore_garbage);
  assert(out.length <= in->length);
  print(&out);
  if (status != OK) {
    fprintf(stderr, "base64: %s\n", status_text(status));
    return 1;
  }
  return 0;
}

static int run_encode(const struct buffer *in, const struct options *options) {
  struct buffer text = {{0}, 0};
  struct buffer back = {{0}, 0};
  encode(in, &text, options->wrap);
  print(&text);
  enum status status = decode(&text, &back, 0);
  assert(status == OK);
  assert(back.length == in->length);
  return 0;
}

static int parse_mode(char letter, struct options *options) {
  memset(options, 0, sizeof *options);
  switch (letter) {
  case 'e':
    return 0;
  case 'w':
    options->wrap = 1;
    return 0;
  case 'd':
    options->decode = 1;
    return 0;
  case 'i':
    options->decode = 1;
    options->ignore_garbage = 1;
    return 0;
  default:
    fprintf(stderr, "base64: unknown mode\n");
    return -1;
  }
}

int main(void) {
  char mode;
  struct buffer in = {{0}, N};
  struct options options;
  heddle_symbolic(&mode, 1, "mode");
  heddle_symbolic(in.bytes, N, "data");
  if (parse_mode(mode, &options) < 0)
    return 2;
  if (options.decode)
    return run_decode(&in, &options);
  return run_encode(&in, &options);
}

/* logrecord.c: reads records of a binary log.

   A record is      'L' level length payload[length] checksum
   where the checksum is the exclusive or of the payload and the payload is text with escapes: \t a tab, \\ a backslash,
   \n a line end. The text is stored with the line ends of the terminal that shows it: carriage return and line feed.

   The code looks careful: every length is checked before it is used. It still has a bug that reviews and fuzzing miss.

       heddle run examples/logrecord.c

   tries all messages of MESSAGE_SIZE bytes at once and shows one that breaks it. */
#include <assert.h>
#include <heddle.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE_SIZE = 12, TEXT_ROOM = 6, HEADER_SIZE = 3, LEVEL_MAX = 7 };

enum status { OK, BAD_MAGIC, BAD_LEVEL, BAD_LENGTH, BAD_CHECKSUM, BAD_ESCAPE, BAD_CHARACTER, TOO_LONG };

struct record {
  unsigned char level;
  unsigned char lines; /* how many line ends the text has */
  char text[TEXT_ROOM];
};

/* ---- reading bytes with a limit */

struct reader {
  const unsigned char *at, *end;
};

static bool reader_next(struct reader *in, unsigned char *byte) {
  if (in->at == in->end) return false;
  *byte = *in->at++;
  return true;
}

static unsigned char checksum(const unsigned char *bytes, size_t count) {
  unsigned char sum = 0;
  for (size_t i = 0; i < count; i++) sum ^= bytes[i];
  return sum;
}

/* ---- text with escapes */

struct writer {
  char *text;
  size_t used, room; /* one byte of the room is for the final 0 */
};

static bool writer_full(const struct writer *out) { return out->used + 1 >= out->room; }

static void writer_put(struct writer *out, char c) { out->text[out->used++] = c; }

static enum status put_escape(struct writer *out, unsigned char escape, struct record *record) {
  switch (escape) {
  case 't': writer_put(out, '\t'); return OK;
  case '\\': writer_put(out, '\\'); return OK;
  case 'n':
    writer_put(out, '\r');
    writer_put(out, '\n');
    record->lines++;
    return OK;
  default: return BAD_ESCAPE;
  }
}

static enum status put_character(struct writer *out, unsigned char byte, struct reader *in, struct record *record) {
  unsigned char escape;
  if (writer_full(out)) return TOO_LONG;
  if (byte == '\\') return reader_next(in, &escape) ? put_escape(out, escape, record) : BAD_ESCAPE;
  if (byte < ' ') return BAD_CHARACTER;
  writer_put(out, (char)byte);
  return OK;
}

static enum status read_text(struct reader *in, struct record *record) {
  struct writer out = {.text = record->text, .room = sizeof record->text};
  unsigned char byte;
  while (reader_next(in, &byte)) {
    enum status status = put_character(&out, byte, in, record);
    if (status != OK) return status;
  }
  out.text[out.used] = 0;
  return OK;
}

/* ---- whole records */

static enum status read_record(const unsigned char *message, size_t size, struct record *record) {
  if (size < HEADER_SIZE + 1 || message[0] != 'L') return BAD_MAGIC;
  if (message[1] > LEVEL_MAX) return BAD_LEVEL;
  size_t length = message[2];
  if (length > size - HEADER_SIZE - 1) return BAD_LENGTH;
  const unsigned char *payload = message + HEADER_SIZE;
  if (checksum(payload, length) != payload[length]) return BAD_CHECKSUM;
  record->level = message[1];
  record->lines = 0;
  struct reader in = {.at = payload, .end = payload + length};
  return read_text(&in, record);
}

int main(void) {
  unsigned char message[MESSAGE_SIZE];
  heddle_symbolic(message, sizeof message, "message");

  struct record *record = malloc(sizeof *record);
  if (!record) return 1;
  if (read_record(message, sizeof message, record) == OK) {
    assert(record->level <= LEVEL_MAX);
    assert(strlen(record->text) < TEXT_ROOM);
    assert(record->lines <= TEXT_ROOM / 2);
  }
  free(record);
  return 0;
}

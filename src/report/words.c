/* Text pieces: cleaning, quoting, figures. */
#include "report/words.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/vec.h"

typedef VEC(char) text_buffer;

static void put(text_buffer *out, const char *text) {
  for (; *text; text++) vec_push(out, *text);
}

static void put_escape(text_buffer *out, uint8_t byte) {
  char escape[8];
  snprintf(escape, sizeof escape, "\\x%02x", byte);
  put(out, escape);
}

static char *finish(text_buffer *out) {
  vec_push(out, '\0');
  return out->data;
}

/* Bytes of the UTF-8 character at the start of text; 0 if there is no valid one (overlong forms, surrogates and
   what lies beyond U+10FFFF included). */
static unsigned character_bytes(const uint8_t *text) {
  static const struct {
    uint8_t first_min, first_max, second_min, second_max, bytes;
  } forms[] = {
      {0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
      {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
      {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
  };
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    if (text[0] < forms[i].first_min || text[0] > forms[i].first_max) continue;
    unsigned bytes = forms[i].bytes;
    if (bytes == 1) return 1;
    if (text[1] < forms[i].second_min || text[1] > forms[i].second_max) return 0;
    for (unsigned k = 2; k < bytes; k++)
      if ((text[k] & 0xc0) != 0x80) return 0;
    return bytes;
  }
  return 0;
}

static bool is_control(const uint8_t *at, unsigned bytes) {
  if (bytes == 1) return (*at < 0x20 && *at != '\n' && *at != '\t') || *at == 0x7f;
  return bytes == 2 && at[0] == 0xc2 && at[1] < 0xa0; /* U+0080 .. U+009F */
}

char *words_clean(const char *text, bool printable) {
  text_buffer out = {0};
  for (const uint8_t *at = (const uint8_t *)text; *at;) {
    unsigned bytes = character_bytes(at);
    bool keep = bytes && !(printable && is_control(at, bytes));
    if (!bytes) bytes = 1;
    for (unsigned i = 0; i < bytes; i++) {
      if (keep) vec_push(&out, (char)at[i]);
      else put_escape(&out, at[i]);
    }
    at += bytes;
  }
  return finish(&out);
}

char *words_hex(const uint8_t *bytes, uint32_t size) {
  char *text = mem_alloc(2 * (size_t)size + 1), *to = text;
  for (uint32_t i = 0; i < size; i++) {
    *to++ = "0123456789abcdef"[bytes[i] >> 4];
    *to++ = "0123456789abcdef"[bytes[i] & 15];
  }
  *to = 0;
  return text;
}

/* An escape must end where the byte ends: \0 swallows octal digits that follow and \x hexadecimal ones; three octal
   digits swallow nothing. */
static void put_numeric(text_buffer *out, uint8_t byte, uint8_t next) {
  char escape[8];
  if (byte == 0 && !(next >= '0' && next <= '9')) snprintf(escape, sizeof escape, "\\0");
  else if (isxdigit(next)) snprintf(escape, sizeof escape, "\\%03o", byte);
  else snprintf(escape, sizeof escape, "\\x%02x", byte);
  put(out, escape);
}

static void put_quoted(text_buffer *out, uint8_t byte, uint8_t next) {
  static const char special[] = "\n\t\r\"\\", names[] = "ntr\"\\";
  const char *found = byte ? strchr(special, byte) : NULL;
  if (found) {
    vec_push(out, '\\');
    vec_push(out, names[found - special]);
  } else if (byte >= 0x20 && byte < 0x7f) vec_push(out, (char)byte);
  else put_numeric(out, byte, next);
}

char *words_quote(const uint8_t *bytes, uint32_t size, uint32_t limit) {
  text_buffer out = {0};
  uint32_t shown = size < limit ? size : limit;
  vec_push(&out, '"');
  for (uint32_t i = 0; i < shown; i++) put_quoted(&out, bytes[i], i + 1 < shown ? bytes[i + 1] : 0);
  vec_push(&out, '"');
  if (shown < size) put(&out, "...");
  return finish(&out);
}

bool words_number(const uint8_t *bytes, uint32_t size, int64_t *value) {
  if (size != 1 && size != 2 && size != 4 && size != 8) return false;
  uint64_t bits = 0;
  for (uint32_t i = 0; i < size; i++) bits |= (uint64_t)bytes[i] << (8 * i);
  unsigned unused = 64 - 8 * size;
  *value = (int64_t)(bits << unused) >> unused;
  return true;
}

const char *words_figure(uint64_t value, char buffer[WORDS_FIGURE]) {
  char *at = &buffer[WORDS_FIGURE - 1];
  int digits = 0;
  *at = 0;
  do {
    if (digits && digits % 3 == 0) *--at = ',';
    *--at = (char)('0' + value % 10);
    value /= 10;
    digits++;
  } while (value);
  return at;
}

const char *words_count(uint64_t value, const char *one, char buffer[WORDS_COUNT]) {
  char figure[WORDS_FIGURE];
  const char *more = value == 1 ? "" : "s";
  size_t length = strlen(one);
  const char *plural_y = value != 1 && length && one[length - 1] == 'y' ? "ies" : NULL;
  if (plural_y) snprintf(buffer, WORDS_COUNT, "%s %.*s%s", words_figure(value, figure), (int)length - 1, one, plural_y);
  else snprintf(buffer, WORDS_COUNT, "%s %s%s", words_figure(value, figure), one, more);
  return buffer;
}

const char *words_seconds(double seconds, char buffer[WORDS_FIGURE]) {
  if (seconds < 1) snprintf(buffer, WORDS_FIGURE, "%.3f s", seconds);
  else if (seconds < 60) snprintf(buffer, WORDS_FIGURE, "%.1f s", seconds);
  else {
    uint64_t whole = (uint64_t)seconds;
    snprintf(buffer, WORDS_FIGURE, "%" PRIu64 " min %02u s", whole / 60, (unsigned)(whole % 60));
  }
  return buffer;
}

size_t words_fitting(const char *text, int room) {
  size_t bytes = 0, space = 0;
  int columns = 0;
  for (; text[bytes]; bytes++) {
    if ((text[bytes] & 0xc0) != 0x80 && columns++ >= room) break;
    if (text[bytes] == ' ' && columns > room / 2) space = bytes;
  }
  return text[bytes] && space ? space : bytes;
}

static bool is_plain_word(const char *text) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=+:,@%";
  return *text && text[strspn(text, plain)] == 0;
}

char *words_shell(const char *text) {
  if (is_plain_word(text)) return mem_strdup(text);
  text_buffer out = {0};
  vec_push(&out, '\'');
  for (; *text; text++) {
    if (*text == '\'') put(&out, "'\\''");
    else vec_push(&out, *text);
  }
  vec_push(&out, '\'');
  return finish(&out);
}

/* Numbers and texts as bytes in memory, and back. A source trusts nothing: whatever goes wrong makes it bad, and from
   then on it gives zeros, so that one look at the end is enough. Byte order is the machine's. */
#ifndef HEDDLE_UTIL_BYTES_H
#define HEDDLE_UTIL_BYTES_H
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "util/mem.h"

struct sink {
  uint8_t *bytes; /* freed by the owner */
  uint64_t size, room;
};
static inline void sink_put(struct sink *s, const void *data, uint64_t bytes) {
  if (s->room - s->size < bytes) {
    s->room = (s->size + bytes) * 2;
    s->bytes = mem_resize(s->bytes, s->room);
  }
  if (bytes) memcpy(s->bytes + s->size, data, bytes);
  s->size += bytes;
}
static inline void sink_put32(struct sink *s, uint32_t v) { sink_put(s, &v, sizeof v); }
static inline void sink_put64(struct sink *s, uint64_t v) { sink_put(s, &v, sizeof v); }
/* Its length comes first, and a zero behind it. */
static inline void sink_put_text(struct sink *s, const char *text) {
  sink_put32(s, (uint32_t)strlen(text));
  sink_put(s, text, strlen(text) + 1);
}

struct source {
  const uint8_t *bytes;
  uint64_t at, size;
  bool bad; /* it ended too early, or a number was impossible */
};
static inline void source_get(struct source *s, void *to, uint64_t bytes) {
  if (s->bad || s->size - s->at < bytes) {
    s->bad = true;
    memset(to, 0, bytes);
    return;
  }
  memcpy(to, s->bytes + s->at, bytes);
  s->at += bytes;
}
static inline uint8_t source_get8(struct source *s) {
  uint8_t v;
  source_get(s, &v, sizeof v);
  return v;
}
static inline uint32_t source_get32(struct source *s) {
  uint32_t v;
  source_get(s, &v, sizeof v);
  return v;
}
static inline uint64_t source_get64(struct source *s) {
  uint64_t v;
  source_get(s, &v, sizeof v);
  return v;
}
/* A number below the limit. */
static inline uint32_t source_get_below(struct source *s, uint64_t limit) {
  uint32_t v = source_get32(s);
  if (v >= limit) s->bad = true;
  return s->bad ? 0 : v;
}
/* How many things follow, of at least so many bytes each: no more than there can be. */
static inline uint32_t source_get_count(struct source *s, uint64_t least) {
  uint32_t count = source_get32(s);
  if (!s->bad && count > (s->size - s->at) / least) s->bad = true;
  return s->bad ? 0 : count;
}
/* A text without a zero in it, valid as long as the bytes are; "" if it is bad. */
static inline const char *source_get_text(struct source *s) {
  uint32_t length = source_get_count(s, 1);
  if (s->bad || s->size - s->at <= length || s->bytes[s->at + length] || memchr(s->bytes + s->at, 0, length)) {
    s->bad = true;
    return "";
  }
  const char *text = (const char *)s->bytes + s->at;
  s->at += length + 1ull;
  return text;
}
#endif

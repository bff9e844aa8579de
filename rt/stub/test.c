/* Reads a test: KLEE's .ktest format, numbers most significant byte first. The file comes from anywhere: every length
   is checked. What is read stays until the program ends. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

struct reader {
  const unsigned char *at, *end;
  const char *path;
};

static const unsigned char *take(struct reader *r, size_t bytes) {
  if ((size_t)(r->end - r->at) < bytes) stub_refuse("%s is no test, or is cut off", r->path);
  const unsigned char *from = r->at;
  r->at += bytes;
  return from;
}

static uint32_t take_number(struct reader *r) {
  const unsigned char *b = take(r, 4);
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static const char *take_text(struct reader *r) {
  uint32_t length = take_number(r);
  const unsigned char *from = take(r, length);
  char *text = calloc(1, (size_t)length + 1);
  if (!text) stub_refuse("out of memory");
  return memcpy(text, from, length);
}

static struct reader open_test(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) stub_refuse("cannot read %s: %s", path, strerror(errno));
  size_t size = 0, room = 4096, n;
  unsigned char *bytes = malloc(room);
  while (bytes && (n = fread(bytes + size, 1, room - size, file)) > 0) {
    size += n;
    if (size == room) bytes = realloc(bytes, room *= 2); // NOLINT(bugprone-suspicious-realloc-usage): the program ends
  }
  if (!bytes || ferror(file)) stub_refuse("cannot read %s", path);
  fclose(file);
  return (struct reader){bytes, bytes + size, path};
}

void stub_test_read(struct stub_test *test, const char *path) {
  struct reader r = open_test(path);
  const unsigned char *magic = take(&r, 5);
  if (memcmp(magic, "KTEST", 5) != 0 && memcmp(magic, "BOUT\n", 5) != 0) stub_refuse("%s is no test", path);
  uint32_t version = take_number(&r);
  for (uint32_t n = take_number(&r); n > 0; n--) take(&r, take_number(&r));
  if (version >= 2) take(&r, 8);
  uint32_t count = take_number(&r);
  if (count > (uint32_t)(r.end - r.at) / 8) stub_refuse("%s is no test, or is cut off", path);
  test->objects = calloc(count ? count : 1, sizeof *test->objects);
  if (!test->objects) stub_refuse("out of memory");
  for (uint32_t i = 0; i < count; i++) {
    struct stub_object *object = &test->objects[test->count++];
    object->name = take_text(&r);
    object->size = take_number(&r);
    object->bytes = take(&r, object->size);
  }
}

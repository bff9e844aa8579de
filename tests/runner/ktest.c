/* Reading and writing KLEE's .ktest format: "KTEST", then big-endian 32-bit numbers and counted byte strings:
   version, the arguments, (from version 2 on) two numbers about symbolic arguments, the objects as name and bytes. */
#include "ktest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proc.h"

struct reader {
  const unsigned char *at, *end;
  bool bad; /* something was missing; everything read since is 0 */
};

static uint32_t read_number(struct reader *in) {
  if (in->end - in->at < 4) in->bad = true;
  if (in->bad) return 0;
  const unsigned char *b = in->at;
  in->at += 4;
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static const unsigned char *read_bytes(struct reader *in, uint32_t *size) {
  *size = read_number(in);
  if ((size_t)(in->end - in->at) < *size) in->bad = true;
  if (in->bad) {
    *size = 0;
    return in->at;
  }
  in->at += *size;
  return in->at - *size;
}

static const char *read_header(struct reader *in) {
  uint32_t size;
  if (in->end - in->at < 5 || (memcmp(in->at, "KTEST", 5) && memcmp(in->at, "BOUT\n", 5))) return "no KTEST magic";
  in->at += 5;
  uint32_t version = read_number(in);
  if (version < 1 || version > 3) return "unknown version";
  for (uint32_t n = read_number(in); n > 0 && !in->bad; n--) read_bytes(in, &size);
  if (version >= 2) {
    read_number(in);
    read_number(in);
  }
  return in->bad ? "truncated" : NULL;
}

/* Walks over all objects; the one called `name`, if wanted and there, is copied to the caller. */
static const char *walk(struct reader *in, const char *name, unsigned char **bytes, uint32_t *size) {
  const char *problem = read_header(in);
  if (problem) return problem;
  bool found = false;
  for (uint32_t n = read_number(in); n > 0 && !in->bad; n--) {
    uint32_t name_size, data_size;
    const unsigned char *its_name = read_bytes(in, &name_size), *data = read_bytes(in, &data_size);
    if (found || !name || in->bad || strlen(name) != name_size || memcmp(name, its_name, name_size)) continue;
    found = true;
    *size = data_size;
    *bytes = mem_alloc(data_size + 1);
    memcpy(*bytes, data, data_size);
  }
  if (in->bad) return "truncated";
  if (in->at != in->end) return "bytes after the last object";
  return name && !found ? "no such object" : NULL;
}

const char *ktest_object(const char *path, const char *name, unsigned char **bytes, uint32_t *size) {
  size_t length = 0;
  *bytes = NULL;
  char *text = file_read(path, &length);
  if (!text) return "cannot be read";
  struct reader in = {.at = (unsigned char *)text, .end = (unsigned char *)text + length};
  const char *problem = walk(&in, name, bytes, size);
  free(text);
  if (problem) {
    free(*bytes);
    *bytes = NULL;
  }
  return problem;
}

const char *ktest_check(const char *path) {
  unsigned char *bytes;
  uint32_t size;
  return ktest_object(path, NULL, &bytes, &size);
}

/* ---- writing */

static void write_number(FILE *to, uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) fputc((int)(number >> shift & 0xff), to);
}

static void write_block(FILE *to, const char *bytes, uint32_t size) {
  write_number(to, size);
  fwrite(bytes, 1, size, to);
}

/* `name=number[:bytes]`: the number in as many bytes, or 4, little-endian. */
static const char *write_input(FILE *to, const char *word) {
  const char *equals = strchr(word, '=');
  char *end;
  if (!equals || equals == word) return "expected: name=number[:bytes]";
  long long number = strtoll(equals + 1, &end, 0);
  long size = *end == ':' ? strtol(end + 1, &end, 10) : 4;
  if (end == equals + 1 || *end || size < 1 || size > 8) return "expected: name=number[:bytes]";
  write_block(to, word, (uint32_t)(equals - word));
  write_number(to, (uint32_t)size);
  for (long i = 0; i < size; i++) fputc((int)((uint64_t)number >> (8 * i) & 0xff), to);
  return NULL;
}

const char *ktest_write(const char *path, char *const *inputs, uint32_t count) {
  FILE *to = fopen(path, "wb");
  const char *problem = NULL;
  if (!to) return strerror(errno);
  fputs("KTEST", to);
  write_number(to, 3);
  write_number(to, 1);
  write_block(to, "program", 7);
  write_number(to, 0);
  write_number(to, 0);
  write_number(to, count);
  for (uint32_t i = 0; i < count && !problem; i++) problem = write_input(to, inputs[i]);
  return fclose(to) && !problem ? strerror(errno) : problem;
}

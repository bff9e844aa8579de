/* The texts of the heddle.* objects in tests, both ways.

   One fact per line. A newline or backslash inside a value is written \n or \\, so that any file name survives. Unknown
   words at the start of a line of META_PROGRAM are skipped: a newer heddle may say more. */
#include "suite/meta.h"

#include <stdlib.h>
#include <string.h>

typedef VEC(char) text_buffer;

static void put_raw(text_buffer *out, const char *text) {
  for (; *text; text++) vec_push(out, *text);
}

static void put_escaped(text_buffer *out, const char *text) {
  for (; *text; text++) {
    if (*text == '\n') put_raw(out, "\\n");
    else if (*text == '\\') put_raw(out, "\\\\");
    else vec_push(out, *text);
  }
}

static void put_line(text_buffer *out, const char *word, const char *value) {
  put_raw(out, word);
  put_escaped(out, value);
  vec_push(out, '\n');
}

static void put_lines(text_buffer *out, const char *word, const meta_texts *values) {
  for (uint32_t i = 0; i < values->count; i++) put_line(out, word, values->data[i]);
}

char *meta_program_encode(const struct meta_program *program) {
  text_buffer out = {0};
  if (program->directory) put_line(&out, "directory ", program->directory);
  if (program->revision) {
    put_line(&out, "revision ", program->revision);
    put_line(&out, "prefix ", program->prefix);
  }
  put_lines(&out, "input ", &program->inputs);
  put_lines(&out, "cflag ", &program->cflags);
  put_lines(&out, "option ", &program->options);
  vec_push(&out, '\0');
  return out.data;
}

/* The next line of a text, unescaped into the arena; NULL at the end. */
static char *next_line(const char **at, const char *end, struct arena *memory) {
  if (*at >= end) return NULL;
  const char *stop = memchr(*at, '\n', (size_t)(end - *at));
  if (!stop) stop = end;
  char *line = arena_alloc(memory, (size_t)(stop - *at) + 1), *to = line;
  for (const char *from = *at; from < stop; from++) {
    if (*from == '\\' && from + 1 < stop) {
      from++;
      *to++ = *from == 'n' ? '\n' : *from;
    } else *to++ = *from;
  }
  *to = 0;
  *at = stop < end ? stop + 1 : end;
  return line;
}

static const char *after_word(const char *line, const char *word) {
  size_t length = strlen(word);
  return strncmp(line, word, length) ? NULL : line + length;
}

bool meta_program_read(const char *text, size_t size, struct meta_program *program) {
  const char *at = text, *end = text + size, *line, *value;
  memset(program, 0, sizeof *program);
  while ((line = next_line(&at, end, &program->memory))) {
    if ((value = after_word(line, "directory "))) program->directory = value;
    else if ((value = after_word(line, "revision "))) program->revision = value;
    else if ((value = after_word(line, "prefix "))) program->prefix = value;
    else if ((value = after_word(line, "input "))) vec_push(&program->inputs, value);
    else if ((value = after_word(line, "cflag "))) vec_push(&program->cflags, value);
    else if ((value = after_word(line, "option "))) vec_push(&program->options, value);
  }
  if (program->inputs.count) return true;
  meta_program_free(program);
  return false;
}

bool meta_program_decode(const struct ktest *test, struct meta_program *program) {
  memset(program, 0, sizeof *program);
  const struct ktest_object *object = ktest_find(test, META_PROGRAM);
  if (!object || memchr(object->bytes, 0, object->size)) return false;
  return meta_program_read((const char *)object->bytes, object->size, program);
}

void meta_program_free(struct meta_program *program) {
  vec_free(&program->inputs);
  vec_free(&program->cflags);
  vec_free(&program->options);
  arena_free(&program->memory);
  program->directory = program->revision = program->prefix = NULL;
}

char *meta_verdict_encode(const struct meta_verdict *verdict) {
  text_buffer out = {0};
  char line[24];
  put_line(&out, "", verdict->kind);
  put_escaped(&out, verdict->file);
  snprintf(line, sizeof line, ":%u\n", verdict->line);
  put_raw(&out, line);
  put_line(&out, "", verdict->message);
  vec_push(&out, '\0');
  return out.data;
}

static bool split_place(char *place, struct meta_verdict *verdict) {
  char *colon = place ? strrchr(place, ':') : NULL;
  if (!colon) return false;
  *colon = 0;
  verdict->file = place;
  verdict->line = (uint32_t)strtoul(colon + 1, NULL, 10);
  return true;
}

bool meta_verdict_decode(const struct ktest *test, struct meta_verdict *verdict) {
  memset(verdict, 0, sizeof *verdict);
  const struct ktest_object *object = ktest_find(test, META_VERDICT);
  if (!object || memchr(object->bytes, 0, object->size)) return false;
  const char *at = (const char *)object->bytes, *end = at + object->size;
  char *kind = next_line(&at, end, &verdict->memory);
  if (kind && !strcmp(kind, META_VERDICT_OK)) return true;
  verdict->kind = kind;
  char *place = next_line(&at, end, &verdict->memory);
  verdict->message = next_line(&at, end, &verdict->memory);
  if (split_place(place, verdict) && verdict->message) return true;
  meta_verdict_free(verdict);
  return false;
}

void meta_verdict_free(struct meta_verdict *verdict) {
  arena_free(&verdict->memory);
  memset(verdict, 0, sizeof *verdict);
}

void meta_path_encode(uint64_t path, char text[META_PATH_DIGITS + 1]) {
  for (int i = 0; i < META_PATH_DIGITS; i++) text[i] = "0123456789abcdef"[path >> (60 - 4 * i) & 15];
  text[META_PATH_DIGITS] = 0;
}

bool meta_path_read(const char *text, size_t size, uint64_t *path) {
  if (size != META_PATH_DIGITS) return false;
  *path = 0;
  for (int i = 0; i < META_PATH_DIGITS; i++) {
    char c = text[i];
    int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    if (digit < 0) return false;
    *path = *path << 4 | (uint64_t)digit;
  }
  return true;
}

bool meta_path_decode(const struct ktest *test, uint64_t *path) {
  const struct ktest_object *object = ktest_find(test, META_PATH);
  return object && meta_path_read((const char *)object->bytes, object->size, path);
}

bool meta_is_input(const struct ktest_object *object) {
  return strncmp(object->name, META_PREFIX, sizeof META_PREFIX - 1) != 0;
}

bool meta_is_remark(const struct ktest_object *object) {
  static const char *const names[] = {META_PROGRAM, META_VERDICT, META_SCHEDULE, META_PATH};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(object->name, names[i])) return true;
  return false;
}

/* The result's own memory: texts live in its arena, equal reasons are kept once. */
#include "explore/result.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *failure_kind_text(enum failure_kind kind) {
  static const char *const texts[FAILURE_KIND_COUNT] = {
#define X(name, text) [FAILURE_##name] = text,
      FAILURE_KINDS(X)
#undef X
  };
  return texts[kind];
}

const char *result_text(struct result *result, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  va_end(args);
  size_t bytes = length < 0 ? 1 : (size_t)length + 1;
  char *text = arena_alloc(&result->memory, bytes);
  text[0] = 0;
  vsnprintf(text, bytes, format, again);
  va_end(again);
  return text;
}

void result_add_reason(struct result *result, const char *reason) {
  for (uint32_t i = 0; i < result->reasons.count; i++)
    if (!strcmp(result->reasons.data[i], reason)) return;
  vec_push(&result->reasons, result_text(result, "%s", reason));
}

void result_free(struct result *result) {
  vec_free(&result->reasons);
  vec_free(&result->failures);
  vec_free(&result->warnings);
  arena_free(&result->memory);
  memset(result, 0, sizeof *result);
}

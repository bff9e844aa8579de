/* The result's own memory: texts live in its arena, equal reasons are kept once. */
#include "base/result.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct failure_point result_point(const struct result_failure *f) {
  return failure_point(f->kind, f->site, f->other_site, f->message);
}

const char *result_text(struct result *result, const char *format, ...) {
  char draft[256];
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int length = vsnprintf(draft, sizeof draft, format, args);
  char *text = length < 0 ? "" : arena_alloc(&result->memory, (size_t)length + 1);
  if (length >= (int)sizeof draft) vsnprintf(text, (size_t)length + 1, format, again);
  else if (length >= 0) memcpy(text, draft, (size_t)length + 1);
  va_end(again);
  va_end(args);
  return text;
}

void result_open_test_status(struct result *result, uint32_t tests) {
  size_t bytes = (tests + 1ull) * sizeof *result->artefacts.old_tests;
  result->artefacts.nold_tests = tests;
  result->artefacts.old_tests = memset(arena_alloc(&result->memory, bytes), 0, bytes);
}

void result_add_reason(struct result *result, const char *reason) {
  for (uint32_t i = 0; i < result->reasons.count; i++)
    if (!strcmp(result->reasons.data[i], reason)) return;
  vec_push(&result->reasons, result_text(result, "%s", reason));
}

void result_add_note(struct result *result, const char *note) {
  for (uint32_t i = 0; i < result->notes.count; i++)
    if (!strcmp(result->notes.data[i], note)) return;
  vec_push(&result->notes, result_text(result, "%s", note));
}

void result_free(struct result *result) {
  free(result->artefacts.summaries);
  free(result->artefacts.states);
  free(result->artefacts.unsat_cores);
  vec_free(&result->artefacts.paths);
  vec_free(&result->reasons);
  vec_free(&result->failures);
  vec_free(&result->warnings);
  vec_free(&result->accepted);
  vec_free(&result->cuts);
  vec_free(&result->notes);
  arena_free(&result->memory);
  memset(result, 0, sizeof *result);
}

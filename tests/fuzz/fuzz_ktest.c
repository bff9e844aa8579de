/* Fuzzes the reader of test files and everything that looks into a test: whatever parses must survive being decoded,
   and must come back the same when it is written and read again. */
#include <stdlib.h>
#include <string.h>

#include "suite/ktest.h"
#include "suite/meta.h"

static void decode(const struct ktest *test) {
  struct meta_program program;
  struct meta_verdict verdict;
  uint64_t path;
  if (meta_program_decode(test, &program)) {
    free(meta_program_encode(&program));
    meta_program_free(&program);
  }
  if (meta_verdict_decode(test, &verdict)) {
    if (verdict.kind) free(meta_verdict_encode(&verdict));
    meta_verdict_free(&verdict);
  }
  meta_path_decode(test, &path);
}

static void same_object(const struct ktest_object *a, const struct ktest_object *b) {
  if (strcmp(a->name, b->name) || a->size != b->size || memcmp(a->bytes, b->bytes, a->size)) abort();
}

static void round_trip(const struct ktest *test) {
  struct ktest_writer w = {0};
  struct ktest again;
  const char *why;
  ktest_begin(&w, (const char *const *)test->arguments, test->narguments);
  for (uint32_t i = 0; i < test->nobjects; i++)
    ktest_add(&w, test->objects[i].name, test->objects[i].bytes, test->objects[i].size);
  for (int i = 0; i < 4; i++) w.buffer[w.count_at + (size_t)i] = (uint8_t)(w.nobjects >> (24 - 8 * i));
  if (!ktest_parse(w.buffer, w.used, &again, &why)) abort();
  if (again.narguments != test->narguments || again.nobjects != test->nobjects) abort();
  for (uint32_t i = 0; i < test->nobjects; i++) same_object(&test->objects[i], &again.objects[i]);
  ktest_free(&again);
  ktest_writer_free(&w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct ktest test;
  const char *why = NULL;
  if (!ktest_parse(data, size, &test, &why)) {
    if (!why) abort();
    return 0;
  }
  decode(&test);
  round_trip(&test);
  ktest_free(&test);
  return 0;
}

/* Which functions of the thread library the generated programs call. See functions.h. */
#define _GNU_SOURCE
#include "functions.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gen.h"
#include "ir/thread_functions.h"
#include "util/mem.h"

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool calls(const char *text, const char *name) {
  size_t length = strlen(name);
  for (const char *at = text; (at = strstr(at, name)) != NULL; at += length)
    if ((at == text || !is_word(at[-1])) && at[length] == '(') return true;
  return false;
}

/* Adds one to the count of each row that occurs in the program. */
static void count_program(uint64_t seed, int size, uint64_t *counts) {
  struct gen_traits traits;
  char *text = NULL;
  size_t bytes;
  FILE *out = open_memstream(&text, &bytes);
  gen_program(out, seed, size, &traits);
  fclose(out);
  for (uint32_t i = 0; i < thread_function_count(); i++) counts[i] += calls(text, thread_function_at(i)->name);
  free(text);
}

int functions_count(uint64_t seed, uint64_t count, int size) {
  uint64_t *counts = mem_zalloc(thread_function_count() * sizeof *counts);
  uint32_t passed = 0, failed = 0;
  for (uint64_t i = 0; i < count; i++) count_program(seed + i, size, counts);
  for (uint32_t i = 0; i < thread_function_count(); i++) {
    const struct thread_function *row = thread_function_at(i);
    if (row->provider == THREAD_INTERNAL) continue;
    printf("%8" PRIu64 "  %s%s\n", counts[i], row->name, counts[i] ? "" : "   is never generated");
    counts[i] ? passed++ : failed++;
  }
  printf("functions: %" PRIu32 " passed, %" PRIu32 " failed\n", passed, failed);
  free(counts);
  return failed ? 1 : 0;
}

/* Every function and object of rt/library.def is compared with that of the C library: in tests/unit/test_rt.c, or in a
   program under tests/programs that prints the same natively (OUTPUT-LIKE-NATIVE) or ends well natively (NATIVE). What
   cannot be compared is listed below, with the reason. Run in the root of the repository. */
#define _GNU_SOURCE
#include <ctype.h>
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const struct row {
  const char *name, *header;
} rows[] = {
#define FUNCTION(name, header) {#name, header},
#define DATA(name, header) {#name, header},
#define REFUSED(name, header)
#include "../../rt/library.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

static const char *const compared[] = {
#define MODEL(name) #name,
#include "rt_models.def"
};

/* Nothing of the C library: compared with what their own programs expect. */
static const char *const own_headers[] = {"SV-COMP", "klee/klee.h", "c++"};

/* A name, or the beginning of several with a star. */
static const struct {
  const char *name, *reason;
} exceptions[] = {
    {"__isoc23_*", "newer names of functions that are compared by the older ones"},
    {"strlcat", "glibc has it from 2.38 on"},
    {"strlcpy", "glibc has it from 2.38 on"},
    {"__assert", "ends the program"},
    {"__assert_perror_fail", "ends the program"},
    {"__assert_rtn", "ends the program"},
    {"__chk_fail", "ends the program"},
    {"__stack_chk_fail", "ends the program"},
    {"err", "ends the program: messages as those of warn"},
    {"verr", "ends the program"},
    {"verrx", "ends the program"},
    {"__pthread_*", "what pthread_cleanup_push becomes: tests/programs/threads/results/cancel.c"},
};

static int seen[ROWS];

static int compare_rows(const void *name, const void *row) { return strcmp(name, rows[*(const int *)row].name); }
static int compare_numbers(const void *a, const void *b) {
  return strcmp(rows[*(const int *)a].name, rows[*(const int *)b].name);
}

static int sorted[ROWS];

static void see(const char *name) {
  const int *row = bsearch(name, sorted, ROWS, sizeof *sorted, compare_rows);
  if (row != NULL) seen[*row] = 1;
}

/* The end of a text or character constant that begins there. */
static char *behind_constant(char *at) {
  char quote = *at++;
  while (*at != '\0' && *at != quote) at += at[0] == '\\' && at[1] != '\0' ? 2 : 1;
  return *at == quote ? at + 1 : at;
}

/* Words outside of comments, texts and includes: what a program mentions so, it calls. */
static void see_words(char *text) {
  for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
    if (!strncmp(line, "#include", 8)) continue;
    for (char *at = line; *at != '\0' && strncmp(at, "//", 2) && strncmp(at, "/*", 2);) {
      if (*at == '"' || *at == '\'') {
        at = behind_constant(at);
        continue;
      }
      if (!isalnum((unsigned char)*at) && *at != '_') {
        at++;
        continue;
      }
      size_t n = 0;
      while (isalnum((unsigned char)at[n]) || at[n] == '_') n++;
      char end = at[n];
      at[n] = '\0';
      see(at);
      at[n] = end;
      at += n;
    }
  }
}

static int ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

static int look_at(const char *path, const struct stat *status, int kind) {
  if (kind != FTW_F || !(ends_with(path, ".c") || ends_with(path, ".h"))) return 0;
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  char *text = calloc(1, (size_t)status->st_size + 1);
  assert_int_equal(fread(text, 1, (size_t)status->st_size, file), status->st_size);
  fclose(file);
  if (ends_with(path, ".h") || strstr(text, "\n// OUTPUT-LIKE-NATIVE: yes") || strstr(text, "\n// NATIVE: "))
    see_words(text);
  free(text);
  return 0;
}

static const char *exception_of(const char *name) {
  for (size_t i = 0; i < sizeof exceptions / sizeof *exceptions; i++) {
    size_t n = strlen(exceptions[i].name);
    int is_start = exceptions[i].name[n - 1] == '*';
    if (is_start ? !strncmp(name, exceptions[i].name, n - 1) : !strcmp(name, exceptions[i].name))
      return exceptions[i].reason;
  }
  return NULL;
}

static int is_own(const char *header) {
  for (size_t i = 0; i < sizeof own_headers / sizeof *own_headers; i++)
    if (!strcmp(header, own_headers[i])) return 1;
  return 0;
}

static void every_row_is_compared_with_the_real_one(void **state) {
  (void)state;
  int missing = 0, needless = 0;
  for (int i = 0; i < ROWS; i++) sorted[i] = i;
  qsort(sorted, ROWS, sizeof *sorted, compare_numbers);
  for (size_t i = 0; i < sizeof compared / sizeof *compared; i++) see(compared[i]);
  assert_int_equal(ftw("tests/programs", look_at, 16), 0);
  for (int i = 0; i < ROWS; i++) {
    if (is_own(rows[i].header)) continue;
    const char *reason = exception_of(rows[i].name);
    if (!seen[i] && reason == NULL) missing++, printf("not compared: %s (%s)\n", rows[i].name, rows[i].header);
    if (seen[i] && reason != NULL) needless++, printf("compared, but an exception: %s\n", rows[i].name);
  }
  assert_int_equal(missing, 0);
  assert_int_equal(needless, 0);
}

static int is_seen(const char *name) {
  const int *row = bsearch(name, sorted, ROWS, sizeof *sorted, compare_rows);
  assert_non_null(row);
  return seen[*row];
}

/* The check can fail: what is only written about is not compared. */
static void only_a_call_counts(void **state) {
  (void)state;
  char text[] = "#include <strchr>\n  puts(\"abs \\\" labs\"); // atoi\n  qsort(list, '\"', /* div */ 3);\n";
  for (int i = 0; i < ROWS; i++) sorted[i] = i;
  qsort(sorted, ROWS, sizeof *sorted, compare_numbers);
  memset(seen, 0, sizeof seen);
  see_words(text);
  assert_true(is_seen("puts") && is_seen("qsort"));
  assert_false(is_seen("abs") || is_seen("labs") || is_seen("atoi") || is_seen("div") || is_seen("strchr"));
  memset(seen, 0, sizeof seen);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(only_a_call_counts),
                                     cmocka_unit_test(every_row_is_compared_with_the_real_one)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The table of thread functions, and what must agree with it: the interpreter's functions, the models in rt/, the
   static layer, and the programs that compare results with the C library's. */
#define _GNU_SOURCE
#include <glob.h>
#include <regex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "ir/thread_functions.h"
#include "static/static.h"
#include "vm/vm.h"

static bool begins_with(const char *name, const char *prefix) { return !strncmp(name, prefix, strlen(prefix)); }

static bool is_builtin(const char *name) {
  for (uint32_t i = 0; i < vm_builtin_count(); i++)
    if (!strcmp(vm_builtin_name(i), name)) return true;
  return false;
}

static void what_is_provided_has_a_handler_and_a_model(void **state) {
  (void)state;
  for (uint32_t i = 0; i < thread_function_count(); i++) {
    const struct thread_function *row = thread_function_at(i);
    bool provided = row->provider != THREAD_MODELLED;
    if (is_builtin(row->name) != provided) fail_msg("the interpreter: %s", row->name);
    if (static_knows_function(row->name) != provided) fail_msg("the static layer: %s", row->name);
    if (thread_function_named(row->name) != row) fail_msg("twice: %s", row->name);
  }
}

/* ---- rt/library.def ---- */

static const struct {
  const char *name, *header;
  bool refused;
} library[] = {
#define FUNCTION(name, header) {#name, header, false},
#define DATA(name, header)
#define REFUSED(name, header) {#name, header, true},
#include "../../rt/library.def"
};
enum { LIBRARY = sizeof library / sizeof *library };

/* About the calling thread alone, or without any effect. */
static bool is_apart(const char *name) {
  static const char *const apart[] = {"__pthread_",
                                      "pthread_atfork",
                                      "pthread_attr_setaffinity_np",
                                      "pthread_getaffinity_np",
                                      "pthread_getname_np",
                                      "pthread_getconcurrency",
                                      "pthread_setconcurrency",
                                      "pthread_setaffinity_np",
                                      "pthread_setname_np",
                                      "pthread_getschedparam",
                                      "pthread_setsched"};
  for (unsigned i = 0; i < sizeof apart / sizeof *apart; i++)
    if (begins_with(name, apart[i])) return true;
  return false;
}

static bool is_about_threads(const char *header) {
  return !strcmp(header, "pthread.h") || !strcmp(header, "semaphore.h") || !strcmp(header, "threads.h");
}

static void every_model_of_the_library_has_a_row(void **state) {
  (void)state;
  for (uint32_t i = 0; i < LIBRARY; i++) {
    if (!is_about_threads(library[i].header)) continue;
    const struct thread_function *row = thread_function_named(library[i].name);
    bool expected = !library[i].refused && !is_apart(library[i].name);
    if ((row && row->provider == THREAD_MODELLED) != expected) fail_msg("%s", library[i].name);
  }
}

static void every_row_without_a_handler_has_a_model_in_the_library(void **state) {
  (void)state;
  for (uint32_t i = 0; i < thread_function_count(); i++) {
    const struct thread_function *row = thread_function_at(i);
    bool found = row->provider != THREAD_MODELLED;
    for (uint32_t k = 0; k < LIBRARY && !found; k++) found = !library[k].refused && !strcmp(library[k].name, row->name);
    if (!found) fail_msg("%s", row->name);
  }
}

/* ---- columns ---- */

static const struct {
  const char *name;
  uint8_t kind, sync;
} operations[] = {
#define VM_OP_NONE VM_OP_COUNT
#define PROVIDED(name, handler, kind, sync, ...) {#name, VM_OP_##kind, VM_SYNC_##sync},
#define INTERNAL PROVIDED
#include "ir/thread_functions.def"
};

/* What only looks at its object is a read for the scheduler, everything else a write; the object whose state the
   scheduler knows is argument 0. */
static void operations_touch_what_they_say(void **state) {
  (void)state;
  for (unsigned i = 0; i < sizeof operations / sizeof *operations; i++) {
    const struct thread_touch *first = thread_function_named(operations[i].name)->touches;
    if (operations[i].sync == VM_SYNC_NONE) continue;
    if (first->argument != 0 || !first->reads) fail_msg("%s", operations[i].name);
    if (first->writes != (operations[i].kind != VM_OP_READ)) fail_msg("%s", operations[i].name);
  }
}

static void locks_and_waits_have_an_object(void **state) {
  (void)state;
  for (uint32_t i = 0; i < thread_function_count(); i++) {
    const struct thread_function *row = thread_function_at(i);
    bool locks = row->lock >= THREAD_LOCK_LOCK && row->lock <= THREAD_LOCK_UNLOCK;
    bool orders = row->order & (THREAD_WAITS | THREAD_WAKES) && !(row->order & THREAD_JOINS);
    if ((locks || orders) && (!row->touches->writes || row->touches->argument)) fail_msg("%s", row->name);
  }
}

/* Whoever orders threads or asks who they are must be seen where executions are numbered, in the machine and natively
   alike. */
static void what_orders_threads_is_a_hook(void **state) {
  (void)state;
  for (uint32_t i = 0; i < thread_function_count(); i++) {
    const struct thread_function *row = thread_function_at(i);
    struct ir_function function = {.name = 0};
    struct ir_program program = {.functions = &function, .nfunctions = 1, .text = (char *)row->name};
    program.ntext = (uint32_t)strlen(row->name) + 1;
    bool orders = row->lock || row->order || row->touches->writes;
    if (row->provider != THREAD_INTERNAL && orders && !ir_function_is_hook(&program, 0)) fail_msg("%s", row->name);
  }
}

/* ---- the programs that compare results with the C library's ---- */

#define RESULTS "tests/programs/threads/results/"

static char *read_programs(void) {
  char *text = NULL;
  size_t bytes;
  FILE *out = open_memstream(&text, &bytes);
  glob_t found;
  assert_int_equal(glob(RESULTS "*.c", 0, NULL, &found), 0);
  for (size_t i = 0; i < found.gl_pathc; i++) {
    FILE *in = fopen(found.gl_pathv[i], "r");
    assert_non_null(in);
    for (int c; (c = fgetc(in)) != EOF;) fputc(c, out);
    fclose(in);
  }
  globfree(&found);
  fclose(out);
  return text;
}

static bool matches(const char *text, const char *pattern) {
  regex_t regex;
  assert_int_equal(regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB | REG_NEWLINE), 0);
  bool found = regexec(&regex, text, 0, NULL, 0) == 0;
  regfree(&regex);
  return found;
}

static bool shows_result(const char *text, const char *name, const char *result) {
  char pattern[400];
  snprintf(pattern, sizeof pattern, "(GIVES|FAILS)\\(%s, (!!)?%s\\(|ONE_OF\\((%s, [^ ]+|[^ ]+, %s), %s\\(", result,
           name, result, result, name);
  if (matches(text, pattern)) return true;
  snprintf(pattern, sizeof pattern, "GIVES_BACK\\(%s\\(", name);
  return !strcmp(result, "0") && matches(text, pattern);
}

static void every_result_is_compared_with_the_real_one(void **state) {
  (void)state;
  char *text = read_programs(), pattern[200];
  for (uint32_t i = 0; i < thread_function_count(); i++) {
    const struct thread_function *row = thread_function_at(i);
    if (row->provider == THREAD_INTERNAL) continue;
    snprintf(pattern, sizeof pattern, "(^|[^_[:alnum:]])%s\\(", row->name);
    if (!matches(text, pattern)) fail_msg("%s is not called in " RESULTS, row->name);
    char *results = strdup(row->results), *at = results;
    for (char *word; (word = strsep(&at, " "));)
      if (*word && !shows_result(text, row->name, word)) fail_msg("%s: no %s in " RESULTS, row->name, word);
    free(results);
  }
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_provided_has_a_handler_and_a_model),
      cmocka_unit_test(every_model_of_the_library_has_a_row),
      cmocka_unit_test(every_row_without_a_handler_has_a_model_in_the_library),
      cmocka_unit_test(operations_touch_what_they_say),
      cmocka_unit_test(locks_and_waits_have_an_object),
      cmocka_unit_test(what_orders_threads_is_a_hook),
      cmocka_unit_test(every_result_is_compared_with_the_real_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Suites that `heddle check --suite` brought up to date, held against what they were made from.

   In: the directory of the suite with its index suite.json (what was kept, retired, is new), and the properties that it
   must have: kept tests are the old ones byte for byte and each old one is kept or retired; there is one test for each
   path; the report says what another one says; every test follows its path in a replay, also where the suite alone says
   on which program; kept tests run natively as recorded. */
#include "suite.h"

#include <glob.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "jsonpath.h"
#include "ktest.h"

struct suite {
  const char *directory; /* absolute */
  json_t *index;
};

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void sort(words *list) {
  if (list->count) qsort(list->data, list->count, sizeof *list->data, by_text);
}

/* Names of the tests in a directory, sorted. */
static words tests_in(const char *directory) {
  words list = {0};
  glob_t found;
  char *pattern = text_format("%s/*.ktest", directory);
  if (glob(pattern, 0, NULL, &found) == 0) {
    for (size_t i = 0; i < found.gl_pathc; i++) words_push(&list, strrchr(found.gl_pathv[i], '/') + 1);
    globfree(&found);
  }
  free(pattern);
  sort(&list);
  return list;
}

/* The tests of two lists of the index together, sorted. */
static words listed(const struct suite *suite, const char *one, const char *other) {
  words list = {0};
  json_t *row;
  size_t i;
  json_array_foreach (json_object_get(suite->index, one), i, row) words_push(&list, json_text(row, "test"));
  json_array_foreach (json_object_get(suite->index, other), i, row) words_push(&list, json_text(row, "test"));
  sort(&list);
  return list;
}

/* Compares two sorted lists and frees them. */
static void compare_lists(struct test *test, const char *what, words seen, words wanted) {
  uint32_t i = 0;
  while (i < seen.count && i < wanted.count && !strcmp(seen.data[i], wanted.data[i])) i++;
  if (i < seen.count || i < wanted.count)
    test_differs(test, "%s: %u instead of %u, the first that differs is %s instead of %s", what, seen.count,
                 wanted.count, i < seen.count ? seen.data[i] : "none", i < wanted.count ? wanted.data[i] : "none");
  words_free(&seen);
  words_free(&wanted);
}

/* ---- what it was made from */

static void compare_file(struct test *test, const char *one, const char *other) {
  size_t n = 0, m = 0;
  char *a = file_read(one, &n), *b = file_read(other, &m);
  if (!a || !b || n != m || memcmp(a, b, n)) test_differs(test, "%s is not %s", one, other);
  free(a);
  free(b);
}

static void compare_figure(struct test *test, const struct suite *suite, json_t *report, const char *list,
                           const char *figure) {
  json_int_t wanted = (json_int_t)json_array_size(json_object_get(suite->index, list));
  json_int_t seen = json_integer_value(json_object_get(json_object_get(report, "tests"), figure));
  if (seen != wanted)
    test_differs(test, "tests.%s is %lld, the index has %lld", figure, (long long)seen, (long long)wanted);
}

static void compare_origin(struct test *test, const struct suite *suite, const char *from, json_t *report) {
  json_t *row;
  size_t i;
  json_array_foreach (json_object_get(suite->index, "kept"), i, row) {
    char *old = text_format("%s/%s", from, json_text(row, "test"));
    char *new = text_format("%s/%s", suite->directory, json_text(row, "test"));
    compare_file(test, new, old);
    free(new);
    free(old);
  }
  compare_lists(test, "old tests that are kept or retired", listed(suite, "kept", "retired"), tests_in(from));
  compare_lists(test, "tests that are kept or new", listed(suite, "kept", "new"), tests_in(suite->directory));
  compare_figure(test, suite, report, "new", "new");
  compare_figure(test, suite, report, "kept", "reused");
  compare_figure(test, suite, report, "retired", "retired");
}

/* ---- paths */

/* The path that a test records, for the caller to free. */
static char *recorded_path(const char *directory, const char *name) {
  unsigned char *bytes = NULL;
  uint32_t size = 0;
  char *file = text_format("%s/%s", directory, name);
  const char *problem = ktest_object(file, "heddle.path", &bytes, &size);
  char *path = problem ? mem_strdup(problem) : text_format("%.*s", (int)size, (char *)bytes);
  free(bytes);
  free(file);
  return path;
}

/* The path of a test in the new version: the index has it for those that were kept, new ones record it. */
static char *path_of(const struct suite *suite, const char *name) {
  json_t *row;
  size_t i;
  json_array_foreach (json_object_get(suite->index, "kept"), i, row) {
    if (!strcmp(json_text(row, "test"), name)) return mem_strdup(json_text(row, "path"));
  }
  return recorded_path(suite->directory, name);
}

/* As many tests for each path; that of a race is of a run that has its test, too. */
static void compare_paths(struct test *test, const struct suite *suite, const char *directory) {
  words names = tests_in(suite->directory), all = tests_in(directory), seen = {0}, wanted = {0};
  for (uint32_t i = 0; i < names.count; i++)
    if (!strstr(names.data[i], ".race.")) vec_push(&seen, path_of(suite, names.data[i]));
  for (uint32_t i = 0; i < all.count; i++) vec_push(&wanted, recorded_path(directory, all.data[i]));
  if (!all.count) test_differs(test, "%s has no tests", directory);
  sort(&seen);
  sort(&wanted);
  compare_lists(test, "paths", seen, wanted);
  words_free(&names);
  words_free(&all);
}

/* ---- the report */

static void add_failures(words *list, json_t *report, const char *key) {
  json_t *failure;
  size_t i;
  json_array_foreach (json_object_get(report, key), i, failure) {
    json_t *new = json_object_get(failure, "new");
    vec_push(list,
             text_format("%s %s %s:%lld", key,
                         json_is_true(new)    ? "new"
                         : json_is_false(new) ? "old"
                                              : "unknown",
                         json_text(failure, "kind"), (long long)json_integer_value(json_object_get(failure, "line"))));
  }
}

/* Verdict, failures and reasons of a report, each once, sorted. */
static words said(json_t *report) {
  words all = {0}, list = {0};
  json_t *reason;
  size_t i;
  words_push(&all, json_text(report, "verdict"));
  add_failures(&all, report, "failures");
  add_failures(&all, report, "fixed");
  json_array_foreach (json_object_get(report, "reasons"), i, reason) words_push(&all, json_string_value(reason));
  sort(&all);
  for (uint32_t k = 0; k < all.count; k++)
    if (!k || strcmp(all.data[k], all.data[k - 1])) words_push(&list, all.data[k]);
  words_free(&all);
  return list;
}

static void compare_report(struct test *test, const char *file, json_t *report) {
  json_t *other = json_load_file(file, 0, NULL);
  if (!other) test_differs(test, "%s is no JSON", file);
  else compare_lists(test, "verdict, failures and reasons", said(report), said(other));
  json_decref(other);
}

/* ---- replays */

/* The part of a replay's report under `key`, a new reference; NULL after reporting that there is none. */
static json_t *replayed(struct test *test, const char *options, const char *file, const char *key) {
  char *line = text_format("heddle replay --json %s '%s'", options, file);
  struct proc_result result = command_run(test, line);
  json_t *json = json_loads(result.out, 0, NULL), *part = json_incref(json_object_get(json, key));
  if (!part) test_differs(test, "%s: no JSON result with %s: %s", line, key, result.err);
  json_decref(json);
  proc_result_free(&result);
  free(line);
  return part;
}

/* On the program, every test follows its path. */
static void compare_replays(struct test *test, const struct suite *suite, const char *program) {
  words names = tests_in(suite->directory);
  for (uint32_t i = 0; i < names.count; i++) {
    char *path = path_of(suite, names.data[i]), *file = text_format("%s/%s", suite->directory, names.data[i]);
    char *both = text_format("%s' '%s", file, program);
    json_t *replay = replayed(test, "", both, "replay");
    if (replay && (!json_is_false(json_object_get(replay, "diverged")) || strcmp(json_text(replay, "path"), path)))
      test_differs(test, "%s takes path %s instead of %s", file, json_text(replay, "path"), path);
    json_decref(replay);
    free(both);
    free(file);
    free(path);
  }
  words_free(&names);
}

/* Without a program: it is the one that the suite is for, or (NULL) the test's own; the path is the expected one. */
static void compare_program(struct test *test, const char *file, const char *program) {
  json_t *replay = replayed(test, "", file, "replay"), *kept = json_object_get(replay, "kept_for");
  bool right = program ? json_is_string(kept) && !strcmp(json_string_value(kept), program) : json_is_null(kept);
  if (replay && !right) test_differs(test, "%s is replayed on %s", file, json_text(replay, "kept_for"));
  if (replay && !json_is_true(json_object_get(replay, "path_agrees")))
    test_differs(test, "%s: another path than expected", file);
  json_decref(replay);
}

/* A test of the suite; also, if it was kept, a copy of it elsewhere, which knows nothing of the suite. */
static void compare_programs_of(struct test *test, const struct suite *suite, const char *name, const char *program) {
  char *file = text_format("%s/%s", suite->directory, name), *copy = text_format("%s/moved.ktest", test->temp);
  char *line = text_format("cp '%s' '%s'", file, copy);
  compare_program(test, file, program);
  if (program) {
    struct proc_result result = command_run(test, line);
    compare_program(test, copy, NULL);
    proc_result_free(&result);
    unlink(copy);
  }
  free(line);
  free(copy);
  free(file);
}

/* The first two that were kept, and the first new one. */
static void compare_programs(struct test *test, const struct suite *suite, const char *program) {
  json_t *kept = json_object_get(suite->index, "kept"), *new = json_object_get(suite->index, "new");
  for (size_t i = 0; i < 2 && i < json_array_size(kept); i++)
    compare_programs_of(test, suite, json_text(json_array_get(kept, i), "test"), program);
  if (json_array_size(new)) compare_programs_of(test, suite, json_text(json_array_get(new, 0), "test"), NULL);
}

static void compare_native(struct test *test, const struct suite *suite, const char *times) {
  char *options = text_format("--native --times=%s", times);
  json_t *row;
  size_t i;
  json_array_foreach (json_object_get(suite->index, "kept"), i, row) {
    char *file = text_format("%s/%s", suite->directory, json_text(row, "test"));
    json_t *native = replayed(test, options, file, "native"), *stuck = json_object_get(native, "stuck");
    bool all = json_integer_value(json_object_get(native, "runs")) == atoi(times);
    bool free_to_go = json_is_false(stuck) || (json_is_integer(stuck) && !json_integer_value(stuck));
    if (native && (!all || !json_is_true(json_object_get(native, "as_recorded")) || !free_to_go))
      test_differs(test, "%s does not run natively as recorded", file);
    json_decref(native);
    free(file);
  }
  free(options);
}

void suite_compare(struct test *test, const struct expect_suite *wanted, json_t *report) {
  char *directory = command_path(test, wanted->directory), *file = text_format("%s/suite.json", directory);
  struct suite suite = {.directory = directory, .index = json_load_file(file, 0, NULL)};
  const struct {
    const char *name;
    void (*compare)(struct test *test, const struct suite *suite, const char *path);
  } parts[] = {{wanted->paths, compare_paths}, {wanted->replay, compare_replays}, {wanted->program, compare_programs}};
  char *from = wanted->from ? command_path(test, wanted->from) : NULL;
  char *like = wanted->like ? command_path(test, wanted->like) : NULL;
  if (!suite.index) test_differs(test, "%s is no index of a suite", file);
  if (suite.index && from) compare_origin(test, &suite, from, report);
  if (like) compare_report(test, like, report);
  for (unsigned i = 0; suite.index && i < sizeof parts / sizeof *parts; i++) {
    char *path = parts[i].name ? command_path(test, parts[i].name) : NULL;
    if (path) parts[i].compare(test, &suite, path);
    free(path);
  }
  if (suite.index && wanted->native) compare_native(test, &suite, wanted->native);
  json_decref(suite.index);
  free(like);
  free(from);
  free(file);
  free(directory);
}

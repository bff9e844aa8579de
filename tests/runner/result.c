/* Comparing heddle's JSON result and the tests it wrote with what a test file expects. The set of failures must be
   equal in both directions: a failure nobody expected is as wrong as a missing one. */
#include "result.h"

#include <glob.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "ktest.h"

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static const char *text_of(json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

json_t *result_load(struct test *test, const struct proc_result *result) {
  json_error_t error;
  char *path = text_format("%s/out.json", test->temp);
  bool in_file = access(path, R_OK) == 0;
  json_t *json = in_file ? json_load_file(path, 0, &error) : json_loads(result->out, 0, &error);
  free(path);
  if (!json)
    test_differs(test, "no JSON result (%s line %d: %s)", in_file ? "out.json" : "stdout", error.line, error.text);
  return json;
}

static bool holds(double seen, const char *op, double wanted) {
  switch (op[0]) {
  case '=': return seen == wanted;
  case '!': return seen != wanted;
  case '<': return op[1] ? seen <= wanted : seen < wanted;
  default: return op[1] ? seen >= wanted : seen > wanted;
  }
}

/* Follows a dotted path; NULL if a part is missing. */
static json_t *follow(json_t *json, const char *path) {
  char *copy = mem_strdup(path), *save = NULL;
  for (char *part = strtok_r(copy, ".", &save); part && json; part = strtok_r(NULL, ".", &save))
    json = json_object_get(json, part);
  free(copy);
  return json;
}

static void compare_number(struct test *test, const struct expect_number *number, json_t *json) {
  json_t *value = follow(json, number->path);
  if (!json_is_number(value)) test_differs(test, "JSON has no number %s", number->path);
  else if (!holds(json_number_value(value), number->op, number->value))
    test_differs(test, "%s is %g, expected %s %g", number->path, json_number_value(value), number->op, number->value);
}

/* ---- failures and their inputs */

/* The bytes as a little-endian signed number; objects longer than 8 bytes are cut. */
static long long signed_number(const unsigned char *bytes, uint32_t size) {
  uint64_t value = 0;
  if (size > 8) size = 8;
  for (uint32_t i = size; i-- > 0;) value = value << 8 | bytes[i];
  if (size && size < 8 && bytes[size - 1] & 0x80) value |= ~0ull << (8 * size);
  return (long long)value;
}

static char *absolute(const struct test *test, const char *path) {
  return path[0] == '/' ? mem_strdup(path) : text_format("%s/%s", test->temp, path);
}

static void compare_input(struct test *test, const struct expect_input *input, json_t *failure) {
  unsigned char *bytes = NULL;
  uint32_t size = 0;
  char *path = absolute(test, text_of(failure, "test"));
  const char *problem = ktest_object(path, input->name, &bytes, &size);
  if (problem) test_differs(test, "%s: object %s: %s", path, input->name, problem);
  else if (input->index >= (int)size) test_differs(test, "object %s has only %u bytes", input->name, size);
  else {
    long long seen = input->index < 0 ? signed_number(bytes, size) : bytes[input->index];
    bool good = holds((double)(seen > input->value) - (double)(seen < input->value), input->op, 0);
    if (!good) test_differs(test, "input %s is %lld, expected %s %lld", input->name, seen, input->op, input->value);
  }
  free(bytes);
  free(path);
}

static bool matches(const struct test *test, const struct expect_failure *wanted, json_t *seen) {
  const char *file = wanted->file ? wanted->file : base_name(test->path);
  return !strcmp(wanted->kind, text_of(seen, "kind")) &&
         wanted->line == json_integer_value(json_object_get(seen, "line")) &&
         !strcmp(file, base_name(text_of(seen, "file"))) && strstr(text_of(seen, "message"), wanted->text);
}

/* Finds the expected failure among those seen and not yet taken. */
static void compare_failure(struct test *test, const struct expect_step *step, const struct expect_failure *wanted,
                            json_t *seen, bool *taken) {
  size_t i;
  json_t *failure;
  json_array_foreach (seen, i, failure) {
    if (taken[i] || !matches(test, wanted, failure)) continue;
    taken[i] = true;
    for (uint32_t k = 0; k < wanted->inputs.count; k++) compare_input(test, &wanted->inputs.data[k], failure);
    for (uint32_t k = 0; k < step->inputs.count; k++) compare_input(test, &step->inputs.data[k], failure);
    return;
  }
  test_differs(test, "missing failure: %s at %s line %ld%s%s", wanted->kind,
               wanted->file ? wanted->file : "this file's", wanted->line, *wanted->text ? ": " : "", wanted->text);
}

static void compare_failures(struct test *test, const struct expect_step *step, json_t *json) {
  json_t *seen = json_object_get(json, "failures"), *failure;
  size_t i;
  if (!json_is_array(seen)) {
    test_differs(test, "JSON has no list of failures");
    return;
  }
  bool *taken = mem_zalloc(json_array_size(seen) + 1);
  for (uint32_t k = 0; k < step->failures.count; k++) compare_failure(test, step, &step->failures.data[k], seen, taken);
  json_array_foreach (seen, i, failure) {
    if (!taken[i])
      test_differs(test, "unexpected failure: %s at %s:%d: %s", text_of(failure, "kind"),
                   base_name(text_of(failure, "file")), (int)json_integer_value(json_object_get(failure, "line")),
                   text_of(failure, "message"));
  }
  if (!json_array_size(seen) && step->inputs.count) test_differs(test, "INPUT expected, but there is no failing test");
  free(taken);
}

/* ---- reasons, warnings, tests */

static void compare_reasons(struct test *test, const struct expect_step *step, json_t *json) {
  json_t *reasons = json_object_get(json, "reasons"), *reason;
  for (uint32_t k = 0; k < step->reasons.count; k++) {
    size_t i;
    bool found = false;
    json_array_foreach (reasons, i, reason) {
      const char *text = json_string_value(reason);
      found |= text && strstr(text, step->reasons.data[k]);
    }
    if (found) continue;
    char *seen = json_dumps(reasons, JSON_ENCODE_ANY);
    test_differs(test, "no reason contains '%s': %s", step->reasons.data[k], seen ? seen : "no reasons in JSON");
    free(seen);
  }
}

static void compare_warnings(struct test *test, const struct expect_step *step, json_t *json) {
  json_t *warnings = json_object_get(json, "warnings"), *warning;
  for (uint32_t k = 0; k < step->warnings.count; k++) {
    size_t i;
    bool found = false;
    json_array_foreach (warnings, i, warning) found |= !strcmp(text_of(warning, "kind"), step->warnings.data[k]);
    if (!found) test_differs(test, "missing warning: %s", step->warnings.data[k]);
  }
}

words result_tests(const struct test *test, json_t *json) {
  words list = {0};
  glob_t found;
  char *dir = absolute(test, text_of(json_object_get(json, "tests"), "dir"));
  char *pattern = text_format("%s/*.ktest", dir);
  if (glob(pattern, 0, NULL, &found) == 0) {
    for (size_t i = 0; i < found.gl_pathc; i++) words_push(&list, found.gl_pathv[i]);
    globfree(&found);
  }
  free(pattern);
  free(dir);
  return list;
}

/* The number in the JSON result, the files on disk, and that KLEE's tools could read each of them. */
static void compare_tests(struct test *test, const struct expect_step *step, json_t *json) {
  words files = result_tests(test, json);
  json_t *written = follow(json, "tests.new");
  if (json_integer_value(written) != step->tests || !json_is_integer(written))
    test_differs(test, "tests.new is %lld, expected %ld", (long long)json_integer_value(written), step->tests);
  if ((long)files.count != step->tests)
    test_differs(test, "%u .ktest files were written, expected %ld", files.count, step->tests);
  for (uint32_t i = 0; i < files.count; i++) {
    const char *problem = ktest_check(files.data[i]);
    if (problem) test_differs(test, "%s: %s", files.data[i], problem);
  }
  words_free(&files);
}

bool result_is_failing(const char *ktest) {
  unsigned char *verdict;
  uint32_t size;
  if (ktest_object(ktest, "heddle.verdict", &verdict, &size)) return false;
  bool ok = size >= 2 && !memcmp(verdict, "ok", 2);
  free(verdict);
  return !ok;
}

/* Every failure names a test, and that test says that it fails. */
static void compare_failing_tests(struct test *test, json_t *json) {
  json_t *failure;
  size_t i;
  json_array_foreach (json_object_get(json, "failures"), i, failure) {
    if (!*text_of(failure, "test")) continue;
    char *path = absolute(test, text_of(failure, "test"));
    if (!result_is_failing(path)) test_differs(test, "%s does not record a failure", path);
    free(path);
  }
}

void result_compare_replay(struct test *test, const char *ktest, const char *json_file) {
  json_error_t error;
  json_t *json = json_load_file(json_file, 0, &error);
  if (!json) test_differs(test, "replay of %s: no JSON result (%s)", base_name(ktest), error.text);
  else if (!json_is_true(follow(json, "replay.verdict_agrees")))
    test_differs(test, "replay of %s ends otherwise than recorded", base_name(ktest));
  else if (!json_is_true(follow(json, "replay.path_agrees")))
    test_differs(test, "replay of %s takes another path than recorded", base_name(ktest));
  json_decref(json);
}

void result_compare(struct test *test, const struct expect_step *step, json_t *json) {
  if (step->verdict && strcmp(text_of(json, "verdict"), step->verdict))
    test_differs(test, "verdict is %s, expected %s", text_of(json, "verdict"), step->verdict);
  if (step->verdict) compare_failures(test, step, json);
  if (step->verdict) compare_failing_tests(test, json);
  for (uint32_t i = 0; i < step->numbers.count; i++) compare_number(test, &step->numbers.data[i], json);
  compare_reasons(test, step, json);
  compare_warnings(test, step, json);
  if (step->tests >= 0) compare_tests(test, step, json);
}

/* Comparing heddle's JSON result and the tests it wrote with what a test file expects. The set of failures must be
   equal in both directions: a failure nobody expected is as wrong as a missing one. */
#include "result.h"

#include <glob.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "jsonpath.h"
#include "ktest.h"

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

json_t *result_load(struct test *test, const struct expect_outcome *outcome, const struct proc_result *result) {
  json_error_t error;
  char *path = command_path(test, outcome->json_file ? outcome->json_file : "%t/out.json");
  bool in_file = outcome->json_file || access(path, R_OK) == 0;
  json_t *json = in_file ? json_load_file(path, 0, &error) : json_loads(result->out, 0, &error);
  free(path);
  if (!json)
    test_differs(test, "no JSON result (%s line %d: %s)",
                 !in_file             ? "stdout"
                 : outcome->json_file ? outcome->json_file
                                      : "out.json",
                 error.line, error.text);
  return json;
}

/* Follows a dotted path; NULL if a part is missing. */
static json_t *follow(json_t *json, const char *path) {
  char *copy = mem_strdup(path), *save = NULL;
  for (char *part = strtok_r(copy, ".", &save); part && json; part = strtok_r(NULL, ".", &save))
    json = json_object_get(json, part);
  free(copy);
  return json;
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
  char *path = absolute(test, json_text(failure, "test"));
  const char *problem = ktest_object(path, input->name, &bytes, &size);
  if (problem) test_differs(test, "%s: object %s: %s", path, input->name, problem);
  else if (input->index >= (int)size) test_differs(test, "object %s has only %u bytes", input->name, size);
  else {
    long long seen = input->index < 0 ? signed_number(bytes, size) : bytes[input->index];
    bool good = jsonpath_holds((double)(seen > input->value) - (double)(seen < input->value), input->op, 0);
    if (!good) test_differs(test, "input %s is %lld, expected %s %lld", input->name, seen, input->op, input->value);
  }
  free(bytes);
  free(path);
}

/* Of two versions: the failure is new, old, or it is not known which. */
static bool has_status(json_t *seen, enum expect_status status) {
  json_t *new = json_object_get(seen, "new");
  switch (status) {
  case FAILURE_NEW: return json_is_true(new);
  case FAILURE_OLD: return json_is_false(new);
  case FAILURE_UNKNOWN: return json_is_null(new);
  default: return true;
  }
}

static bool matches(const struct test *test, const struct expect_failure *wanted, json_t *seen) {
  const char *whole = wanted->status == FAILURE_FIXED && test->old ? test->old : test->path;
  const char *file = wanted->file ? wanted->file : base_name(whole);
  return !strcmp(wanted->kind, json_text(seen, "kind")) &&
         wanted->line == json_integer_value(json_object_get(seen, "line")) &&
         !strcmp(file, base_name(json_text(seen, "file"))) && strstr(json_text(seen, "message"), wanted->text) &&
         has_status(seen, wanted->status);
}

static const char *status_name(enum expect_status status) {
  static const char *const names[] = {"", "new ", "old ", "unknown ", "fixed "};
  return names[status];
}

static void compare_inputs(struct test *test, const struct expect_outcome *outcome, const struct expect_failure *wanted,
                           json_t *failure) {
  for (uint32_t k = 0; k < wanted->inputs.count; k++) compare_input(test, &wanted->inputs.data[k], failure);
  for (uint32_t k = 0; k < outcome->inputs.count; k++) compare_input(test, &outcome->inputs.data[k], failure);
}

/* Finds the expected failure among those seen and not yet taken. Of two versions it stands for all of its place: which
   of several messages there a strategy comes upon first is its own affair. */
static void compare_failure(struct test *test, const struct expect_outcome *outcome,
                            const struct expect_failure *wanted, json_t *seen, bool *taken) {
  size_t i;
  json_t *failure;
  bool found = false;
  json_array_foreach (seen, i, failure) {
    if (taken[i] || !matches(test, wanted, failure) || (found && !wanted->status)) continue;
    found = taken[i] = true;
    compare_inputs(test, outcome, wanted, failure);
  }
  if (found) return;
  test_differs(test, "missing failure: %s%s at %s line %ld%s%s", status_name(wanted->status), wanted->kind,
               wanted->file ? wanted->file : "this file's", wanted->line, *wanted->text ? ": " : "", wanted->text);
}

static const char *seen_status(json_t *failure, bool fixed) {
  json_t *new = json_object_get(failure, "new");
  if (fixed) return status_name(FAILURE_FIXED);
  if (!new) return "";
  return status_name(json_is_true(new) ? FAILURE_NEW : json_is_null(new) ? FAILURE_UNKNOWN : FAILURE_OLD);
}

/* One list of the report, in both directions: `fixed` is about failures of the old version alone. */
static void compare_list(struct test *test, const struct expect_outcome *outcome, json_t *seen, bool fixed) {
  json_t *failure;
  size_t i;
  bool *taken = mem_zalloc(json_array_size(seen) + 1);
  for (uint32_t k = 0; k < outcome->failures.count; k++)
    if ((outcome->failures.data[k].status == FAILURE_FIXED) == fixed)
      compare_failure(test, outcome, &outcome->failures.data[k], seen, taken);
  json_array_foreach (seen, i, failure) {
    if (!taken[i])
      test_differs(test, "unexpected failure: %s%s at %s:%d: %s", seen_status(failure, fixed),
                   json_text(failure, "kind"), base_name(json_text(failure, "file")),
                   (int)json_integer_value(json_object_get(failure, "line")), json_text(failure, "message"));
  }
  free(taken);
}

static void compare_failures(struct test *test, const struct expect_outcome *outcome, json_t *json) {
  json_t *seen = json_object_get(json, "failures");
  if (!json_is_array(seen)) {
    test_differs(test, "JSON has no list of failures");
    return;
  }
  compare_list(test, outcome, seen, false);
  compare_list(test, outcome, json_object_get(json, "fixed"), true);
  if (!json_array_size(seen) && outcome->inputs.count)
    test_differs(test, "INPUT expected, but there is no failing test");
}

/* ---- reasons, warnings, tests */

static bool is_listed(const words *texts, const char *reason) {
  for (uint32_t k = 0; k < texts->count; k++)
    if (strstr(reason, texts->data[k])) return true;
  return false;
}

/* Each text is in a reason, and each reason is one of those that are listed. */
static void compare_reasons(struct test *test, const struct expect_outcome *outcome, json_t *json) {
  json_t *reasons = json_object_get(json, "reasons"), *reason;
  size_t i;
  for (uint32_t k = 0; k < outcome->reasons.count; k++) {
    bool found = false;
    json_array_foreach (reasons, i, reason)
      found |= strstr(json_string_value(reason), outcome->reasons.data[k]) != NULL;
    if (!found) test_differs(test, "no reason contains '%s'", outcome->reasons.data[k]);
  }
  json_array_foreach (reasons, i, reason) {
    if (!is_listed(&outcome->reasons, json_string_value(reason)))
      test_differs(test, "unexpected reason: %s", json_string_value(reason));
  }
}

static void compare_warnings(struct test *test, const struct expect_outcome *outcome, json_t *json) {
  json_t *warnings = json_object_get(json, "warnings"), *warning;
  for (uint32_t k = 0; k < outcome->warnings.count; k++) {
    size_t i;
    bool found = false;
    json_array_foreach (warnings, i, warning) found |= !strcmp(json_text(warning, "kind"), outcome->warnings.data[k]);
    if (!found) test_differs(test, "missing warning: %s", outcome->warnings.data[k]);
  }
}

words result_tests(const struct test *test, json_t *json) {
  words list = {0};
  glob_t found;
  char *dir = absolute(test, json_text(json_object_get(json, "tests"), "dir"));
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
static void compare_tests(struct test *test, const struct expect_outcome *outcome, json_t *json) {
  words files = result_tests(test, json);
  json_t *written = follow(json, "tests.new");
  if (json_integer_value(written) != outcome->tests || !json_is_integer(written))
    test_differs(test, "tests.new is %lld, expected %ld", (long long)json_integer_value(written), outcome->tests);
  if ((long)files.count != outcome->tests)
    test_differs(test, "%u .ktest files were written, expected %ld", files.count, outcome->tests);
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
    if (!*json_text(failure, "test")) continue;
    char *path = absolute(test, json_text(failure, "test"));
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

void result_compare(struct test *test, const struct expect_outcome *outcome, json_t *json) {
  if (outcome->verdict && strcmp(json_text(json, "verdict"), outcome->verdict))
    test_differs(test, "verdict is %s, expected %s", json_text(json, "verdict"), outcome->verdict);
  if (outcome->verdict) compare_failures(test, outcome, json);
  if (outcome->verdict) compare_failing_tests(test, json);
  for (uint32_t i = 0; i < outcome->json.count; i++) jsonpath_compare(test, &outcome->json.data[i], json);
  if (outcome->verdict) compare_reasons(test, outcome, json);
  compare_warnings(test, outcome, json);
  if (outcome->tests >= 0) compare_tests(test, outcome, json);
}

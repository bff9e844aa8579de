/* One test from beginning to end: expands and runs the commands of each step, compares exit code, output and JSON
   result, replays the tests that were written, and compares with the native program. */
#define _GNU_SOURCE
#include "check.h"

#include <dirent.h>
#include <regex.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "actions.h"
#include "command.h"
#include "result.h"
#include "suite.h"

void test_differs(struct test *test, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fputs("    ", test->report);
  if (test->each.count) fprintf(test->report, "[%s] ", test->each.data[0]);
  vfprintf(test->report, format, args);
  fputc('\n', test->report);
  va_end(args);
  test->differences++;
}

/* ---- comparing */

static bool line_matches(const regex_t *pattern, const char *line, size_t length) {
  regmatch_t whole = {.rm_so = 0, .rm_eo = (regoff_t)length};
  return !regexec(pattern, line, 1, &whole, REG_STARTEND);
}

/* How many lines match the pattern. */
static long count_lines(const char *text, const char *regex) {
  regex_t pattern;
  long count = 0;
  if (regcomp(&pattern, regex, REG_EXTENDED | REG_NEWLINE)) return -1;
  for (size_t n; *text; text += n + (text[n] == '\n')) {
    n = strcspn(text, "\n");
    count += line_matches(&pattern, text, n);
  }
  regfree(&pattern);
  return count;
}

/* Where the last line begins. */
static const char *last_line(const char *text) {
  size_t at = strlen(text);
  if (at && text[at - 1] == '\n') at--;
  while (at && text[at - 1] != '\n') at--;
  return text + at;
}

static void compare_text(struct test *test, const struct expect_text *wanted, const struct proc_result *result) {
  const char *stream = wanted->stream == STREAM_OUT ? "stdout" : "stderr";
  const char *seen = wanted->stream == STREAM_OUT ? result->out : result->err;
  char *text = command_expand(test, wanted->text);
  long lines = wanted->mode >= TEXT_LIKE ? count_lines(seen, text) : 0;
  if (wanted->mode == TEXT_HAS && !strstr(seen, text)) test_differs(test, "%s does not contain '%s'", stream, text);
  if (wanted->mode == TEXT_HAS_NOT && strstr(seen, text)) test_differs(test, "%s contains '%s'", stream, text);
  if (wanted->mode == TEXT_LIKE && lines < 1) test_differs(test, "no line of %s is like '%s'", stream, text);
  if (wanted->mode == TEXT_LAST && count_lines(last_line(seen), text) < 1)
    test_differs(test, "the last line of %s is not like '%s'", stream, text);
  if (wanted->mode == TEXT_COUNT && lines != wanted->count)
    test_differs(test, "%ld lines of %s are like '%s', expected %ld", lines, stream, text, wanted->count);
  free(text);
}

static int verdict_code(const char *verdict) {
  if (!verdict || !strcmp(verdict, "safe")) return 0;
  return strcmp(verdict, "unsafe") ? 3 : 1;
}

/* Of two versions only new failures count; whether one is new may be open. */
static int outcome_code(const struct expect_outcome *outcome) {
  int code = verdict_code(outcome->verdict);
  bool old = false, unknown = outcome->reasons.count;
  for (uint32_t i = 0; code == 1 && i < outcome->failures.count; i++) {
    enum expect_status status = outcome->failures.data[i].status;
    if (status == FAILURE_NEW || status == FAILURE_ANY) return 1;
    old |= status == FAILURE_OLD;
    unknown |= status == FAILURE_UNKNOWN;
  }
  return code != 1 || !(old || unknown) ? code : unknown ? 3 : 0;
}

/* The last lines of what a command said, on stderr if it did there, when its exit code was not the expected one. */
static void show_tail(struct test *test, const char *text) {
  enum { MOST = 1500 };
  size_t length = strlen(text);
  if (length > MOST) text += length - MOST;
  for (size_t n; *text; text += n + (text[n] == '\n')) {
    n = strcspn(text, "\n");
    fprintf(test->report, "    | %.*s\n", (int)n, text);
  }
}

static void compare_code(struct test *test, const char *what, const struct proc_result *result, int wanted) {
  if (result->code == wanted) return;
  test_differs(test, "%s: exit code %d, expected %d", what, result->code, wanted);
  show_tail(test, *result->err ? result->err : result->out);
}

/* The exit code is one of those that are possible, or the one that goes with the verdict. */
static void compare_exit(struct test *test, const char *line, const struct expect_outcome *outcome,
                         const struct proc_result *result) {
  if (!outcome->exits.count) {
    compare_code(test, line, result, outcome_code(outcome));
    return;
  }
  for (uint32_t i = 0; i < outcome->exits.count; i++)
    if (outcome->exits.data[i] == result->code) return;
  compare_code(test, line, result, outcome->exits.data[0]);
}

/* After the program's own output heddle prints its verdict, on a line of its own. */
static bool is_verdict(const char *text) {
  static const char *const words[] = {"safe: ", "unsafe: ", "incomplete: "};
  if (*text == '\n') text++;
  for (unsigned i = 0; i < 3; i++)
    if (!strncmp(text, words[i], strlen(words[i]))) return strcspn(text, "\n") + 1 >= strlen(text);
  return false;
}

/* The first line that differs is enough to find the place. */
static void compare_output(struct test *test, const char *seen, const char *wanted) {
  size_t i = 0, line = 1;
  while (seen[i] && seen[i] == wanted[i]) line += seen[i++] == '\n';
  if (!wanted[i] && is_verdict(seen + i)) return;
  while (i && seen[i - 1] != '\n') i--;
  test_differs(test, "output line %zu is '%.*s', native prints '%.*s'", line, (int)strcspn(seen + i, "\n"), seen + i,
               (int)strcspn(wanted + i, "\n"), wanted + i);
}

/* ---- replay */

/* A test must end as it says and on the path it says, every time. */
static void replay_one(struct test *test, const char *ktest) {
  char *json = text_format("%s/replay.json", test->temp);
  char *line = text_format("heddle replay --json=%%t/replay.json '%s'", ktest);
  unlink(json);
  struct proc_result result = command_run(test, line);
  int wanted = result_is_failing(ktest) ? 1 : 0;
  compare_code(test, line, &result, wanted);
  if (result.code == wanted) result_compare_replay(test, ktest, json);
  proc_result_free(&result);
  free(line);
  free(json);
}

static void replay_all(struct test *test, json_t *json, int most) {
  words files = result_tests(test, json);
  if (!files.count) test_differs(test, "REPLAY expected, but no test was written");
  for (uint32_t i = 0; i < files.count && test->differences < 5; i++) {
    bool failing = result_is_failing(files.data[i]);
    if (failing || most-- > 0) replay_one(test, files.data[i]);
  }
  words_free(&files);
}

/* ---- steps */

/* Without figures: another strategy has its own. */
static struct expect_outcome without_numbers(const struct expect_outcome *outcome) {
  struct expect_outcome plain = *outcome;
  plain.json.count = 0;
  plain.tests = -1;
  return plain;
}

static bool wants_json(const struct expect_outcome *outcome) {
  return outcome->verdict || outcome->json.count || outcome->suites.count;
}

/* What heddle says is one verdict, the one of the JSON result. */
static void compare_verdict_line(struct test *test, const char *verdict, const struct proc_result *result) {
  char *one = text_format("^%s: ", verdict);
  long right = count_lines(result->out, one), all = count_lines(result->out, "^(safe|unsafe|incomplete): ");
  if (right != 1 || all != 1) test_differs(test, "stdout has %ld verdicts, %ld of them '%s'", all, right, verdict);
  free(one);
}

static void compare_outcome(struct test *test, const struct expect_outcome *outcome, const char *line,
                            const struct proc_result *result) {
  if (!outcome->with || outcome->verdict || outcome->exits.count) compare_exit(test, line, outcome, result);
  for (uint32_t i = 0; i < outcome->texts.count; i++) compare_text(test, &outcome->texts.data[i], result);
  json_t *json = wants_json(outcome) ? result_load(test, outcome, result) : NULL;
  struct expect_outcome plain = without_numbers(outcome);
  if (json) result_compare(test, command_other_strategy(test, line) ? &plain : outcome, json);
  for (uint32_t i = 0; json && i < outcome->suites.count; i++) suite_compare(test, &outcome->suites.data[i], json);
  json_decref(json);
}

static bool applies(const struct test *test, const struct expect_outcome *outcome) {
  return !outcome->with || (test->each.count && !strcmp(outcome->with, test->each.data[0]));
}

/* Nothing may be left where temporary files are made. */
static void compare_scratch(struct test *test) {
  DIR *directory = opendir(test->scratch);
  for (struct dirent *entry; directory && (entry = readdir(directory));)
    if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
      test_differs(test, "left behind in TMPDIR: %s", entry->d_name);
  if (directory) closedir(directory);
}

/* Never take an earlier step's result for this one's. */
static void forget_result(const struct test *test) {
  char *path = text_format("%s/out.json", test->temp);
  unlink(path);
  free(path);
}

static void run_command(struct test *test, const struct expect_step *step, const char *line, int replay) {
  const struct expect_outcome *always = &step->outcomes.data[0];
  int before = test->differences;
  if (wants_json(always)) forget_result(test);
  struct proc_result result = command_run(test, line);
  for (uint32_t i = 0; i < step->outcomes.count; i++)
    if (applies(test, &step->outcomes.data[i])) compare_outcome(test, &step->outcomes.data[i], line, &result);
  if (!step->text && always->verdict) compare_verdict_line(test, always->verdict, &result);
  compare_scratch(test);
  json_t *json = replay >= 0 ? result_load(test, always, &result) : NULL;
  if (json) replay_all(test, json, replay);
  if (test->differences > before && step->text) fprintf(test->report, "      by: %s\n", line);
  json_decref(json);
  proc_result_free(&result);
}

/* A pair of versions: without a store, with an empty one, and with one that knows everything. */
static void run_pair(struct test *test, const struct expect *expect, const struct expect_step *step) {
  static const char *const stores[] = {"--no-store", "--store=%t/store.db", "--store=%t/store.db"};
  for (unsigned i = 0; i < 3; i++) {
    char *options =
        text_format("check --quiet --tests=none --timeout=60 --strategy=%%1 %s --json=%%t/out.json %s %%old", stores[i],
                    expect->args);
    char *line = command_default("", options);
    run_command(test, step, line, -1);
    free(line);
    free(options);
  }
}

static void run_default(struct test *test, const struct expect *expect, const struct expect_step *step) {
  char *line = command_default(expect->args, "run --json=%t/out.json --tests=runs --out=%t/tests");
  run_command(test, step, line, expect->replay);
  free(line);
}

static void run_step(struct test *test, struct expect *expect, const struct expect_step *step, bool last) {
  char *directory = command_expand(test, step->directory);
  char *cwd = *directory ? text_format("%s/%s", test->temp, directory) : mem_strdup(test->temp);
  test->cwd = cwd;
  action_make_directory(cwd);
  if (step->action == ACTION_FILE) action_file(test, step);
  else if (step->action == ACTION_REVISION) action_revision(test, step);
  else if (step->action == ACTION_KTEST) action_ktest(test, step);
  else if (step->text) run_command(test, step, step->text, last ? expect->replay : -1);
  else if (expect->old) run_pair(test, expect, step);
  else run_default(test, expect, step);
  test->cwd = test->temp;
  free(cwd);
  free(directory);
}

/* Compiles the file with the system's compiler, runs it, and compares exit code and, if wanted, output. */
static void run_native(struct test *test, const struct expect *expect) {
  char *own, *compiler;
  command_split_args(expect->args, &own, &compiler);
  char *compile = text_format("cc -std=gnu11 -w -O0 -I'%s' %s -o %%t/native %%s -lm", test->include, compiler);
  struct proc_result built = command_run(test, compile), native = {0};
  compare_code(test, "native compilation", &built, 0);
  if (!built.code) native = command_run(test, "%t/native");
  if (!built.code) compare_code(test, "native run", &native, expect->native_code < 0 ? 0 : expect->native_code);
  if (!built.code && expect->output_like_native) {
    char *line = command_default(expect->args, "run --quiet --show-output --tests=none");
    struct proc_result ours = command_run(test, line);
    compare_output(test, ours.out, native.out);
    proc_result_free(&ours);
    free(line);
  }
  proc_result_free(&built);
  proc_result_free(&native);
  free(compile);
  free(own);
  free(compiler);
}

/* NATIVE alone does not switch the default run off: a file without VERDICT, EXIT and RUN is a comparison with native
   only. */
static bool only_native(const struct expect *expect) {
  const struct expect_step *step = &expect->steps.data[0];
  const struct expect_outcome *outcome = &step->outcomes.data[0];
  return expect->steps.count == 1 && !step->text && !outcome->verdict && !outcome->exits.count &&
         !outcome->json.count && !outcome->texts.count;
}

static void run_steps(struct test *test, struct expect *expect) {
  for (uint32_t i = 0; i < expect->steps.count; i++)
    run_step(test, expect, &expect->steps.data[i], i + 1 == expect->steps.count);
}

/* Once for each line of EACH, in a directory of its own. */
static void repeat(struct test *test, struct expect *expect) {
  const char *whole = test->temp;
  for (uint32_t i = 0; i < expect->each.count; i++) {
    char *temp = text_format("%s/%u", whole, i);
    action_make_directory(temp);
    test->temp = test->cwd = temp;
    if (words_split(&test->each, expect->each.data[i]) || !test->each.count)
      test_differs(test, "open quote in '%s'", expect->each.data[i]);
    run_steps(test, expect);
    words_free(&test->each);
    free(temp);
  }
  test->temp = test->cwd = whole;
}

void test_run(struct test *test, struct expect *expect) {
  test->old = expect->old;
  if (expect->native_code >= 0 || expect->output_like_native) run_native(test, expect);
  if (only_native(expect)) return;
  if (expect->each.count) repeat(test, expect);
  else run_steps(test, expect);
}

/* One test from beginning to end: expands and runs the commands of each step, compares exit code, output and JSON
   result, replays the tests that were written, and compares with the native program. */
#define _GNU_SOURCE
#include "check.h"

#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "result.h"

void test_differs(struct test *test, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fputs("    ", test->report);
  vfprintf(test->report, format, args);
  fputc('\n', test->report);
  va_end(args);
  test->differences++;
}

/* ---- commands */

static char *directory_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? text_format("%.*s", (int)(slash - path), path) : mem_strdup(".");
}

/* Replaces %heddle, %dir, %s, %t and %% (a single %); everything else stays. */
static char *expand(const struct test *test, const char *text) {
  char *out = NULL, *dir = directory_of(test->path);
  size_t size;
  FILE *to = open_memstream(&out, &size);
  const struct {
    const char *name, *value;
  } names[] = {{"%heddle", test->heddle}, {"%dir", dir}, {"%s", test->path}, {"%t", test->temp}, {"%%", "%"}};
  enum { NAMES = sizeof names / sizeof *names };
  while (*text) {
    unsigned i = 0;
    while (i < NAMES && strncmp(text, names[i].name, strlen(names[i].name))) i++;
    if (i < NAMES) fputs(names[i].value, to), text += strlen(names[i].name);
    else fputc(*text++, to);
  }
  fclose(to);
  free(dir);
  return out;
}

static const char dpor[] = "--strategy=dpor";

/* The word that names the strategy, if there is one to be put in its place. */
static void other_strategy(const struct test *test, char **word) {
  if (!test->strategy || strcmp(*word, dpor)) return;
  free(*word);
  *word = text_format("--strategy=%s", test->strategy);
}

/* Puts the heddle under test, and what it runs under, in the place of the first word. */
static words real_heddle(struct test *test, words *command) {
  words real = {0};
  if (words_split(&real, test->under)) test_differs(test, "open quote in '%s'", test->under);
  words_push(&real, test->heddle);
  for (uint32_t i = 1; i < command->count; i++) words_push(&real, command->data[i]);
  words_free(command);
  return real;
}

static words command_of(struct test *test, const char *line) {
  words command = {0};
  if (words_split(&command, line)) test_differs(test, "open quote in '%s'", line);
  for (uint32_t i = 0; i < command.count; i++) {
    char *word = expand(test, command.data[i]);
    free(command.data[i]);
    command.data[i] = word;
    other_strategy(test, &command.data[i]);
  }
  return command.count && !strcmp(command.data[0], "heddle") ? real_heddle(test, &command) : command;
}

static struct proc_result run_line(struct test *test, const char *line) {
  words command = command_of(test, line);
  if (!command.count) words_push(&command, "false");
  struct proc_result result = proc_run(&command, test->temp);
  words_free(&command);
  return result;
}

/* The arguments of ARGS are split in heddle's own and, from "--" on, the compiler's. */
static void split_args(const char *args, char **own, char **compiler) {
  const char *dashes = !strncmp(args, "-- ", 3) ? args : strstr(args, " -- ");
  *own = dashes ? text_format("%.*s", (int)(dashes - args), args) : mem_strdup(args);
  *compiler = mem_strdup(dashes ? strstr(dashes, "-- ") + 3 : "");
}

static char *default_line(const char *args, const char *options) {
  char *own, *compiler;
  split_args(args, &own, &compiler);
  char *line =
      text_format("heddle run %s%s%s %%s%s%s", options, *own ? " " : "", own, *compiler ? " -- " : "", compiler);
  free(own);
  free(compiler);
  return line;
}

/* ---- comparing */

static void compare_text(struct test *test, const char *stream, const char *text, const words *in,
                         const words *not_in) {
  for (uint32_t i = 0; i < in->count; i++)
    if (!strstr(text, in->data[i])) test_differs(test, "%s does not contain '%s'", stream, in->data[i]);
  for (uint32_t i = 0; i < not_in->count; i++)
    if (strstr(text, not_in->data[i])) test_differs(test, "%s contains '%s'", stream, not_in->data[i]);
}

static int wanted_code(const struct expect_step *step) {
  if (step->exit_code >= 0) return step->exit_code;
  if (!step->verdict || !strcmp(step->verdict, "safe")) return 0;
  return strcmp(step->verdict, "unsafe") ? 3 : 1;
}

/* The last lines of what a command printed on stderr, when its exit code was not the expected one. */
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
  show_tail(test, result->err);
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
  struct proc_result result = run_line(test, line);
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

/* Without a number of runs. */
static struct expect_step without_numbers(const struct expect_step *step) {
  struct expect_step plain = *step;
  plain.numbers.count = 0;
  plain.tests = -1;
  return plain;
}

static bool wants_json(const struct expect_step *step) { return step->verdict || step->numbers.count; }

static void run_step(struct test *test, struct expect *expect, const struct expect_step *step, bool last) {
  char *line =
      step->command ? mem_strdup(step->command) : default_line(expect->args, "--json=%t/out.json --out=%t/tests");
  char *out_json = text_format("%s/out.json", test->temp);
  if (wants_json(step)) unlink(out_json); /* never take an earlier step's result for this one's */
  struct proc_result result = run_line(test, line);
  compare_code(test, line, &result, wanted_code(step));
  compare_text(test, "stdout", result.out, &step->in_out, &step->not_out);
  compare_text(test, "stderr", result.err, &step->in_err, &step->not_err);
  bool replay = last && expect->replay >= 0;
  json_t *json = wants_json(step) || replay ? result_load(test, &result) : NULL;
  bool other = test->strategy && strstr(line, dpor);
  struct expect_step plain = without_numbers(step);
  if (json) result_compare(test, other ? &plain : step, json);
  if (json && replay) replay_all(test, json, expect->replay);
  json_decref(json);
  proc_result_free(&result);
  free(out_json);
  free(line);
}

/* Compiles the file with the system's compiler, runs it, and compares exit code and, if wanted, output. */
static void run_native(struct test *test, const struct expect *expect) {
  char *own, *compiler;
  split_args(expect->args, &own, &compiler);
  char *compile = text_format("cc -std=gnu11 -w -O0 -I'%s' %s -o %%t/native %%s -lm", test->include, compiler);
  struct proc_result built = run_line(test, compile), native = {0};
  compare_code(test, "native compilation", &built, 0);
  if (!built.code) native = run_line(test, "%t/native");
  if (!built.code) compare_code(test, "native run", &native, expect->native_code < 0 ? 0 : expect->native_code);
  if (!built.code && expect->output_like_native) {
    char *line = default_line(expect->args, "--quiet --show-output --tests=none");
    struct proc_result ours = run_line(test, line);
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
  return expect->steps.count == 1 && !step->command && !step->verdict && step->exit_code < 0 && !step->numbers.count &&
         !step->in_out.count && !step->in_err.count;
}

void test_run(struct test *test, struct expect *expect) {
  if (expect->native_code >= 0 || expect->output_like_native) run_native(test, expect);
  if (only_native(expect)) return;
  for (uint32_t i = 0; i < expect->steps.count; i++)
    run_step(test, expect, &expect->steps.data[i], i + 1 == expect->steps.count);
}

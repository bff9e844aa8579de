/* Reads the expectation comments of a test file.

   The head of a C file is its leading run of blank lines and `//` lines; any other file is head from beginning to end,
   and other lines in it are the contents of the FILE before them. The lines of a head are keys (keys.c) or prose.
   Everywhere in a C file, `FAIL-HERE: kind [text]` in a comment at the end of a line expects a failure of that line. */
#include "expect.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "keys.h"

/* A line that is no comment, in a file that is head throughout. */
static char *take_body_line(struct expect *expect, const char *line) {
  struct expect_step *step = &vec_last(&expect->steps);
  if (!step->body) return *line ? text_format("'%s' is no comment and belongs to no FILE", line) : NULL;
  char *longer = text_format("%s%s\n", step->body, line);
  free(step->body);
  step->body = longer;
  return NULL;
}

/* A marker at the end of a source line: the failure joins those of the first step. */
static char *take_marker(struct expect *expect, const char *line, long number) {
  static const char mark[] = "FAIL-HERE:";
  const char *at = strstr(line, mark);
  if (!at) return NULL;
  at += sizeof mark - 1;
  struct expect_failure failure = {.line = number, .kind = keys_cut_word(&at)};
  const char *end = strstr(at, "*/");
  size_t length = end ? (size_t)(end - at) : strlen(at);
  while (length && isspace((unsigned char)at[length - 1])) length--;
  failure.text = text_format("%.*s", (int)length, at);
  vec_push(&expect->steps.data[0].outcomes.data[0].failures, failure);
  return *failure.kind ? NULL : text_format("line %ld: FAIL-HERE without a kind", number);
}

/* ---- the file */

static bool expects_something(const struct expect_outcome *outcome) {
  return outcome->verdict || outcome->exits.count || outcome->texts.count || outcome->json.count ||
         outcome->suites.count;
}

static char *complete_step(struct expect_step *step) {
  for (uint32_t i = 0; i < step->outcomes.count; i++) {
    struct expect_outcome *outcome = &step->outcomes.data[i];
    bool about_verdict = outcome->reasons.count || outcome->warnings.count || outcome->tests >= 0;
    if (!outcome->verdict && outcome->failures.count) outcome->verdict = mem_strdup("unsafe");
    if (!outcome->verdict && about_verdict) return text_format("REASON, WARNING and TESTS need a VERDICT");
    if (outcome->with && !expects_something(outcome)) return text_format("nothing is expected WITH %s", outcome->with);
  }
  return NULL;
}

static bool is_each(const struct expect *expect, const char *with) {
  for (uint32_t i = 0; i < expect->each.count; i++) {
    const char *line = expect->each.data[i];
    size_t length = strcspn(line, " \t");
    if (strlen(with) == length && !strncmp(line, with, length)) return true;
  }
  return false;
}

/* WITH names a repetition that there is. */
static char *check_with(const struct expect *expect, const struct expect_step *step) {
  for (uint32_t i = 1; i < step->outcomes.count; i++)
    if (!is_each(expect, step->outcomes.data[i].with))
      return text_format("no EACH line begins with '%s'", step->outcomes.data[i].with);
  return NULL;
}

/* A pair is checked with every strategy. */
static void complete_pair(struct expect *expect) {
  static const char *const strategies[] = {"full", "impact", "summaries", "auto", "divergence"};
  if (!expect->old || expect->each.count || expect->steps.data[0].text) return;
  for (unsigned i = 0; i < sizeof strategies / sizeof *strategies; i++) words_push(&expect->each, strategies[i]);
}

/* Without commands of its own a pair has one word to repeat: the strategy. More of them on a line would never be read.
 */
static char *check_each(const struct expect *expect) {
  if (!expect->old || expect->steps.data[0].text) return NULL;
  for (uint32_t i = 0; i < expect->each.count; i++)
    if (strpbrk(expect->each.data[i], " \t"))
      return text_format("EACH: one strategy a line, not '%s'", expect->each.data[i]);
  return NULL;
}

/* A test that expects nothing proves nothing. */
static char *complete(struct expect *expect) {
  bool anything = expect->native_code >= 0 || expect->output_like_native;
  complete_pair(expect);
  char *problem = check_each(expect);
  for (uint32_t i = 0; i < expect->steps.count && !problem; i++) {
    struct expect_step *step = &expect->steps.data[i];
    problem = complete_step(step);
    if (!problem) problem = check_with(expect, step);
    for (uint32_t k = 0; k < step->outcomes.count; k++) anything |= expects_something(&step->outcomes.data[k]);
  }
  return problem ? problem : anything ? NULL : text_format("the file expects nothing");
}

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

char *expect_old_version(const char *path) {
  static const char end[] = "_new.c";
  if (!ends_with(path, end)) return NULL;
  char *old = text_format("%.*s_old.c", (int)(strlen(path) - strlen(end)), path);
  if (access(old, R_OK) == 0) return old;
  free(old);
  return NULL;
}

/* Takes every line of the text. `all_head`: of a file that is no C. */
static char *take_lines(struct expect *expect, char *text, bool all_head) {
  bool head = true;
  char *problem = NULL;
  long number = 0;
  for (char *line = text, *next; line && !problem; line = next) {
    next = strchr(line, '\n');
    if (next) *next++ = 0;
    else if (!*line) break;
    number++;
    for (size_t n = strlen(line); n && isspace((unsigned char)line[n - 1]);) line[--n] = 0;
    const char *start = line + strspn(line, " \t");
    bool comment = !strncmp(start, "//", 2);
    if (*start && !comment) head = false;
    if (all_head) problem = comment ? keys_take_line(expect, start) : take_body_line(expect, line);
    else problem = head ? keys_take_line(expect, start) : take_marker(expect, line, number);
  }
  return problem;
}

char *expect_take_file(struct expect *expect, const char *path) {
  char *text = file_read(path, NULL);
  if (!text) return text_format("cannot be read");
  char *problem = take_lines(expect, text, !ends_with(path, ".c"));
  free(text);
  return problem;
}

char *expect_read(struct expect *expect, const char *path) {
  *expect = (struct expect){.args = mem_strdup(""), .directory = mem_strdup(""), .replay = -1, .native_code = -1};
  expect->old = expect_old_version(path);
  expect->beside = path_directory(path);
  keys_add_step(expect);
  char *problem = expect_take_file(expect, path);
  return problem ? problem : complete(expect);
}

static void free_inputs(struct expect_input *inputs, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) free(inputs[i].name);
  free(inputs);
}

static void free_failures(struct expect_outcome *outcome) {
  for (uint32_t i = 0; i < outcome->failures.count; i++) {
    struct expect_failure *failure = &outcome->failures.data[i];
    free(failure->kind);
    free(failure->file);
    free(failure->text);
    free_inputs(failure->inputs.data, failure->inputs.count);
  }
  vec_free(&outcome->failures);
}

static void free_outcome(struct expect_outcome *outcome) {
  free_failures(outcome);
  free_inputs(outcome->inputs.data, outcome->inputs.count);
  for (uint32_t i = 0; i < outcome->json.count; i++)
    free(outcome->json.data[i].path), free(outcome->json.data[i].value);
  for (uint32_t i = 0; i < outcome->texts.count; i++) free(outcome->texts.data[i].text);
  for (uint32_t i = 0; i < outcome->suites.count; i++) {
    struct expect_suite *suite = &outcome->suites.data[i];
    char *all[] = {suite->directory, suite->from,    suite->paths, suite->like,
                   suite->replay,    suite->program, suite->native};
    for (unsigned k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
  }
  vec_free(&outcome->json);
  vec_free(&outcome->texts);
  vec_free(&outcome->suites);
  vec_free(&outcome->exits);
  words_free(&outcome->reasons);
  words_free(&outcome->warnings);
  free(outcome->with);
  free(outcome->verdict);
  free(outcome->json_file);
}

static void free_step(struct expect_step *step) {
  for (uint32_t i = 0; i < step->outcomes.count; i++) free_outcome(&step->outcomes.data[i]);
  vec_free(&step->outcomes);
  free(step->text);
  free(step->body);
  free(step->directory);
}

void expect_free(struct expect *expect) {
  for (uint32_t i = 0; i < expect->steps.count; i++) free_step(&expect->steps.data[i]);
  vec_free(&expect->steps);
  words_free(&expect->each);
  free(expect->args);
  free(expect->directory);
  free(expect->beside);
  free(expect->problem);
  free(expect->old);
}

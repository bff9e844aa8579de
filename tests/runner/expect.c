/* Reads the expectation comments of a test file.

   The head of the file is its leading run of blank lines and `//` lines. A head line `// KEY: value` with a key in
   capitals is an expectation; an unknown key is an error, so that a typo never silently weakens a test. Everywhere in
   the file, `FAIL-HERE: kind [text]` in a comment at the end of a line expects a failure of that line. */
#include "expect.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct key {
  const char *name;
  const char *(*take)(struct expect *expect, const char *value); /* NULL, or what is wrong with the value */
};

static struct expect_step *current(struct expect *expect) { return &vec_last(&expect->steps); }

static void add_step(struct expect *expect) {
  struct expect_step step = {.exit_code = -1, .tests = -1};
  vec_push(&expect->steps, step);
}

/* Cuts the next blank-separated word off the text. */
static char *cut_word(const char **text) {
  *text += strspn(*text, " \t");
  size_t length = strcspn(*text, " \t");
  char *word = text_format("%.*s", (int)length, *text);
  *text += length;
  *text += strspn(*text, " \t");
  return word;
}

static const char *read_long(const char *text, long *number) {
  char *end;
  *number = strtol(text, &end, 10);
  return end == text || *end ? "a number is expected" : NULL;
}

/* Reads `== 5` and the like; the rest after the operator is returned, NULL if there is no operator. */
static const char *read_op(const char *text, char op[3]) {
  static const char *const all[] = {"==", "!=", "<=", ">=", "<", ">", "="};
  text += strspn(text, " \t");
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
    size_t length = strlen(all[i]);
    if (strncmp(text, all[i], length)) continue;
    strcpy(op, strcmp(all[i], "=") ? all[i] : "==");
    text += length;
    return text + strspn(text, " \t");
  }
  return NULL;
}

static const char *take_run(struct expect *expect, const char *value) {
  if (current(expect)->command) add_step(expect);
  current(expect)->command = mem_strdup(value);
  return NULL;
}

static const char *take_args(struct expect *expect, const char *value) {
  free(expect->args);
  expect->args = mem_strdup(value);
  return NULL;
}

static const char *take_verdict(struct expect *expect, const char *value) {
  if (strcmp(value, "safe") && strcmp(value, "unsafe") && strcmp(value, "incomplete")) return "unknown verdict";
  free(current(expect)->verdict);
  current(expect)->verdict = mem_strdup(value);
  return NULL;
}

static const char *take_exit(struct expect *expect, const char *value) {
  long code;
  const char *problem = read_long(value, &code);
  current(expect)->exit_code = (int)code;
  return problem;
}

static const char *take_failure(struct expect *expect, const char *value) {
  struct expect_failure failure = {.kind = cut_word(&value)};
  char *place = cut_word(&value), *colon = strrchr(place, ':');
  if (colon) failure.file = text_format("%.*s", (int)(colon - place), place);
  const char *problem = read_long(colon ? colon + 1 : place, &failure.line);
  free(place);
  failure.text = mem_strdup(value);
  vec_push(&current(expect)->failures, failure);
  return problem ? "expected: kind line [text], or kind file:line [text]" : NULL;
}

static const char *read_input(const char *value, struct expect_input *input) {
  size_t length = strcspn(value, " \t=!<>[");
  const char *name = value;
  char *end;
  input->index = -1;
  value += length;
  if (*value == '[') {
    input->index = (int)strtol(value + 1, &end, 10);
    if (*end != ']' || input->index < 0) return "bad byte index";
    value = end + 1;
  }
  value = read_op(value, input->op);
  if (!length || !value) return "expected: name == number, or name[index] == number";
  input->value = strtoll(value, &end, 0);
  if (end == value || *end) return "a number is expected";
  input->name = text_format("%.*s", (int)length, name);
  return NULL;
}

static const char *take_input(struct expect *expect, const char *value) {
  struct expect_step *step = current(expect);
  struct expect_input input = {0};
  const char *problem = read_input(value, &input);
  if (problem) return problem;
  if (step->failures.count) vec_push(&vec_last(&step->failures).inputs, input);
  else vec_push(&step->inputs, input);
  return NULL;
}

static const char *add_number(struct expect *expect, const char *prefix, const char *text) {
  struct expect_number number = {0};
  size_t length = strcspn(text, " \t=!<>");
  char *end;
  const char *value = read_op(text + length, number.op);
  if (!length || !value) return "expected: name == number";
  number.value = strtod(value, &end);
  if (end == value || *end) return "a number is expected";
  number.path = text_format("%s%.*s", prefix, (int)length, text);
  vec_push(&current(expect)->numbers, number);
  return NULL;
}

static const char *take_json(struct expect *expect, const char *value) { return add_number(expect, "", value); }

static const char *take_runs(struct expect *expect, const char *value) {
  words list = {0};
  const char *problem = NULL;
  words_split(&list, value);
  for (uint32_t i = 0; i < list.count && !problem; i++) problem = add_number(expect, "runs.", list.data[i]);
  words_free(&list);
  return problem;
}

static const char *take_tests(struct expect *expect, const char *value) {
  return read_long(value, &current(expect)->tests);
}

static const char *take_replay(struct expect *expect, const char *value) {
  long most = 1000000;
  const char *problem = strcmp(value, "yes") ? read_long(value, &most) : NULL;
  expect->replay = (int)most;
  return problem;
}

static const char *take_native(struct expect *expect, const char *value) {
  long code = 0;
  const char *problem = strcmp(value, "yes") ? read_long(value, &code) : NULL;
  expect->native_code = (int)code;
  return problem;
}

static const char *take_output_like_native(struct expect *expect, const char *value) {
  expect->output_like_native = true;
  return strcmp(value, "yes") ? "the only value is yes" : NULL;
}

static const char *take_timeout(struct expect *expect, const char *value) {
  long seconds;
  const char *problem = read_long(value, &seconds);
  expect->timeout = (int)seconds;
  return problem;
}

static const char *add_text(words *list, const char *value) {
  words_push(list, value);
  return *value ? NULL : "an empty text is always contained";
}
static const char *take_reason(struct expect *e, const char *value) { return add_text(&current(e)->reasons, value); }
static const char *take_warning(struct expect *e, const char *value) { return add_text(&current(e)->warnings, value); }
static const char *take_stdout(struct expect *e, const char *value) { return add_text(&current(e)->in_out, value); }
static const char *take_stderr(struct expect *e, const char *value) { return add_text(&current(e)->in_err, value); }
static const char *take_not_out(struct expect *e, const char *value) { return add_text(&current(e)->not_out, value); }
static const char *take_not_err(struct expect *e, const char *value) { return add_text(&current(e)->not_err, value); }

static const struct key keys[] = {
    {"RUN", take_run},         {"ARGS", take_args},          {"VERDICT", take_verdict},
    {"EXIT", take_exit},       {"FAILURE", take_failure},    {"INPUT", take_input},
    {"JSON", take_json},       {"RUNS", take_runs},          {"TESTS", take_tests},
    {"REASON", take_reason},   {"WARNING", take_warning},    {"STDOUT", take_stdout},
    {"STDERR", take_stderr},   {"NOT-STDOUT", take_not_out}, {"NOT-STDERR", take_not_err},
    {"REPLAY", take_replay},   {"NATIVE", take_native},      {"OUTPUT-LIKE-NATIVE", take_output_like_native},
    {"TIMEOUT", take_timeout},
};

/* One line of the head. A line without `CAPITALS:` right after the slashes is plain prose. */
static char *take_head_line(struct expect *expect, const char *line) {
  line += strspn(line, "/ \t");
  size_t length = strspn(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ-");
  if (length < 2 || line[length] != ':') return NULL;
  const char *value = line + length + 1;
  value += strspn(value, " \t");
  for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
    if (strlen(keys[i].name) != length || strncmp(keys[i].name, line, length)) continue;
    const char *problem = keys[i].take(expect, value);
    return problem ? text_format("'%s': %s", line, problem) : NULL;
  }
  return text_format("unknown key in '%s'", line);
}

/* A marker at the end of a source line: the failure joins those of the first step. */
static char *take_marker(struct expect *expect, const char *line, long number) {
  static const char mark[] = "FAIL-HERE:";
  const char *at = strstr(line, mark);
  if (!at) return NULL;
  at += sizeof mark - 1;
  struct expect_failure failure = {.line = number, .kind = cut_word(&at)};
  const char *end = strstr(at, "*/");
  size_t length = end ? (size_t)(end - at) : strlen(at);
  while (length && isspace((unsigned char)at[length - 1])) length--;
  failure.text = text_format("%.*s", (int)length, at);
  vec_push(&expect->steps.data[0].failures, failure);
  return *failure.kind ? NULL : text_format("line %ld: FAIL-HERE without a kind", number);
}

/* A test that expects nothing proves nothing. */
static char *complete(struct expect *expect) {
  bool anything = expect->native_code >= 0 || expect->output_like_native;
  for (uint32_t i = 0; i < expect->steps.count; i++) {
    struct expect_step *step = &expect->steps.data[i];
    if (!step->verdict && step->failures.count) step->verdict = mem_strdup("unsafe");
    anything |=
        step->verdict || step->exit_code >= 0 || step->in_out.count || step->in_err.count || step->numbers.count;
    if (!step->verdict && (step->reasons.count || step->warnings.count || step->tests >= 0))
      return text_format("REASON, WARNING and TESTS need a VERDICT");
  }
  return anything ? NULL : text_format("the file expects nothing");
}

char *expect_read(struct expect *expect, const char *path) {
  char *text = file_read(path, NULL), *problem = NULL;
  bool head = true;
  long number = 0;
  *expect = (struct expect){.args = mem_strdup(""), .replay = -1, .native_code = -1};
  add_step(expect);
  if (!text) return text_format("cannot be read");
  for (char *line = text, *next; line && !problem; line = next) {
    next = strchr(line, '\n');
    if (next) *next++ = 0;
    number++;
    for (size_t n = strlen(line); n && isspace((unsigned char)line[n - 1]);) line[--n] = 0;
    const char *start = line + strspn(line, " \t");
    if (*start && strncmp(start, "//", 2)) head = false;
    problem = head ? take_head_line(expect, start) : take_marker(expect, line, number);
  }
  free(text);
  return problem ? problem : complete(expect);
}

static void free_inputs(struct expect_input *inputs, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) free(inputs[i].name);
  free(inputs);
}

static void free_step(struct expect_step *step) {
  for (uint32_t i = 0; i < step->failures.count; i++) {
    struct expect_failure *failure = &step->failures.data[i];
    free(failure->kind);
    free(failure->file);
    free(failure->text);
    free_inputs(failure->inputs.data, failure->inputs.count);
  }
  free_inputs(step->inputs.data, step->inputs.count);
  for (uint32_t i = 0; i < step->numbers.count; i++) free(step->numbers.data[i].path);
  words *lists[] = {&step->reasons, &step->warnings, &step->in_out, &step->in_err, &step->not_out, &step->not_err};
  for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++) words_free(lists[i]);
  vec_free(&step->failures);
  vec_free(&step->numbers);
  free(step->command);
  free(step->verdict);
}

void expect_free(struct expect *expect) {
  for (uint32_t i = 0; i < expect->steps.count; i++) free_step(&expect->steps.data[i]);
  vec_free(&expect->steps);
  free(expect->args);
}

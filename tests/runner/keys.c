/* The keys of a test file: each is a row of the table below, with what it does to the expectations.

   In: one line of the head. Out: a step, or something that is expected of the last one. An unknown key is an error, so
   that a typo never silently weakens a test; a value that makes no sense is one, too. */
#include "keys.h"

#include <jansson.h>
#include <regex.h>
#include <stdio.h>
#include <string.h>

/* A row of the table of keys. One of the functions is there; it gets the value, and the row's own number if several
   keys share it, and returns NULL or what is wrong. */
struct key {
  const char *name;
  const char *(*take)(struct expect *expect, const char *value);
  const char *(*take_as)(struct expect *expect, const char *value, int which);
  int which;
  bool is_setting; /* of the test as a whole; else it is about a step */
};

static struct expect_step *current_step(struct expect *expect) { return &vec_last(&expect->steps); }
static struct expect_outcome *current(struct expect *expect) { return &vec_last(&current_step(expect)->outcomes); }

static void add_outcome(struct expect_step *step, const char *with) {
  struct expect_outcome outcome = {.tests = -1, .with = with ? mem_strdup(with) : NULL};
  vec_push(&step->outcomes, outcome);
}

void keys_add_step(struct expect *expect) {
  struct expect_step step = {.directory = mem_strdup(expect->directory)};
  add_outcome(&step, NULL);
  vec_push(&expect->steps, step);
}

/* Cuts the next blank-separated word off the text. */
char *keys_cut_word(const char **text) {
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
  static const char *const all[] = {"==", "!=", "<=", ">=", "!~", "<", ">", "~", "="};
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

/* ---- what is done */

/* The default command of the first step gives way to the first action of the file. */
static const char *take_action(struct expect *expect, const char *value, int action) {
  if (current_step(expect)->text) keys_add_step(expect);
  struct expect_step *step = current_step(expect);
  step->action = (enum expect_action)action;
  step->text = mem_strdup(value);
  free(step->directory);
  step->directory = mem_strdup(expect->directory);
  if (action == ACTION_FILE) step->body = mem_strdup("");
  return *value ? NULL : "a value is missing";
}

static const char *take_in(struct expect *expect, const char *value) {
  free(expect->directory);
  expect->directory = mem_strdup(strcmp(value, ".") ? value : "");
  return *value ? NULL : "a directory is expected, . for the test's own";
}

static const char *take_each(struct expect *expect, const char *value) {
  words_push(&expect->each, value);
  return *value ? NULL : "a value is missing";
}

static const char *take_args(struct expect *expect, const char *value) {
  free(expect->args);
  expect->args = mem_strdup(value);
  return NULL;
}

/* ---- what must come out */

static const char *take_with(struct expect *expect, const char *value) {
  add_outcome(current_step(expect), value);
  return *value ? NULL : "the first word of an EACH line is expected";
}

static const char *take_verdict(struct expect *expect, const char *value) {
  if (strcmp(value, "safe") && strcmp(value, "unsafe") && strcmp(value, "incomplete")) return "unknown verdict";
  free(current(expect)->verdict);
  current(expect)->verdict = mem_strdup(value);
  return NULL;
}

static const char *take_exit(struct expect *expect, const char *value) {
  const char *problem = *value ? NULL : "a number is expected";
  while (*value && !problem) {
    long code;
    char *word = keys_cut_word(&value);
    problem = read_long(word, &code);
    vec_push(&current(expect)->exits, (int)code);
    free(word);
  }
  return problem;
}

static const char *take_failure(struct expect *expect, const char *value, int status) {
  struct expect_failure failure = {.status = (enum expect_status)status, .kind = keys_cut_word(&value)};
  char *place = keys_cut_word(&value), *colon = strrchr(place, ':');
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
  struct expect_outcome *outcome = current(expect);
  struct expect_input input = {0};
  const char *problem = read_input(value, &input);
  if (problem) return problem;
  if (outcome->failures.count) vec_push(&vec_last(&outcome->failures).inputs, input);
  else vec_push(&outcome->inputs, input);
  return NULL;
}

/* The length of a path: up to a blank or an operator that is not in [..]. */
static size_t path_length(const char *text) {
  size_t length = 0;
  for (int depth = 0; text[length] && (depth || !strchr(" \t=!<>~", text[length])); length++)
    depth += (text[length] == '[') - (text[length] == ']');
  return length;
}

static const char *bad_pattern(const char *text) {
  regex_t pattern;
  if (regcomp(&pattern, text, REG_EXTENDED | REG_NOSUB | REG_NEWLINE)) return "not a regular expression";
  regfree(&pattern);
  return NULL;
}

/* What is wrong with the value of a condition: a pattern after ~, a number after < and >, else anything. */
static const char *bad_json(const char *op, json_t *json) {
  if (!json) return "a JSON value is expected, texts in \"quotes\"";
  if (strchr(op, '~')) return json_is_string(json) ? bad_pattern(json_string_value(json)) : "a text is expected";
  return json_is_number(json) || !strchr("<>", op[0]) ? NULL : "a number is expected";
}

static const char *add_json(struct expect *expect, const char *prefix, const char *text) {
  struct expect_json wanted = {0};
  size_t length = path_length(text);
  const char *value = read_op(text + length, wanted.op);
  if (!length || !value) return "expected: path == value";
  json_t *json = json_loads(value, JSON_DECODE_ANY, NULL);
  const char *problem = bad_json(wanted.op, json);
  json_decref(json);
  if (problem) return problem;
  wanted.path = text_format("%s%.*s", prefix, (int)length, text);
  wanted.value = mem_strdup(value);
  vec_push(&current(expect)->json, wanted);
  return NULL;
}

static const char *take_json(struct expect *expect, const char *value) { return add_json(expect, "", value); }

static const char *take_json_file(struct expect *expect, const char *value) {
  free(current(expect)->json_file);
  current(expect)->json_file = mem_strdup(value);
  return *value ? NULL : "a file is expected";
}

static const char *take_runs(struct expect *expect, const char *value) {
  words list = {0};
  const char *problem = NULL;
  words_split(&list, value);
  for (uint32_t i = 0; i < list.count && !problem; i++) problem = add_json(expect, "runs.", list.data[i]);
  words_free(&list);
  return problem;
}

static const char *take_tests(struct expect *expect, const char *value) {
  return read_long(value, &current(expect)->tests);
}

/* A property of a suite, `name=value`. */
static const char *take_property(struct expect_suite *suite, const char *word) {
  const struct {
    const char *name;
    char **value;
  } properties[] = {{"from=", &suite->from},     {"paths=", &suite->paths},     {"like=", &suite->like},
                    {"replay=", &suite->replay}, {"program=", &suite->program}, {"native=", &suite->native}};
  for (unsigned i = 0; i < sizeof properties / sizeof *properties; i++) {
    size_t length = strlen(properties[i].name);
    if (strncmp(word, properties[i].name, length) || *properties[i].value || !word[length]) continue;
    *properties[i].value = mem_strdup(word + length);
    return NULL;
  }
  return "expected: directory, then from= paths= like= replay= program= native=";
}

static const char *take_suite(struct expect *expect, const char *value) {
  struct expect_suite suite = {.directory = keys_cut_word(&value)};
  const char *problem = *value ? NULL : "expected: directory, then from= paths= like= replay= program= native=";
  while (*value && !problem) {
    char *word = keys_cut_word(&value);
    problem = take_property(&suite, word);
    free(word);
  }
  vec_push(&current(expect)->suites, suite);
  return problem;
}

/* yes, or a number in its place. */
static const char *yes_or_number(const char *value, long yes, int *number) {
  long seen = yes;
  const char *problem = strcmp(value, "yes") ? read_long(value, &seen) : NULL;
  *number = (int)seen;
  return problem;
}

static const char *take_replay(struct expect *expect, const char *value) {
  return yes_or_number(value, 1000000, &expect->replay);
}

static const char *take_native(struct expect *expect, const char *value) {
  return yes_or_number(value, 0, &expect->native_code);
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

static const char *take_reason(struct expect *expect, const char *value) {
  return add_text(&current(expect)->reasons, value);
}

static const char *take_warning(struct expect *expect, const char *value) {
  return add_text(&current(expect)->warnings, value);
}

/* The row's number is the stream, and four times the mode. */
#define TEXT(stream, mode) ((stream) + 4 * (mode))

static const char *take_text(struct expect *expect, const char *value, int which) {
  struct expect_text text = {.stream = (enum expect_stream)(which % 4), .mode = (enum expect_mode)(which / 4)};
  const char *problem = NULL;
  if (text.mode == TEXT_COUNT) {
    char *word = keys_cut_word(&value);
    problem = read_long(word, &text.count) ? "expected: number pattern" : NULL;
    free(word);
  }
  text.text = mem_strdup(value);
  vec_push(&current(expect)->texts, text);
  if (!*value) problem = "a text is missing";
  return problem || text.mode < TEXT_LIKE ? problem : bad_pattern(value);
}

/* The keys of another file, which is beside the test, as if they stood here. */
static const char *take_use(struct expect *expect, const char *value) {
  enum { DEEPEST = 8 };
  if (expect->depth == DEEPEST) return "files that use each other";
  expect->depth++;
  char *path = text_format("%s/%s", expect->beside, value);
  char *problem = expect_take_file(expect, path);
  free(expect->problem); /* of a file that this one uses, which is part of the new one */
  expect->problem = problem;
  expect->depth--;
  free(path);
  return expect->problem;
}

static const struct key keys[] = {
    {"RUN", .take_as = take_action, .which = ACTION_RUN},
    {"FILE", .take_as = take_action, .which = ACTION_FILE},
    {"REVISION", .take_as = take_action, .which = ACTION_REVISION},
    {"KTEST", .take_as = take_action, .which = ACTION_KTEST},
    {"IN", .take = take_in, .is_setting = true},
    {"EACH", .take = take_each, .is_setting = true},
    {"USE", .take = take_use, .is_setting = true},
    {"ARGS", .take = take_args, .is_setting = true},
    {"TIMEOUT", .take = take_timeout, .is_setting = true},
    {"WITH", .take = take_with},
    {"VERDICT", .take = take_verdict},
    {"EXIT", .take = take_exit},
    {"FAILURE", .take_as = take_failure, .which = FAILURE_ANY},
    {"NEW-FAILURE", .take_as = take_failure, .which = FAILURE_NEW},
    {"OLD-FAILURE", .take_as = take_failure, .which = FAILURE_OLD},
    {"UNKNOWN-FAILURE", .take_as = take_failure, .which = FAILURE_UNKNOWN},
    {"FIXED-FAILURE", .take_as = take_failure, .which = FAILURE_FIXED},
    {"INPUT", .take = take_input},
    {"JSON", .take = take_json},
    {"JSON-FILE", .take = take_json_file},
    {"RUNS", .take = take_runs},
    {"TESTS", .take = take_tests},
    {"SUITE", .take = take_suite},
    {"REASON", .take = take_reason},
    {"WARNING", .take = take_warning},
    {"STDOUT", .take_as = take_text, .which = TEXT(STREAM_OUT, TEXT_HAS)},
    {"STDERR", .take_as = take_text, .which = TEXT(STREAM_ERR, TEXT_HAS)},
    {"NOT-STDOUT", .take_as = take_text, .which = TEXT(STREAM_OUT, TEXT_HAS_NOT)},
    {"NOT-STDERR", .take_as = take_text, .which = TEXT(STREAM_ERR, TEXT_HAS_NOT)},
    {"STDOUT-LIKE", .take_as = take_text, .which = TEXT(STREAM_OUT, TEXT_LIKE)},
    {"STDERR-LIKE", .take_as = take_text, .which = TEXT(STREAM_ERR, TEXT_LIKE)},
    {"STDOUT-LAST", .take_as = take_text, .which = TEXT(STREAM_OUT, TEXT_LAST)},
    {"STDERR-LAST", .take_as = take_text, .which = TEXT(STREAM_ERR, TEXT_LAST)},
    {"STDOUT-COUNT", .take_as = take_text, .which = TEXT(STREAM_OUT, TEXT_COUNT)},
    {"STDERR-COUNT", .take_as = take_text, .which = TEXT(STREAM_ERR, TEXT_COUNT)},
    {"REPLAY", .take = take_replay},
    {"NATIVE", .take = take_native},
    {"OUTPUT-LIKE-NATIVE", .take = take_output_like_native},
};

/* Expectations follow the RUN line that they are about, not a FILE. */
static bool is_about_command(const struct key *key) { return !key->is_setting && key->take_as != take_action; }

static const struct key *find_key(const char *name, size_t length) {
  for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
    if (strlen(keys[i].name) == length && !strncmp(keys[i].name, name, length)) return &keys[i];
  return NULL;
}

/* One line of the head. A line without `CAPITALS:` right after the slashes is plain prose. */
char *keys_take_line(struct expect *expect, const char *line) {
  line += strspn(line, "/ \t");
  size_t length = strspn(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ-");
  if (length < 2 || line[length] != ':') return NULL;
  const char *value = line + length + 1;
  value += strspn(value, " \t");
  const struct key *key = find_key(line, length);
  if (!key) return text_format("unknown key in '%s'", line);
  if (is_about_command(key) && current_step(expect)->action != ACTION_RUN)
    return text_format("'%s': there is no RUN line that this is about", line);
  const char *problem = key->take ? key->take(expect, value) : key->take_as(expect, value, key->which);
  return problem ? text_format("'%s': %s", line, problem) : NULL;
}

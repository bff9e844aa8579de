/* Reads task definitions (format 1.0 and 2.0) in the part of YAML that they are written in: mappings of plain or quoted
   scalars, lists with a dash or in brackets, comments. What is not needed is skipped, what cannot be understood is an
   error with its line.

   A line is taken apart into its indentation, the dash of a list item, a key and a value; what it means follows from
   the last key at the left margin, the section. */
#include "job/task.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum section { SECTION_NONE, SECTION_OTHER, SECTION_INPUTS, SECTION_PROPERTIES, SECTION_OPTIONS };

struct reader {
  struct task *task;
  enum section section;
  uint32_t line;
  char *why;
  size_t capacity;
};

const char *task_expected_text(enum task_expected expected) {
  return expected == TASK_TRUE ? "true" : expected == TASK_FALSE ? "false" : "unknown";
}

static bool fail(struct reader *r, const char *format, ...) {
  va_list args;
  int used = snprintf(r->why, r->capacity, "%u: ", r->line);
  va_start(args, format);
  if (used >= 0 && (size_t)used < r->capacity) vsnprintf(r->why + used, r->capacity - (size_t)used, format, args);
  va_end(args);
  return false;
}

static char *trim(char *text) {
  text += strspn(text, " \t");
  size_t length = strlen(text);
  while (length && strchr(" \t\r", text[length - 1])) text[--length] = 0;
  return text;
}

/* Ends the line where a comment starts: a # outside quotes, at the start or after a blank. */
static void cut_comment(char *line) {
  char quote = 0;
  for (char *at = line; *at; at++) {
    if (quote) {
      if (*at == quote) quote = 0;
    } else if ((*at == '\'' || *at == '"') && (at == line || strchr(" \t[,:-", at[-1]))) quote = *at;
    else if (*at == '#' && (at == line || at[-1] == ' ' || at[-1] == '\t')) {
      *at = 0;
      return;
    }
  }
}

/* Takes the quotes away in place; '' inside single quotes is one quote, \ inside double ones takes the next
   character. */
static bool unquote(struct reader *r, char *text, char **value) {
  *value = text;
  char quote = *text;
  if (quote != '\'' && quote != '"') return true;
  char *to = text, *at = text + 1;
  for (; *at && (*at != quote || (quote == '\'' && at[1] == '\'')); at++) {
    if ((*at == '\'' && quote == '\'') || (*at == '\\' && quote == '"' && at[1])) at++;
    *to++ = *at;
  }
  if (!*at) return fail(r, "a quote is not closed");
  if (at[1]) return fail(r, "there is more after a quoted text: %.40s", at + 1);
  *to = 0;
  return true;
}

static bool add_input(struct reader *r, char *text) {
  char *value;
  if (!unquote(r, text, &value)) return false;
  if (!*value) return fail(r, "the name of an input file is empty");
  vec_push(&r->task->inputs, value);
  return true;
}

/* "[a, b]"; no brackets inside. */
static bool add_inputs(struct reader *r, char *list) {
  size_t length = strlen(list);
  if (list[length - 1] != ']') return fail(r, "a list is not closed: %.60s", list);
  list[length - 1] = 0;
  for (char *item = list + 1; item;) {
    char *comma = strchr(item, ',');
    if (comma) *comma = 0;
    item = trim(item);
    if (*item && !add_input(r, item)) return false;
    item = comma ? comma + 1 : NULL;
  }
  return true;
}

static bool read_expected(struct reader *r, struct task_property *property, const char *value) {
  if (!strcmp(value, "true")) property->expected = TASK_TRUE;
  else if (!strcmp(value, "false")) property->expected = TASK_FALSE;
  else if (strcmp(value, "unknown") != 0) return fail(r, "expected_verdict is neither true nor false: %.40s", value);
  return true;
}

static bool read_property(struct reader *r, bool item, const char *key, const char *value) {
  struct task *task = r->task;
  if (item) {
    struct task_property property = {.line = r->line};
    vec_push(&task->properties, property);
  }
  if (!task->properties.count) return fail(r, "'%.40s' stands before the first property", key);
  struct task_property *property = &vec_last(&task->properties);
  if (!strcmp(key, "property_file")) property->file = value;
  else if (!strcmp(key, "expected_verdict")) return read_expected(r, property, value);
  return true;
}

static bool read_option(struct reader *r, const char *key, const char *value) {
  if (!strcmp(key, "data_model")) {
    if (strcmp(value, "ILP32") != 0 && strcmp(value, "LP64") != 0)
      return fail(r, "data_model is neither ILP32 nor LP64: %.40s", value);
    r->task->data_model_64 = !strcmp(value, "LP64");
  }
  if (!strcmp(key, "language") && strcmp(value, "C") != 0) return fail(r, "the language is not C: %.40s", value);
  return true;
}

static bool open_section(struct reader *r, const char *key, char *value) {
  r->section = SECTION_OTHER;
  if (!strcmp(key, "properties")) r->section = SECTION_PROPERTIES;
  if (!strcmp(key, "options")) r->section = SECTION_OPTIONS;
  if (!strcmp(key, "format_version")) {
    char *version;
    if (!unquote(r, value, &version)) return false;
    if (strncmp(version, "1.", 2) != 0 && strncmp(version, "2.", 2) != 0)
      return fail(r, "format_version %.20s is not known; 1.x and 2.x are", version);
  }
  if (strcmp(key, "input_files") != 0) return true;
  r->section = SECTION_INPUTS;
  if (*value == '[') return add_inputs(r, value);
  return !*value || add_input(r, value);
}

/* Inside a section: a list item without a key, or a key with its value. */
static bool read_entry(struct reader *r, bool item, char *key, char *value) {
  char *plain = value;
  if (r->section == SECTION_OTHER) return true;
  if (r->section == SECTION_NONE) return fail(r, "this belongs to no key: %.40s", key ? key : value);
  if (r->section == SECTION_INPUTS)
    return item && !key ? add_input(r, value) : fail(r, "input_files is a name or a list of names");
  if (!key) return fail(r, "expected 'key: value': %.40s", value);
  if (*value && !unquote(r, value, &plain)) return false;
  return r->section == SECTION_PROPERTIES ? read_property(r, item, key, plain) : read_option(r, key, plain);
}

/* The colon behind a plain key; NULL if there is none. */
static char *find_colon(char *text) {
  if (*text == '\'' || *text == '"' || *text == '[') return NULL;
  for (char *at = strchr(text, ':'); at; at = strchr(at + 1, ':'))
    if (!at[1] || at[1] == ' ' || at[1] == '\t') return at;
  return NULL;
}

static bool read_line(struct reader *r, char *line) {
  cut_comment(line);
  size_t indent = strspn(line, " ");
  char *text = trim(line);
  if (!*text || !strcmp(text, "---") || !strcmp(text, "...")) return true;
  if (line[indent] == '\t') return fail(r, "a tab cannot indent a line");
  bool item = text[0] == '-' && (!text[1] || text[1] == ' ');
  if (item) text = trim(text + 1);
  if (item && !*text) return fail(r, "a list item is empty");
  char *colon = find_colon(text), *value = text, *key = NULL;
  if (colon) {
    *colon = 0;
    key = trim(text);
    value = trim(colon + 1);
  }
  if (indent || item) return read_entry(r, item, key, value);
  return key ? open_section(r, key, value) : fail(r, "expected 'key: value': %.40s", value);
}

static bool check_complete(struct reader *r) {
  const struct task *task = r->task;
  if (!task->inputs.count) return fail(r, "the task names no input_files");
  if (!task->properties.count) return fail(r, "the task names no properties");
  for (uint32_t i = 0; i < task->properties.count; i++) {
    r->line = task->properties.data[i].line;
    const char *file = task->properties.data[i].file;
    if (!file || !*file) return fail(r, "a property without property_file");
  }
  return true;
}

bool task_parse(const char *text, size_t length, struct task *task, char *why, size_t capacity) {
  struct reader r = {.task = task, .why = why, .capacity = capacity, .line = 1};
  *task = (struct task){0};
  if (memchr(text, 0, length)) return fail(&r, "this is no text");
  for (const char *at = text, *end = text + length; at < end; r.line++) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    size_t bytes = (size_t)((stop ? stop : end) - at);
    char *line = arena_alloc(&task->memory, bytes + 1);
    memcpy(line, at, bytes);
    line[bytes] = 0;
    if (!read_line(&r, line)) return false;
    at = stop ? stop + 1 : end;
  }
  return check_complete(&r);
}

void task_free(struct task *task) {
  vec_free(&task->inputs);
  vec_free(&task->properties);
  arena_free(&task->memory);
}

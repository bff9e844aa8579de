/* Properties of tasks: recognised by the text of their files, checked with options of heddle, judged by kinds of
   failures. */
#include "job/task_property.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/error.h"
#include "util/file.h"

#define KIND(name) (1u << FAILURE_##name)
#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* valid-memtrack allows memory that something still points to at the end, which the check for leaks does not: a leak
   alone leaves the property open. */
static const struct property_row rows[] = {
    {"unreach-call", WORDS("call(reach_error())", "call(__VERIFIER_error())"), "--check=reach", KIND(ASSERT)},
    {"valid-memcleanup", WORDS("valid-memcleanup"), "--check=leak", KIND(LEAK)},
    {"valid-memsafety", WORDS("valid-deref", "valid-free", "valid-memtrack"), "--check=memory,leak", KIND(MEMORY)},
    {"no-overflow", WORDS("! overflow"), "--check=overflow", KIND(ARITHMETIC)},
    {"no-data-race", WORDS("! data-race"), "--check=race", KIND(RACE)},
    {"no-deadlock", WORDS("! deadlock"), "--check=deadlock", KIND(DEADLOCK)},
    {"termination", WORDS("LTL(F end)"), NULL, 0},
};
static const struct property_row other_property = {"another property", NULL, NULL, 0};

/* ---- reading ---- */

static char *read_text(const char *path, size_t *length) {
  const char *why;
  char *text = file_whole(path, length, &why);
  if (!text) error_say("cannot read %s: %s", path, why);
  return text;
}

static char *directory_of(const char *path) {
  const char *slash = strrchr(path, '/');
  char *directory = mem_strdup(slash ? path : ".");
  if (slash) directory[slash == path ? 1 : slash - path] = 0;
  return directory;
}

static char *join(const char *directory, const char *name) {
  if (name[0] == '/' || !strcmp(directory, ".")) return mem_strdup(name);
  size_t length = strlen(directory) + strlen(name) + 2;
  char *path = mem_alloc(length);
  snprintf(path, length, "%s/%s", directory, name);
  return path;
}

static bool read_task(struct task_run *run, const char *file) {
  char why[200];
  size_t length;
  run->file = mem_strdup(file);
  run->directory = directory_of(file);
  char *text = read_text(file, &length);
  if (!text) return false;
  bool good = task_parse(text, length, &run->task, why, sizeof why);
  if (!good) error_say("%s:%s", file, why);
  free(text);
  return good;
}

/* NULL after a message. */
static const struct property_row *classify(const struct task_run *run, const struct task_property *property) {
  size_t length;
  char *path = join(run->directory, property->file), *text = read_text(path, &length);
  const struct property_row *found = text ? &other_property : NULL;
  for (size_t i = 0; found == &other_property && i < sizeof rows / sizeof *rows; i++)
    for (const char *const *word = rows[i].words; *word; word++)
      if (strstr(text, *word)) found = &rows[i];
  if (!text) error_say("%s:%u: the property file cannot be read", run->file, property->line);
  free(path);
  free(text);
  return found;
}

bool task_run_read(struct task_run *run, const char *file, const char *property) {
  *run = (struct task_run){0};
  if (!read_task(run, file)) return false;
  for (uint32_t i = 0; i < run->task.properties.count; i++) {
    const struct property_row *row = classify(run, &run->task.properties.data[i]);
    if (!row) return false;
    bool wanted = property ? !strcmp(property, row->name) : !run->row || (!run->row->options && row->options);
    if (!wanted) continue;
    run->row = row;
    run->expected = run->task.properties.data[i].expected;
  }
  if (!run->row) error_say("%s: the task has no property '%s'", file, property);
  return run->row != NULL;
}

void task_run_free(struct task_run *run) {
  task_free(&run->task);
  free(run->file);
  free(run->directory);
}

bool task_run_properties(const char *file,
                         void (*each)(void *context, const char *property, enum task_expected expected),
                         void *context) {
  struct task_run run = {0};
  bool good = read_task(&run, file);
  for (uint32_t i = 0; good && i < run.task.properties.count; i++) {
    const struct property_row *row = classify(&run, &run.task.properties.data[i]);
    good = row != NULL;
    if (good) each(context, row->name, run.task.properties.data[i].expected);
  }
  task_run_free(&run);
  return good;
}

/* ---- asking ---- */

static char *keep(struct cli_options *options, char *text) {
  size_t bytes = strlen(text) + 1;
  char *copy = memcpy(arena_alloc(&options->memory, bytes), text, bytes);
  free(text);
  return copy;
}

/* Programs of tasks are old C, or what a preprocessor made of it: what today's compilers refuse is none of our
   business. */
static const char *const flags[] = {"-w",
                                    "-fgnu89-inline",
                                    "-Wno-error=int-conversion",
                                    "-Wno-error=implicit-int",
                                    "-Wno-error=implicit-function-declaration",
                                    "-Wno-error=incompatible-function-pointer-types"};

bool task_run_apply(const struct task_run *run, struct cli_options *options) {
  const char *texts[] = {run->row->options ? run->row->options : "--check=reach",
                         run->task.data_model_64 ? "--data-model=64" : "--data-model=32", "--spurious-wakeups"};
  if (options->words.count) {
    error_say("--task names the program: %s is one too many", options->words.data[0]);
    return false;
  }
  for (uint32_t i = 0; i < run->task.inputs.count; i++)
    vec_push(&options->words, keep(options, join(run->directory, run->task.inputs.data[i])));
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) vec_push(&options->cflags, flags[i]);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (!options_add(options, texts[i])) return false;
  return true;
}

/* ---- judging ---- */

void task_run_judge(const struct task_run *run, struct result *result) {
  bool decided = false;
  for (uint32_t i = 0; i < result->failures.count; i++)
    decided = decided || run->row->decisive >> result->failures.data[i].kind & 1;
  if (!run->row->options) result_add_reason(result, result_text(result, "%s is not supported", run->row->name));
  else if (result->failures.count && !decided)
    result_add_reason(result, result_text(result, "the failures found do not decide %s", run->row->name));
  else return;
  if (!decided) result->verdict = VERDICT_INCOMPLETE;
}

enum task_outcome task_outcome(enum task_expected expected, enum result_verdict verdict) {
  if (verdict == VERDICT_INCOMPLETE || expected == TASK_UNKNOWN) return OUTCOME_INCOMPLETE;
  return (verdict == VERDICT_SAFE) == (expected == TASK_TRUE) ? OUTCOME_RIGHT : OUTCOME_WRONG;
}

const char *task_outcome_text(enum task_outcome outcome) {
  return outcome == OUTCOME_RIGHT ? "right" : outcome == OUTCOME_WRONG ? "wrong" : "incomplete";
}

/* The commands of a test: from a line of the test file to a process that has ended.

   Replaced in every word: %s the test file, %old the old version beside it, %t the test's directory, %tmp its TMPDIR,
   %dir that of the test file, %heddle and %build the binary under test and its directory, %1 to %9 words of the EACH
   line, %% a percent sign. Words are split before, so that a value with blanks stays one word. */
#define _GNU_SOURCE
#include "command.h"

#include <string.h>

/* %1 and the like, in a test that is repeated: the word of the EACH line, "" if it has fewer; else NULL. */
static const char *each_word(const struct test *test, const char *text) {
  if (!test->each.count || text[0] != '%' || text[1] < '1' || text[1] > '9') return NULL;
  uint32_t index = (uint32_t)(text[1] - '1');
  return index < test->each.count ? test->each.data[index] : "";
}

char *command_expand(const struct test *test, const char *text) {
  char *out = NULL, *dir = path_directory(test->path), *build = path_directory(test->heddle);
  size_t size;
  FILE *to = open_memstream(&out, &size);
  const struct {
    const char *name, *value;
  } names[] = {
      {"%heddle", test->heddle}, {"%build", build},       {"%dir", dir},      {"%old", test->old ? test->old : ""},
      {"%s", test->path},        {"%tmp", test->scratch}, {"%t", test->temp}, {"%%", "%"}};
  enum { NAMES = sizeof names / sizeof *names };
  while (*text) {
    unsigned i = 0;
    const char *word = each_word(test, text);
    while (i < NAMES && strncmp(text, names[i].name, strlen(names[i].name))) i++;
    if (word) fputs(word, to), text += 2;
    else if (i < NAMES) fputs(names[i].value, to), text += strlen(names[i].name);
    else fputc(*text++, to);
  }
  fclose(to);
  free(dir);
  free(build);
  return out;
}

char *command_path(const struct test *test, const char *path) {
  char *expanded = command_expand(test, path);
  if (expanded[0] == '/') return expanded;
  char *full = text_format("%s/%s", test->cwd, expanded);
  free(expanded);
  return full;
}

static const char dpor[] = "--strategy=dpor";

bool command_other_strategy(const struct test *test, const char *line) {
  return test->strategy && strstr(line, dpor) != NULL;
}

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
  words split = {0}, command = {0};
  if (words_split(&split, line)) test_differs(test, "open quote in '%s'", line);
  for (uint32_t i = 0; i < split.count; i++) {
    const char *word = each_word(test, split.data[i]);
    if (word && !*word && !split.data[i][2]) continue; /* the EACH line has no such word */
    vec_push(&command, command_expand(test, split.data[i]));
    other_strategy(test, &vec_last(&command));
  }
  words_free(&split);
  return command.count && !strcmp(command.data[0], "heddle") ? real_heddle(test, &command) : command;
}

struct proc_result command_run(struct test *test, const char *line) {
  words command = command_of(test, line);
  if (!command.count) words_push(&command, "false");
  struct proc_result result = proc_run(&command, test->cwd);
  words_free(&command);
  return result;
}

void command_split_args(const char *args, char **own, char **compiler) {
  const char *dashes = !strncmp(args, "-- ", 3) ? args : strstr(args, " -- ");
  *own = dashes ? text_format("%.*s", (int)(dashes - args), args) : mem_strdup(args);
  *compiler = mem_strdup(dashes ? strstr(dashes, "-- ") + 3 : "");
}

char *command_default(const char *args, const char *options) {
  char *own, *compiler;
  command_split_args(args, &own, &compiler);
  char *line = text_format("heddle %s%s%s %%s%s%s", options, *own ? " " : "", own, *compiler ? " -- " : "", compiler);
  free(own);
  free(compiler);
  return line;
}

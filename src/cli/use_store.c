/* Finding the store, and filling it when a run has ended. */
#include "cli/use_store.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/history.h"
#include "store/program_key.h"
#include "store/saved_result.h"
#include "util/assert.h"
#include "util/error.h"

#define PLACE ".heddle/store.db"

/* ---- where ---- */

/* Cuts the path down to the nearest directory upwards that has a .git. */
static bool find_work_tree(char *directory, size_t room) {
  for (;;) {
    size_t length = strlen(directory);
    if (length + sizeof "/.git" > room) return false;
    strcpy(directory + length, "/.git");
    bool found = access(directory, F_OK) == 0;
    directory[length] = 0;
    if (found) return true;
    char *slash = strrchr(directory, '/');
    if (!slash) return false;
    *slash = 0; /* the root is the empty text */
  }
}

/* Relative to the current directory where that is short. */
static char *default_path(void) {
  char here[PATH_MAX], root[PATH_MAX];
  if (!getcwd(here, sizeof here)) return mem_strdup(PLACE);
  strcpy(root, here);
  if (!find_work_tree(root, sizeof root) || !strcmp(root, here)) return mem_strdup(PLACE);
  char *path = mem_alloc(strlen(root) + sizeof "/" PLACE);
  return strcat(strcpy(path, root), "/" PLACE);
}

/* NULL: none. */
static char *wanted_path(const struct cli_options *options) {
  const char *environment = getenv("HEDDLE_STORE");
  if (options->no_store) return NULL;
  if (options->store) return mem_strdup(options->store);
  if (!environment || !*environment) return default_path();
  return strcmp(environment, "none") ? mem_strdup(environment) : NULL;
}

struct store *use_store_open(const struct cli_options *options) {
  char why[1000];
  char *path = wanted_path(options);
  if (!path) return NULL;
  struct store *store = store_open(path, options->rebuild_store, why, sizeof why);
  if (!store) warn_say("%s; going on without a store", why);
  else if (why[0]) warn_say("%s", why);
  if (store) store_set_limit(store, options->store_limit_kib * 1024);
  free(path);
  return store;
}

/* ---- what ---- */

static bool is_plain(const char *text) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./,:+@%";
  return *text && !text[strspn(text, plain)];
}

static void print_quoted(FILE *out, const char *text) {
  fputc('\'', out);
  for (; *text; text++) {
    if (*text == '\'') fputs("'\\''", out);
    else fputc(*text, out);
  }
  fputc('\'', out);
}

/* As one could type it again. */
static char *command_line(const char *command, const char *const *texts, uint32_t count) {
  char *line = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&line, &length);
  if (!out) return NULL;
  fprintf(out, "heddle %s", command);
  for (uint32_t i = 0; i < count; i++) {
    fputc(' ', out);
    if (is_plain(texts[i])) fputs(texts[i], out);
    else print_quoted(out, texts[i]);
  }
  fclose(out);
  return line;
}

static char *report_of(const struct report_info *info, const struct result *result) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  if (!out) return NULL;
  bool good = report_json(out, info, result);
  fclose(out);
  if (good) return text;
  free(text);
  return NULL;
}

/* What an exploration that was cut short knows is less than what may be there. */
static bool put_summaries(struct store *store, struct store_key key, const struct result *result) {
  struct store_blob old;
  if (!result->artefacts.summaries) return true;
  bool there = result->reasons.count && store_get(store, STORE_SUMMARIES, key, &old);
  if (!there) return history_put(store, key, result);
  free(old.bytes);
  return true;
}

bool use_store_keep_result(struct store *store, struct store_key key, const struct ir_program *program,
                           const struct explore_config *config, const struct result *result) {
  if (!store) return true;
  VERIFY(store_key_same(key, program_key_of(program)));
  struct saved_result saved;
  saved_result_make(&saved, program, config->checks, result);
  bool good = saved_result_put(store, program_key_of_run(program, key, config, true), &saved) &&
              put_summaries(store, program_key_of_run(program, key, config, false), result) &&
              history_put_unsat_cores(store, program_key_of_run(program, key, config, false), result);
  if (!good) warn_say("this run is not in the store: %s", store_why(store));
  saved_result_free(&saved);
  return good;
}

void use_store_keep_run(struct store *store, const char *const *texts, uint32_t count, struct store_key old_program,
                        struct store_key program, const struct report_info *info, const struct result *result) {
  static const char *const verdicts[] = {
      [VERDICT_SAFE] = "safe", [VERDICT_UNSAFE] = "unsafe", [VERDICT_INCOMPLETE] = "incomplete"};
  if (!store) return;
  char *line = command_line(info->command, texts, count), *report = report_of(info, result);
  struct store_run row = {.command = info->command,
                          .line = line,
                          .old_program = old_program,
                          .program = program,
                          .verdict = verdicts[result->verdict],
                          .report = report};
  if (report && !store_add_run(store, &row))
    warn_say("the report of this run is not in the store: %s", store_why(store));
  free(line);
  free(report);
}

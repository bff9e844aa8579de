/* Finding the store, and filling it when a run has ended. */
#include "job/use_store.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check/history.h"
#include "job/reports.h"
#include "redis/redis.h"
#include "explore/record.h"
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

/* What was asked for, if several machines share it: a Redis server, or a folder. The store of this machine is then
   where it always is. */
static const char *team_of(const struct cli_options *options) {
  struct stat status;
  const char *place = options->store ? options->store : getenv("HEDDLE_STORE");
  if (!place || (!redis_is_url(place) && (stat(place, &status) || !S_ISDIR(status.st_mode)))) return NULL;
  return place;
}

/* NULL: none. */
static char *wanted_path(const struct cli_options *options) {
  const char *environment = getenv("HEDDLE_STORE");
  if (options->no_store) return NULL;
  if (team_of(options)) return default_path();
  if (options->store) return mem_strdup(options->store);
  if (!environment || !*environment) return default_path();
  return strcmp(environment, "none") ? mem_strdup(environment) : NULL;
}

static struct store *open_at(const struct cli_options *options, const char *path) {
  char why[1000];
  struct store *store = store_open(path, options->rebuild_store, why, sizeof why);
  if (!store) warn_say("%s; going on without a store", why);
  else if (why[0]) warn_say("%s", why);
  if (store) store_set_limit(store, options->store_limit_kib * 1024);
  const char *team = store ? team_of(options) : NULL;
  if (team && !store_join(store, team, why, sizeof why)) warn_say("%s; going on without the team's store", why);
  return store;
}

/* A store that is to be rebuilt has nothing to look for. */
struct cached *use_store_cached(struct cli_options *options) {
  if (options->cached || !(options->command & (OPTIONS_RUN | OPTIONS_CHECK | OPTIONS_AUGMENT))) return options->cached;
  char *path = wanted_path(options);
  if (!path) return NULL;
  if (!options->rebuild_store && access(path, F_OK) == 0) {
    options->opened = open_at(options, path);
    options->no_store = !options->opened; /* one warning is enough */
  }
  free(path);
  if (!options->no_store) options->cached = cached_open(options->opened);
  return options->cached;
}

struct store *use_store_open(struct cli_options *options) {
  char *path = options->opened ? NULL : wanted_path(options);
  struct store *store = path ? open_at(options, path) : options->opened;
  options->opened = NULL;
  free(path);
  cached_write(options->cached, store);
  return store;
}

void use_store_close(struct store *store) {
  const char *why = store ? store_team_why(store) : NULL;
  if (why) warn_say("%s; the team's store was left out from there on", why);
  store_close(store);
}

void use_store_count(const struct cli_options *options, struct result *result) {
  struct cached_stats stats = cached_stats(options->cached);
  result->stats.files_compiled = stats.compiled;
  result->stats.files_kept = stats.found;
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
              history_put_states(store, program_key_of_run(program, key, config, false), result) &&
              history_put_unsat_cores(store, program_key_of_run(program, key, config, false), result);
  if (!good) warn_say("this run is not in the store: %s", store_why(store));
  history_put_reach(store, program, config, &saved);
  saved_result_free(&saved);
  return good;
}

void use_store_record(const struct store *store, struct cli_options *options, const struct ir_program *program) {
  if (!store && !reports_want_details(options)) return;
  options->explore.goal.record = mem_alloc(sizeof *options->explore.goal.record);
  record_open(options->explore.goal.record, program);
}

json_t *use_store_model(const struct store *store, const struct cli_options *options, const char *const *texts,
                        uint32_t count, const struct report_info *info, const struct result *result) {
  if (!store && !reports_want_details(options)) return NULL;
  struct report_info whole = *info;
  char *line = command_line(info->command, texts, count);
  whole.line = line;
  whole.record = options->explore.goal.record;
  json_t *model = model_make(&whole, result);
  model_add_details(model, &whole);
  free(line);
  return model;
}

void use_store_keep_run(struct store *store, struct store_key old_program, struct store_key program,
                        const json_t *model) {
  if (!store) return;
  char *report = json_dumps(model, JSON_COMPACT | JSON_REAL_PRECISION(9));
  struct store_run row = {.command = model_text(model, "command"),
                          .line = model_text(json_object_get(model, "details"), "line"),
                          .old_program = old_program,
                          .program = program,
                          .verdict = model_text(model, "verdict"),
                          .report = report};
  if (report && !store_add_run(store, &row))
    warn_say("the report of this run is not in the store: %s", store_why(store));
  free(report);
}

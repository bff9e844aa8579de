/* The public face (include/libheddle.h): a handle gathers the words of a command line and what was found.

   The jobs of the commands do the work, so a program that uses the library and the command line see the same. What is
   told of a result is read from its model, the object that --json prints. */
#define _GNU_SOURCE
#include "libheddle.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/commands.h"
#include "api/give.h"
#include "base/version.h"
#include "report/model.h"
#include "util/error.h"
#include "util/stop.h"

struct libheddle {
  VEC(char *) options, words, flags;
  VEC(const char *) texts; /* of the job: all of them */
  bool as_command;
  libheddle_watcher *watcher; /* NULL: nobody */
  void *context;
  struct explore_hooks hooks;
  bool begun;
  struct job_request job;     /* with the result */
  VEC(unsigned char *) bytes; /* the inputs of all failures, one after the other */
  char *error, *json;         /* NULL: none */
  struct dirent **tests;
  int ntests; /* -1: nobody has looked yet */
  char *test; /* the last one that was told */
};

const char *libheddle_version(void) { return HEDDLE_VERSION; }

/* ---- a handle ---- */

struct libheddle *libheddle_open(void) {
  struct libheddle *h = mem_zalloc(sizeof *h);
  h->ntests = -1;
  return h;
}

static void free_texts(char **texts, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) free(texts[i]);
}

void libheddle_close(struct libheddle *h) {
  if (!h) return;
  json_decref(h->job.model);
  free(h->job.out_dir);
  free_texts(h->options.data, h->options.count);
  free_texts(h->words.data, h->words.count);
  free_texts(h->flags.data, h->flags.count);
  vec_free(&h->options);
  vec_free(&h->words);
  vec_free(&h->flags);
  vec_free(&h->texts);
  for (uint32_t i = 0; i < h->bytes.count; i++) free(h->bytes.data[i]);
  vec_free(&h->bytes);
  for (int i = 0; i < h->ntests; i++) free(h->tests[i]);
  if (h->ntests >= 0) free(h->tests);
  free(h->error);
  free(h->json);
  free(h->test);
  free(h);
}

/* ---- what is asked for ---- */

void libheddle_set(struct libheddle *h, const char *option, const char *value) {
  char *text = NULL;
  if (asprintf(&text, "--%s%s%s", option, value ? "=" : "", value ? value : "") >= 0) vec_push(&h->options, text);
}

void libheddle_add(struct libheddle *h, const char *word) { vec_push(&h->words, mem_strdup(word)); }
void libheddle_add_flag(struct libheddle *h, const char *flag) { vec_push(&h->flags, mem_strdup(flag)); }
void libheddle_as_command(struct libheddle *h) { h->as_command = true; }

void libheddle_watch(struct libheddle *h, libheddle_watcher *watcher, void *context) {
  h->watcher = watcher;
  h->context = context;
}

static void on_progress(void *context, const struct explore_progress *now) {
  const struct libheddle *h = context;
  struct libheddle_progress told = {.size = sizeof told,
                                    .phase = now->phase ? now->phase : "",
                                    .runs = now->runs,
                                    .failures = now->failures,
                                    .instructions = now->instructions,
                                    .queries = now->queries,
                                    .memory_kib = now->memory_kib,
                                    .seconds = now->seconds};
  if (h->watcher(h->context, &told)) stop_ask();
}

/* ---- doing it ---- */

static bool is_set(const struct libheddle *h, const char *option) {
  for (uint32_t i = 0; i < h->options.count; i++)
    if (!strncmp(h->options.data[i] + 2, option, strlen(option))) return true;
  return false;
}

static bool has_option(enum options_command command, const char *name) {
  for (uint32_t i = 0; i < noption_rows; i++)
    if (option_rows[i].name && !strcmp(option_rows[i].name, name) && option_rows[i].commands & command) return true;
  return false;
}

/* A program that asks for nothing of the kind wants no files. */
static void gather(struct libheddle *h, enum options_command command) {
  const bool tests = command & (OPTIONS_RUN | OPTIONS_CHECK), stores = has_option(command, "no-store");
  for (uint32_t i = 0; i < h->options.count; i++) vec_push(&h->texts, h->options.data[i]);
  if (!h->as_command && stores && !is_set(h, "store=") && !is_set(h, "no-store")) vec_push(&h->texts, "--no-store");
  if (!h->as_command && tests && !is_set(h, "tests=") && !is_set(h, "out=")) vec_push(&h->texts, "--tests=none");
  for (uint32_t i = 0; i < h->words.count; i++) vec_push(&h->texts, h->words.data[i]);
  if (h->flags.count) vec_push(&h->texts, "--");
  for (uint32_t i = 0; i < h->flags.count; i++) vec_push(&h->texts, h->flags.data[i]);
}

static int refuse(struct libheddle *h, const char *why) {
  free(h->error);
  h->error = mem_strdup(why);
  return LIBHEDDLE_ERROR;
}

static unsigned digit(char c) { return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10); }

/* The bytes of the inputs, which the model has as digits. */
static void take_inputs(struct libheddle *h) {
  size_t i, k;
  json_t *failure, *input;
  json_array_foreach (json_object_get(h->job.model, "failures"), i, failure) {
    json_array_foreach (json_object_get(failure, "inputs"), k, input) {
      const char *hex = model_text(input, "hex");
      unsigned char *bytes = mem_alloc(strlen(hex) / 2 + 1);
      for (size_t at = 0; hex[2 * at]; at++)
        bytes[at] = (unsigned char)(digit(hex[2 * at]) << 4 | digit(hex[2 * at + 1]));
      vec_push(&h->bytes, bytes);
    }
  }
}

int libheddle_command(struct libheddle *h, const char *name) {
  const struct command_row *command = commands_find(name);
  if (!command) return refuse(h, "there is no such command");
  if (h->begun) return refuse(h, "a handle does one command; open another one");
  h->begun = true;
  gather(h, command->options);
  h->hooks = (struct explore_hooks){
      .context = h, .phase = command->options == OPTIONS_CHECK ? "NEW" : NULL, .progress = on_progress};
  h->job = (struct job_request){.texts = h->texts.data,
                                .ntexts = h->texts.count,
                                .hooks = h->watcher ? &h->hooks : NULL,
                                .silent = !h->as_command,
                                .wants_model = !h->as_command};
  if (!h->as_command) error_be_silent(true);
  stop_forget();
  enum exit_code code = command->job(&h->job);
  const char *why = error_first();
  if (code == EXIT_USAGE) h->error = mem_strdup(why ? why : "unknown");
  if (!h->as_command) error_be_silent(false);
  take_inputs(h);
  return (int)code;
}

int libheddle_run(struct libheddle *h) { return libheddle_command(h, "run"); }
int libheddle_check(struct libheddle *h) { return libheddle_command(h, "check"); }
int libheddle_diff(struct libheddle *h) { return libheddle_command(h, "diff"); }
int libheddle_augment(struct libheddle *h) { return libheddle_command(h, "augment"); }
int libheddle_replay(struct libheddle *h) { return libheddle_command(h, "replay"); }
int libheddle_report(struct libheddle *h) { return libheddle_command(h, "report"); }

const char *libheddle_error(const struct libheddle *h) { return h->error; }

/* ---- the result ---- */

const char *libheddle_verdict(const struct libheddle *h) {
  return h->job.model ? model_text(h->job.model, "verdict") : "error";
}

static const json_t *list_of(const struct libheddle *h, const char *name) {
  return json_object_get(h->job.model, name);
}

unsigned libheddle_reasons(const struct libheddle *h) { return (unsigned)json_array_size(list_of(h, "reasons")); }

const char *libheddle_reason(const struct libheddle *h, unsigned i) {
  return json_string_value(json_array_get(list_of(h, "reasons"), i));
}

unsigned libheddle_failures(const struct libheddle *h) { return (unsigned)json_array_size(list_of(h, "failures")); }

static const json_t *failure_at(const struct libheddle *h, unsigned i) {
  return json_array_get(list_of(h, "failures"), i);
}

int libheddle_failure(const struct libheddle *h, unsigned i, struct libheddle_failure *failure) {
  const json_t *f = failure_at(h, i);
  if (!f) return LIBHEDDLE_ERROR;
  const json_t *is_new = json_object_get(f, "new");
  struct libheddle_failure told = {.kind = model_text(f, "kind"),
                                   .message = model_text(f, "message"),
                                   .file = model_text(f, "file"),
                                   .function = model_text(f, "function"),
                                   .thread = model_text(f, "thread"),
                                   .line = (unsigned)model_count(f, "line"),
                                   .column = (unsigned)model_count(f, "column"),
                                   .is_new = json_is_boolean(is_new) ? json_is_true(is_new) : -1,
                                   .test = json_string_value(json_object_get(f, "test")),
                                   .inputs = (unsigned)json_array_size(json_object_get(f, "inputs")),
                                   .steps = (unsigned)json_array_size(json_object_get(f, "schedule"))};
  return give(failure, &told, failure->size, sizeof told);
}

int libheddle_input(const struct libheddle *h, unsigned failure, unsigned i, struct libheddle_input *input) {
  const json_t *f = failure_at(h, failure), *in = json_array_get(json_object_get(f, "inputs"), i);
  size_t before = i;
  if (!in) return LIBHEDDLE_ERROR;
  for (unsigned k = 0; k < failure; k++) before += json_array_size(json_object_get(failure_at(h, k), "inputs"));
  struct libheddle_input told = {.name = model_text(in, "name"),
                                 .bytes = h->bytes.data[before],
                                 .count = (unsigned)strlen(model_text(in, "hex")) / 2};
  return give(input, &told, input->size, sizeof told);
}

int libheddle_step(const struct libheddle *h, unsigned failure, unsigned i, struct libheddle_step *step) {
  const json_t *s = json_array_get(json_object_get(failure_at(h, failure), "schedule"), i);
  if (!s) return LIBHEDDLE_ERROR;
  struct libheddle_step told = {.thread = model_text(s, "thread"),
                                .file = model_text(s, "file"),
                                .function = model_text(s, "function"),
                                .text = model_text(s, "text"),
                                .line = (unsigned)model_count(s, "line"),
                                .matters = json_is_true(json_object_get(s, "matters"))};
  return give(step, &told, step->size, sizeof told);
}

/* ---- tests ---- */

const char *libheddle_tests_directory(const struct libheddle *h) { return h->job.model ? h->job.out_dir : NULL; }

unsigned long long libheddle_tests(const struct libheddle *h) {
  return libheddle_tests_directory(h) ? model_count(json_object_get(h->job.model, "tests"), "new") : 0;
}

static int is_test(const struct dirent *entry) {
  size_t length = strlen(entry->d_name);
  return length > 6 && !strcmp(entry->d_name + length - 6, ".ktest");
}

const char *libheddle_test(struct libheddle *h, unsigned i) {
  const char *directory = libheddle_tests_directory(h);
  if (!directory) return NULL;
  if (h->ntests < 0) h->ntests = scandir(directory, &h->tests, is_test, alphasort);
  if (h->ntests < 0 || i >= (unsigned)h->ntests) return NULL;
  free(h->test);
  if (asprintf(&h->test, "%s/%s", directory, h->tests[i]->d_name) < 0) h->test = NULL;
  return h->test;
}

/* ---- JSON ---- */

const char *libheddle_json(struct libheddle *h) {
  if (!h->json && h->job.model) h->json = json_dumps(h->job.model, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
  return h->json;
}

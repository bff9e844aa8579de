/* The public face (include/libheddle.h): a handle gathers the words of a command line and what was found.

   The same jobs as those of the commands do the work, so a program that uses the library and the command line see the
   same. What is told of a result is copied from the job's, which lives as long as the handle. */
#define _GNU_SOURCE
#include "libheddle.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "cli/check_job.h"
#include "cli/run_job.h"
#include "report/model.h"
#include "util/error.h"
#include "util/stop.h"

enum { BEGUN_RUN = 1, BEGUN_CHECK = 2 };

struct libheddle {
  VEC(char *) options, words, flags;
  VEC(const char *) texts; /* of the job: all of them */
  bool as_command;
  libheddle_watcher *watcher; /* NULL: nobody */
  void *context;
  struct explore_hooks hooks;
  unsigned begun; /* which job there is; 0: none yet */
  struct run_job run;
  struct check_job check;
  int code;
  char *error, *json; /* NULL: none */
  struct dirent **tests;
  int ntests; /* -1: nobody has looked yet */
  char *test; /* the last one that was told */
};

const char *libheddle_version(void) { return HEDDLE_VERSION; }

/* ---- a handle ---- */

struct libheddle *libheddle_open(void) {
  struct libheddle *h = mem_zalloc(sizeof *h);
  h->code = LIBHEDDLE_ERROR;
  h->ntests = -1;
  return h;
}

static void free_texts(char **texts, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) free(texts[i]);
}

void libheddle_close(struct libheddle *h) {
  if (!h) return;
  if (h->begun == BEGUN_RUN) run_job_close(&h->run);
  if (h->begun == BEGUN_CHECK) check_job_close(&h->check);
  free_texts(h->options.data, h->options.count);
  free_texts(h->words.data, h->words.count);
  free_texts(h->flags.data, h->flags.count);
  vec_free(&h->options);
  vec_free(&h->words);
  vec_free(&h->flags);
  vec_free(&h->texts);
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

/* ---- exploring ---- */

static bool is_set(const struct libheddle *h, const char *option) {
  for (uint32_t i = 0; i < h->options.count; i++)
    if (!strncmp(h->options.data[i] + 2, option, strlen(option))) return true;
  return false;
}

/* A program that asks for nothing of the kind wants no files. */
static void gather(struct libheddle *h) {
  for (uint32_t i = 0; i < h->options.count; i++) vec_push(&h->texts, h->options.data[i]);
  if (!h->as_command && !is_set(h, "store=") && !is_set(h, "no-store")) vec_push(&h->texts, "--no-store");
  if (!h->as_command && !is_set(h, "tests=") && !is_set(h, "out=")) vec_push(&h->texts, "--tests=none");
  for (uint32_t i = 0; i < h->words.count; i++) vec_push(&h->texts, h->words.data[i]);
  if (h->flags.count) vec_push(&h->texts, "--");
  for (uint32_t i = 0; i < h->flags.count; i++) vec_push(&h->texts, h->flags.data[i]);
}

static bool begin(struct libheddle *h, unsigned job) {
  if (h->begun) {
    free(h->error);
    h->error = mem_strdup("a handle is explored once; open another one");
    return false;
  }
  h->begun = job;
  gather(h);
  h->hooks = (struct explore_hooks){
      .context = h, .phase = job == BEGUN_CHECK ? "NEW" : NULL, .progress = h->watcher ? on_progress : NULL};
  if (!h->as_command) error_be_silent(true);
  stop_forget();
  return true;
}

static int end(struct libheddle *h, enum exit_code code) {
  const char *why = error_first();
  if (code == EXIT_USAGE) h->error = mem_strdup(why ? why : "unknown");
  if (!h->as_command) error_be_silent(false);
  return h->code = (int)code;
}

int libheddle_run(struct libheddle *h) {
  if (!begin(h, BEGUN_RUN)) return LIBHEDDLE_ERROR;
  h->run = (struct run_job){.texts = h->texts.data,
                            .ntexts = h->texts.count,
                            .hooks = h->watcher ? &h->hooks : NULL,
                            .silent = !h->as_command};
  return end(h, run_job_execute(&h->run));
}

int libheddle_check(struct libheddle *h) {
  if (!begin(h, BEGUN_CHECK)) return LIBHEDDLE_ERROR;
  h->check = (struct check_job){.texts = h->texts.data,
                                .ntexts = h->texts.count,
                                .hooks = h->watcher ? &h->hooks : NULL,
                                .silent = !h->as_command};
  return end(h, check_job_execute(&h->check));
}

const char *libheddle_error(const struct libheddle *h) { return h->error; }

/* ---- the result ---- */

/* NULL: there is none. */
static const struct result *result_of(const struct libheddle *h) {
  if (!h->begun || h->code == LIBHEDDLE_ERROR) return NULL;
  return h->begun == BEGUN_RUN ? &h->run.result : &h->check.check.result;
}

const char *libheddle_verdict(const struct libheddle *h) {
  static const char *const texts[] = {
      [VERDICT_SAFE] = "safe", [VERDICT_UNSAFE] = "unsafe", [VERDICT_INCOMPLETE] = "incomplete"};
  const struct result *result = result_of(h);
  return result ? texts[result->verdict] : "error";
}

unsigned libheddle_reasons(const struct libheddle *h) {
  const struct result *result = result_of(h);
  return result ? result->reasons.count : 0;
}

const char *libheddle_reason(const struct libheddle *h, unsigned i) {
  return i < libheddle_reasons(h) ? result_of(h)->reasons.data[i] : NULL;
}

unsigned libheddle_failures(const struct libheddle *h) {
  const struct result *result = result_of(h);
  return result ? result->failures.count : 0;
}

/* What the caller's structure has room for: one of an earlier version of the header is shorter. */
static int give(void *to, const void *from, unsigned room, size_t size) {
  if (room < sizeof(unsigned) || room > size) return LIBHEDDLE_ERROR;
  memcpy((char *)to + sizeof(unsigned), (const char *)from + sizeof(unsigned), room - sizeof(unsigned));
  return 0;
}

int libheddle_failure(const struct libheddle *h, unsigned i, struct libheddle_failure *failure) {
  static const struct result_frame nowhere = {"", "", 0, 0};
  if (i >= libheddle_failures(h)) return LIBHEDDLE_ERROR;
  const struct result_failure *f = &result_of(h)->failures.data[i];
  const struct result_frame *place = f->nframes ? &f->frames[0] : &nowhere;
  struct libheddle_failure told = {.kind = failure_kind_text(f->kind),
                                   .message = f->message,
                                   .file = place->file,
                                   .function = place->function,
                                   .thread = f->thread ? f->thread : "",
                                   .line = place->line,
                                   .column = place->column,
                                   .is_new = f->age == AGE_NEW   ? 1
                                             : f->age == AGE_OLD ? 0
                                                                 : -1,
                                   .test = f->test,
                                   .inputs = f->ninputs,
                                   .steps = f->nsteps};
  return give(failure, &told, failure->size, sizeof told);
}

static const struct result_failure *failure_at(const struct libheddle *h, unsigned i) {
  return i < libheddle_failures(h) ? &result_of(h)->failures.data[i] : NULL;
}

int libheddle_input(const struct libheddle *h, unsigned failure, unsigned i, struct libheddle_input *input) {
  const struct result_failure *f = failure_at(h, failure);
  if (!f || i >= f->ninputs) return LIBHEDDLE_ERROR;
  struct libheddle_input told = {.name = f->inputs[i].name, .bytes = f->inputs[i].bytes, .count = f->inputs[i].size};
  return give(input, &told, input->size, sizeof told);
}

int libheddle_step(const struct libheddle *h, unsigned failure, unsigned i, struct libheddle_step *step) {
  const struct result_failure *f = failure_at(h, failure);
  if (!f || i >= f->nsteps) return LIBHEDDLE_ERROR;
  const struct result_step *s = &f->steps[i];
  struct libheddle_step told = {.thread = s->thread,
                                .file = s->file,
                                .function = s->function,
                                .text = s->text,
                                .line = s->line,
                                .matters = s->matters};
  return give(step, &told, step->size, sizeof told);
}

/* ---- tests ---- */

const char *libheddle_tests_directory(const struct libheddle *h) {
  if (!result_of(h)) return NULL;
  return h->begun == BEGUN_RUN ? h->run.out_dir : h->check.out_dir;
}

unsigned long long libheddle_tests(const struct libheddle *h) {
  const struct result *result = result_of(h);
  return result && libheddle_tests_directory(h) ? result->artefacts.tests_new : 0;
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

static struct json_t *model_of(const struct libheddle *h) {
  if (h->begun == BEGUN_RUN) return run_job_model(&h->run);
  return check_job_model(&h->check);
}

const char *libheddle_json(struct libheddle *h) {
  if (h->json || !result_of(h)) return h->json;
  json_t *model = model_of(h);
  h->json = json_dumps(model, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
  json_decref(model);
  return h->json;
}

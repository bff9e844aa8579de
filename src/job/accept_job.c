/* heddle accept: writes failures that a project lives with into the file of --accept. They come from a run that the
   store kept, or from tests. What the file has already is left as it is. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/accept.h"
#include "job/config.h"
#include "job/job.h"
#include "job/use_store.h"
#include "suite/ktest.h"
#include "suite/meta.h"

#define STANDARD_FILE "heddle-accept.txt"

struct job {
  struct cli_options options;
  struct accept known; /* what the file has */
  struct store *store; /* NULL: none */
  json_t *model;       /* of the stored run; NULL: none */
  bool is_new;         /* there is no file yet */
  FILE *out;           /* what to add to it, kept in text */
  char *text;
  size_t size;
  uint32_t added, there;
};

/* ---- the file ---- */

static bool read_file(struct job *job) {
  char *why = NULL;
  job->is_new = access(job->options.accept, F_OK) != 0;
  bool good = job->is_new || accept_read(&job->known, job->options.accept, &why);
  if (!good) error_say("%s", why);
  free(why);
  return good;
}

/* Only when everything that was asked for is known: a mistake leaves no file behind. */
static bool write_file(struct job *job) {
  static const char head[] = "# Failures that heddle finds and that do not count: KIND FUNCTION: MESSAGE\n"
                             "# A comment directly above a failure says why it is accepted.\n";
  FILE *out = job->added ? fopen(job->options.accept, "a") : NULL;
  bool good = !job->added;
  if (out) {
    good = (!job->is_new || fputs(head, out) >= 0) && fputs(job->text, out) >= 0;
    if (fclose(out)) good = false;
  }
  if (!good) error_say("cannot write %s: %s", job->options.accept, strerror(errno));
  return good;
}

/* `source`: where the failure is known from. */
static void add(struct job *job, char *line, const char *source) {
  char today[20] = "";
  time_t now = time(NULL);
  struct tm tm;
  if (accept_has_line(&job->known, line)) job->there++;
  else {
    if (gmtime_r(&now, &tm)) strftime(today, sizeof today, "%Y-%m-%d", &tm);
    fprintf(job->out, "\n# accepted %s, from %s\n%s\n", today, source, line);
    if (job->options.level != REPORT_QUIET) printf("%s\n", line);
    job->added++;
  }
  free(line);
}

/* ---- a stored run ---- */

static char *line_of(const json_t *failure) {
  const json_t *other = json_array_get(json_object_get(json_object_get(failure, "other"), "stack"), 0);
  return accept_line(model_text(failure, "kind"), model_text(failure, "function"), model_text(other, "function"),
                     model_text(failure, "message"));
}

static void add_list(struct job *job, const char *list, const char *source) {
  size_t at;
  json_t *failure;
  json_array_foreach (json_object_get(job->model, list), at, failure) add(job, line_of(failure), source);
}

/* False after a message, if one was asked for. */
static bool load_run(struct job *job, const char *word, char *source, size_t size) {
  struct store_run run = {0};
  char *end = NULL;
  uint64_t number = word ? strtoull(word, &end, 10) : 0;
  if (word && (*end || strspn(word, "0123456789") != strlen(word))) {
    error_say("%s is neither a test (.ktest) nor the number of a stored run", word);
    return false;
  }
  if (!job->store) {
    error_say("there is no store with a run; --store=FILE names one, or name a test");
    return false;
  }
  if (!(word ? store_find_run(job->store, number, &run) : store_last_run(job->store, &run))) {
    error_say(word ? "the store has no run %s" : "the store has no run yet", word);
    return false;
  }
  json_decref(job->model);
  job->model = json_loads(run.report, 0, NULL);
  snprintf(source, size, "run %llu of heddle %s", (unsigned long long)run.number, model_text(job->model, "command"));
  store_run_free(&run);
  return true;
}

static bool accept_run(struct job *job, const char *word) {
  char source[80];
  if (!load_run(job, word, source, sizeof source)) return false;
  add_list(job, "failures", source);
  return true;
}

/* ---- a test ---- */

/* A test does not say in which function it fails; the run that wrote it does, if the store still has it. */
static const json_t *failure_of_test(const struct job *job, const char *path) {
  static const char *const lists[] = {"failures", "accepted"};
  size_t at;
  json_t *failure;
  for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++) {
    json_array_foreach (json_object_get(job->model, lists[i]), at, failure) {
      if (!strcmp(model_text(failure, "test"), path)) return failure;
    }
  }
  return NULL;
}

static bool accept_test(struct job *job, const char *path) {
  struct ktest test;
  struct meta_verdict verdict = {0};
  const char *why;
  if (!ktest_read(path, &test, &why)) {
    error_say("%s: %s", path, why);
    return false;
  }
  bool good = meta_verdict_decode(&test, &verdict) && verdict.kind;
  if (!good) error_say("%s: this test records no failure", path);
  const json_t *failure = good ? failure_of_test(job, path) : NULL;
  if (good) add(job, failure ? line_of(failure) : accept_line(verdict.kind, NULL, NULL, verdict.message), path);
  meta_verdict_free(&verdict);
  ktest_free(&test);
  return good;
}

/* ---- the command ---- */

static bool configure(struct cli_options *options) {
  struct config *config = NULL;
  char *here = getcwd(NULL, 0), *root = here ? config_root(here) : NULL;
  bool good = here && config_load(&config, here, root, NULL) && config_apply(config, options);
  config_free(config);
  free(root);
  free(here);
  if (!options->accept) options->accept = STANDARD_FILE;
  return good;
}

static bool is_test(const char *word) {
  size_t length = strlen(word);
  return length > 6 && !strcmp(word + length - 6, ".ktest");
}

/* The last run is only asked for the functions of tests; there need not be one. */
static void load_last(struct job *job) {
  struct store_run run = {0};
  if (!job->store || !store_last_run(job->store, &run)) return;
  job->model = json_loads(run.report, 0, NULL);
  store_run_free(&run);
}

static bool accept_all(struct job *job) {
  const struct cli_options *options = &job->options;
  bool good = true;
  if (!options->words.count) return accept_run(job, NULL);
  for (uint32_t i = 0; good && i < options->words.count; i++) {
    const char *word = options->words.data[i];
    good = is_test(word) ? accept_test(job, word) : accept_run(job, word);
  }
  return good;
}

static bool run(struct job *job) {
  if (!configure(&job->options)) return false;
  job->store = use_store_open(&job->options);
  load_last(job);
  if (!(job->out = open_memstream(&job->text, &job->size))) abort();
  bool good = read_file(job) && accept_all(job);
  fclose(job->out);
  good = good && write_file(job);
  if (good && job->options.level != REPORT_QUIET)
    printf("%s: %u added, %u there before\n", job->options.accept, job->added, job->there);
  return good;
}

enum exit_code accept_job(struct job_request *request) {
  struct job job = {0};
  enum exit_code code = EXIT_USAGE;
  if (job_read(&job.options, OPTIONS_ACCEPT, request) && run(&job)) code = EXIT_SAFE;
  json_decref(job.model);
  free(job.text);
  accept_free(&job.known);
  store_close(job.store);
  options_free(&job.options);
  return code;
}

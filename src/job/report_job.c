/* heddle report: the reports of a run that the store kept. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "job/ending.h"
#include "job/job.h"
#include "job/output.h"
#include "job/reports.h"
#include "job/use_store.h"

/* ---- which run ---- */

static bool find_run(const struct cli_options *options, struct store *store, struct store_run *run) {
  const char *word = options->words.count ? options->words.data[0] : NULL;
  char *end = NULL;
  if (options->words.count > 1) {
    error_say("one RUN at most: heddle report [RUN]");
    return false;
  }
  if (!word) {
    if (store_last_run(store, run)) return true;
    error_say("the store has no run yet%s%s", store_why(store) ? ": " : "", store_why(store) ? store_why(store) : "");
    return false;
  }
  errno = 0;
  unsigned long long number = strtoull(word, &end, 10);
  if (*end || errno || strspn(word, "0123456789") != strlen(word)) {
    error_say("%s: RUN is the number of a stored run", word);
    return false;
  }
  if (store_find_run(store, number, run)) return true;
  error_say("the store has no run %s%s%s", word, store_why(store) ? ": " : "",
            store_why(store) ? store_why(store) : "");
  return false;
}

/* NULL after a message. */
static json_t *model_of(const struct store_run *run) {
  json_error_t error;
  json_t *model = json_loads(run->report, 0, &error);
  const json_t *form = json_object_get(json_object_get(model, "details"), "form");
  if (json_integer_value(form) == MODEL_FORM) return model;
  error_say("run %llu was kept by another version of heddle, in a form that this one does not read; run it again: %s",
            (unsigned long long)run->number, run->line);
  json_decref(model);
  return NULL;
}

/* ---- what to make of it ---- */

static void say_which(const struct store_run *run) {
  char when[40] = "";
  time_t at = (time_t)run->when;
  struct tm tm;
  if (localtime_r(&at, &tm)) strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", &tm);
  printf("run %llu, %s: %s\n", (unsigned long long)run->number, when, run->line);
}

static bool write_json(FILE *out, json_t *model) {
  json_object_del(model, "details");
  return json_dumpf(model, out, JSON_INDENT(2) | JSON_REAL_PRECISION(9)) == 0 && fputc('\n', out) != EOF &&
         fflush(out) == 0;
}

static bool write_json_file(struct reports *reports, const char *path, json_t *model) {
  FILE *out = reports->json;
  reports->json = NULL;
  output_empty_json(out, path);
  bool good = write_json(out, model);
  if (fclose(out)) good = false;
  if (!good) error_say("cannot write %s: %s", path, strerror(errno));
  return good;
}

static bool write_all(struct reports *reports, const struct cli_options *options, const struct store_run *run,
                      json_t *model) {
  if (!reports_write_files(reports, options, model)) return false;
  bool to_stdout = options->json && !options->json_file && !options->silent;
  if (options->silent) return !reports->json || write_json_file(reports, options->json_file, model);
  if (options->style != STYLE_TEXT) reports_write_lines(options, model);
  else if (!to_stdout && options->level != REPORT_QUIET) {
    say_which(run);
    story_text(stdout, model);
  }
  if (to_stdout) return write_json(stdout, model);
  return !reports->json || write_json_file(reports, options->json_file, model);
}

static enum exit_code report(struct job_request *request, const struct cli_options *options, struct store *store,
                             struct reports *reports) {
  struct store_run run = {0};
  json_t *model = NULL;
  bool good = find_run(options, store, &run) && (model = model_of(&run)) && reports_open(reports, options) &&
              write_all(reports, options, &run, model);
  store_run_free(&run);
  if (good && request->wants_model) {
    json_object_del(model, "details");
    request->model = json_incref(model);
  }
  json_decref(model);
  return good ? EXIT_SAFE : EXIT_USAGE;
}

enum exit_code report_job(struct job_request *request) {
  struct cli_options options;
  struct reports reports = {0};
  struct store *store = NULL;
  enum exit_code code = EXIT_USAGE;
  if (!job_read(&options, OPTIONS_REPORT, request)) {
    options_free(&options);
    return code;
  }
  if (!(store = use_store_open(&options))) error_say("there is no store to report from; --store=FILE names one");
  else code = report(request, &options, store, &reports);
  if (code != EXIT_SAFE && !request->silent)
    ending_early(&(struct ending){"report", request->texts, request->ntexts}, options.level);
  reports_close(&reports);
  store_close(store);
  options_free(&options);
  return code;
}

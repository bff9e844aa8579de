/* heddle replay --native: builds the program natively, replays the test as often as asked, and says whether it failed
   as recorded. Exit code 1 if it failed, 0 if not, 2 if the test cannot be followed, 3 if a recorded failure does not
   show. */
#include "job/native.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/version.h"
#include "report/report.h"

static bool is_kind(const struct meta_verdict *recorded, const char *kind) {
  return recorded && recorded->kind && !strcmp(recorded->kind, kind);
}

static bool says(const struct meta_verdict *recorded, const char *words) {
  return recorded && recorded->kind && strstr(recorded->message, words) != NULL;
}

/* What the native build needs so that this failure shows. */
static void choose_checks(struct cli_options *options, const struct meta_verdict *recorded) {
  bool contents = says(recorded, "uninitialised data") || says(recorded, "never initialised");
  bool memory = is_kind(recorded, "memory") && !contents;
  if (contents) options->sanitize = "memory";
  else if (memory || is_kind(recorded, "leak")) options->sanitize = "address";
  options->watch = is_kind(recorded, "memory") || is_kind(recorded, "race") || is_kind(recorded, "arithmetic");
}

bool native_prepare(struct native_job *job, struct cli_options *options, const struct meta_verdict *recorded) {
  job->recorded = recorded;
  if (!native_open(&job->build)) return false;
  options->instrument = job->build.bitcode;
  job->build.data_model_32 = options->data_model_32;
  choose_checks(options, recorded);
  return true;
}

bool native_write_test(struct native_job *job, const struct ktest *test) {
  struct ktest_writer w = {0};
  ktest_begin(&w, (const char *const *)test->arguments, test->narguments);
  for (uint32_t i = 0; i < test->nobjects; i++)
    ktest_add(&w, test->objects[i].name, test->objects[i].bytes, test->objects[i].size);
  snprintf(job->moved, sizeof job->moved, "%s/followed.ktest", job->build.directory);
  bool good = ktest_write(&w, AT_FDCWD, job->moved);
  if (!good) error_say("cannot write %s: %s", job->moved, strerror(errno));
  ktest_writer_free(&w);
  return good;
}

static const char *followed(const struct native_job *job) { return job->moved[0] ? job->moved : job->test; }

void native_job_close(struct native_job *job) {
  if (job->moved[0]) unlink(job->moved);
  native_close(&job->build);
  free(job->test);
}

/* ---- comparing ---- */

/* Is `path` the file that was recorded under a name that may be relative? */
static bool same_file(const char *path, const char *recorded) {
  size_t n = strlen(path), m = strlen(recorded);
  while (!strncmp(recorded, "./", 2)) recorded += 2, m -= 2;
  return n >= m && !strcmp(path + n - m, recorded) && (n == m || path[n - m - 1] == '/');
}

static bool same_kind(const struct native_job *job, const struct native_result *result) {
  return job->recorded && job->recorded->kind && !strcmp(job->recorded->kind, result->kind);
}

static bool same_place(const struct native_job *job, const struct native_result *result) {
  if (is_kind(job->recorded, "deadlock")) return true; /* it has several */
  return job->recorded && result->line == job->recorded->line && same_file(result->file, job->recorded->file);
}

static bool as_recorded(const struct native_job *job, const struct native_result *result) {
  if (!job->recorded || result->stuck) return false;
  if (!job->recorded->kind) return result->failed == 0;
  return result->failed == result->runs && same_kind(job, result) && (!result->line || same_place(job, result));
}

static enum exit_code code_of(const struct native_job *job, const struct native_result *result) {
  if (result->stuck) return EXIT_USAGE;
  if (result->failed) return EXIT_UNSAFE;
  return job->recorded && job->recorded->kind ? EXIT_INCOMPLETE : EXIT_SAFE;
}

/* ---- telling ---- */

static void say_failure(const struct native_result *result) {
  printf("  %s: %s", result->kind, result->message);
  if (result->signal) printf(" (signal %d, %s)", result->signal, strsignal(result->signal));
  printf("\n");
  if (result->line) printf("  in %s (%s:%u)", result->function, result->file, result->line);
  else if (result->thread[0]) printf("  in thread %s", result->thread);
  if (result->line && result->thread[0]) printf(", thread %s", result->thread);
  if (result->line || result->thread[0]) printf("\n");
  for (const char *at = result->detail; *at;) {
    size_t length = strcspn(at, "\n");
    printf("  %.*s\n", (int)length, at);
    at += length + (at[length] == '\n');
  }
}

static void say_comparison(const struct native_job *job, const struct native_result *result) {
  const struct meta_verdict *recorded = job->recorded;
  if (!recorded) printf("the test does not say how it ended\n");
  else if (as_recorded(job, result)) printf("as recorded\n");
  else if (!recorded->kind) printf("the test recorded no failure\n");
  else
    printf("the test recorded: %s at %s:%u: %s\n", recorded->kind, recorded->file, recorded->line, recorded->message);
}

static void say(const struct native_job *job, const struct cli_options *options, const struct native_result *result) {
  if (result->stuck) printf("the test cannot be followed natively: %s\n", result->why);
  if (result->failed) printf("failed natively %u of %u\n", result->failed, result->runs);
  else if (!result->stuck) printf("did not fail natively: %u of %u ended well\n", result->runs, result->runs);
  if (options->level == REPORT_QUIET) return;
  if (result->failed) say_failure(result);
  if (!result->stuck) say_comparison(job, result);
  if (options->sanitize && !job->build.sanitizer)
    printf("built without the %s sanitizer (package libclang-rt-19-dev): mistakes with memory may not show\n",
           options->sanitize);
  if (options->stats || options->level == REPORT_VERBOSE)
    printf("figures %u replays, %.1f ms each\n", result->runs,
           result->seconds * 1000 / (result->runs ? result->runs : 1));
}

static json_t *text_or_null(const char *text) {
  json_t *value = text && *text ? json_string(text) : NULL;
  return value ? value : json_null();
}

static json_t *native_value(const struct native_job *job, const struct native_result *result) {
  return json_pack("{s:i,s:i,s:i,s:b,s:b,s:o,s:o,s:o,s:o,s:o,s:i,s:i,s:o,s:o,s:f}", "runs", (int)result->runs, "failed",
                   (int)result->failed, "stuck", (int)result->stuck, "as_recorded", as_recorded(job, result),
                   "sanitized", job->build.sanitizer != NULL, "kind", text_or_null(result->kind), "message",
                   text_or_null(result->message), "thread", text_or_null(result->thread), "function",
                   text_or_null(result->function), "file", text_or_null(result->file), "line", (int)result->line,
                   "signal", result->signal, "detail", text_or_null(result->detail), "why", text_or_null(result->why),
                   "seconds", result->seconds);
}

static json_t *model_of(const struct native_job *job, const struct native_result *result) {
  static const char *const words[] = {
      [EXIT_SAFE] = "safe", [EXIT_UNSAFE] = "unsafe", [EXIT_USAGE] = "incomplete", [EXIT_INCOMPLETE] = "incomplete"};
  return json_pack("{s:s,s:s,s:s,s:s,s:o}", "heddle", HEDDLE_VERSION, "command", "replay", "verdict",
                   words[code_of(job, result)], "test", job->test, "native", native_value(job, result));
}

static bool say_json(FILE *out, const json_t *model) {
  return model && json_dumpf(model, out, JSON_INDENT(2)) == 0 && fputc('\n', out) != EOF;
}

/* On the standard output, and in the file. */
static bool tell(const struct native_job *job, const struct cli_options *options, const struct native_result *result,
                 FILE **json, const json_t *model) {
  bool good = true;
  if (options->json && !options->json_file && !options->silent) good = say_json(stdout, model);
  else if (!options->silent) say(job, options, result);
  if (*json) {
    good = say_json(*json, model) && good;
    if (fclose(*json)) good = false;
    *json = NULL;
  }
  return good;
}

/* ---- the command ---- */

/* The failure that was recorded among those of the interpreter; NULL: it is not there, another one came before it. */
static const struct result_failure *recorded_failure(const struct native_job *job, const struct result *interpreted) {
  const struct meta_verdict *recorded = job->recorded;
  for (uint32_t i = 0; recorded && recorded->kind && i < interpreted->failures.count; i++) {
    const struct result_failure *f = &interpreted->failures.data[i];
    if (strcmp(failure_kind_text(f->kind), recorded->kind) || strcmp(f->message, recorded->message)) continue;
    if (f->nframes ? f->frames[0].line == recorded->line && !strcmp(f->frames[0].file, recorded->file)
                   : !recorded->line)
      return f;
  }
  return NULL;
}

/* The thread that fails: known from the interpreter, else ("") the one that made the last step; of a race the step that
   comes next. */
static const char *suspect_of(const struct native_job *job, const struct result *interpreted) {
  const struct result_failure *failure = recorded_failure(job, interpreted);
  if (failure) return failure->thread;
  return job->recorded && job->recorded->kind && !is_kind(job->recorded, "race") ? "" : NULL;
}

/* Uninitialised data are failures of memory. */
static void list_unchecked(const struct cli_options *options, const char *kinds[FAILURE_KIND_COUNT + 1]) {
  unsigned n = 0;
  uint32_t on = options->explore.config.checks;
  if (checks_have(on, CHECK_UNINIT)) on |= 1u << CHECK_MEMORY;
  for (int kind = 0; kind < FAILURE_KIND_COUNT; kind++)
    if (!checks_have(on, failure_rows[kind].check)) kinds[n++] = failure_kind_text(kind);
  kinds[n] = NULL;
}

/* What ended otherwise because the order inside a function of the library could not be kept is no outcome of this
   test. */
static void refuse_interrupted(const struct native_job *job, const struct ir_program *program,
                               struct native_result *result) {
  if (result->stuck || !job->recorded || as_recorded(job, result)) return;
  const char *name = native_interrupted(program, followed(job));
  if (!name) return;
  result->stuck = result->runs;
  result->failed = 0;
  result->kind[0] = 0;
  snprintf(result->why, sizeof result->why,
           "its schedule interrupts a call of the library (in %s), which is executed as a whole", name);
}

enum exit_code native_replay(struct native_job *job, const struct cli_options *options,
                             const struct ir_program *program, const struct result *interpreted, FILE **json,
                             json_t **model) {
  const char *unchecked[FAILURE_KIND_COUNT + 1];
  list_unchecked(options, unchecked);
  struct native_request request = {
      .unchecked = unchecked,
      .program = program,
      .test = followed(job),
      .suspect = suspect_of(job, interpreted),
      .spurious_wakeups = options->explore.config.spurious_wakeups,
      .fresh = options->explore.config.malloc == MALLOC_FRESH,
      .deadlock = is_kind(job->recorded, "deadlock"),
      .kind = job->recorded ? job->recorded->kind : NULL,
      .file = job->recorded && job->recorded->kind ? job->recorded->file : NULL,
      .line = job->recorded ? job->recorded->line : 0,
      .name = options->explore.config.program_name,
      .arguments = options->explore.config.arguments,
      .narguments = options->explore.config.narguments,
      .stdin_file = options->explore.config.stdin_file,
      .files = options->explore.config.files,
      .nfiles = options->explore.config.nfiles,
      .config = &options->explore.config,
      .times = options->times ? options->times : 1,
      .timeout_seconds = options->explore.config.timeout_seconds,
      .leaks = is_kind(job->recorded, "leak"),
      .show_output = options->explore.config.show_output,
  };
  struct native_result result;
  if (!native_link(&job->build, options->sanitize)) return EXIT_USAGE;
  if (options->gdb) return native_debug(&job->build, &request) ? EXIT_USAGE : EXIT_SAFE;
  native_run(&job->build, &request, &result);
  refuse_interrupted(job, program, &result);
  json_t *told = model_of(job, &result);
  bool good = tell(job, options, &result, json, told);
  if (result.stuck && options->silent) error_say("the test cannot be followed natively: %s", result.why);
  if (model) *model = json_incref(told);
  json_decref(told);
  return good ? code_of(job, &result) : EXIT_USAGE;
}

/* heddle replay: run one test again, in the interpreter or natively (native.c), and compare with what the test
   recorded.

   A test of heddle's own says how its program was given: files, compiler flags, options; for one that a suite keeps for
   a newer version, the suite's index says it. An option on the command line wins over the recorded one, PROGRAM with
   its flags over the recorded program with its flags; heddle.toml says something about PROGRAM only. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "job/ending.h"
#include "job/job.h"
#include "job/native.h"
#include "job/output.h"
#include "job/program.h"
#include "job/reports.h"
#include "explain/explain.h"
#include "explore/explore.h"
#include "report/model.h"
#include "suite/keep.h"
#include "suite/ktest.h"
#include "suite/meta.h"
#include "util/flags_trust.h"
#include "util/stop.h"

struct job {
  struct job_request *request;
  struct cli_options options;
  struct ktest test;
  bool has_program, has_verdict; /* what the test says about itself */
  bool own_program;              /* the command line names one */
  bool kept;                     /* `recorded` comes from the suite's index instead */
  struct meta_program recorded;
  struct meta_verdict verdict;
  struct keep_note note;
  struct ir_program *program;
  char *name;
  FILE *json;
  struct native_job native;
  struct explore_replay_request replay;
  bool broken; /* its schedule cannot be used natively */
  struct result result;
  int here; /* the directory to come back to, which is left for a recorded program; -1: none */
};

/* ---- what to run ---- */

static bool given_again(const struct cli_options *options, const char *text) {
  size_t length = options_name_length(text);
  for (uint32_t i = 0; i < options->recorded.count; i++) {
    const char *other = options->recorded.data[i];
    if (options_name_length(other) == length && !strncmp(other, text, length)) return true;
  }
  return false;
}

/* Reads the command line once more with the recorded options before it, except those it gives itself, and with the
   recorded program where it names none. */
static bool merge_options(struct job *job) {
  const struct job_request *request = job->request;
  const struct meta_program *recorded = &job->recorded;
  options_texts all = {0};
  for (uint32_t i = 0; i < recorded->options.count; i++) {
    const char *text = recorded->options.data[i];
    if (options_is_recorded(text) && !given_again(&job->options, text)) vec_push(&all, text);
  }
  for (uint32_t i = 0; i < request->ntexts; i++) vec_push(&all, request->texts[i]);
  bool own_program = job->options.words.count > 1;
  options_free(&job->options);
  bool good = options_read(&job->options, OPTIONS_REPLAY, all.data, all.count);
  job->options.silent = request->silent;
  vec_free(&all);
  if (!good) {
    error_say("the test's own options do not fit: %s", job->options.error);
    return false;
  }
  if (own_program) return true;
  job->options.revision = recorded->revision;
  job->options.prefix = recorded->prefix ? recorded->prefix : "";
  for (uint32_t i = 0; i < recorded->inputs.count; i++) vec_push(&job->options.words, recorded->inputs.data[i]);
  bool own_flags = job->options.cflags.count > 0;
  for (uint32_t i = 0; !own_flags && i < recorded->cflags.count; i++)
    vec_push(&job->options.cflags, recorded->cflags.data[i]);
  struct flags_dropped dropped = {0};
  options_texts *flags = &job->options.cflags;
  if (!own_flags && !job->options.allow_plugins) flags->count = flags_keep_trusted(flags->data, flags->count, &dropped);
  flags_warn(&dropped, job->options.words.data[0]);
  return true;
}

/* Relative paths of a recorded program start where the test was made; go there unless they are right here. A revision
   is looked for there, and here if that place is gone. */
static bool find_inputs(struct job *job) {
  bool all_here = true;
  for (uint32_t i = 0; i < job->recorded.inputs.count; i++)
    if (access(job->recorded.inputs.data[i], F_OK)) all_here = false;
  if ((all_here && !job->recorded.revision) || !job->recorded.directory) return true;
  job->here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (chdir(job->recorded.directory) && !job->recorded.revision) {
    error_say("the program of this test is neither here nor in %s: %s", job->recorded.directory, strerror(errno));
    return false;
  }
  return true;
}

/* A suite that was brought up to date says for which program it keeps the test; else the test says what it was made
   for. */
static bool take_recorded(struct job *job, bool own_program) {
  job->kept = !own_program && keep_find_note(job->options.words.data[0], &job->note);
  if (!job->kept) return meta_program_decode(&job->test, &job->recorded);
  job->recorded = job->note.program;
  job->note.program = (struct meta_program){0};
  return true;
}

static bool find_program(struct job *job) {
  bool own_program = job->own_program = job->options.words.count > 1;
  job->has_program = take_recorded(job, own_program);
  if (!job->has_program && !own_program) {
    error_say("the test does not say which program it is for; give it: heddle replay TEST PROGRAM");
    return false;
  }
  if (job->has_program && !merge_options(job)) return false;
  return own_program ? program_configure(&job->options, 1) : find_inputs(job);
}

static bool prepare(void *context) {
  struct job *job = context;
  const char *why;
  if (!job->options.words.count) {
    error_say("missing TEST; try: heddle replay FILE.ktest");
    return false;
  }
  const char *file = job->options.words.data[0];
  if (!ktest_read(file, &job->test, &why)) {
    error_say("cannot read the test %s: %s", file, why);
    return false;
  }
  bool native = job->options.native || job->options.gdb || job->options.times;
  const char *json_file = job->options.json_file;
  if (json_file && !(job->json = output_open_json(json_file))) return false;
  if (native && !(job->native.test = realpath(file, NULL))) return false;
  if (!find_program(job)) return false;
  job->has_verdict = meta_verdict_decode(&job->test, &job->verdict);
  if (job->has_verdict && job->verdict.kind && !strcmp(job->verdict.kind, failure_kind_text(FAILURE_RACE)))
    job->options.explore.config.checks |= 1u
                                          << CHECK_RACE; /* a check of two versions finds it without being asked to */
  job->name = program_name(job->options.words.data[1]);
  job->options.explore.config.program_name = job->name;
  job->options.explore.config.tests = TESTS_NONE;
  if (native && !native_prepare(&job->native, &job->options, job->has_verdict ? &job->verdict : NULL)) return false;
  job->program = program_load(&job->options, 1);
  return job->program != NULL;
}

/* ---- comparing ---- */

static bool same_failure(const struct meta_verdict *recorded, const struct result *result) {
  for (uint32_t i = 0; recorded->kind && i < result->failures.count; i++) {
    const struct result_failure *failure = &result->failures.data[i];
    const char *file = failure->nframes && failure->frames[0].file ? failure->frames[0].file : "";
    uint32_t line = failure->nframes ? failure->frames[0].line : 0;
    if (!strcmp(failure_kind_text(failure->kind), recorded->kind) && !strcmp(file, recorded->file) &&
        line == recorded->line)
      return true;
  }
  return !recorded->kind && !result->failures.count && result->verdict == VERDICT_SAFE;
}

static const char *recorded_words(struct job *job) {
  const struct meta_verdict *verdict = &job->verdict;
  if (!job->has_verdict) return NULL;
  if (!verdict->kind) return "no failure";
  return result_text(&job->result, "%s at %s:%u: %s", verdict->kind, verdict->file, verdict->line, verdict->message);
}

static struct report_replay compare(struct job *job) {
  const struct explore_replay_request *replay = &job->replay;
  uint64_t path = job->note.path;
  bool path_recorded = job->kept ? job->note.has_path : meta_path_decode(&job->test, &path);
  return (struct report_replay){
      .kept_for = job->kept ? job->options.words.data[1] : NULL,
      .test = job->options.words.data[0],
      .recorded = recorded_words(job),
      .verdict_agrees = job->has_verdict && same_failure(&job->verdict, &job->result),
      .path = replay->path,
      .path_recorded = path_recorded,
      .path_agrees = path_recorded && path == replay->path,
      .diverged = replay->diverged,
      .why = replay->why ? replay->why : "",
  };
}

/* ---- the command ---- */

/* The inputs of a replayed failure are those of the test. */
static void show_inputs(struct job *job) {
  struct result_input *inputs = arena_alloc(&job->result.memory, (job->test.nobjects + 1) * sizeof *inputs);
  uint32_t count = 0;
  for (uint32_t i = 0; i < job->test.nobjects; i++) {
    const struct ktest_object *object = &job->test.objects[i];
    if (meta_is_input(object))
      inputs[count++] = (struct result_input){object->name, object->bytes, object->size, NULL, 0};
  }
  for (uint32_t i = 0; i < job->result.failures.count; i++) {
    struct result_failure *failure = &job->result.failures.data[i];
    if (failure->ninputs) continue;
    failure->inputs = inputs;
    failure->ninputs = count;
  }
}

static bool report(struct job *job, const struct report_replay *outcome) {
  const struct cli_options *options = &job->options;
  struct report_info info = reports_info("replay", &job->options, job->program);
  info.replay = outcome;
  bool silent = options->silent;
  if (job->request->wants_model) job->request->model = model_make(&info, &job->result);
  if (options->json && !options->json_file && !silent) return report_json(stdout, &info, &job->result);
  if (!silent) report_text(stdout, &info, &job->result);
  if (!job->json) return true;
  FILE *json = job->json;
  job->json = NULL;
  return output_write_json(json, options->json_file, &info, &job->result);
}

static enum exit_code replay_code(const struct report_replay *outcome, const struct result *result) {
  if (outcome->diverged) return EXIT_USAGE;
  return result->verdict == VERDICT_UNSAFE ? EXIT_UNSAFE
         : result->verdict == VERDICT_SAFE ? EXIT_SAFE
                                           : EXIT_INCOMPLETE;
}

static bool is_native(const struct job *job) { return job->native.build.directory[0] != 0; }

/* The schedule of another version, as it is in this one: who looks at the test from now on, natively too, sees this
   program's. */
static bool take_schedule(struct job *job, char *schedule) {
  ktest_set(&job->test, META_SCHEDULE, schedule, (uint32_t)strlen(schedule));
  free(schedule);
  return !is_native(job) || native_write_test(&job->native, &job->test);
}

static int overrun(void *context, const char *what) {
  struct job *job = context;
  struct report_replay outcome = {.test = job->options.words.data[0], .why = ""};
  ending_overrun(&job->result, what);
  return report(job, &outcome) ? replay_code(&outcome, &job->result) : EXIT_USAGE;
}

static void replay(void *context) {
  struct job *job = context;
  struct explore_replay_request *replay = &job->replay;
  *replay = (struct explore_replay_request){.test = &job->test, .other_version = job->kept || job->own_program};
  if (job->has_verdict && job->verdict.kind) {
    replay->kind = job->verdict.kind;
    replay->file = job->verdict.file;
    replay->line = job->verdict.line;
  }
  explore_replay(job->program, &job->options.explore, replay, &job->result);
  if (replay->schedule) job->broken = !take_schedule(job, replay->schedule);
  if (!replay->diverged && !is_native(job))
    explain_replay(job->program, &job->options.explore, &job->test, &job->result);
}

static enum exit_code finish(void *context) {
  struct job *job = context;
  if (job->broken) return EXIT_USAGE;
  if (is_native(job))
    return native_replay(&job->native, &job->options, job->program, &job->result, &job->json,
                         job->request->wants_model ? &job->request->model : NULL);
  struct report_replay outcome = compare(job);
  show_inputs(job);
  bool unsaid = job->options.silent || (job->options.json && !job->options.json_file); /* no text report says it */
  if (outcome.diverged && unsaid) error_say("the test does not fit this program: %s", outcome.why);
  return report(job, &outcome) ? replay_code(&outcome, &job->result) : EXIT_USAGE;
}

static void release(struct job *job) {
  if (job->here >= 0 && fchdir(job->here)) warn_say("cannot come back to the directory: %s", strerror(errno));
  if (job->here >= 0) close(job->here);
  native_job_close(&job->native);
  if (job->json) fclose(job->json);
  if (job->program) ir_free(job->program);
  result_free(&job->result);
  program_close(&job->options);
  options_free(&job->options);
  meta_program_free(&job->recorded);
  keep_note_free(&job->note);
  meta_verdict_free(&job->verdict);
  ktest_free(&job->test);
  free(job->name);
}

enum exit_code replay_job(struct job_request *request) {
  static const struct job_steps steps = {"replay", prepare, replay, overrun, finish};
  struct job job = {.request = request, .here = -1};
  enum exit_code code = EXIT_USAGE;
  if (job_read(&job.options, OPTIONS_REPLAY, request)) code = job_do(&steps, &job, &job.options, request);
  release(&job);
  return code;
}

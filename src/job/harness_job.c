/* heddle harness FILE.c:FUNCTION: writes a main program that calls the function from several threads with symbolic
   arguments, ready to edit. What the parameters are is asked of clang, which prints the function's declaration as JSON;
   harness.c decides what to do with each, and writes the text. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "job/harness.h"
#include "job/job.h"
#include "front/front.h"
#include "util/file.h"
#include "util/path.h"

struct job {
  struct cli_options options;
  char *file; /* of FILE:FUNCTION */
  const char *function;
  char *include; /* directory of heddle.h */
  struct harness harness;
  char *out;
};

/* ---- clang ---- */

static void push_all(options_texts *list, const char *const *texts, size_t count) {
  for (size_t i = 0; i < count; i++) vec_push(list, texts[i]);
}

/* Runs clang on `input` with further words; its standard output is the file of the descriptor, -1: nowhere. `loud`: its
   messages are the user's. True: exit code 0. */
static bool run_clang(const struct job *job, const char *const *more, size_t nmore, const char *input, int output,
                      bool loud) {
  static const char *const fixed[] = {"clang-19", "-fsyntax-only", "-Wno-everything", "-D__HEDDLE__=1"};
  options_texts list = {0};
  int status = -1;
  push_all(&list, fixed, sizeof fixed / sizeof *fixed);
  push_all(&list, more, nmore);
  push_all(&list, job->options.cflags.data, job->options.cflags.count);
  if (job->include) push_all(&list, (const char *const[]){"-idirafter", job->include}, 2);
  push_all(&list, (const char *const[]){"-x", "c", input, NULL}, 4);
  pid_t pid = fork();
  if (pid == 0) {
    int nothing = open("/dev/null", O_WRONLY);
    dup2(output >= 0 ? output : nothing, STDOUT_FILENO);
    if (!loud) dup2(nothing, STDERR_FILENO);
    execvp("clang-19", (char *const *)list.data);
    execv("/usr/lib/llvm-19/bin/clang", (char *const *)list.data);
    error_say("cannot run clang-19: %s. Install the package clang-19", strerror(errno));
    _exit(EXIT_USAGE);
  }
  while (pid > 0 && waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) break;
  vec_free(&list);
  return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Is the type complete in the file: does it have a size? */
static bool is_complete(void *context, const char *type) {
  const struct job *job = context;
  char path[64], *text;
  int probe = memfd_create("probe", 0);
  char *real = realpath(job->file, NULL);
  if (probe < 0 || !real) return false;
  int n = asprintf(&text, "#include \"%s\"\nenum { heddle_probe = sizeof(%s) };\n", real, type);
  bool good = n > 0 && write(probe, text, (size_t)n) == n;
  snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)getpid(), probe);
  good = good && run_clang(job, NULL, 0, path, -1, false);
  close(probe);
  free(real);
  if (n > 0) free(text);
  return good;
}

/* ---- the declaration ---- */

static const char *text_of(json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

static void read_parameter(struct harness *h, json_t *node) {
  json_t *type = json_object_get(node, "type");
  const char *written = text_of(type, "qualType"), *real = text_of(type, "desugaredQualType");
  struct harness_parameter parameter = {.name = mem_strdup(text_of(node, "name")),
                                        .type = mem_strdup(written),
                                        .real = mem_strdup(*real ? real : written)};
  vec_push(&h->parameters, parameter);
}

/* The text before the parameters: "int *(struct queue *)" is "int *". */
static char *result_of(const char *type) {
  size_t length = strcspn(type, "(");
  while (length && type[length - 1] == ' ') length--;
  return strndup(type, length);
}

static void read_function(struct harness *h, json_t *node) {
  json_t *child;
  size_t i;
  h->result = result_of(text_of(json_object_get(node, "type"), "qualType"));
  json_array_foreach (json_object_get(node, "inner"), i, child) {
    if (!strcmp(text_of(child, "kind"), "ParmVarDecl")) read_parameter(h, child);
  }
}

static bool has_body(json_t *node) {
  json_t *child;
  size_t i;
  json_array_foreach (json_object_get(node, "inner"), i, child) {
    if (!strcmp(text_of(child, "kind"), "CompoundStmt")) return true;
  }
  return false;
}

/* clang prints every declaration whose name contains the function's, one after the other. */
static bool find_function(struct job *job, const char *text) {
  json_error_t error;
  for (const char *at = text; at; at = (at = strstr(at, "\n{")) ? at + 1 : NULL) {
    json_t *node = *at == '{' ? json_loads(at, JSON_DISABLE_EOF_CHECK, &error) : NULL;
    if (!node) continue;
    bool found = !strcmp(text_of(node, "kind"), "FunctionDecl") && !strcmp(text_of(node, "name"), job->function) &&
                 has_body(node);
    if (found) read_function(&job->harness, node);
    json_decref(node);
    if (found) return true;
  }
  return false;
}

static bool ask_clang(struct job *job) {
  int dump = memfd_create("declaration", 0);
  char path[64], *filter, *text = NULL;
  const char *why = "";
  size_t length;
  if (dump < 0 || asprintf(&filter, "-ast-dump-filter=%s", job->function) < 0) return false;
  const char *const more[] = {"-Xclang", "-ast-dump=json", "-Xclang", filter, "-fno-color-diagnostics"};
  bool good = run_clang(job, more, sizeof more / sizeof *more, job->file, dump, true);
  if (!good) error_say("%s cannot be compiled; compiler flags go after --", job->file);
  snprintf(path, sizeof path, "/proc/self/fd/%d", dump);
  if (good && !(text = file_whole(path, &length, &why))) error_say("cannot read what clang says: %s", why);
  bool found = text && find_function(job, text);
  if (text && !found) error_say("%s has no function '%s' with a body", job->file, job->function);
  close(dump);
  free(filter);
  free(text);
  return found;
}

/* ---- the command ---- */

static bool read_words(struct job *job) {
  if (job->options.words.count != 1) {
    error_say("what is wanted is one FILE.c:FUNCTION; try: heddle harness queue.c:queue_push");
    return false;
  }
  job->file = mem_strdup(job->options.words.data[0]);
  char *colon = strrchr(job->file, ':');
  if (!colon || colon == job->file || !colon[1]) {
    error_say("'%s' is not FILE.c:FUNCTION", job->file);
    return false;
  }
  *colon = '\0';
  job->function = colon + 1;
  if (!strcmp(job->function, "main")) {
    error_say("main needs no harness: heddle run %s", job->file);
    return false;
  }
  if (access(job->file, R_OK) == 0) return true;
  error_say("cannot read %s: %s", job->file, strerror(errno));
  return false;
}

/* Never over a file that is there: it may have been edited. */
static bool write_harness(struct job *job) {
  int file = open(job->out, O_WRONLY | O_CREAT | O_EXCL, 0666);
  FILE *out = file >= 0 ? fdopen(file, "w") : NULL;
  if (!out) {
    error_say("cannot write %s: %s", job->out, strerror(errno));
    return false;
  }
  harness_write(&job->harness, out);
  bool good = !ferror(out);
  good = fclose(out) == 0 && good;
  if (!good) error_say("cannot write %s", job->out);
  return good;
}

static bool run(struct job *job) {
  struct cli_options *options = &job->options;
  if (!read_words(job)) return false;
  if (options->threads > HARNESS_MOST_THREADS) {
    error_say("--threads: at most %d", HARNESS_MOST_THREADS);
    return false;
  }
  char *header = front_find_part("include/heddle.h");
  if (header) *strrchr(header, '/') = '\0';
  job->include = header;
  if (options->out) job->out = mem_strdup(options->out);
  else if (asprintf(&job->out, "harness_%s.c", job->function) < 0) return false;
  if (!ask_clang(job)) return false;
  char *directory = mem_strdup(job->out), *slash = strrchr(directory, '/');
  if (slash) *slash = '\0';
  char *place = realpath(slash ? (*directory ? directory : "/") : ".", NULL), *real = realpath(job->file, NULL);
  if (!place || !real) error_say("cannot write %s: %s", job->out, strerror(errno));
  else job->harness.include = path_relative(place, real);
  free(directory);
  free(place);
  free(real);
  if (!job->harness.include) return false;
  job->harness.file = job->file;
  job->harness.function = job->function;
  job->harness.threads = options->threads ? options->threads : 2;
  harness_plan(&job->harness, is_complete, job);
  if (!write_harness(job)) return false;
  bool good = run_clang(job, NULL, 0, job->out, -1, true);
  if (!good) error_say("%s does not compile as it is: please edit it", job->out);
  else if (options->level != REPORT_QUIET) printf("%s: edit it, then: heddle run %s\n", job->out, job->out);
  return good;
}

enum exit_code harness_job(struct job_request *request) {
  struct job job = {0};
  bool good = job_read(&job.options, OPTIONS_HARNESS, request) && run(&job);
  harness_free(&job.harness);
  options_free(&job.options);
  free(job.file);
  free(job.include);
  free(job.out);
  return good ? EXIT_SAFE : EXIT_USAGE;
}

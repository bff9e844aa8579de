/* heddle run --task=DIR: every property of every task (.yml) below a directory, some at a time.

   Each is a process of its own, `heddle run --task=FILE --property=NAME --json`, so that neither a crash nor a limit of
   one touches another; what it wrote to standard output and standard error is read when it has ended. A process that
   does not end long after its time limit is killed, and counts as undecided. */
#define _GNU_SOURCE
#include "job/task_folder.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/version.h"
#include "job/ending.h"
#include "job/output.h"
#include "job/task_property.h"
#include "util/clock.h"
#include "util/stop.h"

enum { PATIENCE = 30, WHY = 300 }; /* seconds beyond the time limit; bytes of a reason */

struct entry {
  char *file, *property;
  pid_t pid;          /* 0: not running */
  int output, errors; /* files in memory */
  double started, seconds;
  enum task_expected expected;
  char verdict[16], why[WHY];
  enum task_outcome outcome;
  bool killed;
};

struct folder {
  const struct cli_options *options;
  const char *const *texts; /* of the command line */
  uint32_t ntexts;
  VEC(struct entry) entries;
  const char *file; /* while its properties are listed */
  bool broken;      /* a task could not be read */
  bool stopped;     /* by a signal */
  uint32_t next, running, shown;
  uint32_t totals[OUTCOME_COUNT];
};

bool task_folder_is(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* ---- which ---- */

static void add_entry(void *context, const char *property, enum task_expected expected) {
  struct folder *f = context;
  if (f->options->property && strcmp(f->options->property, property)) return;
  struct entry e = {
      .file = mem_strdup(f->file), .property = mem_strdup(property), .expected = expected, .output = -1, .errors = -1};
  vec_push(&f->entries, e);
}

static bool is_task(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot && dot != name && (!strcmp(dot, ".yml") || !strcmp(dot, ".yaml"));
}

static int wanted(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static void find_tasks(struct folder *f, const char *directory) {
  struct dirent **names;
  int count = scandir(directory, &names, wanted, alphasort);
  if (count < 0) error_say("cannot read the directory %s: %s", directory, strerror(errno));
  if (count < 0) f->broken = true;
  for (int i = 0; i < count; i++) {
    char *path;
    if (asprintf(&path, "%s/%s", directory, names[i]->d_name) < 0) break;
    if (task_folder_is(path)) find_tasks(f, path);
    else if (is_task(names[i]->d_name)) {
      f->file = path;
      if (!task_run_properties(path, add_entry, f)) f->broken = true;
    }
    free(path);
    free(names[i]);
  }
  if (count >= 0) free(names);
}

/* ---- running ---- */

/* Options of the whole command that are not for each task. */
static bool is_own(const char *text) {
  static const char *const own[] = {"--task=", "--property=", "--jobs=", "--json",
                                    "--quiet", "--verbose",   "--stats", "--rebuild-store"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (!strncmp(text, own[i], strlen(own[i]))) return true;
  return false;
}

static _Noreturn void become(const struct folder *f, const struct entry *e) {
  VEC(char *) words = {0};
  char *task, *property;
  if (asprintf(&task, "--task=%s", e->file) < 0 || asprintf(&property, "--property=%s", e->property) < 0)
    _exit(EXIT_USAGE);
  vec_push(&words, "heddle");
  vec_push(&words, "run");
  vec_push(&words, task);
  vec_push(&words, property);
  vec_push(&words, "--json");
  vec_push(&words, "--quiet");
  vec_push(&words, "--jobs=1");
  for (uint32_t i = 0; i < f->ntexts; i++)
    if (!is_own(f->texts[i])) vec_push(&words, (char *)f->texts[i]);
  vec_push(&words, NULL);
  if (dup2(e->output, STDOUT_FILENO) < 0 || dup2(e->errors, STDERR_FILENO) < 0) _exit(EXIT_USAGE);
  execv("/proc/self/exe", words.data);
  _exit(EXIT_USAGE);
}

static void start(struct folder *f, struct entry *e) {
  e->output = memfd_create("output", MFD_CLOEXEC);
  e->errors = memfd_create("errors", MFD_CLOEXEC);
  e->started = clock_now();
  fflush(NULL);
  e->pid = fork();
  if (e->pid == 0) {
    setpgid(0, 0);
    become(f, e);
  }
  if (e->pid < 0) error_exit(EXIT_USAGE, "cannot start a process: %s", strerror(errno));
  f->running++;
}

static char *contents(int fd) {
  off_t size = lseek(fd, 0, SEEK_END);
  char *text = mem_zalloc((size_t)(size > 0 ? size : 0) + 1);
  if (size > 0 && pread(fd, text, (size_t)size, 0) != size) text[0] = 0;
  return text;
}

static void read_json(struct entry *e, const char *text) {
  json_t *root = json_loads(text, 0, NULL);
  const char *verdict = json_string_value(json_object_get(root, "verdict"));
  const char *why = json_string_value(json_array_get(json_object_get(root, "reasons"), 0));
  if (verdict) snprintf(e->verdict, sizeof e->verdict, "%s", verdict);
  if (why && !strcmp(e->verdict, "incomplete")) snprintf(e->why, sizeof e->why, "%s", why);
  json_decref(root);
}

static void finish(struct folder *f, struct entry *e, int status) {
  char *output = contents(e->output), *errors = contents(e->errors);
  read_json(e, output);
  if (!e->verdict[0]) {
    snprintf(e->verdict, sizeof e->verdict, "%s", WIFSIGNALED(status) && !e->killed ? "crash" : "incomplete");
    if (e->killed) snprintf(e->why, sizeof e->why, "did not end after its time limit");
    else if (WIFSIGNALED(status)) snprintf(e->why, sizeof e->why, "heddle was ended by signal %d", WTERMSIG(status));
    else snprintf(e->why, sizeof e->why, "%.*s", (int)strcspn(errors, "\n"), errors);
  }
  enum result_verdict verdict = !strcmp(e->verdict, "safe")     ? VERDICT_SAFE
                                : !strcmp(e->verdict, "unsafe") ? VERDICT_UNSAFE
                                                                : VERDICT_INCOMPLETE;
  e->outcome = task_outcome(e->expected, verdict);
  e->seconds = clock_now() - e->started;
  e->pid = 0;
  f->totals[e->outcome]++;
  f->running--;
  close(e->output);
  close(e->errors);
  free(output);
  free(errors);
}

/* Reaps what has ended; kills what should have. */
static void look(struct folder *f) {
  double limit = f->options->explore.config.timeout_seconds;
  for (uint32_t i = 0; i < f->next; i++) {
    struct entry *e = &f->entries.data[i];
    int status;
    if (!e->pid) continue;
    if (waitpid(e->pid, &status, WNOHANG) == e->pid) finish(f, e, status);
    else if (limit > 0 && !e->killed && clock_now() - e->started > limit + PATIENCE) {
      e->killed = true;
      kill(-e->pid, SIGKILL);
    }
  }
}

/* ---- showing ---- */

static bool wants_text(const struct folder *f) { return !f->options->json || f->options->json_file; }

/* In the order of the list, as far as everything before has ended. */
static void show_rows(struct folder *f) {
  for (; f->shown < f->next && !f->entries.data[f->shown].pid; f->shown++) {
    const struct entry *e = &f->entries.data[f->shown];
    bool quiet = f->options->level == REPORT_QUIET && e->outcome == OUTCOME_RIGHT;
    if (!wants_text(f) || quiet) continue;
    printf("%-10s  %-10s  expected %-7s  %7.1f s  %-16s  %s%s%s\n", task_outcome_text(e->outcome), e->verdict,
           task_expected_text(e->expected), e->seconds, e->property, e->file, e->why[0] ? ": " : "", e->why);
    fflush(stdout);
  }
}

static json_t *entry_value(const struct entry *e) {
  json_t *object = json_object();
  bool open = e->outcome == OUTCOME_INCOMPLETE;
  json_object_set_new(object, "file", json_string(e->file));
  json_object_set_new(object, "property", json_string(e->property));
  json_object_set_new(object, "expected", json_string(task_expected_text(e->expected)));
  json_object_set_new(object, "verdict", json_string(e->verdict));
  json_object_set_new(object, "right", open ? json_null() : json_boolean(e->outcome == OUTCOME_RIGHT));
  json_object_set_new(object, "seconds", json_real(e->seconds));
  json_object_set_new(object, "reason", e->why[0] ? json_string(e->why) : json_null());
  return object;
}

static bool write_json(const struct folder *f, FILE *out) {
  json_t *root = json_object(), *tasks = json_array(), *totals = json_object();
  for (uint32_t i = 0; i < f->entries.count; i++) json_array_append_new(tasks, entry_value(&f->entries.data[i]));
  for (unsigned i = 0; i < OUTCOME_COUNT; i++)
    json_object_set_new(totals, task_outcome_text((enum task_outcome)i), json_integer(f->totals[i]));
  json_object_set_new(root, "heddle", json_string(HEDDLE_VERSION));
  json_object_set_new(root, "command", json_string("run"));
  json_object_set_new(root, "totals", totals);
  json_object_set_new(root, "tasks", tasks);
  bool good = json_dumpf(root, out, JSON_INDENT(2) | JSON_REAL_PRECISION(6)) == 0 && fputc('\n', out) != EOF;
  json_decref(root);
  return good && fflush(out) == 0;
}

static bool report(const struct folder *f) {
  if (wants_text(f))
    printf("%u tasks: %u right, %u wrong, %u incomplete\n", f->entries.count, f->totals[OUTCOME_RIGHT],
           f->totals[OUTCOME_WRONG], f->totals[OUTCOME_INCOMPLETE]);
  if (!f->options->json) return true;
  if (!f->options->json_file) return write_json(f, stdout);
  FILE *out = fopen(f->options->json_file, "we");
  bool good = out && write_json(f, out);
  if (out && fclose(out)) good = false;
  if (!good) error_say("cannot write %s: %s", f->options->json_file, strerror(errno));
  return good;
}

/* Those that run end with what they know; no other one is begun. */
static void pass_on(struct folder *f) {
  for (uint32_t i = 0; i < f->next; i++)
    if (f->entries.data[i].pid > 0) kill(-f->entries.data[i].pid, stop_signal());
  for (; f->next < f->entries.count; f->next++) {
    struct entry *e = &f->entries.data[f->next];
    snprintf(e->verdict, sizeof e->verdict, "incomplete");
    stop_words(e->why, sizeof e->why);
    e->outcome = OUTCOME_INCOMPLETE;
    f->totals[e->outcome]++;
  }
  f->stopped = true;
}

static void run_all(struct folder *f) {
  uint32_t most = options_jobs(f->options);
  while (f->next < f->entries.count || f->running) {
    if (stop_signal() && !f->stopped) pass_on(f);
    while (f->running < most && f->next < f->entries.count) start(f, &f->entries.data[f->next++]);
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    look(f);
    show_rows(f);
  }
}

enum exit_code task_folder_run(const struct cli_options *options, const char *const *texts, uint32_t count) {
  struct folder f = {.options = options, .texts = texts, .ntexts = count};
  enum exit_code code = EXIT_USAGE;
  const struct ending ending = {"run", texts, count};
  ending_watch(&ending, 0); /* the time limit is that of each task */
  find_tasks(&f, options->task);
  if (!f.entries.count) error_say("there are no tasks (.yml) in %s", options->task);
  else if (options->words.count) error_say("--task names the programs: %s is one too many", options->words.data[0]);
  if (!f.entries.count || options->words.count) code = ending_early(&ending, options->level);
  else {
    run_all(&f);
    stop_end();
    if (report(&f) && !f.broken) code = f.totals[OUTCOME_WRONG] ? EXIT_UNSAFE : f.stopped ? EXIT_INCOMPLETE : EXIT_SAFE;
  }
  for (uint32_t i = 0; i < f.entries.count; i++) {
    free(f.entries.data[i].file);
    free(f.entries.data[i].property);
  }
  vec_free(&f.entries);
  return code;
}

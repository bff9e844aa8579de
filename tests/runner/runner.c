/* The runner of program tests: finds the test files, runs them side by side, and says which differ from what they
   expect.

     runner [--heddle=FILE] [--under=COMMAND] [--jobs=N] [--timeout=SECONDS] [--filter=TEXT] [--strategy=NAME]
   [--name=TEXT] [--keep] [-v] [PATH...]

   Every test is a child process with a directory and a process group of its own, so that a crash or a hang is the
   failure of that test alone. In a directory that holds *.test files, only these are tests; elsewhere every *.c file is
   one, but NAME_old.c beside NAME_new.c, which are one test. Last line: "programs: N passed, M failed" (or another
   --name); exit code 0 only if M is 0 and N is not. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

struct options {
  char *heddle, *include;
  const char *filter, *name, *under, *strategy;
  long jobs;
  int timeout;
  bool keep, verbose;
  words paths;
};

struct job {
  pid_t pid; /* 0: the slot is free */
  uint32_t test;
  double start, limit;
};

struct runner {
  struct options options;
  words tests;
  char *temp; /* holds one directory and one report file per test */
  VEC(struct job) jobs;
  unsigned passed, failed;
};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static _Noreturn void die(const char *what, const char *why) {
  fprintf(stderr, "runner: %s: %s\n", what, why);
  exit(2);
}

/* ---- finding tests */

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

static int visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static void find_tests(struct runner *runner, const char *path);

/* NAME_old.c belongs to the test NAME_new.c beside it. */
static bool is_old_version(const char *path) {
  static const char end[] = "_old.c";
  if (!ends_with(path, end)) return false;
  char *new = text_format("%.*s_new.c", (int)(strlen(path) - strlen(end)), path);
  bool found = access(new, R_OK) == 0;
  free(new);
  return found;
}

static void find_in_directory(struct runner *runner, const char *path) {
  struct dirent **entries;
  int count = scandir(path, &entries, visible, alphasort);
  bool described = false;
  if (count < 0) die(path, strerror(errno));
  for (int i = 0; i < count; i++) described |= ends_with(entries[i]->d_name, ".test");
  for (int i = 0; i < count; i++) {
    char *child = text_format("%s/%s", path, entries[i]->d_name);
    struct stat status;
    bool directory = stat(child, &status) == 0 && S_ISDIR(status.st_mode);
    bool is_test = ends_with(child, ".c") && !is_old_version(child);
    if (described && directory && strcmp(entries[i]->d_name, "material") != 0)
      die(child, "a folder beside .test files would not be looked at; move these, or call it material");
    if (described ? ends_with(child, ".test") : directory || is_test) find_tests(runner, child);
    free(child);
    free(entries[i]);
  }
  free(entries);
}

static void find_tests(struct runner *runner, const char *path) {
  struct stat status;
  if (stat(path, &status)) die(path, strerror(errno));
  if (S_ISDIR(status.st_mode)) find_in_directory(runner, path);
  else if (!runner->options.filter || strstr(path, runner->options.filter)) {
    char *full = realpath(path, NULL);
    vec_push(&runner->tests, full);
  }
}

/* ---- one test, in its own process */

static char *report_path(const struct runner *runner, uint32_t index) {
  return text_format("%s/%u.report", runner->temp, index);
}

static _Noreturn void run_test(struct runner *runner, struct expect *expect, char *problem, uint32_t index) {
  char *report = report_path(runner, index), *temp = text_format("%s/%u", runner->temp, index);
  char *scratch = text_format("%s.tmp", temp);
  struct test test = {.path = runner->tests.data[index],
                      .temp = temp,
                      .cwd = temp,
                      .scratch = scratch,
                      .heddle = runner->options.heddle,
                      .under = runner->options.under,
                      .strategy = runner->options.strategy,
                      .include = runner->options.include,
                      .report = fopen(report, "w")};
  if (!test.report || mkdir(temp, 0755) || mkdir(scratch, 0700)) die(temp, strerror(errno));
  setenv("TMPDIR", scratch, true);
  if (problem) test_differs(&test, "%s", problem);
  else test_run(&test, expect);
  fclose(test.report);
  _exit(test.differences ? 1 : 0);
}

static void start(struct runner *runner, struct job *job, uint32_t index) {
  struct expect expect;
  char *problem = expect_read(&expect, runner->tests.data[index]);
  fflush(NULL);
  pid_t pid = fork();
  if (pid < 0) die("fork", strerror(errno));
  if (pid == 0) {
    setpgid(0, 0);
    run_test(runner, &expect, problem, index);
  }
  setpgid(pid, pid);
  double limit = expect.timeout > runner->options.timeout ? expect.timeout : runner->options.timeout;
  limit *= 1 + expect.each.count;
  *job = (struct job){.pid = pid, .test = index, .start = now(), .limit = limit};
  expect_free(&expect);
  free(problem);
}

/* ---- side by side */

static const char *short_name(const char *path) {
  char *here = realpath(".", NULL);
  size_t n = here ? strlen(here) : 0;
  const char *name = here && !strncmp(path, here, n) && path[n] == '/' ? path + n + 1 : path;
  free(here);
  return name;
}

static double processor_seconds(const struct rusage *used) {
  return (double)(used->ru_utime.tv_sec + used->ru_stime.tv_sec) +
         (double)(used->ru_utime.tv_usec + used->ru_stime.tv_usec) / 1e6;
}

static void finish(struct runner *runner, struct job *job, int status, bool timed_out, double processor) {
  const char *name = short_name(runner->tests.data[job->test]);
  char *path = report_path(runner, job->test), *report = file_read(path, NULL);
  bool good = !timed_out && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (good) runner->passed++;
  else runner->failed++;
  if (runner->options.verbose || !good)
    printf("%s %s (%.1f s, processor %.1f s)\n", good ? "ok  " : "FAIL", name, now() - job->start, processor);
  if (!good && report) fputs(report, stdout);
  if (timed_out) printf("    timed out after %.0f s\n", job->limit);
  else if (WIFSIGNALED(status)) printf("    the test process died of signal %d\n", WTERMSIG(status));
  fflush(stdout);
  free(report);
  free(path);
  job->pid = 0;
}

static void kill_group(const struct job *job) { kill(-job->pid, SIGKILL); }

/* Looks after one running test; true if it has ended. */
static bool poll_job(struct runner *runner, struct job *job) {
  int status = 0;
  bool timed_out = now() - job->start > job->limit;
  if (timed_out) kill_group(job);
  struct rusage used;
  pid_t ended = wait4(job->pid, &status, timed_out ? 0 : WNOHANG, &used);
  if (!ended) return false;
  kill_group(job); /* whatever the test left behind */
  finish(runner, job, status, timed_out, processor_seconds(&used));
  return true;
}

static void run_all(struct runner *runner) {
  const struct timespec pause = {.tv_nsec = 3000000};
  uint32_t next = 0, running = 0;
  while (next < runner->tests.count || running) {
    bool changed = false;
    for (uint32_t i = 0; i < runner->jobs.count; i++) {
      struct job *job = &runner->jobs.data[i];
      if (job->pid && poll_job(runner, job)) running--, changed = true;
      if (!job->pid && next < runner->tests.count) start(runner, job, next++), running++, changed = true;
    }
    if (!changed) nanosleep(&pause, NULL);
  }
}

/* ---- the frame */

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk) {
  (void)status, (void)type, (void)walk;
  return remove(path);
}

static char *full_path(const char *path) {
  char *full = realpath(path, NULL);
  if (!full) die(path, strerror(errno));
  return full;
}

static const char *value_of(const char *argument, const char *option) {
  size_t n = strlen(option);
  return !strncmp(argument, option, n) ? argument + n : NULL;
}

static void read_options(struct options *options, int argc, char **argv) {
  const char *heddle = "build/heddle", *value;
  options->jobs = sysconf(_SC_NPROCESSORS_ONLN);
  options->timeout = 60;
  options->name = "programs";
  options->under = "";
  for (int i = 1; i < argc; i++) {
    if ((value = value_of(argv[i], "--heddle="))) heddle = value;
    else if ((value = value_of(argv[i], "--jobs="))) options->jobs = atol(value);
    else if ((value = value_of(argv[i], "--timeout="))) options->timeout = atoi(value);
    else if ((value = value_of(argv[i], "--filter="))) options->filter = value;
    else if ((value = value_of(argv[i], "--under="))) options->under = value;
    else if ((value = value_of(argv[i], "--strategy="))) options->strategy = value;
    else if ((value = value_of(argv[i], "--name="))) options->name = value;
    else if (!strcmp(argv[i], "--keep")) options->keep = true;
    else if (!strcmp(argv[i], "-v")) options->verbose = true;
    else if (argv[i][0] == '-') die(argv[i], "unknown option");
    else words_push(&options->paths, argv[i]);
  }
  if (options->jobs < 1) options->jobs = 1;
  if (!options->paths.count) words_push(&options->paths, "tests/programs");
  options->heddle = full_path(heddle);
  options->include = full_path("include");
}

static void clean_up(struct runner *runner) {
  if (runner->options.keep) printf("kept: %s\n", runner->temp);
  else nftw(runner->temp, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
  words_free(&runner->tests);
  words_free(&runner->options.paths);
  vec_free(&runner->jobs);
  free(runner->options.heddle);
  free(runner->options.include);
  free(runner->temp);
}

/* What is known of earlier runs and of the user must not matter: a test that wants a store names one. */
static void set_environment(void) {
  static const char *const git[] = {"GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"};
  setenv("HEDDLE_STORE", "none", true);
  for (unsigned i = 0; i < sizeof git / sizeof *git; i++) setenv(git[i], "test@example.org", true);
  setenv("GIT_CONFIG_GLOBAL", "/dev/null", true);
  setenv("GIT_CONFIG_SYSTEM", "/dev/null", true);
  unsetenv("GIT_DIR");
  unsetenv("GIT_WORK_TREE");
  unsetenv("GIT_INDEX_FILE");
}

int main(int argc, char **argv) {
  struct runner runner = {0};
  const char *base = getenv("TMPDIR");
  set_environment();
  read_options(&runner.options, argc, argv);
  for (uint32_t i = 0; i < runner.options.paths.count; i++) find_tests(&runner, runner.options.paths.data[i]);
  runner.temp = text_format("%s/heddle-tests-XXXXXX", base ? base : "/tmp");
  if (!mkdtemp(runner.temp)) die(runner.temp, strerror(errno));
  for (long i = 0; i < runner.options.jobs; i++) vec_push(&runner.jobs, (struct job){0});
  run_all(&runner);
  bool good = runner.passed && !runner.failed;
  char *name = mem_strdup(runner.options.name);
  clean_up(&runner);
  printf("%s: %u passed, %u failed\n", name, runner.passed, runner.failed);
  free(name);
  return good ? 0 : 1;
}

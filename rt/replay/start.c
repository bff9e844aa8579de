/* The beginning and the end of a native replay.

   Environment: HEDDLE_TEST the file of the test, HEDDLE_RESULT the descriptor for the outcome, HEDDLE_TIMES how many
   replays (each in a process of its own, forked here), HEDDLE_SUSPECT the thread that failed in the interpreter ("":
   the one of the schedule's last step), HEDDLE_DEADLOCK that the failure is a deadlock, HEDDLE_SPURIOUS that a wait may
   end without a signal, HEDDLE_FRESH that no memory is handed out again, HEDDLE_FILES, HEDDLE_OPTIONS and HEDDLE_NET
   what the models of files ask for (world.c), HEDDLE_WATCH what the runtime's own checks look for. Everything is ready
   before the program's own constructors run. */
#define _GNU_SOURCE
#include <execinfo.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "watch.h"

int hd_program(int, char **, char **);
void hd_fill_globals(void); /* in the program */

/* Replays must not read on where the one before stopped: each has a position of its own in the file. */
static void reopen_stdin(void) {
  int file = open("/proc/self/fd/0", O_RDONLY);
  if (file < 0) return;
  dup2(file, STDIN_FILENO);
  close(file);
}

/* The fork server: one process per replay, one after the other. Returns in each child only. */
static void serve(int times) {
  for (int i = 0; i < times; i++) {
    int status = 0;
    pid_t pid = fork();
    if (pid < 0) report_error("cannot start a process");
    if (pid == 0) {
      reopen_stdin();
      return;
    }
    waitpid(pid, &status, 0);
    report_line("end %d", status);
  }
  _exit(0);
}

/* A symbolic standard input is a file in memory. */
static void place_stdin(void) {
  const struct input *input = test_find("stdin");
  if (!input) return;
  int file = memfd_create("stdin", 0);
  if (file < 0 || write(file, input->bytes, input->size) != (ssize_t)input->size || lseek(file, 0, SEEK_SET) != 0)
    report_error("cannot place the standard input");
  dup2(file, STDIN_FILENO);
  close(file);
}

static const char *setting(const char *name) {
  const char *value = getenv(name);
  if (value) value = strdup(value);
  unsetenv(name);
  return value;
}

// NOLINTBEGIN(clang-analyzer-unix.Malloc): settings are kept until the process ends
__attribute__((constructor(101))) static void start(void) {
  const char *test = setting("HEDDLE_TEST"), *result = setting("HEDDLE_RESULT"), *times = setting("HEDDLE_TIMES");
  void *frame;
  mallopt(M_ARENA_MAX, 1);
  hd.result = result ? atoi(result) : 0;
  hd.suspect = setting("HEDDLE_SUSPECT");
  // cppcheck-suppress leakReturnValNotUsed ; settings are kept until the process ends
  hd.spurious = setting("HEDDLE_SPURIOUS") != NULL;
  // cppcheck-suppress leakReturnValNotUsed ; the same
  hd.fresh = setting("HEDDLE_FRESH") != NULL;
  // cppcheck-suppress leakReturnValNotUsed ; the same
  hd.waits_for_ever = setting("HEDDLE_DEADLOCK") != NULL;
  // cppcheck-suppress leakReturnValNotUsed ; the same
  world_start(setting("HEDDLE_FILES"), setting("HEDDLE_OPTIONS"), setting("HEDDLE_NET"));
  if (!test) report_error("HEDDLE_TEST does not name a test");
  test_read(test);
  test_use_ranges();
  watch_start();
  if (hd.suspect && !*hd.suspect) hd.suspect = hd.nsteps ? hd.lines[hd.steps[hd.nsteps - 1].line].name : NULL;
  backtrace(&frame, 1); /* loads what it needs now, not when something has gone wrong */
  report_watch_signals();
  place_stdin();
  hd_self = token_add("main");
  hd_self->started = true;
  hd_self->handle = hd_self->shown = pthread_self();
  pthread_setname_np(pthread_self(), hd_self->name); /* for debuggers */
  hd_self->tid = (pid_t)syscall(SYS_gettid);
  hd.suspect_name = hd.suspect;
  watch_thread();
  hd_fill_globals();
  if (times) serve(atoi(times));
}
// NOLINTEND(clang-analyzer-unix.Malloc)

/* ---- the end ---- */

/* Registered before anything of the program: runs behind its handlers. */
static void last_handler(void) { token_exit(); }

void hd_exit(int status);
void hd_exit(int status) {
  call_end();
  exit(status);
}

void hd__exit(int status);
void hd__exit(int status) {
  token_exit();
  _exit(status);
}
void hd__Exit(int status);
void hd__Exit(int status) { hd__exit(status); }

/* ---- arguments: the concrete ones are those of the process, symbolic ones follow ---- */

static char *argument_text(unsigned number) {
  char name[32];
  snprintf(name, sizeof name, "arg%02u", number);
  const struct input *input = test_find(name);
  if (!input) return NULL;
  char *text = calloc(1, (size_t)input->size + 1);
  memcpy(text, input->bytes, input->size);
  return text;
}

int main(int argc, char **argv) {
  const struct input *number = test_find("n_args");
  uint32_t most = UINT32_MAX, n = 0;
  if (number && number->size == 4) memcpy(&most, number->bytes, 4);
  char **all = calloc((size_t)argc + hd.ninputs + 1, sizeof *all), *text, *environment[] = {NULL};
  for (int i = 0; i < argc; i++) all[i] = argv[i];
  while (n < most && (text = argument_text(n))) all[argc + (int)n++] = text;
  atexit(last_handler);
  exit(hd_program(argc + (int)n, all, environment));
}

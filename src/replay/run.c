/* Runs the native binary and reads what its runtime says (rt/replay/report.c lists the lines).

   The binary is its own fork server: one process is started for all replays. It gets an almost empty environment and
   fixed addresses, so that every replay is like the others. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../rt/builtins.h"
#include "front/front.h"
#include "replay/native.h"
#include "replay/places.h"
#include "util/clock.h"
#include "util/mem.h"
#include "util/stop.h"
#include "vm/world.h"

enum { LEAK_STATUS = 86, DEFAULT_TIMEOUT = 60 };

/* One replay as its lines come in. */
struct outcome {
  char kind[32], message[600], sanitizer[100], thread[120], frames[1000], detail[1500], stuck[900];
  int signal;
  char place_thread[120]; /* "": where the signal came */
  uint32_t place_ins;
};

struct reader {
  const struct native_build *build;
  const struct native_request *request;
  struct native_result *result;
  struct outcome now;
  int errors; /* descriptor with what the program wrote to stderr */
};

/* ---- starting ---- */

typedef VEC(char *) texts;

static void add_text(texts *list, const char *name, const char *value) {
  char *text;
  if (asprintf(&text, "%s%s", name, value) >= 0) vec_push(list, text);
}

/* The numbers of the instructions at the line that failed. */
static void add_watched(texts *list, const struct native_request *request) {
  const struct ir_program *p = request->program;
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (out && request->file) fputs(request->kind, out);
  for (uint32_t i = 0; out && request->file && i < p->nins; i++) {
    const struct ir_loc *loc = &p->locs[p->ins[i].loc];
    if (p->ins[i].loc && loc->line == request->line && !strcmp(ir_text(p, loc->file), request->file))
      fprintf(out, " %u", i);
  }
  if (out) fclose(out);
  if (text && *text) add_text(list, "HEDDLE_WATCH=", text);
  free(text);
}

/* For each file its name, and where its bytes are; the test has those of symbolic ones. */
static void add_files(texts *list, const struct native_request *request) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  for (uint32_t i = 0; out && i < request->nfiles; i++)
    fprintf(out, "%s\n%s\n", request->files[i].name, request->files[i].path ? request->files[i].path : "");
  if (out) fclose(out);
  if (text && *text) add_text(list, "HEDDLE_FILES=", text);
  free(text);
}

/* What the models of the library ask for. */
static void add_options(texts *list, const struct explore_config *config) {
  char text[256] = "";
  for (uint32_t i = 0, at = 0; i < RT_OPTION_COUNT; i++)
    at += (uint32_t)snprintf(text + at, sizeof text - at, "%llu ", (unsigned long long)world_option(config, i));
  add_text(list, "HEDDLE_OPTIONS=", text);
  if (config->net_file) add_text(list, "HEDDLE_NET=", config->net_file);
}

/* Each text is NAME=VALUE. */
static void add_to_environment(const texts *list) {
  for (uint32_t i = 0; i < list->count && list->data[i]; i++) {
    char *equals = strchr(list->data[i], '=');
    if (!equals) continue;
    *equals = 0;
    setenv(list->data[i], equals + 1, 1);
  }
}

/* result < 0: no driver listens, there is one replay. */
static texts environment_of(const struct native_request *request, int result) {
  texts list = {0};
  char number[16];
  add_text(&list, "HEDDLE_TEST=", request->test);
  snprintf(number, sizeof number, "%d", result);
  if (result >= 0) add_text(&list, "HEDDLE_RESULT=", number);
  snprintf(number, sizeof number, "%u", request->times);
  if (result >= 0) add_text(&list, "HEDDLE_TIMES=", number);
  add_watched(&list, request);
  if (request->suspect) add_text(&list, "HEDDLE_SUSPECT=", request->suspect);
  if (request->deadlock) add_text(&list, "HEDDLE_DEADLOCK=", "1");
  if (request->spurious_wakeups) add_text(&list, "HEDDLE_SPURIOUS=", "1");
  if (request->fresh) add_text(&list, "HEDDLE_FRESH=", "1");
  add_options(&list, request->config);
  add_files(&list, request);
  add_text(&list,
           "ASAN_OPTIONS=handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_abort=0:symbolize=0:use_sigaltstack=0:"
           "detect_stack_use_after_return=1:",
           request->leaks ? "detect_leaks=1" : "abort_on_error=1:detect_leaks=0");
  add_text(&list, "LSAN_OPTIONS=", "exitcode=86");
  add_text(&list, "MSAN_OPTIONS=",
           "abort_on_error=1:handle_segv=0:handle_abort=0:handle_sigfpe=0:use_sigaltstack=0:symbolize=0");
  vec_push(&list, NULL);
  return list;
}

static _Noreturn void become_program(const struct native_build *build, const struct native_request *request, int result,
                                     int errors) {
  texts words = {0}, environment = environment_of(request, result);
  int input = open(request->stdin_file ? request->stdin_file : "/dev/null", O_RDONLY);
  int output = request->show_output ? STDOUT_FILENO : open("/dev/null", O_WRONLY);
  add_text(&words, request->name, "");
  for (uint32_t i = 0; i < request->narguments; i++) add_text(&words, request->arguments[i], "");
  vec_push(&words, NULL);
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  personality(ADDR_NO_RANDOMIZE);
  execve(build->binary, words.data, environment.data);
  _exit(127);
}

/* ---- understanding ---- */

static void read_errors(const struct reader *r, char *text, size_t capacity) {
  ssize_t n = pread(r->errors, text, capacity - 1, 0);
  text[n > 0 ? n : 0] = 0;
}

/* "PROGRAM: FILE:LINE: FUNCTION: Assertion `TEXT' failed." */
static void find_assertion(const struct reader *r, char *message, size_t capacity) {
  char text[4096];
  read_errors(r, text, sizeof text);
  char *start = strstr(text, "Assertion `"), *end = start ? strstr(start, "' failed.") : NULL;
  if (!end) return;
  *end = 0;
  snprintf(message, capacity, "assertion failed: %s", start + strlen("Assertion `"));
}

static const char *signal_kind(const struct reader *r) {
  char text[4096];
  read_errors(r, text, sizeof text);
  switch (r->now.signal) {
  case SIGSEGV:
  case SIGBUS: return "memory";
  case SIGFPE: return "arithmetic";
  case SIGABRT:
    if (strstr(text, "Assertion `")) return "assert";
    if (strstr(text, "free()") || strstr(text, "double free") || strstr(text, "malloc") || strstr(text, "smashing"))
      return "memory";
    return "abort";
  default: return "abort";
  }
}

/* The process ended by a signal of which the runtime said nothing: the runtime was too broken to speak, or it does not
   watch this signal, because only somebody who sends it makes it come. */
static const char *silent_end(int number) {
  switch (number) {
  case SIGSEGV:
  case SIGBUS:
  case SIGILL:
  case SIGTRAP:
  case SIGABRT:
  case SIGKILL: return "memory";
  case SIGFPE: return "arithmetic";
  default: return "abort";
  }
}

/* The kind of this replay's failure; NULL: it did not fail. */
static const char *any_failure_of(const struct reader *r, int status) {
  if (r->now.kind[0]) return r->now.kind;
  if (r->now.sanitizer[0]) return "memory";
  if (r->now.signal) return signal_kind(r);
  if (WIFSIGNALED(status)) return silent_end(WTERMSIG(status));
  return WIFEXITED(status) && WEXITSTATUS(status) == LEAK_STATUS && r->request->leaks ? "leak" : NULL;
}

/* The interpreter ends a run in silence where a failure is none of those it was asked for. */
static const char *failure_of(const struct reader *r, int status) {
  const char *kind = any_failure_of(r, status);
  for (const char *const *other = r->request->unchecked; kind && *other; other++)
    if (!strcmp(kind, *other)) return NULL;
  return kind;
}

/* The place that the runtime named. */
static bool use_place(const struct reader *r) {
  const struct ir_program *p = r->request->program;
  struct native_result *result = r->result;
  if (!r->now.place_thread[0] || r->now.place_ins >= p->nins) return false;
  const struct ir_loc *loc = &p->locs[p->ins[r->now.place_ins].loc];
  snprintf(result->thread, sizeof result->thread, "%s", r->now.place_thread);
  result->line = loc->line;
  snprintf(result->file, sizeof result->file, "%s", ir_text(p, loc->file));
  snprintf(result->function, sizeof result->function, "%s", ir_text(p, ir_function_of(p, r->now.place_ins)->name));
  return true;
}

static void describe_failure(struct reader *r, const char *kind, int status) {
  struct native_result *result = r->result;
  struct place_text place;
  int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  snprintf(result->kind, sizeof result->kind, "%s", kind);
  result->signal = number;
  snprintf(result->message, sizeof result->message, "%s", r->now.message[0] ? r->now.message : r->now.sanitizer);
  if (!result->message[0] && !strcmp(kind, "assert")) find_assertion(r, result->message, sizeof result->message);
  if (!result->message[0])
    snprintf(result->message, sizeof result->message, "%s", number ? strsignal(number) : "memory is never freed");
  snprintf(result->thread, sizeof result->thread, "%s", r->now.thread);
  snprintf(result->detail, sizeof result->detail, "%s", r->now.detail);
  if (use_place(r)) return;
  if (!r->now.frames[0] || !places_find(r->build->binary, r->now.frames, &place)) return;
  result->line = place.line;
  char *file = ir_shown_file(r->request->program, place.file);
  snprintf(result->file, sizeof result->file, "%s", file);
  free(file);
  snprintf(result->function, sizeof result->function, "%s", place.function);
}

static void end_replay(struct reader *r, int status) {
  const char *kind = r->now.stuck[0] ? NULL : failure_of(r, status);
  r->result->runs++;
  if (r->now.stuck[0]) {
    r->result->stuck++;
    if (!r->result->why[0]) snprintf(r->result->why, sizeof r->result->why, "%s", r->now.stuck);
  } else if (kind) {
    if (!r->result->failed++) describe_failure(r, kind, status);
  }
  memset(&r->now, 0, sizeof r->now);
}

static void place_of_ins(const struct reader *r, long ins, char *text, size_t capacity) {
  const struct ir_program *p = r->request->program;
  text[0] = 0;
  if (ins < 0 || (uint64_t)ins >= p->nins || !p->ins[ins].loc) return;
  const struct ir_loc *loc = &p->locs[p->ins[ins].loc];
  snprintf(text, capacity, " (%s:%u)", ir_text(p, loc->file), loc->line);
}

static void read_divergence(struct reader *r, char *text) {
  int step;
  long expected_ins, seen_ins;
  char expected_at[300], seen_at[300];
  char *expected = strchr(text, '\t'), *seen = expected ? strchr(expected + 1, '\t') : NULL;
  if (!seen || sscanf(text, "%d %ld %ld", &step, &expected_ins, &seen_ins) != 3) return;
  *seen++ = 0;
  place_of_ins(r, expected_ins, expected_at, sizeof expected_at);
  place_of_ins(r, seen_ins, seen_at, sizeof seen_at);
  snprintf(r->now.stuck, sizeof r->now.stuck, "step %d of the schedule: expected thread %s%s, found %.200s%s", step,
           expected + 1, expected_at, seen, seen_at);
}

static void read_waiting(struct reader *r, char *text) {
  char *ins = strchr(text, '\t'), *what = ins ? strchr(ins + 1, '\t') : NULL, at[300];
  size_t used = strlen(r->now.detail);
  if (!what) return;
  *ins++ = *what++ = 0;
  place_of_ins(r, strtol(ins, NULL, 10), at, sizeof at);
  snprintf(r->now.detail + used, sizeof r->now.detail - used, "%s%s waits for %s%s", used ? "\n" : "", text, what, at);
}

/* The other access of a data race. */
static void read_other(struct reader *r, char *text) {
  char *ins = strchr(text, '\t'), *what = ins ? strchr(ins + 1, '\t') : NULL, at[300];
  if (!what) return;
  *ins++ = *what++ = 0;
  place_of_ins(r, strtol(ins, NULL, 10), at, sizeof at);
  snprintf(r->now.detail, sizeof r->now.detail, "the other access: %s by thread %s%s", what, text, at);
}

static char *after(char *line, const char *word) {
  size_t length = strlen(word);
  return strncmp(line, word, length) ? NULL : line + length;
}

static void read_line(struct reader *r, char *line) {
  struct outcome *now = &r->now;
  char *text;
  if ((text = after(line, "failure "))) sscanf(text, "%31s %599[^\n]", now->kind, now->message);
  else if ((text = after(line, "signal "))) sscanf(text, "%d %119s", &now->signal, now->thread);
  else if ((text = after(line, "frames "))) snprintf(now->frames, sizeof now->frames, "%s", text);
  else if ((text = after(line, "sanitizer "))) snprintf(now->sanitizer, sizeof now->sanitizer, "%s", text);
  else if ((text = after(line, "waits "))) read_waiting(r, text);
  else if ((text = after(line, "other "))) read_other(r, text);
  else if ((text = after(line, "place "))) sscanf(text, "%119s %u", now->place_thread, &now->place_ins);
  else if ((text = after(line, "diverged "))) read_divergence(r, text);
  else if ((text = after(line, "error "))) snprintf(now->stuck, sizeof now->stuck, "%s", text);
  else if ((text = after(line, "end "))) end_replay(r, atoi(text));
}

/* ---- reading ---- */

/* Reads lines until the other end closes; false if nothing came for too long. */
static bool read_lines(struct reader *r, int from) {
  double limit = r->request->timeout_seconds > 0 ? r->request->timeout_seconds : DEFAULT_TIMEOUT;
  char block[4096];
  VEC(char) line = {0};
  bool good = true;
  for (;;) {
    struct pollfd wait = {.fd = from, .events = POLLIN};
    int ready = poll(&wait, 1, (int)(limit * 1000));
    if (ready < 0 && errno == EINTR && !stop_signal()) continue;
    good = ready > 0;
    ssize_t n = good ? read(from, block, sizeof block) : 0;
    if (n <= 0) break;
    for (ssize_t i = 0; i < n; i++) {
      vec_push(&line, block[i] == '\n' ? '\0' : block[i]);
      if (block[i] != '\n') continue;
      read_line(r, line.data);
      line.count = 0;
    }
  }
  vec_free(&line);
  return good;
}

static void show_errors(int errors) {
  char block[4096];
  lseek(errors, 0, SEEK_SET);
  for (ssize_t n; (n = read(errors, block, sizeof block)) > 0;) fwrite(block, 1, (size_t)n, stderr);
}

static void give_up(struct reader *r, pid_t pid, const char *why) {
  kill(-pid, SIGKILL);
  kill(pid, SIGKILL);
  r->result->runs++;
  r->result->stuck++;
  if (!r->result->why[0]) snprintf(r->result->why, sizeof r->result->why, "%s", why);
}

void native_run(const struct native_build *build, const struct native_request *request, struct native_result *result) {
  int ends[2], errors = memfd_create("stderr", 0), status = 0;
  struct reader r = {.build = build, .request = request, .result = result, .errors = errors};
  double started = clock_now();
  *result = (struct native_result){0};
  if (errors < 0 || pipe2(ends, 0)) return;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) become_program(build, request, ends[1], errors);
  close(ends[1]);
  if (pid > 0 && !read_lines(&r, ends[0]))
    give_up(&r, pid, stop_signal() ? "stopped by a signal" : "the program does not end");
  close(ends[0]);
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  if (!result->runs && pid > 0) give_up(&r, pid, r.now.stuck[0] ? r.now.stuck : "the native program does not start");
  result->seconds = clock_now() - started;
  if (request->show_output) show_errors(errors);
  close(errors);
}

/* ---- under the debugger ---- */

static void push_word(texts *words, const char *word) { vec_push(words, mem_strdup(word)); }

static void free_words(texts *words) {
  for (uint32_t i = 0; i < words->count; i++) free(words->data[i]);
  vec_free(words);
}

/* Runs a command with the environment of a replay; its exit code, 127 if it cannot be run. `quiet`: nobody sees what it
   prints. */
static int run_words(texts *words, const struct native_request *request, bool quiet) {
  int status = 0;
  vec_push(words, NULL);
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    texts environment = environment_of(request, -1);
    int nowhere = quiet ? open("/dev/null", O_RDWR) : -1;
    for (int i = 0; quiet && i < 3; i++) dup2(nowhere, i);
    add_to_environment(&environment);
    personality(ADDR_NO_RANDOMIZE);
    execvp(words->data[0], words->data);
    if (!quiet) fprintf(stderr, "heddle: error: cannot run %s: %s\n", words->data[0], strerror(errno));
    _exit(127);
  }
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  return pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 127;
}

static void push_program(texts *words, const struct native_build *build, const struct native_request *request) {
  push_word(words, build->binary);
  for (uint32_t i = 0; i < request->narguments; i++) push_word(words, request->arguments[i]);
}

/* With rr the debugger can go back. NULL: there is no recording, because rr is not installed, or cannot work here (it
   needs the processor's performance counters). Whether rr itself was successful its exit code does not tell, for it is
   the program's: a recording that was ended properly has no file `incomplete`. */
static char *record(const struct native_build *build, const struct native_request *request) {
  char trace[sizeof build->directory + 8], path[sizeof trace + 16];
  texts words = {0};
  snprintf(trace, sizeof trace, "%s/rr", build->directory);
  push_word(&words, "rr");
  push_word(&words, "record");
  push_word(&words, "-o"), push_word(&words, trace);
  push_program(&words, build, request);
  int code = run_words(&words, request, true);
  free_words(&words);
  if (code == 127) return NULL;
  snprintf(path, sizeof path, "%s/version", trace);
  bool good = access(path, F_OK) == 0;
  snprintf(path, sizeof path, "%s/incomplete", trace);
  if (good && access(path, F_OK) != 0) return mem_strdup(trace);
  fprintf(stderr, "heddle: rr cannot record here (performance counters?): the debugger cannot go back\n");
  return NULL;
}

static int forget_file(const char *path, const struct stat *info, int kind, struct FTW *place) {
  (void)info, (void)kind, (void)place;
  remove(path);
  return 0;
}

/* The recording is in a directory of its own below the build's. */
static void forget_recording(const struct native_build *build) {
  char trace[sizeof build->directory + 8];
  snprintf(trace, sizeof trace, "%s/rr", build->directory);
  nftw(trace, forget_file, 16, FTW_DEPTH | FTW_PHYS);
}

/* What both debuggers get: the script, then to the failure. */
static void push_script(texts *words, const char *go) {
  char *script = front_find_part("rt/heddle.gdb");
  if (script) push_word(words, "-x"), push_word(words, script);
  push_word(words, "-ex"), push_word(words, go);
  if (script) push_word(words, "-ex"), push_word(words, "heddle-frame");
  free(script);
}

int native_debug(const struct native_build *build, const struct native_request *request) {
  bool batch = !isatty(STDIN_FILENO);
  texts words = {0};
  char *trace = batch ? NULL : record(build, request);
  if (trace) {
    push_word(&words, "rr");
    push_word(&words, "replay");
    push_word(&words, trace);
    push_word(&words, "--");
    push_word(&words, "-q");
    push_word(&words, "-nx");
    push_script(&words, "continue");
  } else {
    push_word(&words, "gdb");
    push_word(&words, "-q");
    push_word(&words, "-nx");
    if (batch) push_word(&words, "-batch");
    push_script(&words, "run");
    if (batch) push_word(&words, "-ex"), push_word(&words, "thread apply all backtrace");
    push_word(&words, "--args");
    push_program(&words, build, request);
  }
  int code = run_words(&words, request, false);
  free_words(&words);
  free(trace);
  forget_recording(build);
  return code;
}

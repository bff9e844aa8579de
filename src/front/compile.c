/* Runs clang on the C units: one process each, as many at a time as there are processors.

   The bitcode goes through clang's standard output into a file in memory, so there is never a temporary file to
   remove. clang's own messages go to stderr untouched. Names of values are kept, functions stay open to mem2reg even
   at -O0, and the vectoriser is off unless the user's flags turn it on: heddle runs what the programmer wrote.
   The option of the address sanitizer alone, without the sanitizer, makes clang mark where variables of blocks begin
   and end. Position-independent code would bring tables of address differences at -O2, which have no meaning before the
   program has addresses. */
#define _GNU_SOURCE
#include "front/compile.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "front/attributes.h"
#include "util/error.h"

static bool is_cxx(const char *file) {
  const char *dot = strrchr(file, '.');
  return dot != NULL && (strcmp(dot, ".cpp") == 0 || strcmp(dot, ".cc") == 0 || strcmp(dot, ".cxx") == 0);
}

static bool is_source(const char *file) {
  const char *dot = strrchr(file, '.');
  return dot != NULL && (strcmp(dot, ".c") == 0 || strcmp(dot, ".i") == 0 || is_cxx(file));
}

bool compile_keeps_scopes(const struct unit *unit) {
  bool plain = true;
  for (uint32_t i = 0; i < unit->nflags; i++)
    if (!strncmp(unit->flags[i], "-O", 2)) plain = !strcmp(unit->flags[i], "-O0");
  return plain && is_source(unit->file);
}

typedef VEC(char *) arguments;

static void push_all(arguments *list, const char *const *texts, size_t n) {
  for (size_t i = 0; i < n; i++) vec_push(list, (char *)texts[i]);
}

/* The 64-bit headers of the C library serve, with one file that they lack; it lies beside heddle.h's directory. */
static void push_32(arguments *list, const struct front_options *options) {
  vec_push(list, "-m32");
  if (options->include == NULL) return;
  char *directory = mem_alloc(strlen(options->include) + 3);
  vec_push(list, "-idirafter");
  vec_push(list, strcat(strcpy(directory, options->include), "32"));
  vec_push(list, "-idirafter");
  vec_push(list, "/usr/include/x86_64-linux-gnu");
}

static arguments command_of(const struct front_options *options, const struct unit *unit) {
  static const char *const fixed[] = {"clang-19",
                                      "-c",
                                      "-emit-llvm",
                                      "-g",
                                      "-O0",
                                      "-Xclang",
                                      "-disable-O0-optnone",
                                      "-Xclang",
                                      "-fsanitize-address-use-after-scope",
                                      "-fno-discard-value-names",
                                      "-fno-vectorize",
                                      "-fno-slp-vectorize",
                                      "-fno-pic",
                                      "-Qunused-arguments",
                                      "-Wno-everything",
                                      "-U_FORTIFY_SOURCE",
                                      "-D__HEDDLE__=1"};
  arguments list = {0};
  push_all(&list, fixed, sizeof fixed / sizeof *fixed);
  if (options->data_model_32) push_32(&list, options);
  if (options->colour) vec_push(&list, "-fcolor-diagnostics");
  /* Strings are then compiled with the program, and wrong indices are failures. */
  if (is_cxx(unit->file)) vec_push(&list, "-D_GLIBCXX_ASSERTIONS");
  push_all(&list, (const char *const *)unit->flags, unit->nflags);
  if (options->include != NULL) {
    vec_push(&list, "-I");
    vec_push(&list, (char *)options->include);
  }
  vec_push(&list, "-o");
  vec_push(&list, "-");
  vec_push(&list, (char *)unit->file);
  vec_push(&list, NULL);
  return list;
}

/* The user may have others to load into it. */
static void record_reads(const struct front_options *options, const struct unit *unit) {
  char *reads, *preload;
  const char *others = getenv("LD_PRELOAD");
  if (options->recorder == NULL || options->reads_fd == NULL) return;
  if (asprintf(&reads, "%s %u", options->reads_fd, (unsigned)(unit - options->units.data)) < 0 ||
      asprintf(&preload, "%s%s%s", options->recorder, others != NULL ? ":" : "", others != NULL ? others : "") < 0)
    _exit(EXIT_USAGE);
  setenv("HEDDLE_READS", reads, 1);
  setenv("LD_PRELOAD", preload, 1);
}

static _Noreturn void run_clang(const struct front_options *options, const struct unit *unit, pid_t parent) {
  arguments list = command_of(options, unit);
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* whoever ends heddle-front ends its compilers */
  if (getppid() != parent) _exit(EXIT_USAGE);
  if (*unit->directory && chdir(unit->directory) != 0) {
    error_say("cannot enter directory '%s': %s", unit->directory, strerror(errno));
    _exit(EXIT_USAGE);
  }
  char *overlay = attributes_overlay(unit->file);
  if (overlay != NULL) {
    char *const words[] = {"-Xclang", "-ivfsoverlay", "-Xclang", overlay,
                           NULL}; /* the driver keeps it from preprocessed text */
    list.count--;
    push_all(&list, (const char *const *)words, sizeof words / sizeof *words);
  }
  if (dup2(unit->bitcode, STDOUT_FILENO) < 0) _exit(EXIT_USAGE);
  record_reads(options, unit);
  if (options->clang != NULL) execv(options->clang, list.data);
  execvp("clang-19", list.data);
  execv("/usr/lib/llvm-19/bin/clang", list.data);
  error_say("cannot run clang-19: %s. Install the package clang-19", strerror(errno));
  _exit(EXIT_USAGE);
}

/* Waits for one compiler. False if it failed. */
static bool wait_for_one(void) {
  int status;
  pid_t pid;
  do pid = wait(&status);
  while (pid < 0 && errno == EINTR);
  if (pid > 0 && WIFSIGNALED(status)) error_say("clang was ended by signal %d", WTERMSIG(status));
  return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool start_unit(const struct front_options *options, struct unit *unit) {
  unit->bitcode = memfd_create("bitcode", MFD_CLOEXEC);
  pid_t parent = getpid(), pid = unit->bitcode >= 0 ? fork() : -1;
  if (pid == 0) run_clang(options, unit, parent);
  if (pid < 0) error_say("cannot start clang: %s", strerror(errno));
  return pid > 0;
}

bool compile_units(struct front_options *options) {
  long most = sysconf(_SC_NPROCESSORS_ONLN), running = 0;
  bool good = true;
  for (uint32_t i = 0; good && i < options->units.count; i++) {
    struct unit *unit = &options->units.data[i];
    if (!is_source(unit->file)) continue;
    if (running >= most && running > 0) {
      good = wait_for_one();
      running--;
    }
    if (!good) break;
    good = start_unit(options, unit);
    running += good;
  }
  for (; running > 0; running--) good = wait_for_one() && good;
  return good;
}

void compile_clean_up(struct front_options *options) {
  for (uint32_t i = 0; i < options->units.count; i++) {
    struct unit *unit = &options->units.data[i];
    if (unit->bitcode >= 0) close(unit->bitcode);
    unit->bitcode = -1;
  }
}

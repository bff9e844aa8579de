/* From instrumented bitcode to a binary in a directory of its own: clang without optimisation, because every pass may
   merge or move the accesses that a schedule names. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "front/front.h"
#include "replay/native.h"
#include "util/error.h"
#include "util/path.h"

bool native_open(struct native_build *build) {
  char *name = path_temporary("heddle-XXXXXX");
  int length = snprintf(build->directory, sizeof build->directory, "%s", name);
  if (length >= (int)sizeof build->directory) errno = ENAMETOOLONG;
  bool made = length < (int)sizeof build->directory && mkdtemp(build->directory);
  free(name);
  if (!made) {
    error_say("cannot create a temporary directory: %s", strerror(errno));
    build->directory[0] = 0;
    return false;
  }
  snprintf(build->bitcode, sizeof build->bitcode, "%s/program.bc", build->directory);
  snprintf(build->binary, sizeof build->binary, "%s/program", build->directory);
  return true;
}

void native_close(struct native_build *build) {
  if (!build->directory[0]) return;
  unlink(build->bitcode);
  unlink(build->binary);
  rmdir(build->directory);
  build->directory[0] = 0;
}

/* Runs clang; its messages go to stderr only if they matter. A function that is nowhere is not called by any test: the
   interpreter did not know it either. */
static bool run_clang(const struct native_build *build, const char *runtime, const char *sanitizer, bool quiet) {
  char option[40];
  snprintf(option, sizeof option, "-fsanitize=%s", sanitizer ? sanitizer : "");
  const char *words[] = {"clang-19", "-O0", "-g", "-w", "-no-pie", "-pthread", "-o", build->binary, "-x", "ir",
                         build->bitcode, "-x", "none", runtime, "-lm", "-Wl,--unresolved-symbols=ignore-all",
                         "-fno-sanitize-memory-param-retval", sanitizer ? option : "-fno-sanitize=all",
                         /* for 64 bits the list ends here; gcc's own 32-bit libraries are seldom there */
                         build->data_model_32 ? "-m32" : NULL, "-rtlib=compiler-rt", "-unwindlib=none",
                         "-l:libgcc_s.so.1", NULL};
  int status;
  pid_t pid = fork();
  if (pid == 0) {
    int nowhere = open("/dev/null", O_WRONLY);
    if (quiet) dup2(nowhere, STDERR_FILENO);
    execvp(words[0], (char **)words);
    execv("/usr/lib/llvm-19/bin/clang", (char **)words);
    _exit(127);
  }
  if (pid < 0) return false;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool native_link(struct native_build *build, const char *sanitizer) {
  const char *part = build->data_model_32 ? "rt/heddle-replay32.o" : "rt/heddle-replay.o";
  char *runtime = front_find_part(part);
  if (!runtime) {
    error_say("%s (the runtime of native replay) is not installed beside heddle", part);
    return false;
  }
  build->sanitizer = sanitizer && run_clang(build, runtime, sanitizer, true) ? sanitizer : NULL;
  bool good = build->sanitizer || run_clang(build, runtime, NULL, false);
  if (!good)
    error_say("the program cannot be built natively (clang-19 failed)%s",
              build->data_model_32
                  ? "; 32-bit programs need the packages libc6-dev-i386, lib32gcc-s1 and libclang-rt-19-dev"
                  : "");
  free(runtime);
  return good;
}

/* Runs git in a process of its own; what it writes goes into files in memory, so that it can never block.

   Settings that would make git write into the repository or run other programs (hooks, monitors, split indexes,
   downloads of large files) are off. */
#define _GNU_SOURCE
#include "revision/git.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/vec.h"

enum { NOT_INSTALLED = 127 };

static void set_environment(const struct git_place *place) {
  static const char *const own[] = {"GIT_DIR",        "GIT_WORK_TREE",        "GIT_INDEX_FILE",
                                    "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX"};
  for (size_t i = 0; place->foreign && i < sizeof own / sizeof *own; i++) unsetenv(own[i]);
  setenv("LC_ALL", "C", 1);
  setenv("GIT_OPTIONAL_LOCKS", "0", 1);
  setenv("GIT_TERMINAL_PROMPT", "0", 1);
  setenv("GIT_LFS_SKIP_SMUDGE", "1", 1);
  if (place->index) setenv("GIT_INDEX_FILE", place->index, 1);
}

static _Noreturn void become_git(const struct git_place *place, const char *const *words, int out, int err) {
  static const char *const quiet[] = {"-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false",
                                      "-c", "core.splitIndex=false",    "-c", "core.sparseCheckout=false",
                                      "-c", "core.untrackedCache=false"};
  VEC(const char *) list = {0};
  vec_push(&list, "git");
  vec_push(&list, "-C");
  vec_push(&list, place->directory);
  for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++) vec_push(&list, quiet[i]);
  for (; *words; words++) vec_push(&list, *words);
  vec_push(&list, NULL);
  set_environment(place);
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* what it writes is removed when heddle ends */
  if (!freopen("/dev/null", "r", stdin) || dup2(out, STDOUT_FILENO) < 0 || dup2(err, STDERR_FILENO) < 0) _exit(126);
  execvp("git", (char **)list.data);
  _exit(errno == ENOENT ? NOT_INSTALLED : 126);
}

static char *take_text(int file, size_t *length) {
  struct stat info;
  *length = fstat(file, &info) == 0 ? (size_t)info.st_size : 0;
  char *text = mem_zalloc(*length + 1);
  for (size_t done = 0; done < *length;) {
    ssize_t n = pread(file, text + done, *length - done, (off_t)done);
    if (n <= 0) break;
    done += (size_t)n;
  }
  return text;
}

static int wait_for(pid_t pid) {
  int status;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool git_run(struct git_answer *answer, const struct git_place *place, const char *const *words) {
  *answer = (struct git_answer){.code = -1};
  int out = memfd_create("git-out", MFD_CLOEXEC), err = memfd_create("git-err", MFD_CLOEXEC);
  pid_t pid = out >= 0 && err >= 0 ? fork() : -1;
  if (pid == 0) become_git(place, words, out, err);
  if (pid > 0) answer->code = wait_for(pid);
  size_t length;
  answer->out = take_text(out, &answer->length);
  answer->err = take_text(err, &length);
  if (out >= 0) close(out);
  if (err >= 0) close(err);
  return answer->code == 0;
}

void git_free(struct git_answer *answer) {
  free(answer->out);
  free(answer->err);
  *answer = (struct git_answer){0};
}

void git_complaint(const struct git_answer *answer, char *text, size_t capacity) {
  const char *line = answer->err;
  if (answer->code == NOT_INSTALLED) line = "git is not installed";
  else if (!*line) line = "git could not be run";
  else if (!strncmp(line, "fatal: ", 7) || !strncmp(line, "error: ", 7)) line += 7;
  snprintf(text, capacity, "%.*s", (int)strcspn(line, "\n"), line);
}

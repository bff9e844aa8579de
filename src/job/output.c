/* The output directory and the JSON file.

   The summary stands in the directory from the start (saying that the exploration has not ended), so that it marks
   the directory as heddle's even after a kill, and a reader never takes half a suite for a whole one.

   Old tests are not deleted before the new ones are written, which would make writing slow (see ktest_write). They get
   the oldest time there is; writing one anew gives it the present one; what still has the oldest time at the end
   goes. */
#include "job/output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/error.h"
#include "util/hidden.h"
#include "util/mem.h"

#define SUMMARY "heddle-summary.json"

enum exit_code output_exit_code(enum result_verdict verdict) {
  return verdict == VERDICT_SAFE ? EXIT_SAFE : verdict == VERDICT_UNSAFE ? EXIT_UNSAFE : EXIT_INCOMPLETE;
}

/* ---- the directory ---- */

char *output_directory(const char *wanted, const char *parent, const char *program) {
  if (wanted) return mem_strdup(wanted);
  char *path = mem_alloc(strlen(parent) + strlen(program) + 1);
  return strcat(strcpy(path, parent), program);
}

/* Where heddle puts what nobody gave a place. */
static bool is_own(const char *path) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  return !strcmp(name, ".heddle") || !strcmp(name, "heddle-out");
}

static bool make_one(const char *path) {
  if (mkdir(path, 0777) && errno != EEXIST) return false;
  if (is_own(path)) hidden_from_git(path);
  return true;
}

static bool make_directories(const char *path) {
  char *copy = mem_strdup(path);
  bool good = true;
  for (char *slash = strchr(copy + 1, '/'); good && slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    good = make_one(copy);
    *slash = '/';
  }
  good = good && make_one(copy);
  free(copy);
  return good;
}

/* test, digits, perhaps a dot and a word of small letters, .ktest */
static bool is_test_name(const char *name) {
  if (strncmp(name, "test", 4)) return false;
  const char *at = name + 4;
  size_t digits = strspn(at, "0123456789");
  at += digits;
  if (digits && *at == '.' && strcmp(at, ".ktest")) at += 1 + strspn(at + 1, "abcdefghijklmnopqrstuvwxyz");
  return digits && !strcmp(at, ".ktest");
}

typedef bool visit(const char *path, int directory, const char *name);

/* Calls `each` for the tests in a directory until it says false. */
static bool for_tests(const char *path, visit *each) {
  DIR *directory = opendir(path);
  if (!directory) {
    error_say("cannot use the directory %s: %s", path, strerror(errno));
    return false;
  }
  const struct dirent *entry;
  bool good = true;
  while (good && (entry = readdir(directory)))
    if (is_test_name(entry->d_name)) good = each(path, dirfd(directory), entry->d_name);
  closedir(directory);
  return good;
}

static bool mark_old(const char *path, int directory, const char *name) {
  const struct timespec oldest[2] = {{0}};
  if (faccessat(directory, SUMMARY, F_OK, 0)) {
    error_say("%s holds tests that heddle did not write there (%s); choose another --out=DIR", path, name);
    return false;
  }
  if (utimensat(directory, name, oldest, AT_SYMLINK_NOFOLLOW) == 0) return true;
  error_say("cannot replace the old test %s/%s: %s", path, name, strerror(errno));
  return false;
}

static bool remove_old(const char *path, int directory, const char *name) {
  struct stat st;
  if (fstatat(directory, name, &st, AT_SYMLINK_NOFOLLOW) || st.st_mtim.tv_sec || st.st_mtim.tv_nsec) return true;
  if (unlinkat(directory, name, 0)) warn_say("cannot remove the old test %s/%s: %s", path, name, strerror(errno));
  return true;
}

static char *join(const char *directory, const char *name) {
  size_t length = strlen(directory) + strlen(name) + 2;
  char *path = mem_alloc(length);
  snprintf(path, length, "%s/%s", directory, name);
  return path;
}

/* Written beside and renamed: a reader sees the old one or the new one. */
static bool write_summary(const char *directory, const struct report_info *info, const struct result *result) {
  char *path = join(directory, SUMMARY), *fresh = join(directory, SUMMARY ".new");
  FILE *out = fopen(fresh, "we");
  bool good = out && report_json(out, info, result);
  if (out && fclose(out)) good = false;
  good = good && rename(fresh, path) == 0;
  int error = errno;
  if (!good && out) unlink(fresh);
  free(path);
  free(fresh);
  errno = error;
  return good;
}

bool output_make(const char *directory) {
  bool good = make_directories(directory);
  if (!good) error_say("cannot create the directory %s: %s", directory, strerror(errno));
  return good;
}

bool output_prepare(const char *directory) {
  if (!output_make(directory)) return false;
  if (!for_tests(directory, mark_old)) return false;
  struct result unfinished = {.verdict = VERDICT_INCOMPLETE};
  struct report_info info = {.command = "run"};
  result_add_reason(&unfinished, "the exploration has not ended");
  bool good = write_summary(directory, &info, &unfinished);
  if (!good) error_say("cannot write to the directory %s: %s", directory, strerror(errno));
  result_free(&unfinished);
  return good;
}

void output_summary(const char *directory, const struct report_info *info, const struct result *result) {
  if (!write_summary(directory, info, result)) warn_say("cannot write %s/" SUMMARY ": %s", directory, strerror(errno));
}

void output_finish(const char *directory, const struct report_info *info, const struct result *result) {
  for_tests(directory, remove_old);
  output_summary(directory, info, result);
}

/* ---- the JSON file ---- */

FILE *output_open_json(const char *path) {
  int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
  if (!out) error_say("cannot write %s: %s", path, strerror(errno));
  return out;
}

/* Emptying fails on a pipe or a device, where it is not needed. */
void output_empty_json(FILE *out, const char *path) {
  if (ftruncate(fileno(out), 0) && errno != EINVAL) warn_say("cannot empty %s: %s", path, strerror(errno));
}

bool output_write_json(FILE *out, const char *path, const struct report_info *info, const struct result *result) {
  output_empty_json(out, path);
  bool good = report_json(out, info, result);
  if (fclose(out)) good = false;
  if (!good) error_say("cannot write %s: %s", path, strerror(errno));
  return good;
}

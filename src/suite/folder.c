/* Reading all tests of a directory. */
#include "suite/folder.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>

static bool is_test(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot && dot != name && !strcmp(dot, ".ktest");
}

static char *join(const char *directory, const char *name) {
  char *path = mem_alloc(strlen(directory) + strlen(name) + 2);
  return strcat(strcat(strcpy(path, directory), "/"), name);
}

static int by_path(const void *a, const void *b) {
  return strcmp(((const struct suite_test *)a)->path, ((const struct suite_test *)b)->path);
}

static bool add(struct suite *suite, char *path, char *why, size_t room) {
  struct suite_test t = {.path = path};
  const char *reason;
  if (!ktest_read_whole(path, &t.test, &t.bytes, &t.size, &reason)) {
    snprintf(why, room, "%s: %s", path, reason);
    free(path);
    return false;
  }
  vec_push(&suite->tests, t);
  return true;
}

bool suite_load(struct suite *suite, const char *directory, char *why, size_t room) {
  DIR *dir = opendir(directory);
  if (!dir) {
    snprintf(why, room, "cannot read the suite %s: %s", directory, strerror(errno));
    return false;
  }
  bool good = true;
  for (const struct dirent *entry; good && (entry = readdir(dir));)
    if (is_test(entry->d_name)) good = add(suite, join(directory, entry->d_name), why, room);
  closedir(dir);
  if (suite->tests.count) qsort(suite->tests.data, suite->tests.count, sizeof *suite->tests.data, by_path);
  return good;
}

void suite_free(struct suite *suite) {
  for (uint32_t i = 0; i < suite->tests.count; i++) {
    free(suite->tests.data[i].path);
    free(suite->tests.data[i].bytes);
    ktest_free(&suite->tests.data[i].test);
  }
  vec_free(&suite->tests);
}

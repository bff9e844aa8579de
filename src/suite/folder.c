/* Reading all tests of a directory. */
#include "suite/folder.h"
#include "suite/meta.h"

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

static bool has_object(const struct ktest *test, const struct ktest_object *wanted) {
  const struct ktest_object *own = ktest_find(test, wanted->name);
  return own && own->size == wanted->size && !memcmp(own->bytes, wanted->bytes, own->size);
}

static bool has_inputs(const struct ktest *test, const struct ktest *wanted) {
  for (uint32_t i = 0; i < wanted->nobjects; i++)
    if (!meta_is_remark(&wanted->objects[i]) && !has_object(test, &wanted->objects[i])) return false;
  return true;
}

bool suite_has_inputs(const struct suite *suite, const struct ktest *test) {
  for (uint32_t i = 0; i < suite->tests.count; i++)
    if (has_inputs(&suite->tests.data[i].test, test)) return true;
  return false;
}

/* Directories of tests: made, removed, copied, loaded; and sets of runs. */
#define _GNU_SOURCE
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "suites_inside.h"
#include "util/error.h"

char *suites_make_directory(const struct suites_court *c, const char *name) {
  char *path;
  if (asprintf(&path, "%s/%s", c->directory, name) < 0 || mkdir(path, 0777))
    error_exit(EXIT_USAGE, "cannot make a directory %s", name);
  return path;
}

void suites_remove_directory(char *path) {
  DIR *dir = path ? opendir(path) : NULL;
  for (const struct dirent *entry; dir && (entry = readdir(dir));) unlinkat(dirfd(dir), entry->d_name, 0);
  if (dir) closedir(dir);
  if (path) rmdir(path);
  free(path);
}

static void write_file(const char *directory, const char *name, const uint8_t *bytes, size_t size) {
  char path[600];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  FILE *out = fopen(path, "wb");
  if (!out || fwrite(bytes, 1, size, out) != size || fclose(out)) error_exit(EXIT_USAGE, "cannot write %s", path);
}

/* The tests alone. */
void suites_copy_directory(const char *from, const char *to) {
  struct suite suite;
  suites_load(&suite, from);
  for (uint32_t i = 0; i < suite.tests.count; i++) {
    const struct suite_test *test = &suite.tests.data[i];
    write_file(to, strrchr(test->path, '/') + 1, test->bytes, test->size);
  }
  suite_free(&suite);
}

void suites_load(struct suite *suite, const char *directory) {
  char why[600];
  *suite = (struct suite){0};
  if (!suite_load(suite, directory, why, sizeof why)) error_exit(EXIT_USAGE, "%s", why);
}

bool suites_same_file(const char *a, const char *b) {
  char x[1 << 14], y[1 << 14];
  FILE *f = fopen(a, "rb"), *g = fopen(b, "rb");
  size_t n = f ? fread(x, 1, sizeof x, f) : 0, m = g ? fread(y, 1, sizeof y, g) : 1;
  if (f) fclose(f);
  if (g) fclose(g);
  return n == m && !memcmp(x, y, n);
}

static int by_value(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

void suites_sort(suites_hashes *list) {
  if (list->count) qsort(list->data, list->count, sizeof *list->data, by_value);
}

bool suites_same_hashes(const suites_hashes *a, const suites_hashes *b) {
  return a->count == b->count && (!a->count || !memcmp(a->data, b->data, a->count * sizeof *a->data));
}

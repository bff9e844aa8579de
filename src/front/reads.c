/* From the records of a compiler to dependencies, and asking whether they still hold. See reads.h.

   A file that changes while the compiler runs may have been read before or after its change. So nothing that changed
   since the start is a dependency. The files of an exported tree are new, but belong to this process alone. */
#define _GNU_SOURCE
#include "front/reads.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "util/file.h"
#include "util/path.h"

/* ---- answers ---- */

static struct store_key key_of(const void *bytes, size_t size) {
  XXH128_hash_t hash = XXH3_128bits(bytes, size);
  return (struct store_key){hash.low64, hash.high64};
}

static const struct store_key nothing = {0, 0}; /* not there, not set, or cannot be read */

static bool is_nothing(struct store_key key) { return store_key_same(key, nothing); }

static struct store_key ask_content(const char *path) {
  const char *why;
  size_t size;
  char *text = file_whole(path, &size, &why);
  struct store_key key = text ? key_of(text, size) : nothing;
  free(text);
  return key;
}

static struct store_key ask_what(const char *path) {
  struct stat info;
  if (stat(path, &info)) return nothing;
  return (struct store_key){S_ISDIR(info.st_mode) ? 2 : S_ISREG(info.st_mode) ? 1 : 3, 1};
}

static int is_name(const struct dirent *entry) { return strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."); }

static struct store_key ask_list(const char *path) {
  struct dirent **names;
  VEC(char) all = {0};
  int count = scandir(path, &names, is_name, alphasort);
  if (count < 0) return nothing;
  vec_push(&all, 'd'); /* an empty one is something too */
  for (int i = 0; i < count; i++) {
    for (const char *at = names[i]->d_name; *at; at++) vec_push(&all, *at);
    vec_push(&all, '/');
    free(names[i]);
  }
  free(names);
  struct store_key key = key_of(all.data, all.count);
  vec_free(&all);
  return key;
}

/* A path as an answer: the place of the tree is another one each time. */
static struct store_key key_of_path(const char *path, const char *root) {
  const char *below = root ? path_below(root, path) : NULL;
  return key_of(below ? below : path, strlen(below ? below : path) + (below != NULL));
}

static struct store_key ask_link(const char *path, const char *root) {
  char to[PATH_MAX];
  ssize_t n = readlink(path, to, sizeof to - 1);
  if (n < 0) return ask_what(path);
  to[n] = 0;
  return key_of_path(to, root);
}

static struct store_key ask_real(const char *path, const char *root) {
  char *real = realpath(path, NULL);
  struct store_key key = real ? key_of_path(real, root) : nothing;
  free(real);
  return key;
}

static struct store_key ask_loaded(const char *path) {
  struct stat info;
  if (stat(path, &info)) return nothing;
  const int64_t words[] = {info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec};
  return key_of(words, sizeof words);
}

static struct store_key ask_variable(const char *name) {
  const char *value = getenv(name);
  return value ? key_of(value, strlen(value)) : nothing;
}

struct store_key reads_ask(char kind, const char *text, const char *root) {
  char path[2 * PATH_MAX];
  bool below = !strncmp(text, READS_TREE, 1);
  if (below && !root) return nothing;
  snprintf(path, sizeof path, "%s%s", below ? root : "", text + below);
  switch (kind) {
  case READS_CONTENT: return ask_content(path);
  case READS_THERE:
  case READS_MISSING: return ask_what(path);
  case READS_LIST: return ask_list(path);
  case READS_LINK: return ask_link(path, root);
  case READS_REAL: return ask_real(path, root);
  case READS_LOADED: return ask_loaded(path);
  case READS_VARIABLE: return ask_variable(path);
  default: return nothing;
  }
}

/* ---- records ---- */

static bool is_after(struct timespec a, struct timespec b) {
  return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec >= b.tv_nsec;
}

static bool has_changed(const char *path, struct timespec start) {
  struct stat info;
  return stat(path, &info) || is_after(info.st_ctim, start) || is_after(info.st_mtim, start);
}

/* Does what the compiler was told then agree with what is there now? */
static bool still_holds(const struct reads_dependency *dependency, const char *path, bool private,
                        struct timespec start) {
  switch (dependency->kind) {
  case READS_MISSING: return is_nothing(dependency->answer);
  case READS_THERE:
  case READS_LOADED: return !is_nothing(dependency->answer);
  case READS_CONTENT:
  case READS_LIST: return !is_nothing(dependency->answer) && (private || !has_changed(path, start));
  default: return true;
  }
}

/* The compiler's own descriptors: files in memory that heddle-front made of what was hashed already. */
static bool is_own(const char *path) { return !strncmp(path, "/proc/self/", 11); }

static bool add_dependency(reads_dependencies *dependencies, char kind, const char *text,
                           const struct reads_unit *unit) {
  const char *root = unit->root;
  if (kind == READS_TIME || kind == READS_UNKNOWN) return false;
  if (is_own(text)) return true;
  const char *below = root && text[0] == '/' ? path_below(root, text) : NULL;
  struct reads_dependency dependency = {.kind = kind};
  if (below && asprintf(&dependency.text, READS_TREE "/%s", below) < 0) return false;
  if (!below) dependency.text = mem_strdup(text);
  dependency.answer = reads_ask(kind, dependency.text, root);
  vec_push(dependencies, dependency);
  return still_holds(&dependency, text, below != NULL || !strcmp(text, unit->source), unit->start);
}

static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

bool reads_collect(const char *records, size_t size, const struct reads_unit *unit, reads_dependencies *dependencies) {
  VEC(const char *) lines = {0};
  const char *end = records + size;
  bool good = true;
  for (const char *at = records; at < end; at += strnlen(at, (size_t)(end - at)) + 1) {
    char *kind;
    if (memchr(at, 0, (size_t)(end - at)) == NULL) good = false; /* cut off */
    else if (strtoul(at, &kind, 10) == unit->number) vec_push(&lines, kind);
  }
  if (lines.count) qsort(lines.data, lines.count, sizeof *lines.data, compare);
  for (uint32_t i = 0; good && i < lines.count; i++)
    if (i == 0 || strcmp(lines.data[i], lines.data[i - 1]))
      good = add_dependency(dependencies, lines.data[i][0], lines.data[i] + 1, unit);
  good = good && lines.count > 0;
  vec_free(&lines);
  return good;
}

void reads_free(reads_dependencies *dependencies) {
  for (uint32_t i = 0; i < dependencies->count; i++) free(dependencies->data[i].text);
  vec_free(dependencies);
}

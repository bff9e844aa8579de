/* Looking through a project. A file is read word by word, without comments and texts: a `main` that is followed by a
   parenthesis and, behind its end, by a brace is a definition. That a file includes "queue.h" is taken as a sign that
   the program needs queue.c. Both are guesses, which the user sees and edits. */
#include "job/init_scan.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "util/file.h"
#include "util/mem.h"
#include "util/path.h"

enum { MOST_FILES = 5000, MOST_DEPTH = 12 };

/* ---- one file ---- */

/* Comments, texts and characters become blanks; the lines of directives stay. */
static void blank_out(char *text, size_t length) {
  for (size_t i = 0; i < length;) {
    size_t from = i;
    if (!strncmp(text + i, "/*", 2)) {
      const char *end = strstr(text + i + 2, "*/");
      i = end ? (size_t)(end - text) + 2 : length;
    } else if (!strncmp(text + i, "//", 2)) i += strcspn(text + i, "\n");
    else if (text[i] == '"' || text[i] == '\'') {
      char quote = text[i++];
      while (i < length && text[i] != quote && text[i] != '\n') i += text[i] == '\\' && i + 1 < length ? 2 : 1;
      i += i < length;
    } else {
      i++;
      continue;
    }
    for (size_t k = from; k < i && k < length; k++)
      if (text[k] != '\n') text[k] = ' ';
  }
}

static void find_includes(struct init_file *file, const char *text) {
  for (const char *at = text; (at = strstr(at, "#")); at++) {
    const char *word = at + 1 + strspn(at + 1, " \t");
    if (strncmp(word, "include", 7)) continue;
    const char *quote = word + 7 + strspn(word + 7, " \t"), *end = *quote == '"' ? strpbrk(quote + 1, "\"\n") : NULL;
    if (end && *end == '"') vec_push(&file->includes, strndup(quote + 1, (size_t)(end - quote - 1)));
  }
}

/* Behind "main": parameters, then the body. */
static bool is_definition(const char *at) {
  unsigned depth = 0;
  at += strspn(at, " \t\n");
  if (*at != '(') return false;
  for (; *at; at++) {
    depth += *at == '(';
    depth -= *at == ')';
    if (!depth) break;
  }
  if (!*at) return false;
  at += 1 + strspn(at + 1, " \t\n");
  return *at == '{';
}

static bool has_main(const char *text) {
  for (const char *at = text; (at = strstr(at, "main")); at += 4) {
    bool whole = (at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_')) &&
                 !(isalnum((unsigned char)at[4]) || at[4] == '_');
    if (whole && is_definition(at + 4)) return true;
  }
  return false;
}

static void read_file(struct init_scan *scan, const char *root, const char *path, bool header) {
  struct init_file file = {.path = mem_strdup(path), .header = header};
  const char *why;
  size_t length;
  char *whole = path_join(root, path), *text = file_whole(whole, &length, &why);
  free(whole);
  if (text) {
    char *copy = mem_zalloc(length + 1); /* file_whole's text may have no end of its own */
    memcpy(copy, text, length);
    find_includes(&file, copy);
    blank_out(copy, length);
    file.has_main = !header && has_main(copy);
    free(copy);
  }
  free(text);
  vec_push(&scan->files, file);
}

/* ---- all files ---- */

static bool ends_with(const char *name, const char *end) {
  size_t length = strlen(name), more = strlen(end);
  return length > more && !strcmp(name + length - more, end);
}

static void read_directory(struct init_scan *scan, const char *root, const char *path, unsigned depth);

static void visit(struct init_scan *scan, const char *root, const char *path, unsigned depth) {
  char *whole = path_join(root, path);
  struct stat info;
  bool there = lstat(whole, &info) == 0, header = ends_with(path, ".h");
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  if (there && S_ISDIR(info.st_mode) && strcmp(name, "CMakeFiles") && strcmp(name, "heddle-out"))
    read_directory(scan, root, path, depth + 1);
  if (there && S_ISREG(info.st_mode) && !strcmp(name, "compile_commands.json") && !scan->database)
    scan->database = slash ? strndup(path, (size_t)(slash - path)) : mem_strdup(".");
  if (there && S_ISREG(info.st_mode) && (header || ends_with(path, ".c"))) {
    scan->cut |= scan->files.count >= MOST_FILES;
    if (scan->files.count < MOST_FILES) read_file(scan, root, path, header);
  }
  free(whole);
}

static void read_directory(struct init_scan *scan, const char *root, const char *path, unsigned depth) {
  struct dirent **names;
  char *whole = *path ? path_join(root, path) : mem_strdup(root);
  int count = depth > MOST_DEPTH ? -1 : scandir(whole, &names, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    char *inner = *path ? path_join(path, names[i]->d_name) : mem_strdup(names[i]->d_name);
    if (names[i]->d_name[0] != '.') visit(scan, root, inner, depth);
    free(inner);
    free(names[i]);
  }
  if (count >= 0) free(names);
  free(whole);
}

void init_scan_open(struct init_scan *scan, const char *root) {
  *scan = (struct init_scan){0};
  read_directory(scan, root, "", 0);
}

void init_scan_close(struct init_scan *scan) {
  for (uint32_t i = 0; i < scan->files.count; i++) {
    struct init_file *file = &scan->files.data[i];
    for (uint32_t k = 0; k < file->includes.count; k++) free(file->includes.data[k]);
    vec_free(&file->includes);
    free(file->path);
  }
  vec_free(&scan->files);
  free(scan->database);
}

/* ---- what a program needs ---- */

static const char *name_of(const char *path) { return strrchr(path, '/') ? strrchr(path, '/') + 1 : path; }

/* The file that an #include in `from` means: beside it, else the first one whose path ends so. UINT32_MAX: none. */
static uint32_t find_included(const struct init_scan *scan, const char *from, const char *name, bool *beside) {
  size_t directory = (size_t)(name_of(from) - from);
  uint32_t found = UINT32_MAX;
  *beside = false;
  for (uint32_t i = 0; i < scan->files.count; i++) {
    const char *path = scan->files.data[i].path;
    size_t length = strlen(path), want = strlen(name);
    if (length == directory + want && !strncmp(path, from, directory) && !strcmp(path + directory, name)) {
      *beside = true;
      return i;
    }
    bool ends =
        length >= want && !strcmp(path + length - want, name) && (length == want || path[length - want - 1] == '/');
    if (ends && found == UINT32_MAX) found = i;
  }
  return found;
}

/* The C file of a header: of the same name, in its directory rather than elsewhere. */
static uint32_t find_source(const struct init_scan *scan, const char *header) {
  size_t stem = strlen(header) - 2, directory = (size_t)(name_of(header) - header);
  uint32_t found = UINT32_MAX;
  for (uint32_t i = 0; i < scan->files.count; i++) {
    const struct init_file *file = &scan->files.data[i];
    size_t length = strlen(file->path);
    if (file->header || file->has_main || length < 2) continue;
    if (length - 2 == stem && !strncmp(file->path, header, stem)) return i;
    const char *name = name_of(file->path);
    bool same = strlen(name) - 2 == stem - directory && !strncmp(name, header + directory, stem - directory);
    if (same && found == UINT32_MAX) found = i;
  }
  return found;
}

static bool add_once(init_numbers *list, uint32_t number) {
  for (uint32_t i = 0; i < list->count; i++)
    if (list->data[i] == number) return false;
  vec_push(list, number);
  return true;
}

void init_scan_needed(const struct init_scan *scan, uint32_t program, init_numbers *files, init_numbers *directories) {
  init_numbers seen = {0};
  vec_push(&seen, program);
  for (uint32_t at = 0; at < seen.count; at++) {
    const struct init_file *file = &scan->files.data[seen.data[at]];
    if (!file->header) vec_push(files, seen.data[at]);
    uint32_t source = file->header ? find_source(scan, file->path) : UINT32_MAX;
    if (source != UINT32_MAX) add_once(&seen, source);
    for (uint32_t i = 0; i < file->includes.count; i++) {
      bool beside;
      uint32_t included = find_included(scan, file->path, file->includes.data[i], &beside);
      if (included == UINT32_MAX) continue;
      if (!beside && scan->files.data[included].header) add_once(directories, included);
      if (scan->files.data[included].header) add_once(&seen, included);
    }
  }
  vec_free(&seen);
}

/* Paths as text. */
#include "util/path.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/mem.h"

char *path_join(const char *directory, const char *path) {
  size_t n = strlen(directory);
  if (path[0] == '/' || n == 0) return mem_strdup(path);
  if (*path == '\0') return mem_strdup(directory);
  char *text = mem_alloc(n + strlen(path) + 2);
  char *end = stpcpy(text, directory);
  if (end[-1] != '/') *end++ = '/';
  strcpy(end, path);
  return text;
}

/* May ".." take away the last part of what is there? Not of nothing, nor of "..". */
static bool can_go_up(const char *text, size_t length) {
  if (length == 0) return false;
  return length < 2 || memcmp(text + length - 2, "..", 2) != 0 || (length > 2 && text[length - 3] != '/');
}

static size_t go_up(const char *text, size_t length) {
  while (length > 0 && text[length - 1] != '/') length--;
  return length > 0 ? length - 1 : 0;
}

/* `text` holds the parts so far, without the slash that an absolute path starts with. */
char *path_plain(const char *path) {
  bool absolute = path[0] == '/';
  char *text = mem_alloc(strlen(path) + 2), *parts = text + absolute;
  size_t length = 0;
  text[0] = '/';
  for (const char *at = path; *at;) {
    size_t n = strcspn(at, "/");
    bool up = n == 2 && at[0] == '.' && at[1] == '.';
    if (up && can_go_up(parts, length)) length = go_up(parts, length);
    else if (n > 0 && !(n == 1 && at[0] == '.') && !(up && absolute)) {
      if (length > 0) parts[length++] = '/';
      memcpy(parts + length, at, n);
      length += n;
    }
    at += n + (at[n] == '/');
  }
  if (length == 0 && !absolute) parts[length++] = '.';
  parts[length] = '\0';
  return text;
}

const char *path_below(const char *directory, const char *path) {
  size_t n = strlen(directory);
  if (n > 0 && directory[n - 1] == '/') n--; /* the root of all */
  if (strncmp(directory, path, n) != 0) return NULL;
  return path[n] == '\0' ? path + n : path[n] == '/' ? path + n + 1 : NULL;
}

char *path_relative(const char *directory, const char *path) {
  char *above = mem_strdup(directory);
  size_t ups = 0;
  const char *rest;
  while ((rest = path_below(above, path)) == NULL) {
    size_t length = go_up(above, strlen(above));
    above[length == 0 ? 1 : length] = '\0';
    ups++;
  }
  char *text = mem_alloc(ups * 3 + strlen(rest) + 2), *at = text;
  for (size_t i = 0; i < ups; i++, at += 3) memcpy(at, "../", 3);
  strcpy(at, rest);
  if (*rest == '\0' && ups > 0) at[-1] = '\0';
  else if (*text == '\0') strcpy(text, ".");
  free(above);
  return text;
}

char *path_temporary(const char *name) {
  const char *directory = getenv("TMPDIR");
  return path_join(directory && *directory ? directory : "/tmp", name);
}

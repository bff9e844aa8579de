/* Finds attribute lists in C text and blanks arguments in them. See attributes.h. */
#define _GNU_SOURCE
#include "front/attributes.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/file.h"
#include "util/path.h"

struct reader {
  char *at, *end;
  bool changed;
};

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Behind a text, character or comment that begins here; NULL: none does. */
static char *skip_opaque(const struct reader *r, char *at) {
  char quote = *at;
  if (quote == '/' && at + 1 < r->end && at[1] == '/') {
    while (at < r->end && *at != '\n') at++;
    return at;
  }
  if (quote == '/' && at + 1 < r->end && at[1] == '*') {
    char *close = memmem(at + 2, (size_t)(r->end - at - 2), "*/", 2);
    return close ? close + 2 : r->end;
  }
  if (quote != '"' && quote != '\'') return NULL;
  for (at++; at < r->end && *at != quote && *at != '\n'; at++) at += *at == '\\' && at + 1 < r->end;
  return at < r->end ? at + 1 : at;
}

static char *skip_blanks(const struct reader *r, char *at) {
  while (at < r->end && isspace((unsigned char)*at)) at++;
  return at;
}

/* Behind the parenthesis that closes the one here. */
static char *skip_group(const struct reader *r, char *at) {
  for (int depth = 0; at < r->end;) {
    char *behind = skip_opaque(r, at);
    if (behind) {
      at = behind;
      continue;
    }
    depth += (*at == '(') - (*at == ')');
    at++;
    if (depth == 0) return at;
  }
  return at;
}

/* Those that take none. */
static bool takes_no_argument(const char *word, size_t n) {
  static const char *const names[] = {"malloc", "pure",     "const",           "leaf",   "nothrow", "cold",
                                      "hot",    "noreturn", "returns_nonnull", "unused", "used",    "weak"};
  if (n > 4 && !memcmp(word, "__", 2) && !memcmp(word + n - 2, "__", 2)) word += 2, n -= 4;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strlen(names[i]) == n && !memcmp(word, names[i], n)) return true;
  return false;
}

static void blank(struct reader *r, char *from, const char *to) {
  for (; from < to; from++)
    if (*from != '\n') *from = ' ';
  r->changed = true;
}

/* A list of attributes up to `end`. */
static void tame_list(struct reader *r, char *at, const char *end) {
  while (at < end) {
    char *behind = skip_opaque(r, at), *start = at;
    if (behind || *at == '(') {
      at = behind ? behind : skip_group(r, at);
      continue;
    }
    while (at < end && is_word(*at)) at++;
    char *group = skip_blanks(r, at);
    if (at == start) at++;
    else if (group < end && *group == '(') {
      bool none = takes_no_argument(start, (size_t)(at - start));
      at = skip_group(r, group);
      if (none) blank(r, group, at);
    }
  }
}

/* __attribute__((...)), [[...]] */
static void tame_word(struct reader *r, char *start) {
  size_t n = (size_t)(r->at - start);
  if (!(n == 13 && !memcmp(start, "__attribute__", n)) && !(n == 11 && !memcmp(start, "__attribute", n))) return;
  char *open = skip_blanks(r, r->at), *inner = open < r->end && *open == '(' ? skip_blanks(r, open + 1) : r->end;
  if (inner >= r->end || *inner != '(') return;
  r->at = skip_group(r, open);
  tame_list(r, inner + 1, skip_group(r, inner) - 1);
}

bool attributes_tame(char *text, size_t length) {
  struct reader r = {.at = text, .end = text + length};
  while (r.at < r.end) {
    char *behind = skip_opaque(&r, r.at), *start = r.at;
    if (behind) r.at = behind;
    else if (is_word(*r.at)) {
      while (r.at < r.end && is_word(*r.at)) r.at++;
      tame_word(&r, start);
    } else if (*r.at == '[' && r.at + 1 < r.end && r.at[1] == '[') {
      char *close = memmem(r.at, (size_t)(r.end - r.at), "]]", 2);
      r.at += 2;
      if (close) tame_list(&r, r.at, close);
    } else r.at++;
  }
  return r.changed;
}

/* ---- for clang ---- */

/* A file in memory, which the compiler inherits; its path. */
static char *in_memory(const char *text, size_t length) {
  char *path = NULL;
  int fd = memfd_create("source", 0);
  if (fd < 0 || write(fd, text, length) != (ssize_t)length || asprintf(&path, "/proc/self/fd/%d", fd) < 0) return NULL;
  return path;
}

static void quote(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') fputc('\\', out);
    fputc(*text, out);
  }
  fputc('"', out);
}

/* The compiler sees the file under its own name: in messages, and for what it includes. */
char *attributes_overlay(const char *file) {
  const char *why;
  size_t length, size;
  char *text = file_whole(file, &length, &why), *list = NULL, *here = get_current_dir_name();
  if (!text || !here || !attributes_tame(text, length)) return NULL;
  char *source = in_memory(text, length), *joined = path_join(here, file), *whole = path_plain(joined);
  FILE *out = open_memstream(&list, &size);
  if (!source || !out) return NULL;
  fprintf(out, "{\"version\": 0, \"use-external-names\": false, \"roots\": [{\"type\": \"file\", \"name\": ");
  quote(out, whole);
  fprintf(out, ", \"external-contents\": \"%s\"}]}\n", source);
  fclose(out);
  return in_memory(list, size);
}

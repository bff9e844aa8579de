/* fnmatch.h and glob.h, in the C locale. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "builtins.h"

/* ---- patterns */

static int folded(char c, int flags) { return flags & FNM_CASEFOLD ? tolower((unsigned char)c) : (unsigned char)c; }

/* A class as [:alpha:]; where it ends. NULL: it is none. */
static const char *match_class(const char *p, int c, int *found) {
  static const struct {
    const char *name;
    int (*is)(int);
  } classes[] = {{"alpha", isalpha}, {"digit", isdigit}, {"alnum", isalnum}, {"upper", isupper},
                 {"lower", islower}, {"space", isspace}, {"punct", ispunct}, {"print", isprint},
                 {"graph", isgraph}, {"cntrl", iscntrl}, {"blank", isblank}, {"xdigit", isxdigit}};
  for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++) {
    size_t n = strlen(classes[i].name);
    if (strncmp(p, classes[i].name, n) != 0 || p[n] != ':' || p[n + 1] != ']') continue;
    *found |= classes[i].is(c) != 0;
    return p + n + 2;
  }
  return NULL;
}

/* Behind the '['; where the pattern goes on, or NULL: the bracket does not end and stands for itself. */
static const char *match_bracket(const char *p, char c, int flags, int *matches) {
  int negated = *p == '!' || *p == '^', found = 0;
  const char *first = p += negated;
  int wanted = folded(c, flags);
  while (*p != '\0' && (*p != ']' || p == first)) {
    const char *end = p[0] == '[' && p[1] == ':' ? match_class(p + 2, (unsigned char)c, &found) : NULL;
    if (end != NULL) {
      p = end;
      continue;
    }
    if (*p == '\\' && !(flags & FNM_NOESCAPE) && p[1] != '\0') p++;
    int low = folded(*p++, flags), high = low;
    if (p[0] == '-' && p[1] != ']' && p[1] != '\0') {
      p++;
      if (*p == '\\' && !(flags & FNM_NOESCAPE) && p[1] != '\0') p++;
      high = folded(*p++, flags);
    }
    found |= low <= wanted && wanted <= high;
  }
  *matches = found != negated;
  return *p == ']' ? p + 1 : NULL;
}

/* A period that only a period matches: at the beginning, or behind a slash. */
static int is_hidden(const char *s, const char *begin, int flags) {
  return *s == '.' && flags & FNM_PERIOD && (s == begin || (flags & FNM_PATHNAME && s[-1] == '/'));
}

static int match(const char *p, const char *s, const char *begin, int flags) {
  for (; *p != '\0'; s++) {
    char c = *p++;
    int matches = 0;
    const char *behind;
    if (c == '*') {
      if (is_hidden(s, begin, flags)) return FNM_NOMATCH;
      while (*p == '*') p++;
      for (;; s++) {
        if (match(p, s, begin, flags) == 0) return 0;
        if (*s == '\0' || (flags & FNM_PATHNAME && *s == '/')) return FNM_NOMATCH;
      }
    }
    if (*s == '\0') return FNM_NOMATCH;
    if ((c == '?' || c == '[') && ((flags & FNM_PATHNAME && *s == '/') || is_hidden(s, begin, flags)))
      return FNM_NOMATCH;
    if (c == '?') continue;
    if (c == '[' && (behind = match_bracket(p, *s, flags, &matches)) != NULL) {
      if (!matches) return FNM_NOMATCH;
      p = behind;
      continue;
    }
    if (c == '\\' && !(flags & FNM_NOESCAPE)) {
      if (*p == '\0') return FNM_NOMATCH;
      c = *p++;
    }
    if (folded(c, flags) != folded(*s, flags)) return FNM_NOMATCH;
  }
  return *s == '\0' || (flags & FNM_LEADING_DIR && *s == '/') ? 0 : FNM_NOMATCH;
}

int fnmatch(const char *pattern, const char *text, int flags) { return match(pattern, text, text, flags); }

/* ---- names */

static int has_pattern(const char *p, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (p[i] == '*' || p[i] == '?' || p[i] == '[') return 1;
  return 0;
}

static int add(glob_t *to, const char *path, int flags) {
  struct stat is;
  size_t n = strlen(path);
  int marks = flags & GLOB_MARK && stat(path, &is) == 0 && S_ISDIR(is.st_mode) && (n == 0 || path[n - 1] != '/');
  char *copy = malloc(n + 2);
  char **list = realloc(to->gl_pathv, (to->gl_offs + to->gl_pathc + 2) * sizeof *list);
  if (copy == NULL || list == NULL) return GLOB_NOSPACE;
  strcpy(copy, path);
  if (marks) strcat(copy, "/");
  to->gl_pathv = list;
  list[to->gl_offs + to->gl_pathc++] = copy;
  list[to->gl_offs + to->gl_pathc] = NULL;
  return 0;
}

static int expand(const char *done, const char *rest, int flags, int (*fails)(const char *, int), glob_t *to);

static int join(const char *done, const char *name, const char *rest, int flags, int (*fails)(const char *, int),
                glob_t *to) {
  char path[strlen(done) + strlen(name) + 2];
  struct stat is;
  strcat(strcpy(path, done), name);
  if (*rest == '\0') return stat(path, &is) == 0 ? add(to, path, flags) : 0;
  if (stat(path, &is) != 0 || !S_ISDIR(is.st_mode)) return 0;
  strcat(path, "/");
  while (*rest == '/') rest++;
  return *rest == '\0' ? add(to, path, flags) : expand(path, rest, flags, fails, to);
}

/* `done` is a directory with its slash, or nothing. */
static int expand(const char *done, const char *rest, int flags, int (*fails)(const char *, int), glob_t *to) {
  size_t n = strcspn(rest, "/");
  char part[n + 1];
  int how = FNM_PERIOD | (flags & GLOB_NOESCAPE ? FNM_NOESCAPE : 0);
  memcpy(part, rest, n);
  part[n] = '\0';
  if (!has_pattern(rest, n)) return join(done, part, rest + n, flags, fails, to);
  DIR *d = opendir(*done != '\0' ? done : ".");
  int result = 0;
  if (d == NULL)
    return (fails != NULL && fails(*done != '\0' ? done : ".", errno)) || flags & GLOB_ERR ? GLOB_ABORTED : 0;
  for (struct dirent *e; result == 0 && (e = readdir(d)) != NULL;)
    if (fnmatch(part, e->d_name, how) == 0) result = join(done, e->d_name, rest + n, flags, fails, to);
  closedir(d);
  return result;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int glob(const char *restrict pattern, int flags, int (*fails)(const char *, int), glob_t *restrict to) {
  if (flags &
      (GLOB_BRACE | GLOB_TILDE | GLOB_TILDE_CHECK | GLOB_ALTDIRFUNC | GLOB_NOMAGIC | GLOB_ONLYDIR | GLOB_PERIOD))
    __heddle_unsupported("this flag of glob");
  if (!(flags & GLOB_APPEND)) {
    to->gl_pathc = 0;
    to->gl_pathv = NULL;
    if (!(flags & GLOB_DOOFFS)) to->gl_offs = 0;
  }
  size_t before = to->gl_pathc;
  size_t slashes = strspn(pattern, "/");
  int result = slashes > 0 && pattern[slashes] == '\0'
                   ? add(to, "/", flags)
                   : expand(slashes > 0 ? "/" : "", pattern + slashes, flags, fails, to);
  if (result != 0) return result;
  if (to->gl_pathc == before) return flags & GLOB_NOCHECK ? add(to, pattern, flags & ~GLOB_MARK) : GLOB_NOMATCH;
  for (size_t i = 0; i < to->gl_offs; i++) to->gl_pathv[i] = NULL;
  if (!(flags & GLOB_NOSORT))
    qsort(to->gl_pathv + to->gl_offs + before, to->gl_pathc - before, sizeof(char *), by_name);
  return 0;
}

void globfree(glob_t *to) {
  for (size_t i = 0; i < to->gl_pathc; i++) free(to->gl_pathv[to->gl_offs + i]);
  free(to->gl_pathv);
  to->gl_pathv = NULL;
  to->gl_pathc = 0;
}

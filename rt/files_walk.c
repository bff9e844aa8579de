/* ftw.h: a walk over a tree of files, in the order of the directories' entries. There are no symbolic links. */
#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "builtins.h"

struct walk {
  __ftw_func_t plain; /* one of the two is NULL */
  __nftw_func_t full;
  int flags;
};

static int tell(const struct walk *w, const char *path, const struct stat *about, int kind, int level) {
  if (w->plain != NULL) return w->plain(path, about, kind);
  const char *slash = strrchr(path, '/');
  struct FTW place = {.base = slash == NULL || slash[1] == '\0' ? 0 : (int)(slash + 1 - path), .level = level};
  return w->full(path, about, kind, &place);
}

static int visit(const struct walk *w, const char *path, int level);

static int visit_entries(const struct walk *w, DIR *directory, const char *path, int level) {
  char below[PATH_MAX];
  size_t n = strlen(path);
  int result = 0;
  for (const struct dirent *e; result == 0 && (e = readdir(directory)) != NULL;) {
    if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
    if (n + strlen(e->d_name) + 2 > sizeof below) {
      errno = ENAMETOOLONG;
      return -1;
    }
    strcpy(below, path);
    if (n > 0 && path[n - 1] != '/') strcat(below, "/");
    strcat(below, e->d_name);
    result = visit(w, below, level + 1);
  }
  return result;
}

static int visit_directory(const struct walk *w, const char *path, const struct stat *about, int level) {
  DIR *directory = opendir(path);
  if (directory == NULL) return errno == EACCES ? tell(w, path, about, FTW_DNR, level) : -1;
  int result = w->flags & FTW_DEPTH ? 0 : tell(w, path, about, FTW_D, level);
  if (result == 0) result = visit_entries(w, directory, path, level);
  closedir(directory);
  return result == 0 && w->flags & FTW_DEPTH ? tell(w, path, about, FTW_DP, level) : result;
}

static int visit(const struct walk *w, const char *path, int level) {
  struct stat about;
  memset(&about, 0, sizeof about);
  if (stat(path, &about) != 0) return level > 0 && errno == EACCES ? tell(w, path, &about, FTW_NS, level) : -1;
  return S_ISDIR(about.st_mode) ? visit_directory(w, path, &about, level) : tell(w, path, &about, FTW_F, level);
}

int ftw(const char *path, __ftw_func_t function, int descriptors) {
  const struct walk w = {.plain = function};
  (void)descriptors; /* how many it may use: only a matter of speed */
  return visit(&w, path, 0);
}

int nftw(const char *path, __nftw_func_t function, int descriptors, int flags) {
  const struct walk w = {.full = function, .flags = flags};
  (void)descriptors;
  if (flags & ~(FTW_PHYS | FTW_MOUNT | FTW_CHDIR | FTW_DEPTH)) {
    errno = EINVAL;
    return -1;
  }
  if (flags & FTW_CHDIR) __heddle_unsupported("nftw with FTW_CHDIR");
  return visit(&w, path, 0);
}

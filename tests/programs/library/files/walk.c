// A walk over a tree of files, and limits.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include "calls.h"
#include <ftw.h>
#include <sys/resource.h>

static int tell(const char *path, const struct stat *about, int kind) {
  printf("%s %d %ld\n", path, kind, kind == FTW_F ? (long)about->st_size : 0);
  return strcmp(path, "tree/stop") == 0 ? 7 : 0;
}
static int tell_more(const char *path, const struct stat *about, int kind, struct FTW *place) {
  (void)about;
  printf("%s %d %d %d\n", path, kind, place->base, place->level);
  return 0;
}

int main(void) {
  struct rlimit limit = {2, 1};
  SHOW(mkdir("tree", 0755));
  SHOW(mkdir("tree/below", 0755));
  SHOW(close(open("tree/below/file", O_CREAT | O_WRONLY, 0644)));
  SHOW(ftw("tree", tell, 4));
  SHOW(nftw("tree", tell_more, 4, FTW_DEPTH));
  SHOW(nftw("tree/below", tell_more, 4, FTW_PHYS));
  SHOW(ftw("none", tell, 4));
  SHOW(ftw("tree/below/file", tell, 4));
  SHOW(unlink("tree/below/file") + rmdir("tree/below"));
  SHOW(close(open("tree/stop", O_CREAT | O_WRONLY, 0644)));
  SHOW(ftw("tree", tell, 4));
  SHOW(unlink("tree/stop") + rmdir("tree"));
  SHOW(setrlimit(RLIMIT_NOFILE, &limit));
  SHOW(getrlimit(RLIMIT_STACK, &limit));
  SHOW(setrlimit(RLIMIT_STACK, &limit));
  SHOW(setrlimit((enum __rlimit_resource)99, &limit));
  return 0;
}

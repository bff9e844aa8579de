// Results of the calls on names and directories, with good and bad arguments.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include "calls.h"
#include <limits.h>

static void touch(const char *name) { close(open(name, O_CREAT | O_WRONLY, 0644)); }

static int by_name(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

static void list(const char *name) {
  char *names[16];
  int n = 0;
  DIR *d = opendir(name);
  if (d == NULL) {
    printf("%s: %s\n", name, strerror(errno));
    return;
  }
  for (struct dirent *e; (e = readdir(d)) != NULL;) names[n++] = strdup(e->d_name);
  SHOW(closedir(d));
  qsort(names, (size_t)n, sizeof *names, by_name);
  for (int i = 0; i < n; i++) {
    printf("%s/%s\n", name, names[i]);
    free(names[i]);
  }
}

static void kind(const char *name) {
  struct stat s;
  if (stat(name, &s) < 0) printf("%s: %s\n", name, strerror(errno));
  else if (S_ISDIR(s.st_mode)) printf("%s: directory %o\n", name, s.st_mode & 0777);
  else printf("%s: file %o of %ld bytes, %d names\n", name, s.st_mode & 0777, (long)s.st_size, (int)s.st_nlink);
}

static void directories(void) {
  SHOW(mkdir("d", 0755));
  SHOW(mkdir("d", 0755));
  SHOW(mkdir("d/e/", 0700));
  SHOW(mkdir("x/y", 0700));
  SHOW(mkdir("", 0700));
  touch("d/one");
  touch("d/two");
  SHOW(mkdir("d/one/z", 0700));
  list("d");
  list("d/one");
  list("none");
  SHOW(rmdir("d"));
  SHOW(rmdir("d/one"));
  SHOW(rmdir("d/none"));
  SHOW(rmdir("d/e/."));
  SHOW(rmdir("d/e"));
  SHOW(unlink("d"));
  SHOW(unlink("d/one"));
  SHOW(unlink("d/one"));
  SHOW(unlink("d/two/"));
  SHOW(remove("d/two"));
  SHOW(remove("d"));
  SHOW(remove("d"));
}

static void renaming(void) {
  SHOW(mkdir("from", 0755));
  SHOW(mkdir("to", 0755));
  touch("from/a");
  touch("b");
  SHOW(rename("from/a", "to/c"));
  SHOW(rename("from/a", "to/c"));
  SHOW(rename("b", "to/c"));
  SHOW(rename("to/c", "to"));
  SHOW(rename("to", "to/inside"));
  SHOW(rename("to/c", "to/c"));
  SHOW(rename("from", "to/c"));
  SHOW(rename("to", "from"));
  SHOW(rename("from/c", "new/"));
  SHOW(link("from/c", "again"));
  SHOW(link("from/c", "again"));
  SHOW(link("from", "directory"));
  kind("again");
  SHOW(unlink("from/c"));
  kind("again"), kind("from"), kind("to"), kind("from/c"), kind("again/x");
}

static void places(void) {
  char here[PATH_MAX], there[PATH_MAX], small[2];
  printf("%d\n", getcwd(here, sizeof here) == here);
  SHOW(chdir("from"));
  printf("%s\n", getcwd(there, sizeof there) + strlen(here));
  SHOW(chdir("none"));
  SHOW(chdir("../again"));
  printf("%d\n", getcwd(small, sizeof small) == NULL);
  printf("%d\n", errno == ERANGE);
  printf("%s\n", realpath("./../from/../again", there) + strlen(here));
  printf("%d\n", realpath("none", there) == NULL);
  SHOW(chdir(".."));
  printf("%d\n", strcmp(getcwd(there, sizeof there), here));
}

static void permissions(void) {
  SHOW(access("again", F_OK));
  SHOW(access("again", R_OK | W_OK));
  SHOW(access("none", F_OK));
  SHOW(access("again", 64));
  SHOW(chmod("again", 0600));
  SHOW(chmod("none", 0600));
  kind("again");
  printf("%o\n", umask(077));
  touch("private");
  kind("private");
}

static void temporary(void) {
  char name[] = "tmpXXXXXX", bad[] = "tmp", directory[] = "dirXXXXXX";
  int fd = mkstemp(name);
  struct stat s;
  printf("%d %zu %d\n", fd, strlen(name), strcmp(name, "tmpXXXXXX") != 0);
  SHOW(unlink(name));
  SHOW(write(fd, "still there", 11));
  SHOW(fstat(fd, &s));
  printf("%ld bytes, %d names\n", (long)s.st_size, (int)s.st_nlink);
  SHOW(close(fd));
  SHOW(mkstemp(bad));
  printf("%d\n", mkdtemp(directory) == directory);
  strcpy(directory, directory + 3);
  SHOW(rmdir("dir"));
  SHOW(chdir(".") + (int)strlen(directory));
}

int main(void) {
  umask(022);
  directories();
  renaming();
  places();
  permissions();
  temporary();
  return 0;
}

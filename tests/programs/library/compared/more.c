// Files relative to directories, copies, messages, patterns, tables, figures: good and bad arguments.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
// ARGS: -- -fno-builtin
#define _GNU_SOURCE
#include "show.h"
#include <assert.h>
#include <dirent.h>
#include <err.h>
#include <error.h>
#include <execinfo.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <glob.h>
#include <libintl.h>
#include <sched.h>
#include <search.h>
#include <stdarg.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/times.h>
#include <termios.h>
#include <unistd.h>

static void relative(void) {
  struct stat s;
  struct statvfs v;
  char to[20];
  mkdir("dir", 0755);
  int d = open("dir", O_RDONLY | O_DIRECTORY), fd = openat(d, "file", O_RDWR | O_CREAT, 0644), out;
  SHOW(write(fd, "0123456789", 10)), SHOW(fstatat(d, "file", &s, 0)), SHOW(s.st_size), SHOW(fstatat(d, "none", &s, 0)), SHOW(fstatat(fd, "x", &s, 0));
  SHOW(fstatat(99, "x", &s, 0)), SHOW(fstatat(d, "file", &s, 1 << 30)), SHOW(fstatat(fd, "", &s, AT_EMPTY_PATH)), SHOW(faccessat(d, "file", R_OK, 0));
  SHOW(faccessat(d, "file", 99, 0)), SHOW(faccessat(d, "none", F_OK, 0)), SHOW(mkdirat(d, "sub", 0700)), SHOW(mkdirat(d, "sub", 0700)), SHOW(mkdirat(99, "y", 0));
  SHOW(fchmodat(d, "file", 0600, 0)), SHOW(fchmodat(d, "none", 0600, 0)), SHOW(linkat(d, "file", d, "link", 0)), SHOW(linkat(d, "file", d, "link", 0));
  SHOW(linkat(d, "file", d, "l2", 1 << 30)), SHOW(renameat(d, "link", d, "moved")), SHOW(renameat(d, "none", d, "moved")), SHOW(readlinkat(d, "file", to, 20));
  SHOW(readlink("none", to, 20)), SHOW(readlink("dir/file", to, 0)), SHOW(unlinkat(d, "sub", 0)), SHOW(unlinkat(d, "sub", AT_REMOVEDIR)), SHOW(unlinkat(d, "moved", AT_REMOVEDIR));
  SHOW(unlinkat(d, "moved", 0)), SHOW(unlinkat(d, "moved", 1 << 30)), SHOW(chown("dir/file", -1, -1)), SHOW(chown("none", -1, -1)), SHOW(lchown("dir/file", -1, -1)), SHOW(fchown(fd, -1, -1));
  SHOW(fchown(99, -1, -1)), SHOW(fchownat(d, "file", -1, -1, 0)), SHOW(fchownat(d, "file", -1, -1, 1 << 30)), SHOW(statvfs(".", &v)), SHOW(v.f_namemax), SHOW(statvfs("none", &v));
  SHOW(fstatvfs(fd, &v)), SHOW(fstatvfs(99, &v)), SHOW(posix_fallocate(fd, 0, 20)), SHOW(lseek(fd, 0, SEEK_END)), SHOW(posix_fallocate(fd, 0, 0)), SHOW(posix_fallocate(99, 0, 1) == EBADF);
  out = open("copy", O_RDWR | O_CREAT, 0600);
  off_t at = 2;
  SHOW(sendfile(out, fd, &at, 5)), SHOW(at), SHOW(lseek(fd, 8, SEEK_SET)), SHOW(sendfile(out, fd, NULL, 50)), SHOW(lseek(fd, 0, SEEK_CUR)), SHOW(lseek(out, 0, SEEK_CUR));
  SHOW(sendfile(out, fd, &(off_t){-1}, 5)), SHOW(sendfile(99, fd, NULL, 5)), SHOW(sendfile(out, 99, NULL, 5)), SHOW(fchdir(d)), SHOW(access("file", F_OK)), SHOW(fchdir(fd)), SHOW(fchdir(99));
  SHOW(chdir("..")), SHOW(unlink("copy")), SHOW(close(fd)), SHOW(close(out)), SHOW(close(d));
}

static int is_plain(const struct dirent *e) { return e->d_name[0] != '.'; }

static void patterns(void) {
  static const char *const rows[][2] = {{"*", "abc"},      {"a*c", "abbc"},    {"a?c", "abc"},       {"[a-c]x", "bx"},  {"[!a-c]x", "bx"},   {"[^]]", "]"},
                                        {"[]a]", "]"},     {"\\*", "*"},       {"\\*", "x"},         {"*.c", ".c"},     {"*", "a/b"},        {"a/*", "a/.b"},
                                        {"[[:digit:]]", "7"}, {"[[:alpha:]x", "["}, {"[abc", "[abc"}, {"A*", "abc"},  {"", ""},             {"*", ""},
                                        {"a**b", "ab"},    {"[a-]", "-"},      {"[\\]]", "]"},       {"dir", "dir/x"}, {"?", "/"},           {"x\\", "x\\"}};
  static const int flags[] = {0, FNM_PATHNAME, FNM_PERIOD, FNM_PATHNAME | FNM_PERIOD, FNM_NOESCAPE, FNM_CASEFOLD, FNM_LEADING_DIR};
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
    for (unsigned k = 0; k < sizeof flags / sizeof *flags; k++) printf("%s %s %u %d\n", rows[i][0], rows[i][1], k, fnmatch(rows[i][0], rows[i][1], flags[k]));
  glob_t found = {.gl_offs = 1};
  struct dirent **list;
  close(creat("dir/b.c", 0600)), close(creat("dir/a10.c", 0600)), close(creat("dir/a9.c", 0600)), close(creat("dir/.h.c", 0600));
  SHOW(glob("dir/*.c", 0, NULL, &found)), SHOW(found.gl_pathc), TEXT(found.gl_pathv[0]), TEXT(found.gl_pathv[2]), SHOW(found.gl_pathv[3] == NULL), globfree(&found);
  SHOW(glob("none*", 0, NULL, &found)), SHOW(glob("none*", GLOB_NOCHECK, NULL, &found)), TEXT(found.gl_pathv[0]), globfree(&found), found.gl_offs = 1;
  SHOW(glob("d?r", GLOB_MARK | GLOB_DOOFFS, NULL, &found)), SHOW(found.gl_pathv[0] == NULL), TEXT(found.gl_pathv[1]);
  SHOW(glob("dir/b*", GLOB_APPEND | GLOB_DOOFFS, NULL, &found)), SHOW(found.gl_pathc), TEXT(found.gl_pathv[2]), globfree(&found);
  int count = scandir("dir", &list, is_plain, alphasort);
  for (int i = 0; i < count; i++) printf("%s ", list[i]->d_name), free(list[i]);
  free(list), count = scandir("dir", &list, is_plain, versionsort);
  for (int i = 0; i < count; i++) printf("%s ", list[i]->d_name), free(list[i]);
  free(list), SHOW(scandir("none", &list, NULL, NULL));
  unlink("dir/b.c"), unlink("dir/a10.c"), unlink("dir/a9.c"), unlink("dir/.h.c"), unlink("dir/file"), SHOW(rmdir("dir"));
}

static int by_text(const void *a, const void *b) { return strcmp(a, b); }
static void visit(const void *node, VISIT when, int level) {
  (void)level;
  if (when == postorder || when == leaf) printf("%s ", *(char *const *)node);
}
static void nothing(void *key) { (void)key; }

static void tables(void) {
  static const char *const keys[] = {"m", "c", "x", "a", "d", "z", "n", "c"};
  struct pair { struct pair *next, *previous; } a, b, c;
  struct hsearch_data table = {0};
  void *root = NULL;
  ENTRY *e;
  for (int i = 0; i < 8; i++) printf("%s ", *(char **)tsearch(keys[i], &root, by_text));
  twalk(root, visit), SHOW(tfind("d", &root, by_text) != NULL), SHOW(tfind("q", &root, by_text) == NULL), SHOW(tdelete("q", &root, by_text) == NULL);
  SHOW(tdelete("m", &root, by_text) != NULL), SHOW(tdelete("a", &root, by_text) != NULL), twalk(root, visit), tdestroy(root, nothing), twalk(NULL, visit);
  SHOW(hcreate(2)), SHOW(hcreate(2)), SHOW(hsearch((ENTRY){"k", "1"}, FIND) == NULL), TEXT(hsearch((ENTRY){"k", "1"}, ENTER)->data), TEXT(hsearch((ENTRY){"k", "2"}, ENTER)->data);
  SHOW(hsearch((ENTRY){"l", "1"}, ENTER) != NULL), SHOW(hsearch((ENTRY){"m", "1"}, ENTER) != NULL), SHOW(hsearch((ENTRY){"n", "1"}, ENTER) == NULL), hdestroy();
  SHOW(hcreate_r(5, &table)), SHOW(hsearch_r((ENTRY){"k", NULL}, FIND, &e, &table)), SHOW(hsearch_r((ENTRY){"k", NULL}, ENTER, &e, &table)), TEXT(e->key), hdestroy_r(&table);
  SHOW(hcreate_r(1, NULL)), insque(&a, NULL), insque(&c, &a), insque(&b, &a), SHOW(a.next == &b && b.next == &c && c.previous == &b), remque(&b), SHOW(a.next == &c && c.next == NULL);
}

static void messages_list(int which, const char *format, ...) {
  va_list list;
  va_start(list, format);
  if (which) vwarn(format, list);
  else vwarnx(format, list);
  va_end(list);
}

static void messages(void) {
  warn("%d", 1), warnx("x"), messages_list(0, "%s", "l"), messages_list(1, NULL), error(0, EINVAL, "%d", 3), error_at_line(0, 0, "f", 7, "text"), SHOW(error_message_count);
  error_one_per_line = 1, error_at_line(0, 0, "f", 7, "text"), SHOW(error_message_count), SHOW(error_print_progname == NULL);
  TEXT(gettext("text")), TEXT(dgettext("d", "text")), TEXT(dcgettext("d", "text", 5)), TEXT(ngettext("one", "many", 1)), TEXT(ngettext("one", "many", 0)), TEXT(dngettext("d", "one", "many", 2));
  TEXT(dcngettext("d", "one", "many", 1, 5)), TEXT(textdomain(NULL)), TEXT(textdomain("own")), TEXT(textdomain(NULL)), TEXT(bindtextdomain("own", "/x")), TEXT(bindtextdomain("", "/x"));
  TEXT(bind_textdomain_codeset("own", "UTF-8")), TEXT(bind_textdomain_codeset("", "UTF-8"));
}

static void figures(void) {
  struct termios t;
  struct rusage r;
  struct tms m;
  double load[3];
  gid_t groups[64];
  char random[300];
  void *frames[4];
  int fd = open("plain", O_RDWR | O_CREAT, 0600);
  memset(&t, 0, sizeof t);
  SHOW(tcgetattr(fd, &t)), SHOW(tcgetattr(99, &t)), SHOW(tcsetattr(fd, TCSANOW, &t)), SHOW(tcsetattr(fd, 77, &t)), SHOW(tcflush(fd, TCIFLUSH)), SHOW(tcdrain(99)), SHOW(tcgetpgrp(fd)), TEXT(ttyname(fd));
  SHOW(close(fd)), SHOW(unlink("plain")), SHOW(getpgrp() > 0), SHOW(getpgid(0) == getpgrp()), SHOW(getsid(0) >= 0), SHOW(setuid(getuid())), SHOW(seteuid(getuid())), SHOW(setgid(getgid()));
  SHOW(setegid(getgid())), SHOW(getgroups(-1, groups)), SHOW(getgroups(64, groups) >= 0), SHOW(getpriority((__priority_which_t)9, 0)), SHOW(setpriority((__priority_which_t)9, 0, 0)), SHOW(getpriority(PRIO_PROCESS, 0) >= -20);
  SHOW(nice(0) >= -20), SHOW(getdtablesize() > 0), SHOW(getrusage(RUSAGE_SELF, &r)), SHOW(getrusage((__rusage_who_t)9, &r)), SHOW(times(&m) >= 0), SHOW(getloadavg(load, 3)), SHOW(getloadavg(load, 0)), SHOW(getauxval(AT_PAGESZ));
  SHOW(getauxval(9999)), SHOW(getrandom(random, 8, 0)), SHOW(getrandom(random, 8, 1 << 20)), SHOW(getentropy(random, 8)), SHOW(getentropy(random, 257)), arc4random_buf(random, 3);
  SHOW(arc4random_uniform(1)), assert(arc4random_uniform(10) < 10), SHOW((arc4random() & 0) + backtrace(frames, 0)), SHOW((setsid(), errno = 0)), SHOW(setpgid(0, -1));
  cpu_set_t *set = __sched_cpualloc(100);
  CPU_ZERO_S(CPU_ALLOC_SIZE(100), set);
  CPU_SET_S(70, CPU_ALLOC_SIZE(100), set);
  SHOW(CPU_COUNT_S(CPU_ALLOC_SIZE(100), set)), SHOW(__sched_cpucount(8, set)), __sched_cpufree(set);
  SHOW(__fsetlocking(stdout, 0));
}

int main(void) {
  umask(022);
  relative(), patterns(), tables(), messages(), figures();
  errx(0, "the end");
}

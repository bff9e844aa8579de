// Functions that few programs call: random numbers from states of the caller's, dates that are read, parts of texts and
// addresses, policies, limits, pages, large files, objects of locales. Good and bad arguments.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
// ARGS: -- -fno-builtin -D_LARGEFILE64_SOURCE
#define _GNU_SOURCE
#include "show.h"
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <gnu/libc-version.h>
#include <locale.h>
#include <math.h>
#include <netdb.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

static void states(void) {
  static const size_t sizes[] = {7, 8, 31, 32, 64, 127, 128, 256, 300};
  static char state[300] __attribute__((aligned(8))), other[128] __attribute__((aligned(8)));
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    struct random_data data = {0};
    int32_t number = 0;
    SHOW(initstate_r(i, state, sizes[i], &data));
    for (int k = 0; data.state != NULL && k < 70; k++) random_r(&data, &number);
    SHOW(number), SHOW(srandom_r(0, data.state != NULL ? &data : NULL));
    if (data.state == NULL) continue;
    SHOW(random_r(&data, &number)), SHOW(number), SHOW(initstate_r(5, other, sizeof other, &data)), SHOW(random_r(&data, &number)), SHOW(number);
    SHOW(setstate_r(state, &data)), SHOW(random_r(&data, &number)), SHOW(number);
  }
  int32_t unused;
  SHOW(random_r(NULL, &unused)), SHOW(setstate_r(NULL, &(struct random_data){0})), SHOW(initstate_r(1, state, 64, NULL)), SHOW(srandom_r(1, NULL));
  struct drand48_data d = {0};
  unsigned short x[3] = {1, 2, 3}, more[7] = {1, 2, 3, 4, 5, 6, 7};
  double fraction;
  long number;
  SHOW(drand48_r(&d, &fraction)), printf("%.17g\n", fraction), SHOW(lrand48_r(&d, &number)), SHOW(number), SHOW(mrand48_r(&d, &number)), SHOW(number);
  SHOW(srand48_r(-7, &d)), SHOW(mrand48_r(&d, &number)), SHOW(number), SHOW(erand48_r(x, &d, &fraction)), printf("%.17g\n", fraction);
  SHOW(nrand48_r(x, &d, &number)), SHOW(number), SHOW(jrand48_r(x, &d, &number)), SHOW(number), SHOW(seed48_r(x, &d)), SHOW(lrand48_r(&d, &number)), SHOW(number);
  SHOW(lcong48_r(more, &d)), SHOW(lrand48_r(&d, &number)), SHOW(number);
}

static void date(const char *text, const char *format) {
  struct tm t = {.tm_mon = 3, .tm_mday = 9, .tm_year = 99};
  const char *end = strptime(text, format, &t);
  printf("[%s] [%s] %ld", text, format, end != NULL ? (long)(end - text) : -1L);
  if (end != NULL) printf(" %d-%d-%d %d:%d:%d %d %d %ld", t.tm_year, t.tm_mon, t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec, t.tm_wday, t.tm_yday, t.tm_gmtoff);
  printf("\n");
}

static void dates(void) {
  static const char *const rows[][2] = {
      {"2024-02-29", "%Y-%m-%d"}, {"2024-02-29T23:59:60Z", "%FT%T%z"}, {"29 Feb 24", "%d %b %y"}, {"february 3 69", "%B %e %y"}, {"Sunday 12", "%A %d"}, {"sun", "%a"},
      {"MonTUE x", "%a x"}, {"12:05 am", "%I:%M %p"}, {"11 PM", "%l %p"}, {"00 PM", "%I %p"}, {"24", "%H"}, {"7", "%k"}, {"2023 60", "%Y %j"}, {"2024 366", "%Y %j"},
      {"367", "%j"}, {"20 24", "%C %y"}, {"20", "%C"}, {"2024 10 1", "%Y %U %w"}, {"2024 10 1", "%Y %W %u"}, {"2024 10 7", "%Y %W %u"}, {"53", "%V"}, {"24", "%g"}, {"2024", "%G"},
      {"+0130", "%z"}, {"-05", "%z"}, {"+01:30", "%z"}, {"+013", "%z"}, {"+0160", "%z"}, {"0130", "%z"}, {"1700000000", "%s"}, {"-1", "%s"}, {"%", "%%"}, {"x", "%%"},
      {"  \n12", "%n%d"}, {"a 1", "a%t%d"}, {"Thu May 24 12:37:42 2028", "%c"}, {"02/29/24", "%D"}, {"2/9/4", "%x"}, {"23:59", "%R"}, {"11:22:33 PM", "%r"}, {"1:2:3", "%X"},
      {"CEST 4", "%Z %d"}, {"", ""}, {"", "%d"}, {"x", "y"}, {"12", "%-d"}, {"12", "%_m"}, {"05", "%Od"}, {"2001", "%EY"}, {"1", "%f"}, {"1", "%"}, {"61", "%S"}, {"62", "%S"},
      {"123", "%d"}, {"999999", "%Y%m"}, {"may", "%h"}, {"32", "%d"}, {"0", "%d"}, {"0", "%m"}, {"1", "%P"}};
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) date(rows[i][0], rows[i][1]);
  struct timespec t = {1, 1};
  SHOW(timespec_getres(&t, TIME_UTC)), SHOW(t.tv_sec), SHOW(timespec_getres(NULL, TIME_UTC)), SHOW(timespec_getres(&t, 99));
}

static void texts(void) {
  static char first[] = "ro", second[] = "size";
  char *const names[] = {first, second, NULL};
  char options[] = "size=10,ro,what=3,size,,ro=", *at = options, *value = NULL, bytes[8] = "abcdefg", swapped[8] = "", path[64] = "";
  for (int i = 0; i < 8; i++) {
    value = NULL;
    SHOW(getsubopt(&at, names, &value)), TEXT(value), SHOW(at - options);
  }
  static const long numbers[] = {0, 1, 63, 64, -1, 0x7fffffff, 123456789, -123456789012};
  for (int i = 0; i < 8; i++) TEXT(l64a(numbers[i])), SHOW(a64l(l64a(numbers[i])));
  SHOW(a64l("zzzzzzz")), SHOW(a64l("a b")), SHOW(a64l(""));
  swab(bytes, swapped, 7), TEXT(swapped), swab(bytes, swapped, -3), TEXT(swapped), swab(bytes, swapped, 1), TEXT(swapped), TEXT((char *)memfrob(memfrob(bytes, 7), 7));
  SHOW(*(char *)memfrob(bytes, 1)), TEXT(gcvt(1.5, 5, path)), TEXT(gcvt(1e30, 3, path)), TEXT(gcvt(-0.1, 30, path));
  SHOW(mkdir("names", 0700)), SHOW(chdir("names"));
  char *here = get_current_dir_name(), *whole = canonicalize_file_name(".");
  SHOW(strcmp(here, whole)), SHOW(getwd(NULL) == NULL), free(here), free(whole);
  char room[4097];
  SHOW(getwd(room) == room), SHOW(canonicalize_file_name("none") == NULL);
  char good[] = "fXXXXXX.c", bad[] = "fXXXXX.c", empty[] = "";
  int fd = mkstemps(good, 2);
  SHOW(fd >= 0 && strcmp(good + 7, ".c") == 0), SHOW(close(fd)), SHOW(unlink(good)), SHOW(mkstemps(bad, 2)), SHOW(mkstemps(bad, -1)), SHOW(mkstemps(empty, 0)), SHOW(mkostemps(bad, 30, 0));
  strcpy(good, "fXXXXXX.c"), fd = mkostemps(good, 2, O_APPEND), SHOW(fcntl(fd, F_GETFL) & O_APPEND), SHOW(close(fd)), SHOW(unlink(good));
  SHOW(chdir("..")), SHOW(rmdir("names"));
}

static void show_host(const char *address, int port, int flags, socklen_t host, socklen_t service) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  char h[100] = "", s[100] = "";
  a.sin_addr.s_addr = inet_addr(address);
  SHOW(getnameinfo((struct sockaddr *)&a, sizeof a, h, host, s, service, flags)), TEXT(h), TEXT(s);
}

static void addresses(void) {
  static const char *const hosts[] = {"10.1.2.3", "127.0.0.1", "172.16.5.6", "192.168.7.8", "224.1.1.1", "0.0.0.0"};
  for (int i = 0; i < 6; i++) {
    struct in_addr a = {inet_addr(hosts[i])};
    SHOW(inet_lnaof(a)), SHOW(inet_netof(a)), SHOW(ntohl(inet_makeaddr(inet_netof(a), inet_lnaof(a)).s_addr));
  }
  SHOW(ntohl(inet_makeaddr(10, 0xffffffff).s_addr)), SHOW(ntohl(inet_makeaddr(0x80000000, 5).s_addr));
  for (int i = -2; i < 7; i++) TEXT(hstrerror(i));
  h_errno = HOST_NOT_FOUND, herror("no"), herror(""), herror(NULL);
  show_host("192.0.2.9", 80, NI_NUMERICHOST | NI_NUMERICSERV, 100, 100), show_host("192.0.2.9", 8080, NI_NUMERICHOST | NI_NUMERICSERV, 5, 100);
  show_host("192.0.2.9", 65535, NI_NUMERICHOST | NI_NUMERICSERV, 100, 3), show_host("192.0.2.9", 1, NI_NUMERICHOST | NI_NUMERICSERV, 0, 100), show_host("192.0.2.9", 1, 1 << 20, 100, 100);
  show_host("192.0.2.9", 1, NI_NUMERICHOST | NI_NUMERICSERV, 100, 0), show_host("192.0.2.9", 1, NI_NUMERICHOST | NI_NUMERICSERV, 0, 0);
  struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_addr = in6addr_loopback};
  char h[100];
  SHOW(getnameinfo((struct sockaddr *)&six, sizeof six, h, 100, NULL, 0, NI_NUMERICHOST)), TEXT(h), SHOW(getnameinfo((struct sockaddr *)&six, 4, h, 100, NULL, 0, NI_NUMERICHOST));
  six.sin6_family = AF_UNSPEC, SHOW(getnameinfo((struct sockaddr *)&six, sizeof six, h, 100, NULL, 0, NI_NUMERICHOST)), SHOW(memcmp(&in6addr_any, &six.sin6_addr, 16) < 0);
}

static void machine(void) {
  struct sched_param p = {7}, bad = {-1}, high = {100};
  struct timespec slice = {0};
  struct rlimit limit;
  struct sysinfo facts;
  uid_t a, b, c;
  gid_t d, e, f;
  unsigned node = 9;
  SHOW(sched_getscheduler(0)), SHOW(sched_getscheduler(getpid())), SHOW(sched_getscheduler(-1)), SHOW(sched_getparam(0, &p)), SHOW(p.sched_priority), SHOW(sched_getparam(-1, &p)), SHOW(sched_getparam(0, NULL));
  SHOW(sched_setscheduler(0, SCHED_OTHER, &p)), SHOW(sched_setscheduler(0, SCHED_BATCH, &p)), SHOW(sched_setscheduler(0, SCHED_OTHER, &p)), SHOW(sched_setscheduler(0, SCHED_OTHER, &high)), SHOW(sched_setscheduler(0, 77, &p));
  SHOW(sched_setscheduler(0, SCHED_FIFO, &bad)), SHOW(sched_setscheduler(0, SCHED_OTHER, NULL)), SHOW(sched_setscheduler(-1, SCHED_OTHER, &p)), SHOW(sched_setparam(0, &p)), SHOW(sched_setparam(0, &high)), SHOW(sched_setparam(0, NULL));
  SHOW(sched_rr_get_interval(0, &slice)), SHOW(slice.tv_sec), SHOW(sched_rr_get_interval(-1, &slice)), SHOW(getcpu(NULL, &node)), SHOW(node);
  SHOW(getresuid(&a, &b, &c)), SHOW(a == getuid() && b == geteuid() && c == a), SHOW(getresgid(&d, &e, &f)), SHOW(d == getgid() && e == getegid() && f == d);
  SHOW(setreuid(getuid(), -1)), SHOW(setregid(-1, getgid())), SHOW(setresuid(-1, -1, -1)), SHOW(setresgid(-1, getgid(), -1));
  SHOW(prlimit(0, RLIMIT_CORE, NULL, &limit)), SHOW(prlimit(0, 99, NULL, &limit)), SHOW(prlimit(0, RLIMIT_CORE, &limit, NULL));
  SHOW(getrlimit64(RLIMIT_NOFILE, (struct rlimit64 *)&limit)), SHOW(setrlimit64(RLIMIT_NOFILE, (struct rlimit64 *)&limit)), SHOW(getrlimit64(99, (struct rlimit64 *)&limit)), limit.rlim_cur = limit.rlim_max + 1, SHOW(setrlimit64(RLIMIT_NOFILE, (struct rlimit64 *)&limit));
  SHOW(pathconf(".", _PC_NAME_MAX)), SHOW(pathconf(".", _PC_PATH_MAX)), SHOW(pathconf(".", _PC_PIPE_BUF)), SHOW(pathconf("none", _PC_NAME_MAX)), SHOW(pathconf("", _PC_NAME_MAX)), SHOW(pathconf(".", 1000));
  SHOW(pathconf(".", _PC_NO_TRUNC)), SHOW(pathconf(".", _PC_MAX_INPUT)), SHOW(pathconf(".", _PC_VDISABLE)), SHOW(fpathconf(99, _PC_NAME_MAX)), SHOW(fpathconf(99, -1));
  char path[40] = "";
  SHOW(confstr(_CS_PATH, NULL, 0)), SHOW(confstr(_CS_PATH, path, sizeof path)), TEXT(path), SHOW(confstr(_CS_PATH, path, 4)), TEXT(path);
  SHOW(gnu_get_libc_version()[0] == '2'), SHOW(gnu_get_libc_release()[0] == 's'), SHOW(sysinfo(&facts)), SHOW(facts.mem_unit > 0 && facts.totalram > 0 && facts.uptime > 0);
}

static void memory(void) {
  char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  SHOW(mprotect(page, 4096, PROT_READ | PROT_WRITE)), SHOW(mprotect(page + 1, 4096, PROT_READ | PROT_WRITE)), SHOW(mprotect(page, 0, PROT_READ | PROT_WRITE)), SHOW(mlock(page, 10)), SHOW(mlock2(page, 10, 0)), SHOW(mlock2(page, 10, 77));
  SHOW(munlock(page, 10)), SHOW(mlockall(0)), SHOW(mlockall(99)), SHOW(munlockall()), SHOW(posix_madvise(page, 4096, POSIX_MADV_WILLNEED)), SHOW(posix_madvise(page, 4096, 99)), SHOW(posix_madvise(page + 1, 4096, POSIX_MADV_NORMAL));
  SHOW(munmap(page, 8192));
  int zero = open("/dev/zero", O_RDWR), full = open("/dev/full", O_RDWR), source = open("/dev/urandom", O_RDONLY), other = open("/dev/random", O_RDONLY);
  char bytes[16] = "untouched";
  struct stat s;
  SHOW(read(zero, bytes, 5)), SHOW(bytes[0] == 0 && bytes[4] == 0 && bytes[5] == 'c'), SHOW(write(zero, bytes, 9)), SHOW(lseek(zero, 5, SEEK_SET)), SHOW(pread(zero, bytes, 3, 100));
  SHOW(read(full, bytes, 4)), SHOW(write(full, bytes, 4)), SHOW(write(full, bytes, 0)), SHOW(read(source, bytes, 16)), SHOW(read(other, bytes, 3)), SHOW(write(source, bytes, 1)), SHOW(fstat(zero, &s)), SHOW(S_ISCHR(s.st_mode));
  SHOW(s.st_rdev), SHOW(stat("/dev/full", &s)), SHOW(s.st_rdev), SHOW(stat("/dev/null", &s)), SHOW(s.st_rdev), SHOW(open("/dev/none", O_RDONLY));
  page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, zero, 0), SHOW(page != MAP_FAILED && page[0] == 0 && page[4095] == 0), SHOW(munmap(page, 4096)), SHOW(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, full, 0) == MAP_FAILED);
  FILE *stream = fopen("/dev/full", "w");
  SHOW(fputs("text", stream) >= 0), SHOW(fflush(stream)), SHOW(fclose(stream)), SHOW(close(zero)), SHOW(close(full)), SHOW(close(source)), SHOW(close(other));
}

static int count;
static int visit(const char *path, const struct stat64 *s, int kind) { return (void)path, (void)s, count++, kind == FTW_NS; }
static int see(const char *path, const struct stat64 *s, int kind, struct FTW *at) { return (void)path, (void)s, (void)kind, count += 10 * (at->level + 1), 0; }

static void large(void) {
  struct stat64 s;
  struct statvfs64 v;
  struct dirent64 **list;
  glob64_t found = {0};
  char a[3] = "", b[4] = "", name[] = "lXXXXXX", ended[] = "lXXXXXX.o";
  struct iovec out[] = {{"ab", 2}, {"", 0}, {"cde", 3}}, in[] = {{a, 2}, {b, 3}};
  SHOW(mkdir("large", 0755)), SHOW(chdir("large"));
  int fd = openat64(AT_FDCWD, "file", O_RDWR | O_CREAT, 0644), copy = openat64(AT_FDCWD, "copy", O_RDWR | O_CREAT, 0644);
  SHOW(pwritev(fd, out, 3, 2)), SHOW(preadv(fd, in, 2, 2)), printf("%s %s\n", a, b), SHOW(pwritev64(fd, out, 3, 0)), SHOW(preadv64(fd, in, 2, 1)), printf("%s %s\n", a, b), SHOW(preadv(fd, in, 2, 100)), SHOW(pwritev(99, out, 3, 0));
  SHOW(preadv(fd, in, 2, -5)), SHOW(pwritev(fd, out, -1, 0)), SHOW(preadv(fd, in, 2000, 0)), SHOW(fstatat64(AT_FDCWD, "file", &s, 0)), SHOW(s.st_size), SHOW(fstatat64(AT_FDCWD, "none", &s, 0)), SHOW(openat64(99, "x", O_RDONLY));
  SHOW(posix_fallocate64(fd, 0, 20)), SHOW(posix_fadvise64(fd, 0, 5, POSIX_FADV_NORMAL)), SHOW(posix_fadvise64(99, 0, 5, 0)), SHOW(posix_fallocate64(fd, 0, 0)), SHOW(statvfs64(".", &v)), SHOW(statvfs64("none", &v)), SHOW(fstatvfs64(fd, &v)), SHOW(fstatvfs64(99, &v));
  off64_t at = 1;
  SHOW(sendfile64(copy, fd, &at, 3)), SHOW(at), SHOW(sendfile64(99, fd, NULL, 3)), SHOW(close(copy)), SHOW(close(fd));
  fd = mkostemp64(name, O_APPEND), SHOW(fd >= 0), SHOW(close(fd)), SHOW(unlink(name)), SHOW(mkostemp64(a, 0)), fd = mkstemps64(ended, 2), SHOW(fd >= 0), SHOW(close(fd)), SHOW(unlink(ended)), SHOW(mkostemps64(a, 0, 0)), SHOW(mkstemps64(a, 1));
  SHOW(ftw64(".", visit, 4)), SHOW(count), SHOW(ftw64("none", visit, 4)), SHOW(nftw64(".", see, 4, FTW_PHYS)), SHOW(count), SHOW(nftw64("none", see, 4, 0)), SHOW(glob64("*", 0, NULL, &found)), SHOW(found.gl_pathc), globfree64(&found), SHOW(glob64("z*", 0, NULL, &found));
  int n = scandir64(".", &list, NULL, alphasort64);
  for (int i = 0; i < n; i++) printf("%s ", list[i]->d_name), free(list[i]);
  free(list), n = scandir64(".", &list, NULL, versionsort64), SHOW(n);
  for (int i = 0; i < n; i++) free(list[i]);
  free(list), SHOW(scandir64("none", &list, NULL, NULL)), SHOW(unlink("file")), SHOW(unlink("copy")), SHOW(chdir("..")), SHOW(rmdir("large"));
}

static void locales(void) {
  locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  for (int i = 0; i < 256; i += 5) {
    printf("%d %d%d%d%d%d%d%d%d%d%d%d%d %d %d ", i, !!isalnum_l(i, c), !!isalpha_l(i, c), !!isblank_l(i, c), !!iscntrl_l(i, c), !!isdigit_l(i, c), !!isgraph_l(i, c), !!islower_l(i, c), !!isprint_l(i, c), !!ispunct_l(i, c), !!isspace_l(i, c), !!isupper_l(i, c), !!isxdigit_l(i, c), tolower_l(i, c), toupper_l(i, c));
    if (i < 128) printf("%d%d%d%d%d%d%d%d%d%d%d%d %d %d", !!iswalnum_l(i, c), !!iswalpha_l(i, c), !!iswblank_l(i, c), !!iswcntrl_l(i, c), !!iswdigit_l(i, c), !!iswgraph_l(i, c), !!iswlower_l(i, c), !!iswprint_l(i, c), !!iswpunct_l(i, c), !!iswspace_l(i, c), !!iswupper_l(i, c), !!iswxdigit_l(i, c), towlower_l(i, c), towupper_l(i, c));
    printf("\n");
  }
  char *end, to[20], date[20];
  struct tm t = {.tm_year = 124, .tm_mday = 2};
  SHOW(strtol_l("-12x", &end, 10, c)), TEXT(end), SHOW(strtoll_l("0x1f", NULL, 0, c)), SHOW(strtoul_l("99999999999999999999", NULL, 10, c)), SHOW(strtoull_l("12", NULL, 1, c)), printf("%.17g %.9g\n", strtod_l("1.25e3z", &end, c), strtof_l("0.1", NULL, c)), TEXT(end);
  SHOW(strcasecmp_l("AbC", "aBc", c)), SHOW(strncasecmp_l("AbX", "aBc", 2, c)), SHOW(strcoll_l("a", "b", c) < 0), SHOW(strxfrm_l(to, "abc", 20, c)), TEXT(to), TEXT(strerror_l(ENOENT, c)), SHOW(strftime_l(date, 20, "%Y-%d", &t, c)), TEXT(date);
  SHOW(strptime_l("2020", "%Y", &t, c) != NULL), SHOW(t.tm_year), SHOW(wcscoll_l(L"a", L"b", c) < 0), SHOW(wcscasecmp_l(L"AB", L"ab", c)), SHOW(wcsncasecmp_l(L"ABc", L"abd", 2, c));
  freelocale(c);
}

static void numbers(void) {
  static const double values[] = {0, -0.0, 0.5, 1, -1, 2.5, 3, 7.75, -13, 1e10, 1e300, 4e-320, INFINITY, NAN};
  enum { COUNT = sizeof values / sizeof *values };
  for (int i = 0; i < COUNT; i++)
    for (int k = 0; k < COUNT; k++) {
      int q = 0, p = 0;
      double x = values[i], y = values[k];
      if (isnan(x) || isinf(x) || isnan(y) || y == 0) { /* what the quotient is then, nobody says */
        printf("%d %d %d ", isnan(remainder(x, y)), isnan(drem(x, y)), isnan(remquo(x, y, &q)));
        printf("%d %d %d\n", isnan(remainderf((float)x, (float)y)), isnan(dremf((float)x, (float)y)), isnan(remquof((float)x, (float)y, &p)));
        continue;
      }
      double rest = remquo(x, y, &q);
      float part = remquof((float)x, (float)y, &p);
      printf("%a %a %a %d ", remainder(x, y), drem(x, y), rest, q);
      if (fabs(x) < 1e20 && fabs(y) < 1e20 && fabs(y) > 1e-20 && fabs(x) != 4e-320) printf("%a %a %a %d", remainderf((float)x, (float)y), dremf((float)x, (float)y), part, p);
      printf("\n");
    }
  for (int i = 0; i < COUNT; i++) {
    printf("%a %a %a %a ", j0(values[i]), j1(values[i]), j0f((float)values[i]), j1f((float)values[i]));
    if (values[i] > 0) printf("%a %a %a %a", y0(values[i]), y1(values[i]), y0f((float)values[i]), y1f((float)values[i]));
    printf("\n");
  }
}

int main(void) {
  states();
  dates();
  texts();
  addresses();
  machine();
  memory();
  large();
  locales();
  numbers();
  return 0;
}

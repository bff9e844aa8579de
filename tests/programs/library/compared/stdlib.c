// stdlib.h, malloc.h, search.h, inttypes.h: good and bad arguments.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include "show.h"
#include <fcntl.h>
#include <inttypes.h>
#include <malloc.h>
#include <search.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

extern char **environ;
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int compare_with(const void *a, const void *b, void *sign) { return *(int *)sign * compare(a, b); }
static void at_end(int status, void *text) { printf("on_exit %d %s\n", status, (char *)text); }
static void quickly(void) { fprintf(stderr, ""), printf("not for exit\n"); }

static void numbers(void) {
  char *end;
  long (*to_long)(const char *, char **, int) = strtol;
  static const char *const texts[] = {"",   " -12x", "0x1fz", "077",  "99999999999999999999", "-99999999999999999999", "zz",
                                      "0x", "+7",    "- 7",   "1_0",  "\t\n8",                "0b101",                 "18446744073709551616"};
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
    for (int base = 0; base <= 36; base += i % 2 ? 16 : 10) {
      printf("%s %d:", texts[i], base);
      SHOW(to_long(texts[i], &end, base));
      SHOW(strtoll(texts[i], &end, base)), SHOW(strtoq(texts[i], &end, base)), SHOW(strtoul(texts[i], &end, base));
      SHOW(strtoull(texts[i], &end, base)), SHOW(strtouq(texts[i], &end, base));
      SHOW(strtoimax(texts[i], &end, base)), SHOW(strtoumax(texts[i], &end, base)), SHOW(end - texts[i]);
    }
  SHOW(strtol("1", &end, 1)), SHOW(strtol("1", NULL, 37)), SHOW(strtoumax("1", NULL, -1));
  SHOW(imaxabs(INTMAX_MIN + 1)), SHOW(imaxdiv(-7, 2).rem), SHOW(imaxdiv(-7, 2).quot), SHOW(lldiv(9, -4).rem);
  SHOW(ldiv(-9, 4).quot), SHOW(div(9, 4).rem), SHOW(llabs(-5)), SHOW(labs(-5)), SHOW(abs(0));
  SHOW(atol(" 42x")), SHOW(atoll("-1")), SHOW(atoi("")), SHOW(atof("2.5e3x"));
}

static void environment(void) {
  static char own[] = "OWN=1", without[] = "OWN";
  SHOW(clearenv()), SHOW(environ == NULL || *environ == NULL);
  TEXT(getenv("OWN")), SHOW(putenv(own)), TEXT(getenv("OWN")), own[4] = '2', TEXT(secure_getenv("OWN"));
  SHOW(setenv("A", "1", 0)), SHOW(setenv("A", "2", 0)), TEXT(getenv("A")), SHOW(setenv("A", "", 1)), TEXT(getenv("A"));
  SHOW(setenv("", "x", 1)), SHOW(setenv("A=", "x", 1)), SHOW(unsetenv("")), SHOW(unsetenv("B=")), SHOW(unsetenv("none"));
  SHOW(putenv(without)), TEXT(getenv("OWN")), TEXT(getenv(""));
}

static void memory(void) {
  void *p = malloc(10), *q;
  SHOW(malloc_usable_size(p) >= 10), SHOW(malloc_usable_size(NULL));
  SHOW((uintptr_t)memalign(64, 5) % 64), SHOW((uintptr_t)valloc(5) % 4096), SHOW((uintptr_t)pvalloc(5) % 4096);
  SHOW(malloc_usable_size(pvalloc(5)) >= 4096), SHOW(posix_memalign(&q, 3, 8)), SHOW(posix_memalign(&q, 16, 8));
  SHOW(reallocarray(NULL, SIZE_MAX, 2) == NULL), SHOW(calloc(SIZE_MAX / 2, 4) == NULL), SHOW(malloc(SIZE_MAX) == NULL);
  SHOW(aligned_alloc(32, 64) != NULL);
  free(NULL);
}

static void sorted(void) {
  int list[] = {5, 2, 9, 2, 7}, key = 9, missing = 4, sign = -1, room[6] = {1, 2};
  size_t count = 2;
  qsort_r(list, 5, sizeof *list, compare_with, &sign);
  for (int i = 0; i < 5; i++) printf("%d ", list[i]);
  qsort(list, 5, sizeof *list, compare);
  SHOW((int *)bsearch(&key, list, 5, sizeof *list, compare) - list), SHOW(bsearch(&missing, list, 5, 4, compare) == NULL);
  SHOW(bsearch(&key, list, 0, 4, compare) == NULL);
  SHOW(lfind(&key, room, &count, sizeof *room, compare) == NULL), SHOW(count);
  SHOW((int *)lsearch(&key, room, &count, sizeof *room, compare) - room), SHOW(count);
  SHOW((int *)lsearch(&key, room, &count, sizeof *room, compare) - room), SHOW(count);
}

static void random_numbers(void) {
  unsigned seed = 7;
  unsigned short state[3] = {1, 2, 3}, parameters[7] = {1, 2, 3, 4, 5, 6, 7};
  srandom(3), SHOW(random()), SHOW(random()), srand(3), SHOW(rand()), SHOW(rand_r(&seed)), SHOW(seed);
  srand48(5), SHOW(lrand48()), SHOW(mrand48()), SHOW(drand48() * 1e9), SHOW(erand48(state) * 1e9);
  SHOW(nrand48(state)), SHOW(jrand48(state)), SHOW(seed48(state)[0]), lcong48(parameters), SHOW(lrand48());
}

int main(void) {
  char name[] = "/tmp/nameXXXXXX", bad[] = "/tmp/short";
  numbers(), environment(), memory(), sorted(), random_numbers();
  int fd = mkostemp(name, O_CLOEXEC);
  SHOW(fd > 2), SHOW(fcntl(fd, F_GETFD)), SHOW(unlink(name)), SHOW(close(fd)), SHOW(mkostemp(bad, 0)), SHOW(mkstemp(bad));
  TEXT(mkdtemp(bad)), SHOW(MB_CUR_MAX);
  SHOW(at_quick_exit(quickly)), SHOW(on_exit(at_end, "text"));
  return 0;
}

/* Numbers of runs that are known in closed form, and brute force beside dpor: the command line on small programs.

   The tests start the heddle that was built with them (it lies beside the directory of this program). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <jansson.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../scratch.h"

struct counts {
  long full, blocked, traces;
  char verdict[16];
};

/* BUILD/tests/test_dpor -> BUILD/heddle */
static void heddle_path(char *path, size_t capacity) {
  char self[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  assert_true(length > 0);
  self[length] = 0;
  snprintf(path, capacity, "%s/heddle", dirname(dirname(self)));
}

static struct counts explore(const char *strategy, const char *source, int n) {
  char file[SCRATCH_BYTES], heddle[PATH_MAX], command[2 * PATH_MAX];
  struct counts counts = {0};
  int fd = mkstemps(scratch_name(file, "heddle-dpor-XXXXXX.c"), 2);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, source, strlen(source)), (ssize_t)strlen(source));
  close(fd);
  heddle_path(heddle, sizeof heddle);
  snprintf(command, sizeof command, "%s run --strategy=%s --validate --tests=none --json %s -- -w -DN=%d", heddle,
           strategy, file, n);
  FILE *out = popen(command, "r");
  json_t *result = json_loadf(out, 0, NULL);
  pclose(out);
  unlink(file);
  assert_non_null(result);
  json_t *runs = json_object_get(result, "runs");
  counts.full = (long)json_integer_value(json_object_get(runs, "full"));
  counts.blocked = (long)json_integer_value(json_object_get(runs, "blocked"));
  counts.traces = (long)json_integer_value(json_object_get(json_object_get(result, "stats"), "traces"));
  snprintf(counts.verdict, sizeof counts.verdict, "%s", json_string_value(json_object_get(result, "verdict")));
  json_decref(result);
  return counts;
}

/* Threads w of number 1..N and possibly one thread r, all joined. */
#define PROGRAM(shared, writer, reader)                                                                                \
  "#include <pthread.h>\n#include <assert.h>\n" shared "\n"                                                            \
  "void *w(void *p) { long i = (long)p; " writer " return 0; }\nvoid *r(void *p) { " reader " return 0; }\n"           \
  "int main(void) { pthread_t t[N + 1]; pthread_create(&t[0], 0, r, 0);\n"                                             \
  "for (long i = 1; i <= N; i++) pthread_create(&t[i], 0, w, (void *)i);\n"                                            \
  "for (int i = 0; i <= N; i++) pthread_join(t[i], 0); return 0; }\n"

static const char writers[] = PROGRAM("int x;", "x = i;", "");
static const char own_cells[] = PROGRAM("int x[N + 1];", "x[i] = i;", "");
static const char reading[] = PROGRAM("int x;", "int l = x;", "x = 1;");
static const char adders[] = PROGRAM("int x;", "__atomic_fetch_add(&x, i, 5);", "");
static const char lockers[] =
    PROGRAM("int x; pthread_mutex_t m;", "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);", "");
static const char last_zero[] = PROGRAM("int a[N + 1];", "a[i] = a[i - 1] + 1;", "int i = N; while (a[i]) i--;");
static const char failing[] = PROGRAM("int x;", "x = i; assert(i == 0);", "");

static long factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
/* (N + 3) 2^(N - 2) */
static long last_zero_traces(int n) { return ((n + 3L) << n) / 4; }
static long power(int n) { return 1L << n; }
static long one(int n) {
  (void)n;
  return 1;
}

static const struct {
  const char *source;
  long (*expected)(int n);
  int most;       /* sizes 1 .. most for dpor */
  int most_naive; /* and for brute force */
  const char *verdict;
} rows[] = {
    {writers, factorial, 6, 4, "safe"},   {own_cells, one, 6, 3, "safe"},
    {reading, power, 8, 4, "safe"},       {adders, factorial, 6, 4, "safe"},
    {lockers, factorial, 5, 3, "safe"},   {last_zero, last_zero_traces, 7, 3, "safe"},
    {failing, factorial, 5, 3, "unsafe"},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void dpor_runs_once_per_trace(void **state) {
  (void)state;
  for (unsigned i = 0; i < ROWS; i++) {
    for (int n = 1; n <= rows[i].most; n++) {
      struct counts c = explore("dpor", rows[i].source, n);
      assert_string_equal(c.verdict, rows[i].verdict);
      assert_int_equal(c.full, rows[i].expected(n));
      assert_int_equal(c.traces, c.full);
      assert_int_equal(c.blocked, 0);
    }
  }
}

static void brute_force_finds_the_same_traces(void **state) {
  (void)state;
  for (unsigned i = 0; i < ROWS; i++) {
    for (int n = 1; n <= rows[i].most_naive; n++) {
      struct counts c = explore("naive", rows[i].source, n);
      assert_string_equal(c.verdict, rows[i].verdict);
      assert_int_equal(c.traces, rows[i].expected(n));
      assert_true(c.full >= c.traces);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dpor_runs_once_per_trace),
      cmocka_unit_test(brute_force_finds_the_same_traces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

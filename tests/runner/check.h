/* One test from beginning to end: run its commands, compare what came out with what the file expects. */
#ifndef HEDDLE_RUNNER_CHECK_H
#define HEDDLE_RUNNER_CHECK_H
#include <stdio.h>

#include "expect.h"

struct test {
  const char *path;     /* the test file, absolute */
  const char *old;      /* the old version, of a pair; else NULL */
  const char *temp;     /* an empty directory for it alone; the commands run there, or below it */
  const char *scratch;  /* a directory for temporary files, TMPDIR of the commands; they must leave it empty */
  const char *cwd;      /* where the present step is */
  words each;           /* the words of the EACH line that it is repeated for */
  const char *heddle;   /* the binary under test, absolute */
  const char *under;    /* a command that heddle runs under, such as valgrind; "" for none */
  const char *strategy; /* instead of dpor, where the test names that; numbers of runs are not compared then. NULL: as
                           it says */
  const char *include;  /* where heddle.h is, for native compilation */
  FILE *report;         /* each difference is one line there */
  int differences;
};

/* Runs the test, in directories below test->temp if it is repeated. The result is in test->differences. */
void test_run(struct test *test, struct expect *expect);
void test_differs(struct test *test, const char *format, ...) __attribute__((format(printf, 2, 3)));
#endif

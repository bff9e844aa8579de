/* What a test file says about itself: the commands to run and what must come out of each. The comment language is
   described in docs/testing.md. */
#ifndef HEDDLE_RUNNER_EXPECT_H
#define HEDDLE_RUNNER_EXPECT_H
#include <stdbool.h>

#include "proc.h"

struct expect_input {
  char *name; /* of the object in the .ktest file */
  int index;  /* one byte of it, or -1: all of it as a little-endian signed number */
  char op[3]; /* == != < <= > >= */
  long long value;
};

struct expect_number {
  char *path; /* in the JSON result, such as runs.full */
  char op[3];
  double value;
};

struct expect_failure {
  char *kind;
  char *file; /* base name of the source file; NULL: the test file itself */
  long line;
  char *text; /* contained in the message; "" for any */
  VEC(struct expect_input) inputs;
};

struct expect_step {
  char *command; /* after RUN:, unexpanded; NULL: the default command */
  int exit_code; /* -1: follows from the verdict, or 0 */
  char *verdict; /* NULL: the JSON result is not looked at */
  VEC(struct expect_failure) failures;
  VEC(struct expect_input) inputs; /* true of the test of every failure */
  VEC(struct expect_number) numbers;
  long tests; /* -1: any number */
  words reasons, warnings, in_out, in_err, not_out, not_err;
};

struct expect {
  VEC(struct expect_step) steps; /* at least one */
  char *args;                    /* appended to the default command; "" if none */
  int replay;      /* how many tests that do not fail are replayed (the failing ones always are); -1: no replay */
  int native_code; /* exit code of the native program; -1: not run */
  bool output_like_native;
  int timeout; /* seconds; 0: the default */
};

/* Reads the expectations of the test file. Returns NULL if all went well, else a message for the caller to free. */
char *expect_read(struct expect *expect, const char *path);
void expect_free(struct expect *expect);
#endif

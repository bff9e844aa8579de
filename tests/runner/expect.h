/* What a test file says about itself: the steps to take and what must come out of each. The comment language is
   described in docs/testing.md.

   In: the path of a test file. Out: its steps in order; a step that runs a command has one or more outcomes, the first
   for every repetition of the test, the others for one of them (WITH). */
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

struct expect_json {
  char *path;  /* in the JSON result, such as runs.full */
  char op[3];  /* == != < <= > >= ~ !~ */
  char *value; /* JSON text, unexpanded */
};

enum expect_status { FAILURE_ANY, FAILURE_NEW, FAILURE_OLD, FAILURE_UNKNOWN, FAILURE_FIXED };

struct expect_failure {
  enum expect_status status;
  char *kind;
  char *file; /* base name of the source file; NULL: the test file itself */
  long line;
  char *text; /* contained in the message; "" for any */
  VEC(struct expect_input) inputs;
};

enum expect_stream { STREAM_OUT, STREAM_ERR };
enum expect_mode { TEXT_HAS, TEXT_HAS_NOT, TEXT_LIKE, TEXT_LAST, TEXT_COUNT };

struct expect_text {
  enum expect_stream stream;
  enum expect_mode mode;
  long count; /* TEXT_COUNT: as many lines match */
  char *text; /* from TEXT_LIKE on: an extended regular expression; unexpanded */
};

/* What a suite that was brought up to date must be like; files and directories relative to the step's, unexpanded.
   NULL: not looked at. */
struct expect_suite {
  char *directory;
  char *from;    /* the suite that it was made from */
  char *paths;   /* a directory with a test for each path that it must have */
  char *like;    /* a report with the same verdict, failures and reasons */
  char *replay;  /* the program on which each test follows its path */
  char *program; /* the program that the suite is for, if a replay names none */
  char *native;  /* how often each test that was kept is run natively */
};

struct expect_outcome {
  char *with;     /* only where this is the first word of EACH; NULL: always */
  VEC(int) exits; /* the possible exit codes; none: what follows from the verdict, or 0 */
  char *verdict;  /* NULL: not looked at */
  VEC(struct expect_failure) failures;
  VEC(struct expect_input) inputs; /* true of the test of every failure */
  VEC(struct expect_json) json;
  char *json_file; /* the JSON result, unexpanded; NULL: out.json, or the standard output */
  long tests;      /* -1: any number */
  words reasons, warnings;
  VEC(struct expect_text) texts;
  VEC(struct expect_suite) suites;
};

enum expect_action { ACTION_RUN, ACTION_FILE, ACTION_REVISION, ACTION_KTEST };

struct expect_step {
  enum expect_action action;
  char
      *text; /* the command, the file's name, the revision's name, file and inputs; unexpanded. NULL: the default run */
  char *body;                          /* ACTION_FILE: what is in it, unexpanded */
  char *directory;                     /* where, relative to the test's own directory; "" is that itself */
  VEC(struct expect_outcome) outcomes; /* at least one */
};

struct expect {
  VEC(struct expect_step) steps; /* at least one */
  char *old;                     /* the old version, if the test file is the new one of a pair; else NULL */
  words each;                    /* the test is repeated for each of these lines; none: once */
  char *args;                    /* appended to the default command; "" if none */
  char *directory;               /* of the steps that follow, while the file is read */
  char *beside;                  /* the directory of the test file */
  unsigned depth;                /* of files that use others */
  char *problem;                 /* what is wrong with a file that is used (USE); else NULL */
  int replay;      /* how many tests that do not fail are replayed (the failing ones always are); -1: no replay */
  int native_code; /* exit code of the native program; -1: not run */
  bool output_like_native;
  int timeout; /* seconds; 0: the default */
};

/* Reads the expectations of the test file. Returns NULL if all went well, else a message for the caller to free. */
char *expect_read(struct expect *expect, const char *path);
void expect_free(struct expect *expect);

/* Takes the lines of a file that is used by another one (USE). Returns NULL or what is wrong with it, as above. */
char *expect_take_file(struct expect *expect, const char *path);

/* The old version of a file NAME_new.c that has NAME_old.c beside it, for the caller to free; else NULL. */
char *expect_old_version(const char *path);
#endif

/* What a test says about itself in objects with reserved names: how its program was given, how it ended, and which path
   it took. Everything is text, so that KLEE's tools show it readably. */
#ifndef HEDDLE_SUITE_META_H
#define HEDDLE_SUITE_META_H
#include <stdbool.h>
#include <stdint.h>
#include "suite/ktest.h"
#include "util/mem.h"
#include "util/vec.h"

#define META_PREFIX "heddle."
#define META_PROGRAM                                                                                                   \
  "heddle.program" /* lines "directory D", "revision COMMIT", "prefix P", "input FILE", "cflag FLAG", "option          \
                      --NAME=VALUE" */
#define META_VERDICT "heddle.verdict"   /* "ok", or three lines: kind, FILE:LINE, message */
#define META_SCHEDULE "heddle.schedule" /* see explore/schedule.h */
#define META_PATH "heddle.path"         /* 16 hexadecimal digits */

typedef VEC(const char *) meta_texts;

struct meta_program {
  const char *directory; /* where the inputs' relative paths start; NULL: unknown */
  const char *revision;  /* commit of the repository there whose files the inputs are; NULL: files where they are */
  const char *prefix;    /* of a revision: from the repository's root to where the inputs' paths start */
  meta_texts inputs;     /* as on the command line */
  meta_texts cflags;
  meta_texts options;  /* those that decide what the program does (checks, inputs), not how it is searched */
  struct arena memory; /* of the texts, after decoding */
};

/* The contents of META_PROGRAM as text; freed by the caller. */
char *meta_program_encode(const struct meta_program *program);
/* The same from text. False if it names no program. */
bool meta_program_read(const char *text, size_t size, struct meta_program *program);
/* False if the test has no such object or it is not well formed. */
bool meta_program_decode(const struct ktest *test, struct meta_program *program);
void meta_program_free(struct meta_program *program);

struct meta_verdict {
  const char *kind; /* NULL: the run ended without failure */
  const char *file;
  uint32_t line;
  const char *message;
  struct arena memory; /* of the texts, after decoding */
};

#define META_VERDICT_OK "ok" /* the contents for a run without failure */
/* The contents for a failure as text; freed by the caller. */
char *meta_verdict_encode(const struct meta_verdict *verdict);
bool meta_verdict_decode(const struct ktest *test, struct meta_verdict *verdict);
void meta_verdict_free(struct meta_verdict *verdict);

enum { META_PATH_DIGITS = 16 };
void meta_path_encode(uint64_t path, char text[META_PATH_DIGITS + 1]);
bool meta_path_read(const char *text, size_t size, uint64_t *path); /* false: it is none */
bool meta_path_decode(const struct ktest *test, uint64_t *path);

/* Is this object an input of the program, not something heddle says about the test? */
bool meta_is_input(const struct ktest_object *object);
/* Does it say something about the test? Contents of memory that nobody wrote have reserved names, too, but do not. */
bool meta_is_remark(const struct ktest_object *object);
#endif

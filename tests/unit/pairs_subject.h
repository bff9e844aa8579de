/* One or two versions of a small C program under the search for definition-use pairs, for its tests: loaded, compared,
   asked by line. */
#ifndef HEDDLE_TESTS_PAIRS_SUBJECT_H
#define HEDDLE_TESTS_PAIRS_SUBJECT_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "augment/pairs.h"
#include "front/front.h"
#include "../scratch.h"
#include "edited.h"

enum { OLD, NEW };

struct versions {
  char path[2][SCRATCH_BYTES]; /* the files stay: names of variables come from their text */
  struct ir_program *p[2];     /* the old one is NULL if there is one version */
  struct change *change;
  struct impact *impact;
};

static inline struct ir_program *load(char path[SCRATCH_BYTES], const char *source) {
  int fd = mkstemps(scratch_name(path, "heddle-pairs-XXXXXX.c"), 2);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, source, strlen(source)), (ssize_t)strlen(source));
  close(fd);
  const char *inputs[] = {path};
  struct front_request request = {.inputs = inputs, .ninputs = 1};
  struct ir_program *p = front_load(&request);
  assert_non_null(p);
  return p;
}

static inline void open_versions(struct versions *v, const char *old, const char *new) {
  const uint32_t checks = CHECKS_STANDARD;
  static const struct impact_failures failures = {0};
  *v = (struct versions){0};
  v->p[NEW] = load(v->path[NEW], new);
  if (!old) return;
  v->p[OLD] = load(v->path[OLD], old);
  v->change = change_open(v->p[OLD], v->p[NEW]);
  v->impact = impact_open(v->change, checks, &failures);
}

static inline void close_versions(struct versions *v) {
  impact_close(v->impact);
  change_close(v->change);
  for (int side = OLD; side <= NEW; side++) {
    if (!v->p[side]) continue;
    ir_free(v->p[side]);
    unlink(v->path[side]);
  }
}

static inline uint32_t line_at(const struct ir_program *p, uint32_t ins) { return p->locs[p->ins[ins].loc].line; }

/* The name of the scratch file is another one each time: "FILE:12" in its place. */
static inline void write_variable(FILE *out, const char *name) {
  const char *file = strstr(name, "heddle-pairs-"), *end = file ? strchr(file, ':') : NULL;
  if (end) fprintf(out, "%.*sFILE%s", (int)(file - name), name, end);
  else fputs(name, out);
}

/* "slwfa": slice, locks, waits, flag, asked. */
static inline void write_pair(FILE *out, const struct ir_program *p, const struct pair *pair, bool all) {
  static const char letters[] = "slwfa";
  fprintf(out, "%u>%u ", line_at(p, pair->writer), line_at(p, pair->reader));
  write_variable(out, pair->variable);
  if (all) fprintf(out, " %s>%s ", pair->writer_threads, pair->reader_threads);
  for (unsigned bit = 0; all && bit < sizeof letters - 1; bit++)
    if (pair->reasons >> bit & 1) fputc(letters[bit], out);
  fputc('\n', out);
}

/* The pairs, a line each, with threads and reasons if `all`; pairs that look the same once. Freed by the caller. */
static inline char *pairs_as_text(const struct ir_program *p, const struct pairs *pairs, bool all) {
  char *text = NULL, *last = strdup("");
  size_t size;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  for (uint32_t i = 0; i < pairs->list.count; i++) {
    char *one = NULL;
    FILE *row = open_memstream(&one, &size);
    assert_non_null(row);
    write_pair(row, p, &pairs->list.data[i], all);
    fclose(row);
    if (strcmp(one, last) != 0) fputs(one, out);
    free(last);
    last = one;
  }
  free(last);
  fclose(out);
  return text;
}

static inline void expect_text(const char *found, const char *wanted) {
  if (strcmp(found, wanted) != 0) print_error("found:\n%s\nwanted:\n%s\n", found, wanted);
  assert_string_equal(found, wanted);
}

static inline void expect_pairs(const char *old, const char *new, bool all, const char *wanted) {
  struct versions v;
  open_versions(&v, old, new);
  struct pairs *pairs = pairs_open(v.p[NEW], v.change, v.impact);
  char *text = pairs_as_text(v.p[NEW], pairs, all);
  expect_text(text, wanted);
  free(text);
  pairs_close(pairs);
  close_versions(&v);
}

/* All pairs of one program. */
static inline void expect_all(const char *source, const char *wanted) { expect_pairs(NULL, source, false, wanted); }
#endif

/* What a compiler asked the machine for. rt/reads/reads.c records it inside of the compiler; here the records become
   dependencies: what was asked, and the answer as a hash. Where all dependencies still hold the compiler would do the
   same again. */
#ifndef HEDDLE_FRONT_READS_H
#define HEDDLE_FRONT_READS_H

enum reads_kind {
  READS_CONTENT = 'c',  /* a file was opened: its content counts */
  READS_THERE = 't',    /* it is there, and whether it is a file or a directory */
  READS_MISSING = 'm',  /* it is not there */
  READS_LIST = 'd',     /* a directory was listed: the names in it count */
  READS_LINK = 'l',     /* where a symbolic link leads, or that there is none */
  READS_REAL = 'r',     /* the path without symbolic links */
  READS_LOADED = 'p',   /* a part of the compiler itself: its size and the time of its last change count */
  READS_VARIABLE = 'e', /* a variable of the environment */
  READS_TIME = 'z',     /* the time of day, or of a file: never the same again */
  READS_UNKNOWN = 'u',  /* something that cannot be asked again, or a file was written */
};

#ifndef READS_RECORDER
#include <stdbool.h>
#include <time.h>

#include "store/store.h"
#include "util/vec.h"

struct reads_dependency {
  char kind;  /* enum reads_kind */
  char *text; /* path or variable; a path in the exported tree begins with READS_TREE instead of the tree's root */
  struct store_key answer;
};
typedef VEC(struct reads_dependency) reads_dependencies;
#define READS_TREE "\1"

/* The answer now. `root`: of the exported tree, NULL: there is none. */
struct store_key reads_ask(char kind, const char *text, const char *root);

/* A unit that was compiled. */
struct reads_unit {
  uint32_t number;       /* in the records */
  const char *root;      /* of the exported tree; NULL: none */
  const char *source;    /* its own file, absolute: whoever calls knows that it did not change */
  struct timespec start; /* before the compiler ran, on the clock of the files (CLOCK_REALTIME_COARSE) */
};

/* The dependencies that the compiler of one unit relied on, sorted, each once. False: they cannot be relied on later:
   the time was asked for, a file was written, or something has changed since the start. */
bool reads_collect(const char *records, size_t size, const struct reads_unit *unit, reads_dependencies *dependencies);
void reads_free(reads_dependencies *dependencies);
#endif
#endif

/* The text of a harness: what each parameter of a function gets, and the C file that calls it from several threads. */
#ifndef HEDDLE_JOB_HARNESS_H
#define HEDDLE_JOB_HARNESS_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "util/vec.h"

enum { HARNESS_MOST_THREADS = 16 };

/* What a parameter gets. */
enum harness_use {
  HARNESS_VALUE,    /* any value */
  HARNESS_LENGTH,   /* at most as much as the buffer before it has */
  HARNESS_BUFFER,   /* elements, as many as the next parameter says */
  HARNESS_STRING,   /* characters, then a NUL */
  HARNESS_OBJECT,   /* one object of each thread, with any contents */
  HARNESS_SHARED,   /* one structure for all threads, zero at first */
  HARNESS_CALLBACK, /* a function that returns any value */
  HARNESS_NOTHING,  /* a null pointer, for the user to change */
};

struct harness_parameter {
  char *name, *type, *real; /* the types as written, and without the names of typedefs */
  char *target;             /* of a pointer: the type it points to, without const; NULL: it is none */
  enum harness_use use;
};

struct harness {
  const char *file, *function; /* what is called, for comments */
  char *include;               /* the file, seen from the harness */
  char *result;                /* type of the function's result */
  uint32_t threads;
  VEC(struct harness_parameter) parameters;
};

/* Is the type complete? */
typedef bool harness_complete(void *context, const char *type);

void harness_plan(struct harness *h, harness_complete *complete, void *context);
void harness_write(const struct harness *h, FILE *out);
void harness_free(struct harness *h);
#endif

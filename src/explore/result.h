/* What an exploration found: the one structure that the printers (text, JSON, ...) read. */
#ifndef HEDDLE_EXPLORE_RESULT_H
#define HEDDLE_EXPLORE_RESULT_H
#include <stdbool.h>
#include <stdint.h>
#include "util/mem.h"
#include "util/vec.h"

enum result_verdict { VERDICT_SAFE, VERDICT_UNSAFE, VERDICT_INCOMPLETE };

/* Kinds of failures, as the JSON contract names them: X(NAME, text). */
#define FAILURE_KINDS(X)        \
  X(ASSERT, "assert")           \
  X(ABORT, "abort")             \
  X(MEMORY, "memory")           \
  X(DEADLOCK, "deadlock")       \
  X(RACE, "race")               \
  X(ARITHMETIC, "arithmetic")   \
  X(SYNC, "sync")               \
  X(LEAK, "leak")               \
  X(UNREACHABLE, "unreachable")

enum failure_kind {
#define X(name, text) FAILURE_##name,
  FAILURE_KINDS(X)
#undef X
  FAILURE_KIND_COUNT
};
const char *failure_kind_text(enum failure_kind kind);

struct result_frame { /* one line of a call stack */
  const char *function, *file;
  uint32_t line, column;
};

struct result_input { /* an input with the value that leads to the failure */
  const char *name;
  const uint8_t *bytes;
  uint32_t size;
};

struct result_failure {
  enum failure_kind kind;
  const char *message; /* one line, no place in it */
  const char *detail;  /* further lines, e.g. where an object was allocated and freed; or NULL */
  struct result_frame *frames; /* innermost first; frames[0] is the failing place in the user's code */
  uint32_t nframes;
  const char *thread; /* "main", "main.1", ... */
  const char *test;   /* file of the test, or NULL */
  /* the other access of a data race */
  struct result_frame *other_frames;
  uint32_t other_nframes;
  const char *other_thread;
  const char *other_message;
  struct result_input *inputs;
  uint32_t ninputs;
  uint64_t run; /* number of the run that found it */
};

struct result_runs {
  uint64_t full, partial, infeasible, blocked;
};

/* Figures for "stats": X(type, name, format). Names are those of the JSON contract where it names them. */
struct result_stats {
  double seconds, solver_seconds;
  uint64_t instructions, queries, queries_avoided, nodes, threads, peak_rss_kib, max_depth, expressions;
};

struct result {
  enum result_verdict verdict;
  VEC(const char *) reasons; /* why incomplete, with place; each once */
  struct result_runs runs;
  VEC(struct result_failure) failures; /* one per failing program point and kind, in the order found */
  VEC(struct result_failure) warnings;
  uint64_t tests_new;
  const char *tests_dir; /* NULL if none were written */
  struct result_stats stats;
  struct arena memory; /* of all texts above */
};

/* A copy of text that lives as long as the result. */
const char *result_text(struct result *result, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds a reason once; later equal ones are dropped. */
void result_add_reason(struct result *result, const char *reason);
void result_free(struct result *result);
#endif

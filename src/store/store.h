/* What earlier runs learned, kept between runs: values under the hash of what they are about, and a list of the runs.

   A store is a cache. It may lose what was put into it (evicted, damaged, killed before it was written); it never gives
   back anything else than what was put in: every value carries a hash, and one that does not fit is dropped. Any number
   of processes may use one store at a time. Nobody outside this folder knows what it is kept in. docs/store.md tells
   more. */
#ifndef HEDDLE_STORE_STORE_H
#define HEDDLE_STORE_STORE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Kinds of values: X(NAME, number in the file, text, what it is). Numbers stay as they are: add, do not change;
   3 was in use once. */
#define STORE_KINDS(X)                                                                                                 \
  X(RESULT, 1, "result", "what an exploration found: saved_result.h")                                                  \
  X(SUMMARIES, 2, "summaries", "summaries of a guided exploration")                                                    \
  X(SUITE, 4, "suite", "what is impossible in a program, beside its tests: explore/unsat_cache.h")                     \
  X(READS, 5, "reads", "what the compiler of a file relied on: front/cached.h")                                        \
  X(IR, 6, "ir", "a compiled program: front/cached.h")                                                                 \
  X(STATES, 7, "states", "finished states of a guided exploration: explore/kept_states.h")                             \
  X(VERSIONS, 8, "versions", "which versions of a program were explored before: check/ancestors.c")

enum store_kind {
#define X(name, number, text, what) STORE_##name = number,
  STORE_KINDS(X)
#undef X
};
const char *store_kind_text(enum store_kind kind); /* "unknown" for a number that is no kind */

/* A hash of content: see program_key.h. */
struct store_key {
  uint64_t low, high;
};

static inline bool store_key_same(struct store_key a, struct store_key b) { return a.low == b.low && a.high == b.high; }

struct store_blob {
  void *bytes; /* freed with free(); NULL: empty */
  size_t size;
};

struct store_stats {
  uint64_t hits, misses, puts;
  uint64_t damaged; /* values that did not fit their hash; dropped, and counted as misses too */
  uint64_t evicted; /* values that gave way to others */
};

#define STORE_LIMIT_STANDARD (1ull << 30) /* bytes of values and reports */

struct store;

/* Opens the store in the file, which is made if it is not there, and so is the directory that it lies in (not that
   one's parents). `rebuild`: whatever is there is replaced by an empty store. A file that heddle wrote is deleted, any
   other is moved aside. NULL: `why` says in one line what is wrong. Else `why` says what was done about an old file, or
   is empty. */
struct store *store_open(const char *path, bool rebuild, char *why, size_t room);
/* What several machines share lies behind the store from now on: redis://..., or a folder. What is not found here is
   looked for there, and what is put here goes there, too. False: `why` says in one line what is wrong. */
bool store_join(struct store *store, const char *place, char *why, size_t room);
const char *store_team_why(const struct store *store);     /* what went wrong there; NULL: nothing */
void store_close(struct store *store);                     /* NULL is fine */
void store_set_limit(struct store *store, uint64_t bytes); /* 0: none */

/* False: it is not there, or was damaged. A damaged one is gone afterwards; a damaged store says so in store_why. */
bool store_get(struct store *store, enum store_kind kind, struct store_key key, struct store_blob *value);
/* Replaces an older value, all of it or nothing. False: store_why says why; the store can still be used. */
bool store_put(struct store *store, enum store_kind kind, struct store_key key, const void *bytes, size_t size);

/* The newest message, one line; NULL: nothing went wrong yet. */
const char *store_why(const struct store *store);
const struct store_stats *store_stats(const struct store *store);

/* ---- runs ---- */

struct store_run {
  uint64_t number;                       /* 1, 2, ... in the order in which they ended; given by the store */
  int64_t when;                          /* seconds since 1970; 0 in store_add_run: now */
  const char *command;                   /* "run", "check", ... */
  const char *line;                      /* the command line, for people */
  struct store_key old_program, program; /* old_program is zero where there is only one version */
  const char *verdict;                   /* as in the JSON report */
  const char *report;                    /* the JSON report */
  void *memory;                          /* of the texts, where the store gave them */
};

/* The number of the new run; 0: store_why says why not. The oldest runs give way: their number and size are limited. */
uint64_t store_add_run(struct store *store, const struct store_run *run);
bool store_find_run(struct store *store, uint64_t number, struct store_run *run);
bool store_last_run(struct store *store, struct store_run *run);
void store_run_free(struct store_run *run);
#endif

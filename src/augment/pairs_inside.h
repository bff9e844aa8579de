/* What the files that find definition-use pairs share: the accesses of one program to memory that threads share, who
   may execute them when, what people call the memory, and which accesses a change affects.

   Accesses are those of the program's own code. What a function of the library does counts at the call in the program's
   code, for the objects that the arguments of the call point to or the call allocates; the library's own memory does
   not count. */
#ifndef HEDDLE_AUGMENT_PAIRS_INSIDE_H
#define HEDDLE_AUGMENT_PAIRS_INSIDE_H
#include "augment/pairs.h"
#include "ir/thread_functions.h"
#include "util/map.h"

typedef VEC(uint32_t) numbers;

/* ---- accesses (pairs_accesses.c) ---- */

struct access {
  uint32_t ins, cell;
};
typedef VEC(struct access) access_list;

struct accesses {
  const struct ir_program *p;
  const struct statics *s;
  VEC(struct static_location) cells; /* different locations, in the order in which they were found */
  access_list reads, writes;         /* by instruction */
  struct access *by_cell;            /* the reads by cell; readers of cell c are by_cell[first_reader[c]] .. */
  uint32_t *first_reader;            /* per cell, one more at the end */
  struct access *read_cells;         /* .ins is an object, .cell a cell of it that is read; by object */
  uint32_t nread_cells;
  uint32_t anything; /* the object of addresses that are inputs, IR_NONE: it is not accessed */
};
void accesses_find(struct accesses *a, const struct ir_program *p, const struct statics *s);
void accesses_free(struct accesses *a);
/* The cells that are read and may share a byte with this one. */
void accesses_overlapping(const struct accesses *a, uint32_t cell, numbers *found);
bool access_is_library(const struct ir_program *p, uint32_t ins); /* in a function of the library? */

/* ---- threads (pairs_threads.c) ---- */

/* A kind of thread, by the start function that the program gave it. */
struct start {
  uint32_t thread; /* as in static.h */
  uint32_t function;
  bool many;
  uint32_t same;   /* the last one before it with the same function; 0: none */
  uint64_t *reach; /* functions that this one may execute, a bit each; NULL: as the static layer says */
};

/* Who may execute two instructions so that the first one comes before the second one, in another thread. */
struct meeting {
  const char *first, *second; /* names of start functions; NULL: nobody */
  bool parallel;              /* nothing but locks, waits and flags orders them */
};

struct meetings {
  const struct ir_program *p;
  const struct statics *s;
  struct arena *memory;     /* of the names */
  VEC(struct start) starts; /* the first one is the first thread */
  uint32_t words;           /* of a set of starts */
  uint64_t *executed_by;    /* per function: set of starts */
  uint64_t *before;         /* per start but the first: the others that may do something after it has done something */
  VEC(struct meeting) all;
  VEC(const char *) names;
  struct map known, texts; /* numbers in the two lists above, by hashes */
};
void meetings_open(struct meetings *m, const struct ir_program *p, const struct statics *s, struct arena *memory);
void meetings_close(struct meetings *m);
struct meeting meetings_find(struct meetings *m, uint32_t earlier, uint32_t later);

/* ---- names (pairs_names.c) ---- */

struct names {
  const struct ir_program *p;
  struct arena *memory;
  VEC(const char *) list;
  struct map interned; /* numbers in the list, by hash */
};
void names_open(struct names *n, const struct ir_program *p, struct arena *memory);
void names_close(struct names *n);
/* What the writer and the reader of a location would call it. */
const char *names_variable(struct names *n, const struct static_location *written, uint32_t writer,
                           const struct static_location *read, uint32_t reader);

/* ---- what a thread does before and after (pairs_reach.c) ---- */

/* Adds a bit to the marks of every instruction that the same thread may execute from one of the seeds on, respectively
   before one. */
struct reach;
struct reach *reach_open(const struct ir_program *p, const struct statics *s);
void reach_close(struct reach *r);
void reach_from(struct reach *r, const numbers *seeds, uint8_t *marks, uint8_t bit);
void reach_before(struct reach *r, const numbers *seeds, uint8_t *marks, uint8_t bit);
void reach_function(struct reach *r, uint32_t function, uint8_t *marks, uint8_t bit); /* and all that it calls */
const numbers *reach_successors(const struct reach *r, uint32_t block);
const numbers *reach_predecessors(const struct reach *r, uint32_t block);

/* ---- what a change affects (pairs_marks.c, pairs_waits.c, pairs_flags.c) ---- */

/* Reasons per instruction: enum pair_reason and one more. */
enum {
  MARK_ORDER = 128
}; /* depends on a creation or join that has changed: counts whether or not the ends are in parallel */

/* One version, for those who mark. */
struct marked {
  const struct ir_program *p;
  const struct statics *s;
  const struct change_side *c;
  const struct static_set *forward; /* what the change may affect */
  numbers *definitions;             /* per register of the program: instructions of its own code that write it */
  struct reach *reach;
  uint8_t *marks;
};
/* Marks per instruction of the new version; freed by the caller. */
uint8_t *marks_find(const struct change *change, const struct impact *impact);

/* What a call of a function has to do with the order of threads beside locks: bits of enum thread_order. */
unsigned waits_of(const struct ir_program *p, uint32_t ins);
void waits_mark(struct marked *m);
void flags_mark(struct marked *m, const struct accesses *a);
/* Is it changed, added or deleted, or does a branch that is, or compares something that is, decide whether it is
   executed? */
bool marked_is_changed(const struct marked *m, uint32_t ins);
#endif

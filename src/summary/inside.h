/* The summaries' state, for the files of this folder only. */
#ifndef HEDDLE_SUMMARY_INSIDE_H
#define HEDDLE_SUMMARY_INSIDE_H
#include <string.h>

#include "stateful/stateful.h"
#include "summary/summary.h"
#include "util/clock.h"
#include "util/assert.h"
#include "util/map.h"
#include "util/mutate.h"
#include "util/vec.h"

/* A set of small numbers. */
struct bits {
  uint64_t *words;
  uint32_t count;
};
void bits_add(struct bits *b, uint32_t number);
void bits_join(struct bits *b, const struct bits *other);
void bits_copy(struct bits *b, const struct bits *other);
void bits_free(struct bits *b);
static inline bool bits_has(const struct bits *b, uint32_t number) {
  return number / 64 < b->count && b->words[number / 64] >> (number % 64) & 1;
}

/* Time is measured for the first calls and a sample of the others: a clock that is read at every check would be
   seen. */
enum { WATCH_SAMPLE = 64 };
struct watch {
  uint64_t calls, measured; /* how many; how many of them were measured */
  double seconds;           /* of the measured ones */
  double estimate;          /* of all */
};
static inline bool watch_is_due(struct watch *w) { return w->calls++ < WATCH_SAMPLE || w->calls % WATCH_SAMPLE == 0; }
void watch_add(struct watch *w, double seconds);

/* What is known below a point: a conjunction of conditions, the operations and the blocks of code below. Not ok: the
   condition is false. */
struct outcome {
  bool ok;
  VEC(sym_id) terms;
  struct footprints *footprints;
  footprint below;
  struct bits code;  /* blocks executed */
  struct bits reads; /* numbers of reads below that see what was written before; only where somebody looks at them */
  uint32_t most;     /* conditions; beyond that it is false. 0: the standard */
};
void outcome_free(struct outcome *o);
void outcome_forget(struct outcome *o); /* the conditions are gone: false, unless there were none */
void outcome_reset(struct outcome *o, bool ok);
void outcome_copy(struct outcome *to, const struct outcome *from);
/* Which terms one outcome has: as long as the same one is added to, nothing is searched. */
struct members {
  struct sym *sym;
  const struct outcome *of; /* NULL: of none */
  uint32_t stamp;
  VEC(uint32_t) stamps; /* per term */
};
void outcome_require(struct outcome *o, struct members *m, sym_id term); /* and */
void outcome_and(struct outcome *o, struct members *m, const struct outcome *other);
/* As a tree of low height: where one of the terms changes, few of the conjunctions above it are made anew. */
sym_id outcome_all_of(struct sym *sym, const sym_id *terms, uint32_t count);
void outcome_or(struct outcome *o, struct members *m, const struct outcome *other);

/* Conditions are expressions of their own (not the machine's) over variables that stand for the contents of places:
   eight variables per block. Inputs that are read below have blocks too. */
struct block {
  uint64_t place; /* or variables of the machine's expressions: the first of eight */
  bool input;
  uint32_t written; /* segment that changed it */
  uint32_t read;    /* visit for which contents is valid */
  struct vm_contents contents;
};
struct places {
  struct sym *sym;
  struct map by_place, by_input;
  VEC(struct block) blocks;
};
void places_open(struct places *p);
void places_close(struct places *p);
void places_reset(struct places *p);
uint32_t places_block(struct places *p, uint64_t place);
uint32_t places_input_block(struct places *p, uint32_t variable);
sym_id places_bytes(struct places *p, uint64_t place, unsigned first, unsigned count);
sym_id places_input(struct places *p, uint32_t variable, unsigned count);

/* segment.c: follows the instructions along the log from a position on. */
struct stretch {
  struct vm_position start; /* thread IR_NONE: the log says */
  uint32_t from, to;        /* of the log */
};
struct segment;
struct segment *segment_open(struct summary_engine *g);
void segment_close(struct segment *s);
void segment_reset(struct segment *s); /* the expressions are new ones */
/* The condition before the stretch under which it is executed like this and `after` holds behind it. */
void segment_before(struct segment *s, const struct stretch *stretch, struct outcome *after);
sym_id segment_owner_is(struct segment *s, uint64_t mutex, uint32_t thread); /* in the state of a point */

/* One summary. */
struct entry {
  sym_id *terms;
  uint32_t nterms;
  footprint below;
  struct bits code, reads;
  uint64_t serial, made_after; /* number among all made; runs that had ended by then */
  bool loaded;                 /* made by an earlier exploration */
  uint32_t next;               /* of the same control state; 0: none */
};

/* linear.c: comparisons of sums of places. */
struct linear_part {
  sym_id atom; /* a place */
  int64_t coefficient;
};
struct linear_condition {
  sym_id term;
  bool is_linear, implied;
  unsigned width;
  uint32_t first, count; /* parts, by atom: their sum and the constant are at most 0 */
  int64_t constant;
  uint64_t total, most; /* of the larger side: sum of its coefficients; its constant at most */
};
struct linear {
  VEC(struct linear_part) parts;
  VEC(struct linear_condition) conditions;
  VEC(sym_id) bounds;
};
void linear_reduce(struct summary_engine *g, struct outcome *o); /* in the state of the point, for a new visit */
void linear_free(struct linear *l);

struct table {
  struct map heads;            /* key.low -> entry */
  VEC(struct vm_control) keys; /* parallel to entries */
  VEC(struct entry) entries;   /* number 0 is not used */
  uint32_t oldest;             /* once the table is full: the next one to give way */
};

struct point {
  bool schedule, every, keyed, empty; /* empty: no side has been finished yet */
  bool forced;                        /* only one thread can go on: the machine has no choice here */
  bool bounded;                       /* something below it was left out: nothing is known about it */
  struct vm_control key, state;       /* of control; of a schedule: of all */
  uint32_t depth, log, events, accesses;
  struct vm_position start;
  struct outcome sides;
};

struct summary_engine {
  const struct ir_program *program;
  const struct explore_options *options;
  struct vm *vm;
  struct smt *smt;
  struct sym *machine_sym;
  struct dpor *dpor;
  struct stateful *stateful;
  const uint8_t *imprecision;  /* per instruction, see summary.h */
  uint8_t *loaded_imprecision; /* the same where the loaded summaries were made; NULL: none were loaded */
  bool loading;
  struct places places;
  struct segment *segment;
  struct members members;
  struct linear linear;
  struct table table;
  VEC(struct point) points;
  struct outcome carried; /* of what was left last; its log begins where the next older stretch ends */
  uint32_t carried_log, carried_events, carried_accesses;
  bool has_key; /* the next choice is that of a state that was looked up */
  struct vm_control key;
  VEC(struct vm_access) reads, asked_reads; /* all that lie below some point; those that are asked about */
  struct map read_numbers;
  uint32_t visit;
  VEC(uint8_t) model;
  VEC(sym_id) asked;      /* scratch: conditions that the values do not settle */
  VEC(sym_id) translated; /* per term: its form over the machine's expressions, for the current visit */
  VEC(uint32_t) translated_at;
  struct result *explained; /* NULL: nobody wants to know */
  uint64_t runs;            /* that have ended */
  struct summary_stats stats;
  uint64_t weighed; /* expressions when their memory was last looked at */
  struct watch covering, checking;
  double making; /* seconds */
};

/* check.c */
bool check_entry(struct summary_engine *g, struct entry *e);
bool check_is_refuted(struct summary_engine *g, sym_id term); /* in the current state, whatever the inputs are */
/* verify.c: NULL, or the rule that is broken */
const char *summary_verify_made(struct summary_engine *g,
                                const struct outcome *made); /* here: the state it was made from */
const char *summary_verify_table(const struct table *t);
/* table.c */
uint32_t summaries_first(const struct table *t, struct vm_control key); /* entry or 0 */
/* Its number. 0: there are too many of this control state. */
uint32_t summaries_add(struct summary_engine *g, struct vm_control key, const struct outcome *o);
void summaries_free(struct table *t);
/* explain.c */
void explain_cut(struct summary_engine *g, const struct entry *e); /* the run is cut by it, here */
/* bounds.c */
void summary_new_terms(struct summary_engine *g); /* places were reset */
void bounds_apply(
    struct summary_engine *g); /* at a moment at which no run is under way: drops everything if it is too much */
/* reads.c */
/* The reads below, as they are before a stretch of the run: accesses from .. to of it. */
void reads_before(struct summary_engine *g, struct bits *set, uint32_t from, uint32_t to);
bool reads_allow(struct summary_engine *g, const struct bits *set); /* may they go unseen, in the current state? */
#endif

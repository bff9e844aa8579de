/* The summaries' state, for the files of this folder only. */
#ifndef HEDDLE_SUMMARY_INSIDE_H
#define HEDDLE_SUMMARY_INSIDE_H
#include <string.h>

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
  struct bits below; /* numbers of struct access */
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

/* An operation of a thread below a point. */
struct access {
  uint32_t thread;
  struct vm_op op;
};

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
/* The operation before which a thread stands is the same wherever this holds; false: that cannot be said. */
bool segment_pin(struct segment *s, uint32_t thread, struct outcome *into);

/* One summary. */
struct entry {
  sym_id *terms;
  uint32_t nterms;
  uint64_t sleep;  /* threads whose first step was left out */
  uint64_t tried;  /* threads that slept too, but whose first step was tried out */
  uint64_t weight; /* runs below, those that summaries saved included */
  uint64_t work;   /* the same in units of economy.c */
  struct bits below, code, reads;
  uint64_t *before; /* per operation below: threads that it may depend on; NULL until it is first asked for */
  uint64_t serial, made_after; /* number among all made; runs that had ended by then */
  bool loaded;                 /* made by an earlier exploration */
  uint32_t next;               /* of the same control state; 0: none */
};

/* economy.c: work is counted in units of its own. */
struct economy {
  bool paused;
  uint64_t paid;                      /* for making and checking */
  uint64_t saved;                     /* by cuts */
  double again;                       /* paused: until so much has been earned */
  uint64_t loaded_paid, loaded_saved; /* of summaries that an earlier exploration made: they cost nothing but looking */
};

struct table {
  struct map heads;            /* key.low -> entry */
  VEC(struct vm_control) keys; /* parallel to entries */
  VEC(struct entry) entries;   /* number 0 is not used */
  uint32_t oldest;             /* once the table is full: the next one to give way */
};

struct point {
  bool schedule, every, keyed, empty; /* empty: no side has been finished yet */
  struct vm_control key;
  uint32_t depth, log, events, accesses;
  struct vm_position start;
  uint64_t sleep;
  bool bounded;          /* something below it was left out: nothing is known about it */
  bool paused;           /* it was reached while summaries paused: nothing is found out about it */
  uint64_t weight, work; /* of all before it */
  struct outcome sides, pins;
};

struct summary_engine {
  const struct ir_program *program;
  const struct explore_options *options;
  struct vm *vm;
  struct smt *smt;
  struct sym *machine_sym;
  struct dpor *dpor;
  const uint8_t *imprecision;  /* per instruction, see summary.h */
  uint8_t *loaded_imprecision; /* the same where the loaded summaries were made; NULL: none were loaded */
  bool loading;
  struct places places;
  struct segment *segment;
  struct members members;
  struct table table;
  VEC(struct point) points;
  struct outcome carried; /* of what was left last; its log begins where the next older stretch ends */
  uint32_t carried_log, carried_events, carried_accesses;
  bool has_key, resuming, probing, probe_fine;
  struct vm_control key;
  VEC(struct access) accesses;
  struct map access_numbers;
  VEC(struct vm_access) reads, asked_reads; /* all that lie below some point; those that are asked about */
  struct map read_numbers;
  uint32_t visit;
  VEC(uint8_t) model;
  VEC(sym_id) asked;      /* scratch: conditions that the values do not settle */
  VEC(sym_id) translated; /* per term: its form over the machine's expressions, for the current visit */
  VEC(uint32_t) translated_at;
  struct result *explained; /* NULL: nobody wants to know */
  uint64_t runs;            /* that have ended */
  uint64_t weight;          /* the same, but a cut one weighs what the summary that cut it weighs */
  uint64_t gain;            /* weight of the cuts that needed a sleeping thread's step to have been tried */
  struct economy economy;
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
const char *summary_verify_below(struct summary_engine *g, const struct outcome *side,
                                 uint32_t from); /* event, to the last */
const char *summary_verify_table(const struct table *t);
/* table.c */
uint32_t summaries_first(const struct table *t, struct vm_control key); /* entry or 0 */
/* Of an entry that is about to be made. */
struct extent {
  uint64_t sleep, tried, weight, work;
};
void summaries_add(struct summary_engine *g, struct vm_control key, const struct outcome *o,
                   const struct extent *extent);
void summaries_free(struct table *t);
/* explain.c */
void explain_cut(struct summary_engine *g, const struct entry *e); /* the run is cut by it, here */
/* bounds.c */
void summary_new_terms(struct summary_engine *g); /* places were reset */
void bounds_apply(
    struct summary_engine *g); /* at a moment at which no run is under way: drops everything if it is too much */
/* economy.c */
uint64_t economy_work(const struct summary_engine *g);    /* so far, and what cuts have saved */
void economy_settle(struct summary_engine *g);            /* pause, or go on */
bool economy_uses_loaded(const struct summary_engine *g); /* is looking at summaries that were loaded worth it? */
/* What is paid for, measured in instructions of the processor on programs of all kinds. */
enum {
  WORK_VISIT = 400,
  WORK_LOOK = 2500,
  WORK_CHECK = 300,
  WORK_CONDITION = 200,
  WORK_TRANSLATE = 600,
  WORK_QUESTION = 4000,
  WORK_EFFORT = 40,
  WORK_SIDE = 3000,
  WORK_FOLLOWED = 300,
  WORK_REPLACED = 150,
  WORK_JOINED = 100,
  WORK_MADE = 2000,
};
static inline void economy_pay(struct summary_engine *g, uint64_t work) { g->economy.paid += work; }
/* below.c */
uint32_t below_number(struct summary_engine *g, uint32_t thread, const struct vm_op *op); /* of an operation as it is */
void below_add(struct summary_engine *g, struct bits *set, uint32_t thread, const struct vm_op *op); /* as it is */
void below_event(struct summary_engine *g, struct bits *set, uint32_t thread, const struct vm_op *op);
void below_events(struct summary_engine *g, struct bits *set, uint32_t from, uint32_t to);
void below_waiting(struct summary_engine *g, struct bits *set); /* operations that never happened */
bool below_races(struct summary_engine *g,
                 struct entry *e); /* plans what the operations below would have raced with; false: must not skip */
/* reads.c */
/* The reads below, as they are before a stretch of the run: accesses from .. to of it. */
void reads_before(struct summary_engine *g, struct bits *set, uint32_t from, uint32_t to);
bool reads_allow(struct summary_engine *g, const struct bits *set); /* may they go unseen, in the current state? */
#endif

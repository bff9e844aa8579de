/* What the files of the static layer share: one struct with the results of every stage, in the order in which they are
   made. */
#ifndef HEDDLE_STATIC_INSIDE_H
#define HEDDLE_STATIC_INSIDE_H
#include "static/static.h"
#include "util/map.h"
#include "util/mem.h"
#include "util/vec.h"

typedef VEC(uint32_t) list;

/* Lists of numbers for the members 0..n-1 of something, one after the other in one array. */
struct table {
  uint32_t *start; /* n + 1 of them */
  uint32_t *items;
};
static inline const uint32_t *table_row(const struct table *t, uint32_t i, uint32_t *count) {
  *count = t->start[i + 1] - t->start[i];
  return t->items + t->start[i];
}
struct pair {
  uint32_t from, to;
};
typedef VEC(struct pair) pairs;
struct table table_make(uint32_t n, const struct pair *all, uint32_t count); /* row of `from` holds each `to` */
void table_free(struct table *t);
/* Strongly connected components: component[i], numbered so that successors have smaller numbers; how many. */
uint32_t components_find(uint32_t n, const struct table *successors, uint32_t *component);

/* ---- functions without a body: what calling them does (models.def) ---- */

enum model {
  MODEL_NONE, /* has a body that is executed */
#define MODEL(name, functions, effect) MODEL_##name,
#include "static/models.def"
#undef MODEL
  MODEL_COUNT
};
enum model model_named(const char *name);
bool model_returns(enum model m);
bool model_stalls(enum model m); /* may it end the path or wait for ever? */
bool model_is_sync(enum model m);
bool model_only_fails(enum model m); /* returns unless it fails */

/* ---- points-to ---- */

struct location {
  uint32_t object, stride;
  int64_t offset;
};

struct slot {
  int64_t index; /* word of the object */
  uint32_t node;
};

/* The words first, first + step, first + 2 * step ... of an object, in both directions. */
struct group {
  uint32_t step;
  int64_t first;          /* modulo step */
  uint32_t held, written; /* nodes: what they hold, what is written to any of them */
};

/* Contents of one object are copied to another, `delta` bytes further (modulo the stride). */
struct object_copy {
  uint32_t to, stride;
  int64_t delta, low, high; /* of the bytes [low, high) */
};

struct object {
  uint32_t kind, index; /* as in static_location */
  uint64_t size;        /* UINT64_MAX: unknown */
  uint32_t nlocations;
  VEC(struct slot) slots; /* by index */
  VEC(struct group) groups;
  VEC(struct object_copy) copies; /* out of this object */
};

static inline bool object_is_on_heap(const struct object *o) {
  return o->kind == STATIC_HEAP || o->kind == STATIC_POOL;
}

/* A function with its own registers: one for everybody, and one for each call of a function that allocates. */
struct instance {
  uint32_t function;
  uint32_t first_node;   /* of its registers */
  uint32_t first_result; /* nodes of what it returns */
  uint32_t call, caller; /* instruction and instance, IR_NONE for the common one */
  uint32_t depth;        /* of callers that are not common */
  uint32_t next;         /* of the same function, or IR_NONE */
  uint32_t variable;     /* object of its variable arguments, or IR_NONE */
};

struct points; /* the solver; points.h */

/* ---- code ---- */

/* A stretch of a block: up to the jump or to a call that may not return. */
struct segment {
  uint32_t first, last; /* instructions */
  uint32_t function;
};

/* One kind of access of one location; all instructions that do it share it. */
struct cell {
  uint32_t object, stride;
  uint64_t width; /* in bytes; 0: everything from the beginning to the end of the object */
  int64_t offset; /* LIFE: not the contents but whether the object still exists */
};
#define LIFE INT64_MIN

struct statics {
  const struct ir_program *p;
  uint64_t *stops;       /* bit per instruction: runs fail there and nowhere else; NULL: anything may fail */
  bool ending;           /* known, too: all that waits goes on some time, and every loop ends */
  bool stale;            /* the address of a freed object may be that of a new one, and the program can tell */
  bool pooled;           /* with that: heap objects are not told apart */
  uint8_t *models;       /* enum model of each function */
  uint64_t *live;        /* bit per instruction */
  bool *returns;         /* per function: can it return at all? */
  uint32_t thread_main;  /* the library's first function of a thread, or IR_NONE */
  uint32_t *function_of; /* per instruction */

  struct points *points;
  bool *reached;        /* per function */
  struct table callees; /* per instruction: functions */
  struct table callers; /* per function: instructions */
  bool *creates;        /* per instruction: calls a function that creates a thread */
  bool *recursive;      /* per function: part of a cycle of calls */
  bool *dooms;          /* per function: calling it is a failure, and none that was seen */
  bool *stalls;         /* per function: may not return */
  bool *escapes;        /* per block: its jump may leave a loop that may go on for ever */

  VEC(struct segment) segments;
  uint32_t *segment_of;    /* per instruction, IR_NONE if it is not live */
  uint32_t *first_segment; /* per function, one more at the end */
  struct table flow, back; /* successors and predecessors of segments */
  uint32_t *idom, *ipdom;  /* per segment: immediate (post-)dominator, IR_NONE: none or the exit */
  struct table control;    /* per segment: deciding instructions */
  struct table controlled; /* per instruction: segments */

  struct table definitions; /* per register of the program: instructions that write it */
  struct table uses;        /* per register of the program: instructions that read it */
  struct table returns_of;  /* per function: its live returns */

  VEC(struct cell) cells;
  struct table reads, writes;    /* per instruction: cells */
  struct table readers, writers; /* per cell: instructions */
  struct table object_cells;     /* per object: cells */
  unsigned tells;                /* enum static_tells */

  VEC(struct static_thread) threads;
  uint64_t *executed_by;           /* per function: bit 0 main, bit 1 + i thread i; the last bit is all the others */
  bool *in_cycle;                  /* per segment: may be executed again in one activation */
  bool *escaped;                   /* per object: another thread than its owner may have its address */
  bool *shared;                    /* per object: two threads may access it */
  struct may_precede *may_precede; /* may_precede.c */
  struct born_later *born_later;   /* born_later.c */
};

/* ---- stages, in the order in which they run ---- */
void models_bind(struct statics *s);
void live_find(struct statics *s);
void calls_find(struct statics *s);
void cfg_find(struct statics *s);
void registers_find(struct statics *s);
void threads_find(struct statics *s);
void access_find(struct statics *s);
void reuse_find(struct statics *s, const bool *ends); /* part of it; ends: per object, whether something may end it */
void sharing_find(struct statics *s);
void may_precede_find(struct statics *s);
void may_precede_free(struct statics *s);

bool is_creation(const struct statics *s, uint32_t ins);     /* does this call create a thread? */
bool is_thread_start(const struct statics *s, uint32_t ins); /* the call of a start function inside the library */
bool thread_executes(const struct statics *s, uint32_t thread, uint32_t function); /* may it? */
bool is_called_once(const struct statics *s, uint32_t function);                   /* at most, in a run */
bool call_stalls(const struct statics *s, uint32_t ins);                           /* may this call not return? */
bool is_failure_call(const struct statics *s, uint32_t ins);
bool stops_here(const struct statics *s, uint32_t ins); /* may the run end or wait for ever at this very instruction? */

/* Operands that are values: those in fields, and the list of a call or return. */
struct operands {
  ir_value fixed[3];
  uint32_t nfixed;
  const int32_t *more;
  uint32_t nmore;
};
struct operands operands_of(const struct ir_program *p, const struct ir_ins *ins);

enum static_relevance failure_level(const struct statics *s, uint32_t ins); /* what of it decides whether it fails */
/* When instructions can be executed, as seen from the entry function (may_precede.c). */
uint32_t may_precede_class(const struct statics *s, uint32_t ins);
/* Order by creation in threads that are not main (born_later.c): true if `earlier` never comes before `later`. */
bool born_later_ask(const struct statics *s, uint32_t earlier, uint32_t later);
/* may_precede_ask answers the same for all instructions of a key, on either side. */
uint32_t may_precede_key(const struct statics *s, uint32_t ins);
void born_later_find(struct statics *s);
void born_later_free(struct statics *s);
bool may_precede_ask(const struct statics *s, uint32_t earlier,
                     uint32_t later);                           /* may the one be executed before the other? */
bool cells_overlap(const struct cell *a, const struct cell *b); /* of one object */

static inline bool is_live(const struct statics *s, uint32_t ins) { return s->live[ins / 64] >> ins % 64 & 1; }
static inline bool is_stop(const struct statics *s, uint32_t ins) {
  return s->stops && s->stops[ins / 64] >> ins % 64 & 1;
}
static inline const struct ir_function *function_at(const struct statics *s, uint32_t ins) {
  return &s->p->functions[s->function_of[ins]];
}
#endif

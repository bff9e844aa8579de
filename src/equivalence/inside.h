/* For the files of this folder only.

   A *cut* is a pair of blocks, one of each version, at whose beginning both are compared: every cycle that is looked at
   has one. A *region* is all that can be executed from a cut to the next ones. A *path* is one way through a region,
   with what is seen from outside on it: its *events*, in order. The k-th event of a path of one version must be that of
   the other one, so results of the k-th event are one variable in both. */
#ifndef HEDDLE_EQUIVALENCE_INSIDE_H
#define HEDDLE_EQUIVALENCE_INSIDE_H
#include "change/lines.h"
#include "equivalence/equivalence.h"
#include "smt/smt.h"
#include "static/static.h"
#include "sym/sym.h"
#include "util/map.h"

/* What an address is known to belong to. */
struct base {
  uint32_t variable; /* first variable of its address */
  uint64_t size;     /* bytes that are there for ever; 0: not known */
  bool readonly;
  bool alone; /* only one version has it: the other one's code cannot know it */
};

struct store {
  sym_id address, value;
  uint32_t bytes;
  uint32_t ins; /* who accesses it; IR_NONE: not known */
};

struct cell {
  uint32_t epoch;
  struct store place; /* without value */
};

struct work {
  struct change *change;
  const struct ir_program *p[2];
  const struct change_side *c[2];
  uint32_t checks;
  enum equivalence_budget budget;
  bool malloc_may_fail;
  struct sym *sym;
  struct smt *smt;
  struct statics *statics[2]; /* NULL: not asked yet; then every access counts as visible */
  struct static_guards *guards[2];
  struct arguments *arguments; /* of the old version; NULL: not asked yet */
  bool assuming;               /* states that the old version does not reach, by what is known of it, do not count */
  bool excused;                /* there was such a state in which it would have failed */
  struct map variables;        /* of a region: what it stands for -> term */
  struct map names;            /* of variables -> how many have it */
  VEC(struct base) bases;
  VEC(struct cell) cells; /* that have a variable */
  bool blurred;           /* two memory cells of the region may be one: an example of a difference may be none */
  uint64_t effort;        /* of the solver, at most, in all */
  uint8_t *seen[2];       /* by instruction: executed in the region */
  uint8_t *good[2];       /* by instruction: in a region that is equivalent */
  uint8_t *bad[2];        /* by instruction: in one that is not */
  uint8_t *own;           /* by instruction of the new version: enum own */
  uint8_t *compared[2];   /* by instruction: in a block of a region that was compared */
};

/* ---- paths ---- */

enum event_kind {
  EVENT_LOAD, /* of memory that others see */
  EVENT_STORE,
  EVENT_OTHER, /* whatever else; the operation says what */
};

struct event {
  enum event_kind kind;
  uint32_t ins;
  uint32_t first_term, nterms;  /* operands, in path.terms */
  uint32_t first_store, nstore; /* what was written since memory was last known to be the same, if flushed */
  bool flushed;
};

/* Memory is accessed that others do not see: that may fail. */
struct access {
  sym_id address;
  uint32_t bytes;
  bool write;
  bool own;        /* of what only this version knows */
  uint32_t events; /* that came before it */
};

struct valid {
  sym_id address;
  uint32_t bytes;
  bool write;
};

struct condition {
  sym_id term;
  uint32_t events; /* that came before it */
};

enum path_end { PATH_CUT, PATH_RETURN, PATH_FAILED, PATH_ENDED };

struct frame {
  uint32_t function, base; /* its first register in path.regs */
  uint32_t call;           /* the call that it is to return to; IR_NONE: the function that is compared */
};

struct path {
  int side;
  VEC(struct frame) frames;
  VEC(sym_id) regs; /* 0: no value */
  VEC(struct condition) conditions;
  sym_id all; /* their conjunction */
  VEC(struct event) events;
  VEC(struct access) accesses;
  uint32_t nown; /* times that something was read that only this version knows */
  VEC(sym_id) terms;
  VEC(struct store) stores;
  uint32_t since;          /* stores before are known to be the same */
  uint32_t epoch;          /* how often memory may have been changed otherwise */
  VEC(struct valid) valid; /* accesses that were possible, and are */
  uint32_t at;             /* next instruction */
  uint32_t steps;
  enum path_end end;
  uint32_t cut;                    /* PATH_CUT: its number */
  uint32_t failure;                /* PATH_FAILED: which */
  uint32_t first_result, nresults; /* PATH_RETURN, in terms */
};
typedef VEC(struct path *) path_list;

struct path *path_copy(const struct path *from);
void path_free(struct path *path);
void path_assume(struct work *w, struct path *path, sym_id condition);

/* ---- variables.c ---- */

enum variable_kind {
  VARIABLE_REGISTER,
  VARIABLE_GLOBAL,
  VARIABLE_FUNCTION,
  VARIABLE_TLS,
  VARIABLE_CELL,
  VARIABLE_EVENT,
  VARIABLE_OWN,
};
/* The variable for what the numbers say, made if need be; its name is for people. */
sym_id variable_get(struct work *w, enum variable_kind kind, const uint64_t key[3], unsigned width, const char *name);
sym_id variable_constant(struct work *w, int side, const struct ir_const *c);
sym_id variable_tls(struct work *w, int side, uint32_t global);
void variable_is_base(struct work *w, sym_id variable, struct base base);
/* The one object that an address is computed from; NULL: not known. */
const struct base *variable_base(struct work *w, sym_id address);
void variables_forget(struct work *w);
bool variable_function_alike(const struct work *w, uint32_t old, uint32_t new); /* is called in the same way */

/* ---- memory.c: memory that no other thread sees ---- */

enum relation { RELATION_SAME, RELATION_INSIDE, RELATION_APART, RELATION_UNKNOWN };
/* Of so many bytes at one address to those at another; INSIDE: the first lie in the second, `at` bytes behind its
   begin. */
enum relation memory_relation(struct work *w, sym_id when, const struct store *a, const struct store *b, uint32_t *at);
/* The same where both are of one version. */
enum relation memory_relation_in(struct work *w, int side, sym_id when, const struct store *a, const struct store *b,
                                 uint32_t *at);
/* `place` has no value. 0: unknown. */
sym_id memory_load(struct work *w, struct path *path, const struct store *place, const char *name);
void memory_store(struct path *path, const struct store *store);
bool memory_is_valid(struct work *w, const struct path *path, sym_id address, uint32_t bytes, bool write);
/* What an address is so many bytes behind. */
sym_id memory_base(const struct work *w, sym_id address, uint64_t *offset);
/* What was there at the beginning of an epoch. */
sym_id memory_cell(struct work *w, uint32_t epoch, sym_id address, uint32_t bytes, const char *name);

/* ---- arguments.c: what the old version's functions are given ---- */

struct arguments *arguments_open(const struct ir_program *p);
void arguments_close(struct arguments *arguments);
/* What is known of a register of the function, which has this value; 0: nothing. */
sym_id arguments_known(struct work *w, const struct arguments *arguments, uint32_t function, uint32_t reg,
                       sym_id value);

/* ---- own.c ---- */

/* Does a load or store access bytes that only this version knows? FURTHER: if the old one does not fail. */
enum own { OWN_UNKNOWN, OWN_NOT, OWN_INSIDE, OWN_FURTHER };
enum own own_accesses(const struct work *w, int side, uint32_t ins);
/* The second does what the first does, with larger objects, if the old version does not fail: allocations; memset and
   memcpy of whole ones. */
bool own_allocates_more(const struct work *w, uint32_t old, uint32_t new);
bool own_fills_more(const struct work *w, uint32_t old, uint32_t new);

/* ---- evaluate.c ---- */

struct cuts {
  uint32_t *at[2]; /* by block of the function: number of the cut, or IR_NONE */
  uint32_t function[2];
};
/* All paths from where `start` stands to the next cuts. False: `why` says what is not understood. */
bool evaluate_paths(struct work *w, struct path *start, const struct cuts *cuts, path_list *all, const char **why);

/* ---- compare.c ---- */

struct outcome {
  enum equivalence_verdict verdict;
  const char *why; /* UNDECIDED, and what differs in DIFFERS */
  sym_id when;     /* DIFFERS: in a state where this holds; 0: not known */
  uint32_t cut;    /* a register differs there; IR_NONE: elsewhere */
};
struct compare_registers {
  const uint64_t *live[2]; /* before the block of the cut */
  const uint32_t *match;   /* by old register of the function: the new one, or IR_NONE */
  uint32_t count;          /* old registers */
};
typedef struct compare_registers compare_registers_at(void *context, uint32_t cut);
struct outcome compare_paths(struct work *w, const path_list *old, const path_list *new,
                             compare_registers_at *registers, void *context);
enum smt_answer compare_ask(struct work *w, sym_id condition);

/* ---- liveness.c ---- */

/* Per block `words` words: registers that are read before they are written. */
uint64_t *liveness_find(const struct ir_program *p, uint32_t function, uint32_t *words);
static inline bool liveness_has(const uint64_t *bits, uint32_t reg) { return bits[reg / 64] >> reg % 64 & 1; }
/* The blocks that the last instruction of a block leads to; number `k`, IR_NONE behind the last. */
uint32_t liveness_successor(const struct ir_program *p, uint32_t block, uint32_t k);

/* ---- regions.c ---- */
void regions_compare(struct work *w, struct equivalence_function *f);

/* ---- words.c ---- */
char *words_condition(struct work *w, sym_id when); /* freed by the caller; NULL: there is nothing to say */
const char *words_cell(struct work *w, const struct path *path, const struct ir_ins *ins, sym_id address, char *text,
                       size_t capacity);
#endif

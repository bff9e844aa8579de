/* What the files of the lockset analysis share: names of locks, sets of them, and functions analysed per calling
   context. */
#ifndef HEDDLE_AUGMENT_LOCKSETS_INSIDE_H
#define HEDDLE_AUGMENT_LOCKSETS_INSIDE_H
#include "augment/locksets.h"
#include "ir/thread_functions.h"
#include "util/map.h"
#include "util/vec.h"

enum { LOCKS_OLD, LOCKS_NEW };

enum { UNREACHED = UINT32_MAX }; /* no set */

/* A function, entered with a set of locks held: what is held before each of its instructions, and when it returns. */
struct analysed {
  uint32_t function, entry;
  uint32_t out;  /* set; UNREACHED: it does not return. While it is being analysed: the entry */
  uint32_t *at;  /* per instruction of the function: set, UNREACHED */
  uint32_t next; /* context of the same function, or IR_NONE */
  bool real;     /* some run enters it so, as far as is known; others were only passed on the way to the result */
};

/* ---- names: terms that are equal in both versions if their numbers are (locksets_terms.c) ---- */

enum term_kind {
  TERM_NUMBER,   /* amount */
  TERM_GLOBAL,   /* a: global */
  TERM_FUNCTION, /* a: function */
  TERM_PARAM,    /* a: which one, of the function that the term is seen from */
  TERM_OUTER,    /* a: function, b: which parameter: of a function further up the stack */
  TERM_VALUE,    /* a: the instruction that makes it; nothing more is known */
  TERM_REGISTER, /* a: function, b: register that several instructions write */
  TERM_SUM,      /* term a plus amount */
  TERM_INDEX,    /* term a plus term b times amount */
  TERM_LOAD,     /* what lies at term a, amount bits */
  TERM_OTHER,    /* operation `amount` on terms a and b */
  TERM_ATOMIC,   /* no address: an atomic section */
};
struct term {
  enum term_kind kind;
  uint32_t a, b;
  int64_t amount;
};

/* Where an address may point, by version: for releasing what goes by another name. */
typedef VEC(struct static_location) places;

struct side {
  const struct ir_program *p;
  const struct statics *s;
  const struct change_side *c;
  uint32_t *definition;  /* per register of the program: the instruction that alone writes it, IR_NONE: none, SEVERAL */
  uint32_t *function_of; /* per instruction */
  uint8_t *acts;         /* per function: enum thread_lock */
  VEC(struct analysed) contexts;
  struct map context_ids;       /* numbers of them: by function and set */
  uint32_t *ncontexts, *newest; /* per function: how many it has, the newest one or IR_NONE */
};
enum { SEVERAL = IR_NONE - 1 };

struct terms {
  VEC(struct term) all;
  VEC(places) points[2]; /* per term and version */
  struct map ids;
};

/* ---- sets of locks: sorted, each known by its number; 0 is empty (locksets_sets.c) ---- */

/* A lock is a term; held shared it is another one. */
typedef uint32_t lock;
static inline lock lock_of(uint32_t term, bool shared) { return term << 1 | shared; }
static inline uint32_t lock_term(lock l) { return l >> 1; }

typedef VEC(lock) lock_list;
struct sets {
  VEC(lock_list) all;
  struct map ids;
};
uint32_t sets_intern(struct sets *sets, lock_list *list); /* sorts it; the list stays the caller's */
uint32_t sets_with(struct sets *sets, uint32_t set, lock l);
uint32_t sets_meet(struct sets *sets, uint32_t a, uint32_t b); /* what is in both */
bool sets_has(const struct sets *sets, uint32_t set, lock l);
void sets_free(struct sets *sets);

/* ---- functions per context (locksets_flow.c) ---- */

struct locksets {
  const struct change *change;
  struct side side[2];
  struct terms terms;
  struct sets sets;
  uint8_t *differs; /* per instruction of the new version */
};

/* Numbers that both versions share: those of the new version, and others for what only the old one has. */
uint32_t locks_canonical(uint32_t count, const uint32_t *match, int side, uint32_t number);

uint32_t terms_make(struct locksets *l, struct term t);
uint32_t terms_of(struct locksets *l, int side, uint32_t function, ir_value v); /* the value of an operand */
/* The name of the lock at an address; remembers where it may point. */
uint32_t terms_lock(struct locksets *l, int side, uint32_t ins, ir_value address);
/* A lock that the caller holds, as the called function sees it, and the other way round. */
uint32_t terms_down(struct locksets *l, int side, uint32_t call, uint32_t term);
uint32_t terms_up(struct locksets *l, int side, uint32_t call, uint32_t term);
bool terms_may_meet(const struct locksets *l, int side, uint32_t a, uint32_t b); /* may they be one lock? */
void terms_print(const struct locksets *l, uint32_t term, FILE *out);
void terms_free(struct terms *terms);

/* The number of the context; analysed now if it was not before. */
uint32_t flow_analyse(struct locksets *l, int side, uint32_t function, uint32_t entry);
uint32_t flow_down(struct locksets *l, int side, uint32_t call, uint32_t set); /* as the called function sees it */
/* The functions of the program that a call executes in the same thread. */
void flow_callees(const struct locksets *l, int side, uint32_t call, lock_list *functions);
#endif

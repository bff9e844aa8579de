/* For locks_held.c and guarded.c: which locks are held for certain at an instruction. */
#ifndef HEDDLE_STATIC_GUARDED_INSIDE_H
#define HEDDLE_STATIC_GUARDED_INSIDE_H
#include "static/inside.h"
#include "static/points.h"

enum { MOST_HELD = 6, NOT_REACHED = 255, LOCK_BYTES = 40 };

struct held {
  bool is_place;  /* otherwise: from a register */
  uint32_t where; /* object; register of the function */
  int64_t offset;
};
struct held_set {
  uint8_t count; /* NOT_REACHED: no run is known to come here */
  struct held at[MOST_HELD];
};

struct static_guards {
  const struct statics *s;
  struct held_set *entry; /* per function */
  struct held_set *in;    /* per block */
  bool *releases;         /* per function: it, or what it calls, may give a lock back */
  uint8_t *acts;          /* per function: enum act */
  list breakers;          /* instructions that write where a lock lies, other than by locking */
  uint8_t *breaks;        /* per instruction: it is one of them */
  struct map parallel;    /* pairs of code -> 1 + answer */
  uint32_t asked;
  uint8_t *known; /* per instruction: 1 + answer */
  bool none;      /* nothing can be said about this program */
};

enum act { ACT_NOTHING, ACT_LOCK, ACT_UNLOCK, ACT_RENEW, ACT_USE };

void held_add(struct held_set *set, struct held h);
bool held_has(const struct held_set *set, const struct held *h);
struct held_set held_at(const struct static_guards *g, uint32_t ins);
/* The register that an address is so many bytes behind: a parameter, or one that a single instruction writes. */
bool held_root(const struct statics *s, uint32_t function, ir_value v, uint32_t *root, int64_t *offset);
/* calloc fills what nobody knows yet, itself or by a function that nobody else calls. */
bool fills_its_own(const struct statics *s, uint32_t ins);
/* The cell of an array begins behind the other place. */
bool is_behind(const struct statics *s, uint32_t ins, const struct cell *cell, const struct cell *other);
#endif

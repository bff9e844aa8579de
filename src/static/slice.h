/* What backward and forward slices share: the search over (instruction, how much of it matters, direction). */
#ifndef HEDDLE_STATIC_SLICE_H
#define HEDDLE_STATIC_SLICE_H
#include "static/inside.h"

/* A function that was entered from one of its calls does not lead on to its other calls; `open` says that it may. The
   lowest level occurs in forward slices only: a call that hands an affected value on, and is not affected by it. */
enum { STATES = 8 };
#define PASSES STATIC_IRRELEVANT
struct spot {
  uint32_t ins;
  enum static_relevance level;
  bool open;
};
static inline uint32_t spot_number(struct spot at) { return at.ins * STATES + (uint32_t)at.level * 2 + at.open; }
static inline struct spot spot_at(uint32_t number) {
  return (struct spot){number / STATES, (enum static_relevance)(number % STATES / 2), number % 2};
}

struct static_slice {
  const struct statics *s;
  uint8_t *states; /* per instruction: bit per state that was reached */
  list todo;       /* spots, first in first out */
  uint32_t head;
  uint64_t *entered;  /* bit per function: its calls (forward: its body) were visited */
  uint64_t *given;    /* bit per register: the arguments that become this parameter (forward: its uses) were visited */
  struct map cells;   /* cells (with the phase of who asks) that were visited */
  struct map others;  /* cells whose accesses were visited for one who asks in that phase */
  uint8_t *summaries; /* per register: what this parameter has influence on, once somebody asked (call_effects.c) */
  uint32_t *parents;  /* with reasons: per spot the spot it was reached from */
  uint8_t *edges;     /* and how */
  uint64_t
      *passed; /* with `only`: two bits per instruction, what decides it was visited in its place; not open, open */
  const struct static_set *only; /* backward: nothing else ever fails; NULL: everything may */
};

struct static_slice *slice_new(const struct statics *s, bool with_reasons);
void slice_visit(struct static_slice *x, struct spot at, uint32_t from, enum static_edge edge);
/* True the first time. */
static inline bool slice_mark(uint64_t *bits, uint32_t i) {
  bool old = bits[i / 64] >> i % 64 & 1;
  bits[i / 64] |= (uint64_t)1 << i % 64;
  return !old;
}
/* The same for a cell and the phase of the instruction that asks about it; `weak`: an answer of its own. */
bool slice_mark_cell(const struct statics *s, struct map *marks, uint32_t ins, bool weak, uint32_t cell);
/* Was every cell visited in the phase of the instruction? Then SLICE_ALL is marked. */
#define SLICE_ALL UINT32_MAX
bool slice_has_all(const struct static_slice *x, uint32_t ins);
/* What an argument may influence of the call that gives it, beside memory. Asked once for each parameter. */
enum { SUMMARY_RESULT = 1, SUMMARY_RETURN = 2, SUMMARY_KNOWN = 4, SUMMARY_BUSY = 8 };
unsigned call_effect_of_argument(struct static_slice *x, uint32_t call, uint32_t position);
/* Has it influence on what is executed behind it? */
bool slice_decides(const struct static_slice *x, uint32_t decider);
void backward_step(struct static_slice *x, uint32_t spot);
void forward_step(struct static_slice *x, uint32_t spot);
/* Is it a dependence between threads? */
enum static_edge slice_memory_edge(const struct statics *s, uint32_t writer, uint32_t reader, const struct cell *cell);
#endif

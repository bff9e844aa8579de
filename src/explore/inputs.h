/* Inputs of a program from a test: the n-th one of a name is the object NAME, then NAME_1, NAME_2, ... */
#ifndef HEDDLE_EXPLORE_INPUTS_H
#define HEDDLE_EXPLORE_INPUTS_H
#include "suite/ktest.h"
#include "sym/sym.h"
#include "util/map.h"
#include "util/vec.h"

struct inputs {
  const struct ktest *test;
  struct ktest *grow;  /* the same test, if what it does not have may be added to it, as zeros; NULL: it may not */
  struct map used;     /* hash of a name -> how many of it were given out */
  VEC(uint8_t *) made; /* zeros for what the test does not say */
  bool diverged;       /* an input was asked for that the test does not have, or of another size */
  char why[320];
};

/* `size` bytes that live as long as the inputs do. */
const uint8_t *inputs_next(struct inputs *inputs, const char *base, uint32_t size, enum sym_input_kind kind);
void inputs_free(struct inputs *inputs);
#endif

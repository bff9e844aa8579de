/* Where runs under hunting begin: inputs and schedules of old tests, and inputs of earlier paths.

   Each is a row of bytes, one for each variable. As long as the row that leads fulfils the path, it is the solver's
   current model, so that decisions go as they went there; where it no longer does the run goes on without it. */
#ifndef HEDDLE_EXPLORE_HUNT_INPUTS_H
#define HEDDLE_EXPLORE_HUNT_INPUTS_H
#include "hunt/hunt.h"
#include "smt/smt.h"
#include "suite/folder.h"
#include "util/vec.h"

struct hunt_row {
  const struct ktest *test; /* NULL: of an earlier path */
  uint8_t *bytes;
  uint32_t room, filled;     /* bytes that there are; variables whose bytes are there */
  char *text;                /* names of threads, one after the other, and where each is; of a schedule */
  VEC(const char *) threads; /* in the order of its steps */
};
struct hunt_inputs {
  struct sym *sym;
  struct smt *smt;
  VEC(struct hunt_row) rows;  /* of tests, then of earlier paths */
  uint32_t tests, newest;     /* rows of tests; the row of a path that was written last */
  uint32_t leader, fulfilled; /* its row, or UINT32_MAX; how many constraints of the path it fulfils */
};
/* From now on, as the solver's hints. tests: NULL: there are none. */
void hunt_inputs_open(struct hunt_inputs *x, const struct suite *tests, struct sym *sym, struct smt *smt);
void hunt_inputs_close(struct hunt_inputs *x);
struct hunt_starts hunt_inputs_starts(struct hunt_inputs *x);
#endif

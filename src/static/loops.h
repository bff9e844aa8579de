/* Loops that may go on for ever (loops.c). */
#ifndef HEDDLE_STATIC_LOOPS_H
#define HEDDLE_STATIC_LOOPS_H
#include "static/inside.h"

struct loops {
  bool *escapes; /* per block of the program: its jump gets an edge to the exit */
  bool endless;  /* the function has a loop that may not end */
};
void loops_find(const struct statics *s, uint32_t function, struct loops *out);

/* Edges between the live blocks of a function, numbered from 0 (cfg.c). */
void blocks_flow(const struct statics *s, const struct ir_function *f, pairs *edges);
#endif

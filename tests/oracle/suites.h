/* Random pairs of versions with a suite of the old one: what `heddle check --suite` makes of it, against full
   explorations. */
#ifndef ORACLE_SUITES_H
#define ORACLE_SUITES_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "ir/ir.h"

/* ---- suites_gen.c: sequential programs with inputs, and edits of them */

/* Version `version` (0 or 1) of the program of a seed: functions whose names end in the seed; main is main_SEED. The
   second version is the first one with a few statements changed, added or deleted. */
void suites_gen(FILE *out, uint64_t seed, unsigned version);
void suites_gen_head(FILE *out); /* what stands once before the programs */

/* ---- suites_judge.c */

struct suites_pair {
  const struct ir_program *old_image, *new_image;
  uint32_t old_entry, new_entry;
};

struct suites_figures {
  uint64_t pairs, undecided;            /* compared; too much to explore, or nothing to compare */
  uint64_t kept, fresh, retired, paths; /* of the tests; paths of the new versions */
  uint64_t indivisible;                 /* pairs that were not explored in units */
  uint64_t asked, asked_full;           /* questions left to the solver; without the suite */
};

/* `directory` is empty before and after. The difference, freed by the caller; NULL: none. */
char *suites_judge(const struct suites_pair *pair, const char *directory, struct suites_figures *figures);
#endif

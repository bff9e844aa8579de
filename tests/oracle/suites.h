/* Random chains of versions with a suite: what `heddle check --suite` makes of it, against full explorations. */
#ifndef ORACLE_SUITES_H
#define ORACLE_SUITES_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "ir/ir.h"
#include "pairs.h"

/* ---- suites_gen.c: sequential programs with inputs, and edits of them */

/* Version `version` of the program of a seed: functions whose names end in the seed; main is main_SEED. Each version is
   the one before with a few statements changed, added or deleted. */
void suites_gen(FILE *out, uint64_t seed, unsigned version);
void suites_gen_head(FILE *out); /* what stands once before the programs */

/* ---- suites_judge.c */

struct suites_chain {
  uint64_t seed;
  uint32_t count; /* versions */
  struct {
    const struct ir_program *image;
    uint32_t entry;
  } version[PAIRS_VERSIONS];
};
uint32_t suites_gen_length(uint64_t seed); /* of the chain: how many versions */

struct suites_figures {
  uint64_t pairs, undecided;            /* compared; too much to explore, or nothing to compare */
  uint64_t limited;                     /* of those compared: checks that were cut short */
  uint64_t kept, fresh, retired, paths; /* of the tests; paths of the new versions */
  uint64_t indivisible;                 /* pairs that were not explored in units */
  uint64_t asked, asked_full;           /* questions left to the solver; without the suite */
};

/* `directory` is empty before and after. The difference, freed by the caller; NULL: none. */
char *suites_judge(const struct suites_chain *chain, const char *directory, struct suites_figures *figures);
#endif

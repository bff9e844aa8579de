/* The generator of small random multithreaded programs.

   The same seed and size always give the same text. Programs have few visible operations, so that every interleaving
   can be walked; failures (assertions, memory, division, misuse, deadlock) are meant to happen in some. main writes
   the final state of what is shared as one line, so that the set of lines over all runs is the set of final states.
   Inputs have few values.

   The text of a program uses plain names. Many programs in one file: gen_names before each makes its global names
   its own. */
#ifndef ORACLE_GEN_H
#define ORACLE_GEN_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct gen_traits {
  bool inputs;   /* symbolic data */
  bool chance;   /* compare-and-swaps that may fail without a reason: unknown to a plan */
  bool sections; /* __VERIFIER_atomic_begin */
  bool loops; /* that wait: how often one goes round is not determined, so the number of traces is not either. Nor where
                 memory is handed out again: whether somebody still holds an address may change by what nobody sees */
  bool choices; /* a signal may find several waiters */
  bool waits;   /* on condition variables: a loop, if a wait may end without a signal */
  int profile;
};

enum { GEN_HEAD_LINES = 29 };
void gen_head(FILE *out); /* what stands once before the programs: GEN_HEAD_LINES lines */
void gen_program(FILE *out, uint64_t seed, int size, struct gen_traits *traits); /* size 0: from the seed */
void gen_names(FILE *out, uint64_t seed,
               bool undo); /* #define x0 x0_SEED ... for every global name, main too; undo: #undef */
const char *gen_profile_name(int profile);
/* Does the program cancel threads, or has it robust mutexes? Then its whole image gets other functions that wait. */
bool gen_is_apart(const char *text);
#endif

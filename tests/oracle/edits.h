/* Random edits of the oracle's programs: the next version of a program.

   A program's text is read into a tree of statements, changed there, and written again, a statement a line. The same
   text, seed and mask always give the same version. */
#ifndef ORACLE_EDITS_H
#define ORACLE_EDITS_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { EDITS_MOST = 5 };

/* What was done, for people and figures. */
struct edits_done {
  uint32_t count;                /* edits */
  const char *names[EDITS_MOST]; /* of their kinds */
  bool harmless;                 /* all of them only rename or reorder: the program does the same */
};

/* The first version of a program as the tree writes it; freed by the caller. */
char *edits_first(const char *text, uint64_t seed);
/* The next version, freed by the caller: up to five edits; the mask leaves out those whose bit is not set. */
char *edits_apply(const char *text, uint64_t seed, uint32_t mask, struct edits_done *done);
/* The text of a version in which globals are members of a structure, if the seed wants that; freed by the caller. */
char *edits_pack(const char *text, uint64_t seed, uint32_t version);
uint32_t edits_layout(uint64_t seed, uint32_t version); /* a number for how that is laid out */
/* The first version, perhaps with a statement that looks at what lies beside a member; freed by the caller. */
char *edits_look_beside(const char *text, uint64_t seed);
#endif

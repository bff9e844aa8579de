/* What an exploration of a program says, in a form that two of them can be compared: texts, sorted, without what
   depends on the order of exploration. */
#ifndef ORACLE_ANSWER_H
#define ORACLE_ANSWER_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/options.h"
#include "explore/explore.h"
#include "ir/ir.h"
#include "util/vec.h"

typedef VEC(char *) answer_texts; /* each owned */

struct answer {
  bool limited;    /* a limit was reached: says nothing */
  char *verdict;   /* with the reasons */
  char *failures;  /* "kind:line" each once; for a deadlock the kind alone, for a race both lines */
  char *races;     /* the same of the warnings; NULL: not known */
  uint64_t states; /* hash of the set of lines that were printed */
  uint64_t traces; /* different runs; 0: not counted */
  uint64_t full, partial, blocked;
  bool symbolic;  /* something was decided on unknown data: inputs, memory that nobody has written */
  double seconds; /* of the processor; 0: not known */
};

/* Explores in this process; hooks may be NULL. Output goes to the standard output's place, which is taken for that
 * time. */
void answer_explore(struct answer *answer, const struct ir_program *program, const struct explore_options *options,
                    const struct explore_hooks *hooks);
/* From the outside: the file of --json and what the command printed. False: they are not readable. */
bool answer_read(struct answer *answer, const char *json_file, const char *printed, size_t printed_bytes);
void answer_free(struct answer *answer);

/* One line of text, and back; what a reference needs. */
void answer_save(const struct answer *answer, uint64_t seed, FILE *out);
bool answer_load(struct answer *answer, uint64_t *seed, const char *line);

/* NULL if equal, else what differs; the caller frees it. With `states` final states, races and numbers of runs count
   too. */
char *answer_compare(const char *name, const struct answer *expected, const struct answer *answer, bool states);
/* Of a strategy that promises one run per trace: did it make more? */
bool answer_wasteful(const struct answer *expected, const struct answer *answer);
#endif

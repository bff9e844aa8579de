/* What `heddle diff` says: changed lines per function, renames, changed globals, what is affected, and why. */
#ifndef HEDDLE_REPORT_DIFF_H
#define HEDDLE_REPORT_DIFF_H
#include <stdbool.h>
#include <stdio.h>

#include "change/impact.h"
#include "change/lines.h"
#include "equivalence/equivalence.h"
#include "report/report.h"

/* A question "why is this line affected?", with its answer. */
struct diff_why {
  const char *file; /* as asked for; NULL: nothing was asked */
  uint32_t line;
  bool known; /* there is code on this line of the new version */
  struct static_link *links;
  uint32_t count; /* 0: not affected */
  bool in_old;    /* the chain runs in the old version, but for its end */
  uint32_t ins;   /* the instruction of the new version that the chain leads to */
};

struct diff_report {
  const char *old_name, *new_name;
  const struct change *change;
  const struct lines *lines;
  const struct equivalence *equivalence; /* NULL: the same */
  const struct impact *impact;           /* NULL: not looked at, because nothing changed */
  struct diff_why why;
  double front_seconds, change_seconds, equivalence_seconds, impact_seconds;
  enum report_level level;
  bool stats, colour, sets;
  /* The file with the text of a source that is shown as `shown`; freed by the caller. NULL: the name itself. */
  char *(*locate)(const void *context, bool new, const char *shown);
  const void *context;
};

void diff_text(FILE *out, const struct diff_report *report);
/* False if writing failed. */
struct json_t *diff_model(const struct diff_report *report); /* freed with json_decref */
bool diff_json(FILE *out, const struct json_t *model);
/* Changed functions with their lines, as in the member "functions" of a change. */
struct json_t *diff_functions(const struct change *change, const struct equivalence *equivalence); /* may be NULL */

/* Lines of the new version in order of file and line, each once. */
struct diff_place {
  const char *file;
  uint32_t line;
  uint32_t function; /* of the new version */
};
struct diff_places {
  struct diff_place *data;
  uint32_t count;
};
/* Affected lines of the program's own code, by function if asked, and how many lines can be executed at all. */
struct diff_places diff_affected(const struct diff_report *report, bool by_function, uint32_t *live);

/* Lines of a set of instructions of the new version (impact's forward or backward): those of branches, and
   those on which memory is written, or which have no branch. Directed incremental symbolic execution calls them
   affected conditional nodes and affected write nodes. */
enum diff_part { DIFF_CONDITIONS, DIFF_WRITES };
struct diff_places diff_set(const struct diff_report *report, const struct static_set *set, enum diff_part part);

/* diff_words.c: what is different about a row, in a few words ("3 -> 4", "slt -> sle"); "" if nothing short can be
   said. */
enum { DIFF_WORDS = 160 };
const char *diff_words(const struct change *change, const struct lines_row *row, char buffer[DIFF_WORDS]);
/* "initial value 3 -> 4", "size 4 -> 8 bytes". */
const char *diff_words_global(const struct change *change, const struct lines_global *global, char buffer[DIFF_WORDS]);
/* How a link depends on the one before it: "uses its result". */
const char *diff_words_edge(enum static_edge edge);
#endif

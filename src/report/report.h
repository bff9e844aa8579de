/* What a person or a program sees of a result: text for a terminal, JSON by the contract, a live status line. The
   printers only read; they decide nothing about verdicts. */
#ifndef HEDDLE_REPORT_REPORT_H
#define HEDDLE_REPORT_REPORT_H
#include <stdbool.h>
#include <stdio.h>
#include "check/check.h"
#include "explore/explore.h"
#include "base/result.h"
#include "smt/smt.h"

enum report_level { REPORT_QUIET, REPORT_NORMAL, REPORT_VERBOSE };

/* How a replayed test compares with what it recorded. */
struct report_replay {
  const char *test;     /* file */
  const char *recorded; /* recorded verdict in words; NULL: the test does not say */
  const char
      *kept_for; /* file of the program for which the test's suite keeps it; NULL: the test's own, or a given one */
  bool verdict_agrees;
  uint64_t path; /* the one taken, as in META_PATH */
  bool path_recorded, path_agrees;
  bool diverged;
  const char *why; /* of the divergence */
};

/* How the verdict compares with what a task definition expects. */
struct report_task {
  const char *file, *property, *expected; /* expected: "true", "false", "unknown" */
  const char *outcome;                    /* "right", "wrong", "incomplete" */
};

/* What a check of two versions adds. */
/* Which failures decide about the exit code. */
enum fail_on { FAIL_ON_NEW, FAIL_ON_ANY, FAIL_ON_NEVER };
const char *report_fail_on_text(enum fail_on on);
/* The exit code: 0, 1 or 3. */
int report_exit_code(const struct result *result, enum fail_on on);

struct report_versions {
  const struct check *check;
  const char *old_name, *new_name;
};

/* What a command adds to a report: its own verdict in words, a part of the text, members of the JSON object. */
struct pen;
struct json_t;
struct report_extra {
  const void *context;
  void (*verdict)(const void *context, const struct pen *pen);
  void (*text)(const void *context, const struct pen *pen);
  void (*json)(const void *context, struct json_t *object);
};

struct change; /* change/change.h */
struct report_track;
struct report_info {
  const struct report_extra *extra;       /* NULL: nothing */
  const char *command;                    /* "run" or "replay" */
  const struct ir_program *program;       /* for its source text; NULL: that of the files' names */
  const struct report_replay *replay;     /* NULL for other commands */
  const struct report_task *task;         /* NULL: no task */
  const struct report_versions *versions; /* NULL: there is one version */
  enum fail_on fail_on;                   /* check */
  const struct change *change;            /* of other commands than check; NULL: one version */
  const struct smt_stats *solver;         /* NULL: nothing was asked */
  const struct report_track *track;       /* NULL: nothing was noted */
  const struct explore_record *record;    /* what was executed; NULL: nobody noted it */
  const char *name;                       /* of the program; NULL: not known */
  const char *line;                       /* the command, as one could type it; NULL: not known */
  enum report_level level;
  uint64_t max_warnings; /* the others are counted */
  bool pruning;          /* why runs were cut */
  bool stats;            /* text: the solver's layers as a table */
  bool colour;           /* text: escape sequences are welcome */
  bool full_schedule;    /* text: every step */
  int width;             /* text: columns that lines may have; 0: the standard */
};

/* True where colour is welcome: a terminal, not a dumb one, and NO_COLOR is not set. */
bool report_wants_colour(FILE *out);

/* Columns of the terminal; 0: it is none. COLUMNS in the environment says it too. */
int report_width(FILE *out);

/* How many of the result's warnings are shown, the first ones. */
uint32_t report_warnings_told(const struct report_info *info, const struct result *result);

void report_text(FILE *out, const struct report_info *info, const struct result *result);
/* False if writing failed. Always one valid JSON object in UTF-8. */
bool report_json(FILE *out, const struct report_info *info, const struct result *result);

/* The live status line; the progress hook of an exploration with the status as context. Silent where `out` is no
   terminal. */
struct report_status {
  FILE *out;                  /* NULL: silent */
  double started, last;       /* moments: of the command, of the last line shown */
  bool shown;                 /* a line stands there that must be erased */
  const char *phase;          /* of the last exploration that was shown */
  struct report_track *track; /* where the progress is noted; NULL: nowhere */
};

/* How a search went on: few samples over its whole time, for plots. */
enum { TRACK_SAMPLES = 128 };
struct report_track {
  struct explore_progress samples[TRACK_SAMPLES];
  uint32_t count;
  double pause; /* at least that long between two */
};
void report_track_note(struct report_track *track, const struct explore_progress *now);
void report_status_open(struct report_status *status, FILE *out);
void report_status_show(void *status, const struct explore_progress *now);
/* What is done now that is no exploration: one line, until the next one. */
void report_status_phase(void *status, const char *phase);
void report_status_close(struct report_status *status);
#endif

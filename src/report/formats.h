/* The forms of a report, a row each. All are made from the model (report/model.h) alone: of a run that just ended or of
   one that the store kept.

     X(NAME, name, what)       a file of its own; name: of the option
   Text that comes from the program under test is escaped as the form demands; nothing in it can end a string, a tag, a
   line or a command of the form. */
#ifndef HEDDLE_REPORT_FORMATS_H
#define HEDDLE_REPORT_FORMATS_H
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#define REPORT_FORMATS(X)                                                                                              \
  X(HTML, html, "an HTML page")                                                                                        \
  X(SARIF, sarif, "SARIF 2.1.0")                                                                                       \
  X(JUNIT, junit, "JUnit XML")                                                                                         \
  X(WITNESS, witness, "a violation witness of SV-COMP")                                                                \
  X(DOT, dot, "a graph for Graphviz")                                                                                  \
  X(LCOV, lcov, "coverage for lcov")

enum report_format {
#define X(name, lower, what) FORMAT_##name,
  REPORT_FORMATS(X)
#undef X
      FORMAT_COUNT
};

/* What a form writes into is checked for errors at the end. */
typedef void report_writer(FILE *out, const json_t *model);
#define X(name, lower, what) report_writer lower##_write;
REPORT_FORMATS(X)
#undef X

const char *formats_name(enum report_format format);
/* False if writing failed. */
bool formats_write(FILE *out, enum report_format format, const json_t *model);

/* ---- lines for the standard output ---- */

enum report_style { STYLE_TEXT, STYLE_GITHUB, STYLE_GCC };
/* annotations.c: a line for each failure, as GitHub's runners or gcc's users know them. */
void annotations_github(FILE *out, const json_t *model);
void annotations_gcc(FILE *out, const json_t *model);
/* story.c: a few lines on a stored run, for people. */
void story_text(FILE *out, const json_t *model);
#endif

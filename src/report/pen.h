/* Coloured writing: the pen knows where to write and whether escape sequences are welcome there. */
#ifndef HEDDLE_REPORT_PEN_H
#define HEDDLE_REPORT_PEN_H
#include <stdbool.h>
#include <stdio.h>
#include "base/result.h"

enum pen_ink { INK_PLAIN, INK_GOOD, INK_BAD, INK_WARN, INK_STRONG, INK_FAINT, INK_CARET };

struct pen {
  FILE *out;
  const struct ir_program *program; /* whose source text is shown; NULL: that of the files' names */
  bool colour;
  bool full; /* every step of a schedule */
  int width; /* columns that lines may have; 0: the standard */
};

/* Writes in an ink and goes back to plain. */
void pen_write(const struct pen *pen, enum pen_ink ink, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Text that comes from the program under test: cleaned of what could confuse a terminal. */
void pen_foreign(const struct pen *pen, enum pen_ink ink, const char *text);

/* "label  text", the text in as many lines as the width asks for: what is written with the pen of the paragraph until
   its end. */
struct pen_paragraph {
  struct pen pen; /* writes into the text */
  char *text;
  size_t size;
};
void pen_begin(struct pen_paragraph *paragraph);
void pen_end(struct pen_paragraph *paragraph, const struct pen *pen, const char *label);

/* A failure (or, if `warning`, a warning) with its source line, call stack, inputs and test; `all` shows every
   input. */
void pen_failure(const struct pen *pen, const struct result_failure *failure, bool warning, bool all);
#endif

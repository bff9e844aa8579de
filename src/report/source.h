/* Lines of source files, for showing the place of a failure. */
#ifndef HEDDLE_REPORT_SOURCE_H
#define HEDDLE_REPORT_SOURCE_H
#include <stdint.h>
#include "ir/ir.h"

/* Line `line` (from 1) of a file, without its end, tabs kept; NULL if there is no such file or line, or it is
   unreasonably long. Freed by the caller. */
char *source_line(const char *file, uint32_t line);
/* The same for a name in a program, which may be a revision's file; NULL: it is none. */
char *source_line_of(const struct ir_program *program, const char *name, uint32_t line);
#endif

/* PROGRAM on the command line: what the jobs do with it. */
#ifndef HEDDLE_JOB_PROGRAM_H
#define HEDDLE_JOB_PROGRAM_H
#include <stdio.h>

#include "ir/ir.h"
#include "job/options.h"

/* Loads what options->words from `first` on name; NULL: the message is on stderr. Files of a revision (REV:FILE) become
   their plain names there, options->revision says which. */
struct ir_program *program_load(struct cli_options *options, uint32_t first);
/* What --dump asks for of a program itself; and where dumps go, so that no other output of the command is disturbed. */
void program_dump(const struct cli_options *options, const struct ir_program *program);
FILE *program_dump_file(const struct cli_options *options);
/* Adds what heddle.toml says: options, compiler flags, and its files where the command line names none from word
   `first` on. For commands with one PROGRAM, before program_load. False after a message. */
bool program_configure(struct cli_options *options, uint32_t first);
/* Removes what was exported for a revision: when its source text is not needed any more. */
void program_close(struct cli_options *options);
/* "queue" for src/queue.c; the directory's name for a directory. Freed by the caller. */
char *program_name(const char *input);
/* The text that tests carry to say how their program was given. Freed by the caller. */
char *program_describe(const struct cli_options *options);
#endif

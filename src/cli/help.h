/* What heddle says about itself: --help, manual pages, completion, the library of programs under test. */
#ifndef HEDDLE_CLI_HELP_H
#define HEDDLE_CLI_HELP_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

void help_overview(FILE *out);
bool help_command(FILE *out, const char *name); /* false: there is none of that name */
void help_man(FILE *out);
bool help_man_command(FILE *out, const char *name); /* its page; false as above */

/* The i-th command; false: there are not so many. */
struct help_entry {
  const char *name, *summary;
};
bool help_entry(uint32_t i, struct help_entry *entry);

/* completion.c: what bash, zsh or fish reads; false: another shell. */
bool completion_print(FILE *out, const char *shell);

/* library.c */
void library_list(FILE *out);
#endif

/* Arguments of attributes that clang does not know: a newer gcc writes __attribute__((malloc (free, 1))) where older
   ones, and clang, take no arguments and refuse the file. They change nothing for the program, so they are left out. */
#ifndef HEDDLE_FRONT_ATTRIBUTES_H
#define HEDDLE_FRONT_ATTRIBUTES_H
#include <stdbool.h>
#include <stddef.h>

/* Puts blanks in the place of such arguments: what follows keeps its line and column. True: there were some. */
bool attributes_tame(char *text, size_t length);

/* For a file that has some: the argument of clang's -ivfsoverlay that gives it the tamed text under the file's own
   name. NULL: it needs none, or cannot be read. In the process that becomes clang, in its directory. */
char *attributes_overlay(const char *file);
#endif

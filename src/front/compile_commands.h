/* Compilation databases (compile_commands.json): from their text to a list of C files with directory and flags. */
#ifndef HEDDLE_FRONT_COMPILE_COMMANDS_H
#define HEDDLE_FRONT_COMPILE_COMMANDS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/vec.h"

struct compile_command {
  char *file;
  char *directory;
  char *target;      /* the program or library that the file is a part of; "": the database does not say */
  VEC(char *) flags; /* without the compiler, -c, -o and the file itself */
};

struct compile_commands {
  VEC(struct compile_command) entries;
  uint32_t skipped; /* entries that are not C */
};

/* Reads the text of a database. False with a message in `why` if it is malformed; nothing is to be freed then. */
bool compile_commands_parse(const char *text, size_t length, struct compile_commands *out, char *why, size_t why_size);
void compile_commands_free(struct compile_commands *list);
#endif

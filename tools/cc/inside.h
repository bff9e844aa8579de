/* Inside heddle-cc: a command line of the C compiler, and bitcode made beside it. */
#ifndef HEDDLE_TOOLS_CC_INSIDE_H
#define HEDDLE_TOOLS_CC_INSIDE_H
#include <stdbool.h>

#include "util/vec.h"

typedef VEC(const char *) words;

/* What a file of the command line is. */
enum source { SOURCE_C, SOURCE_OTHER_LANGUAGE, SOURCE_NONE };

struct input {
  const char *file;
  enum source source;
  const char *language; /* of -x; NULL: by the name */
};

struct command {
  bool makes_object;  /* it compiles or links: neither -E nor --version */
  bool compiles;      /* -c */
  const char *output; /* of -o; NULL: none */
  words flags;        /* those that matter for the bitcode */
  VEC(struct input) inputs;
};

/* arguments.c: reads a command line, files of flags (@FILE) included. What is allocated lives as long as the program.
 */
void command_read(struct command *command, char *const *arguments, int count);

/* bitcode.c. `path` becomes the bitcode of the C file, made with clang. False: *why is a line that says why not. */
bool bitcode_make(const struct command *command, const struct input *input, const char *path, char **why);
/* A record for the section, to be freed: bitcode_records.h. NULL: *why. */
char *bitcode_record(const char *path, char **why);

/* process.c: starts a program and waits for it. Its messages go to the file descriptor `messages`, -1: to ours. The
   status of waitpid, -1 if it cannot be started. */
int process_run(char *const *arguments, int messages);
#endif

/* A C file for generated programs, which is there until they are compiled. */
#ifndef ORACLE_GEN_FILE_H
#define ORACLE_GEN_FILE_H
#include <stdio.h>

#include "../scratch.h"
#include "ir/ir.h"

struct gen_file {
  FILE *out;
  char path[SCRATCH_BYTES];
};

/* `name` tells who it belongs to. The process ends after a message if it cannot be written. */
void gen_file_open(struct gen_file *file, const char *name);
/* Compiles and removes it. NULL: it does not compile. */
struct ir_program *gen_file_load(struct gen_file *file);
#endif

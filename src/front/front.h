/* The front end: from C files, bitcode files or a compilation database to an IR program.

   The work with clang and LLVM is done in a separate process (heddle-front), so that whatever a foreign or broken input
   does there cannot take heddle down, and heddle itself never carries LLVM in its memory. */
#ifndef HEDDLE_FRONT_FRONT_H
#define HEDDLE_FRONT_FRONT_H
#include <stdbool.h>
#include "front/cached.h"
#include "ir/ir.h"

/* The files of a revision lie in a place of their own, but are named as if they were where the user has them. */
struct front_tree {
  const char *root;      /* absolute: where the files are; NULL: this is no revision */
  const char *shown;     /* absolute: where the user has them */
  const char *directory; /* absolute, in root: relative inputs start here, and are shown relative */
};

struct front_request {
  const char *const *inputs; /* .c, .i, .bc, .ll files, or one directory / compile_commands.json */
  uint32_t ninputs;
  struct front_tree tree;    /* where relative inputs are; unset: here */
  const char *const *cflags; /* what followed "--" on the command line */
  uint32_t ncflags;
  const char *target;       /* of a database: the program of this name; NULL: the only one */
  const char *only;         /* of several files with an entry function: this one; NULL: there is one */
  bool allow_plugins;       /* flags of a database may do anything */
  const char *entry;        /* function to start with; NULL: main */
  bool data_model_32;       /* compile for ILP32 (-m32) */
  const char *instrument;   /* also write the program's own code for a native replay there; NULL: no */
  const char *sanitize;     /* that code for this sanitizer of clang: "address", "memory"; NULL: none */
  bool watch;               /* that code with calls of the runtime's own checks */
  bool polls;               /* signals may come from outside */
  const char *save_bitcode; /* also write the linked, prepared bitcode there; NULL: no */
  struct cached *cached;    /* programs that were compiled before; NULL: none are kept */
};

/* The program, or NULL: the messages are on stderr already, the exit code is EXIT_USAGE. */
struct ir_program *front_load(const struct front_request *request);

/* Links bitcode files that heddle-cc made into `out`. False after a message. */
bool front_merge(const char *const *files, uint32_t count, const char *out);

/* Absolute path of a file that belongs to heddle ("heddle-front", "rt/heddle-rt.bc", "include/heddle.h"): beside the
   binary in a build tree, or where `make install` put it. NULL if it is nowhere. Freed by the caller. */
char *front_find_part(const char *name);
#endif

/* Inside heddle-front: translation units, compiled by clang where they are C, then read and linked. */
#ifndef HEDDLE_FRONT_COMPILE_H
#define HEDDLE_FRONT_COMPILE_H
#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#include "front/front.h"
#include "util/map.h"
#include "util/vec.h"

struct unit {
  const char *file;
  const char *directory; /* where the compiler runs; "" is here */
  const char *target;    /* what it is a part of; "": not known */
  char *const *flags;
  uint32_t nflags;
  int bitcode; /* descriptor of a file in memory with what clang made of it; -1 for a unit that is bitcode already */
};

struct front_options {
  const char *entry;
  const char *target, *only; /* of several units with an entry: see choose.c; NULL: there is one */
  const char *library;       /* bitcode of the library models; NULL: none */
  const char *include;       /* directory of heddle.h; NULL: none */
  const char *save_bitcode;  /* where to write the linked program; NULL: nowhere */
  const char *clang;         /* the compiler; NULL: the first in PATH */
  const char *recorder;      /* library to load into it, which records what it reads (reads.h); NULL: none */
  const char *reads_fd;      /* descriptor for the records */
  const char *instrument;    /* where to write the program's own code for a native replay; NULL: nowhere */
  const char *sanitize;      /* that code for this sanitizer of clang: "address", "memory"; NULL: none */
  bool watch;                /* that code with calls of the runtime's own checks */
  bool polls;                /* signals may come from outside */
  struct front_tree tree;    /* of a revision */
  bool data_model_32;
  bool colour;       /* in messages */
  bool print;        /* the program as text instead of an image */
  const char *merge; /* only link the units, all made by heddle-cc, into this bitcode file; NULL: no */
  int image_fd;      /* where the image goes */
  VEC(struct unit) units;
};

/* compile.c: makes bitcode of all C units, in parallel. False after a message. */
bool compile_units(struct front_options *options);
bool compile_keeps_scopes(const struct unit *unit);   /* its code says exactly where variables begin and end */
void compile_clean_up(struct front_options *options); /* closes what clang made */

/* choose.c: of several programs the units of one stay, the modules of the others become NULL. False after a message. */
bool choose_units(const struct front_options *options, LLVMModuleRef *modules);

/* link.c: one module of all units and the library, prepared for lowering. NULL after a message. `program_values` gets
   the definitions (LLVMValueRef) that are the program's own. */
LLVMModuleRef link_units(LLVMContextRef context, const struct front_options *options, struct map *program_values);
/* Writes options->merge. False after a message. */
bool link_merge(LLVMContextRef context, const struct front_options *options);
#endif

/* A comparison as lines of source: what a person wants to see of it.

   A line with a changed instruction belongs to one row. Where instructions of an old line have their matches on a new
   line, the two lines are one row, modified; others are deleted or added. Rows of a function are in the order of the
   new version, deleted ones where they used to be. Functions and globals of the library are left out. */
#ifndef HEDDLE_CHANGE_LINES_H
#define HEDDLE_CHANGE_LINES_H
#include "change/change.h"
#include "util/vec.h"

enum { OLD, NEW }; /* positions in a pair of versions */

enum lines_kind { LINES_DELETED, LINES_ADDED, LINES_MODIFIED };
const char *lines_kind_text(enum lines_kind kind);

/* Pairs are old version first. */
struct lines_row {
  enum lines_kind kind;
  const char *file[2];
  uint32_t line[2]; /* 0: the row has no line in this version */
  bool derived;     /* its instructions only read or write other registers, or only plain jumps and moves came or went:
                       often a mere     consequence of a change elsewhere in the function */
  uint32_t ins[2];  /* an instruction of it that changed, matches if possible; IR_NONE: none in this version */
};

struct lines_name {
  const char *name[2];
};

struct lines_function {
  uint32_t function[2]; /* IR_NONE: deleted or added */
  bool renamed;
  VEC(struct lines_row) rows;
  VEC(struct lines_name) locals; /* renamed ones, as far as the IR knows them */
};

struct lines_global {
  uint32_t global[2]; /* IR_NONE: deleted or added */
  bool renamed, changed;
};

struct lines {
  VEC(struct lines_function) functions; /* those with a row or another name, by file and line, deleted ones last */
  VEC(struct lines_global) globals;     /* the same; literals are left out */
};

void lines_collect(struct lines *lines, const struct change *change);
void lines_free(struct lines *lines);

/* The place of an instruction, or of its function where it has none of its own. */
void lines_place(const struct ir_program *p, uint32_t ins, const char **file, uint32_t *line);
#endif

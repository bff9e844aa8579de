/* What an exploration leaves behind for reports: how often each instruction was executed, and the tree of its runs.

   Both belong to one program: what is executed of another one, as of the old version in a check, is not noted. There is
   a tree for each round of the last search: where searches take turns, or begin anew with another bound, each has its
   own, and the one that went on last is shown. Trees are for people: only the first nodes of each are kept. */
#ifndef HEDDLE_EXPLORE_RECORD_H
#define HEDDLE_EXPLORE_RECORD_H
#include "dpor/dpor.h"
#include "smt/smt.h"
#include "util/map.h"
#include "vm/vm.h"

enum { RECORD_MOST_NODES = 400 }; /* of one tree */

enum record_kind { RECORD_ROOT, RECORD_STEP, RECORD_DECISION, RECORD_END };

struct record_node {
  enum record_kind kind;
  uint32_t parent; /* node */
  uint32_t thread; /* STEP: text */
  uint32_t text;   /* STEP: the operation; DECISION: the condition; END: how */
  uint32_t ins;    /* STEP: of the user's code, where there is one */
  uint32_t count;  /* END: runs that end so; ROOT: nodes of the tree */
  bool left_out;   /* ROOT: there were more */
};

struct explore_record {
  const struct ir_program *program;
  struct vm_flow *flow; /* per instruction */
  VEC(struct record_node) nodes;
  struct strings texts;
  struct map children; /* hash of a node and of what follows it there: the node that follows */
  uint32_t shown;      /* the root of the tree of the last run */
};

void record_open(struct explore_record *record, const struct ir_program *program);
void record_close(struct explore_record *record);

/* NULL: not of this program, or there is no record. */
struct vm_flow *record_flow(struct explore_record *record, const struct ir_program *program);
/* How often each instruction was executed: counts[i]. Freed by the caller. */
uint64_t *record_counts(const struct explore_record *record);

/* Of another process, which began with a copy of the record: what it has executed since then; and with that. */
void record_since(const struct explore_record *record, const struct vm_flow *before, struct vm_flow *since);
void record_add(struct explore_record *record, const struct vm_flow *since);
/* That round decided: its tree is shown, if it has one here. */
void record_show(struct explore_record *record, uint32_t round);

/* A search of the program begins; a run of it has ended. */
void record_begin(struct explore_record *record, const struct ir_program *program);
struct record_end {
  const struct ir_program *program;
  const struct vm *vm;
  const struct dpor *dpor;
  const struct smt *smt;
  const struct sym *sym;
};
void record_run(struct explore_record *record, const struct record_end *end, uint32_t round, const char *how);
#endif

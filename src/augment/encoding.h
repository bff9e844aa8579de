/* What a symbolic run says about other inputs and orders, as one condition: path, synchronisation, and which write
   each read sees, up to a last node. Steps that the order puts behind the last node do not count. */
#ifndef HEDDLE_AUGMENT_ENCODING_H
#define HEDDLE_AUGMENT_ENCODING_H
#include "augment/symbolic.h"

struct encoding {
  struct symbolic *s;
  uint32_t last;        /* node */
  uint32_t conditions;  /* of the last node: so many of its conditions hold */
  sym_id wanted;        /* one bit, beside all that: 0: nothing */
  uint32_t write, read; /* accesses: the read, which is the last node's, sees the write; IR_NONE: whatever it sees */
};

/* SMT_SAT: *test is an input and a schedule up to the last node (freed by the caller); inputs that do not matter are
   as in `like`. `in_order`: all steps stay in the order of the run, which is found out much faster. `effort`: at most
   so much in the solver (smt_check_within). */
enum smt_answer encoding_solve(const struct encoding *q, bool in_order, const struct smt_options *options,
                               unsigned effort, const struct ktest *like, struct ktest *test);
#endif

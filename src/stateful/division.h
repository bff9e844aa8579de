/* One stateful search in parts, on several machines: a part is a branch, named by the decisions that lead to it.

   A branch is given away as a prefix: at each node with a choice on the way which thread went on, and some bits of the
   state's key. Whoever gets it goes the same way from the root, explores what lies behind, and ends. Decisions on
   inputs are not named: both sides are gone, and the one that comes to other states is left at its next node. Giving a
   branch away promises nothing: only finished states, with their footprints, spare anybody work. So a branch that is
   lost, or explored twice, does no harm. */
#ifndef HEDDLE_STATEFUL_DIVISION_H
#define HEDDLE_STATEFUL_DIVISION_H
#include "stateful/shared.h"
#include "stateful/stateful.h"
#include "util/bytes.h"
#include "util/vec.h"

struct division_step {
  uint32_t thread; /* that went on */
  uint32_t check;  /* of the key of the state before */
};
typedef VEC(struct division_step) division_prefix;

/* From now on states that have so many behind them are noted when they are finished: see division_take_finished. */
void division_begin(struct stateful *s, uint64_t least);
/* The shallowest thread that must be tried at an open node and that nobody tries, at a node with so many states behind
   it; it counts as tried from now on, for who chooses what comes first. `tried`: there, by anybody. False: there is
   none. The prefix is freed by the caller. */
bool division_offer(struct stateful *s, uint64_t least, division_prefix *prefix, uint64_t *tried);
/* Before the first run: only what lies behind the prefix is explored. A thread that is like one of those that were
   tried at its last node need not be. */
void division_follow(struct stateful *s, const division_prefix *prefix, uint64_t tried);
/* The machine is back at a choice, of the scheduler or of its own: has it left what lies behind the prefix? */
bool division_is_left(const struct stateful *s, bool schedule);
/* It has, at a choice of the scheduler, and goes on there: with threads of that node, and then of those above, that
   must be tried and that nobody tries. So a branch that was small is not the end. False: it is at its beginning. */
bool division_goes_up(struct stateful *s);

/* ---- to and from other machines ---- */

/* Keys of finished states since the last time, for who sends them on; valid until the next step. */
const struct vm_control *division_take_finished(struct stateful *s, uint32_t *count);
/* What has changed at open nodes with so many states behind them: threads that must be tried, threads that are. */
struct division_hint {
  struct vm_control key;
  uint64_t wanted, trying; /* in the table's numbers */
};
typedef VEC(struct division_hint) division_hints;
void division_take_hints(struct stateful *s, uint64_t least, division_hints *hints);

void division_put_prefix(struct sink *sink, const division_prefix *prefix, uint64_t tried);
bool division_get_prefix(struct source *source, division_prefix *prefix, uint64_t *tried); /* freed by the caller */

/* ---- for stateful.c ---- */

struct node;
uint32_t division_choices(const struct stateful *s); /* nodes with a choice on the way */
uint32_t division_next(struct stateful *s);          /* the newest node: the prefix's thread; IR_NONE: none */
bool division_leaves(const struct stateful *s); /* the newest node is one on the prefix's way: others have the rest */
bool division_strays(struct stateful *s);       /* the node that was looked up is not on the prefix's way */
void division_finished(struct stateful *s, const struct node *n); /* it was published */
#endif

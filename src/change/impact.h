/* What a change may affect, and what must be explored to see every failure that it can bring.

   Forward impact: what the change may affect, in both versions (what was deleted is followed in the old one and mapped
   over). Backward impact: what may affect the change. Targets: the failure sites and the synchronisation whose outcome
   may differ from the old version's, and every site at which the old version failed. Exploring the new version as far
   as it has influence on its targets finds every failure of the new version that the old one did not have, if the old
   one was explored completely with the same checks. */
#ifndef HEDDLE_CHANGE_IMPACT_H
#define HEDDLE_CHANGE_IMPACT_H
#include "change/change.h"
#include "static/static.h"

/* Where the old version failed: an instruction of it. A deadlock has as many as threads waited. */
struct impact_failures {
  const uint32_t *sites;
  uint32_t nsites;
  bool deadlock; /* one of the failures was a deadlock */
  bool leak;     /* one was a leak: what is freed, and in which order, decides about it */
};

struct impact {
  const struct change *change;
  struct statics *old_statics, *new_statics;
  struct static_set changed;     /* new version: changed or added instructions, and what stands for deleted ones */
  struct static_set forward;     /* new version: what the change may affect, the change itself included */
  struct static_set forward_old; /* the same of the old version */
  struct static_set backward;    /* new version: what may affect the change; empty unless it was asked for */
  struct static_set targets;     /* new version */
  /* all that waits, and what it waits for, is as it was, and in the old version no wait lasted for ever */
  bool waits_end;
  uint64_t live, affected; /* instructions of the new version that can run (library left out); of them in forward */
};

struct impact *impact_open(const struct change *change, uint32_t checks, const struct impact_failures *failures);
void impact_find_backward(struct impact *impact);
void impact_close(struct impact *impact);

/* Matches, changes and impact as text; impact: NULL, if nobody asked for it. */
void change_dump(const struct change *change, const struct impact *impact, FILE *out);

/* How the change comes to an instruction of the new version: the shortest chain of dependences from a changed
   instruction. Links as in static_why; *in_old: the chain runs in the old version (it begins with something deleted).
   0: it is not affected. */
uint32_t impact_why(const struct impact *impact, uint32_t ins, struct static_link **links, bool *in_old);
#endif

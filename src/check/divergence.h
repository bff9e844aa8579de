/* Where two versions differ, for a machine that executes both there (vm/vm.h, struct vm_other): a run of the new
   version that has not diverged is a run of the old one. docs/divergence.md tells why nothing is lost. */
#ifndef HEDDLE_CHECK_DIVERGENCE_H
#define HEDDLE_CHECK_DIVERGENCE_H
#include "change/impact.h"
#include "check/check.h"
#include "vm/vm.h"

struct divergence {
  struct vm_other other;
  struct explore_divergence goal;
  struct static_set entries, influence, sites;
  uint32_t *entry, *match, *alike, *back, *global;
  uint8_t *own_global;
  const char *why_not; /* static: runs cannot be compared; NULL: they can */
};

/* `failures`: where the old version failed; a run goes on as long as it may come there, so that what is fixed is known.
   The change, its impact and the equivalence must outlive it. NULL: some object is laid out differently. */
struct divergence *divergence_open(const struct change *change, const struct equivalence *equivalence,
                                   const struct impact *impact, const struct impact_failures *failures,
                                   uint32_t checks);
void divergence_close(struct divergence *d);
#endif

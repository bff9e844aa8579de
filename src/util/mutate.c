/* Which mutant this process is, in a build that can be any of them. */
#include "util/mutate.h"

#ifdef HEDDLE_MUTANTS
#include <stdlib.h>

int mutate_number;

__attribute__((constructor)) static void choose(void) {
  const char *number = getenv("HEDDLE_MUTANT");
  mutate_number = number ? atoi(number) : MUTATE_NOTHING;
}
#endif

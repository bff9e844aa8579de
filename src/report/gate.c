/* Which failures decide about the exit code (--fail-on). Text, JSON and exit code ask here. */
#include "report/report.h"

const char *report_fail_on_text(enum fail_on on) {
  static const char *const texts[] = {[FAIL_ON_NEW] = "new", [FAIL_ON_ANY] = "any", [FAIL_ON_NEVER] = "never"};
  return texts[on];
}

static bool has_age(const struct result *result, enum result_age age) {
  for (uint32_t i = 0; i < result->failures.count; i++)
    if (result->failures.data[i].age == age) return true;
  return false;
}

/* A failure that may be new is no reason to say that nothing is. */
int report_exit_code(const struct result *result, enum fail_on on) {
  enum { SAFE = 0, UNSAFE = 1, INCOMPLETE = 3 };
  if (result->verdict != VERDICT_UNSAFE) return result->verdict == VERDICT_SAFE ? SAFE : INCOMPLETE;
  if (on == FAIL_ON_ANY || (on == FAIL_ON_NEW && has_age(result, AGE_NEW))) return UNSAFE;
  return result->reasons.count || (on == FAIL_ON_NEW && has_age(result, AGE_UNKNOWN)) ? INCOMPLETE : SAFE;
}

/* The range of a term on the path: the bounds of its structure, closed in by bisection from the value in the current
   model. */
#include "smt/inside.h"

enum { MAX_QUESTIONS = 36 };

/* Whether `a` can be at most (or at least) `limit`; if so, *value is such a value. */
static enum smt_answer ask(struct smt *smt, sym_id a, bool at_most, uint64_t limit, uint64_t *value) {
  sym_id bound = sym_const(smt->sym, limit, sym_width(smt->sym, a));
  enum smt_answer answer =
      smt_check(smt, at_most ? sym_binary(smt->sym, SYM_ULE, a, bound) : sym_binary(smt->sym, SYM_ULE, bound, a));
  if (answer == SMT_SAT) *value = smt_witness_value(smt, a);
  return answer;
}

/* Smallest value in [low, known], where known is reached. The end itself is tried first: it often is the answer. */
static bool find_min(struct smt *smt, sym_id a, uint64_t low, uint64_t known, uint64_t *min) {
  for (unsigned asked = 0; low < known && asked < MAX_QUESTIONS; asked++) {
    uint64_t middle = asked ? low + (known - low - 1) / 2 : low, value = known;
    enum smt_answer answer = ask(smt, a, true, middle, &value);
    if (answer == SMT_UNKNOWN) return false;
    if (answer == SMT_SAT) known = value;
    else low = middle + 1;
  }
  *min = low;
  return true;
}

static bool find_max(struct smt *smt, sym_id a, uint64_t known, uint64_t high, uint64_t *max) {
  for (unsigned asked = 0; known < high && asked < MAX_QUESTIONS; asked++) {
    uint64_t middle = asked ? high - (high - known - 1) / 2 : high, value = known;
    enum smt_answer answer = ask(smt, a, false, middle, &value);
    if (answer == SMT_UNKNOWN) return false;
    if (answer == SMT_SAT) known = value;
    else high = middle - 1;
  }
  *max = high;
  return true;
}

static bool find_range(struct smt *smt, sym_id a, uint64_t *min, uint64_t *max) {
  uint64_t low, high, value = smt_value(smt, smt->sym, a);
  sym_bounds(smt->sym, a, &low, &high);
  *min = low, *max = high;
  if (find_min(smt, a, low, value, min) && find_max(smt, a, value, high, max)) return true;
  *min = low, *max = high;
  return false;
}

bool smt_range(struct smt *smt, sym_id a, uint64_t *min, uint64_t *max) {
  smt->whole = true;
  bool known = find_range(smt, a, min, max);
  smt->whole = false;
  return known;
}

/* Not there yet. */
#include "augment/solve.h"
void solve_run(const struct solve_request *request, struct smt_stats *stats) {
  (void)request;
  (void)stats;
}

/* Figures of the summaries, apart from what makes them: results carry them too. */
#ifndef HEDDLE_BASE_STATS_H
#define HEDDLE_BASE_STATS_H
#include <stdint.h>

/* One row per figure: X(name, what it counts). */
#define SUMMARY_STATS(X)                                                                                               \
  X(points, "control states left")                                                                                     \
  X(made, "summaries made")                                                                                            \
  X(loaded, "summaries loaded from a file")                                                                            \
  X(dropped, "summaries dropped: too many, or too large")                                                              \
  X(lookups, "visits of control states")                                                                               \
  X(checks, "summaries checked")                                                                                       \
  X(by_value, "checks answered by the values in memory")                                                               \
  X(by_term, "checks answered by substitution and the model")                                                          \
  X(by_solver, "checks that needed the solver")                                                                        \
  X(cut, "runs cut")                                                                                                   \
  X(probes, "events of the sleep set tried")                                                                           \
  X(discharged, "members of the sleep set covered by another summary")                                                 \
  X(emptied, "times that all summaries were dropped for memory")                                                       \
  X(pauses, "times that they paused: they cost more than they saved")
struct summary_stats {
#define X(name, text) uint64_t name;
  SUMMARY_STATS(X)
#undef X
  double seconds;  /* spent on making and checking, estimated from a sample */
  double check_ns; /* average of a check that needed no solver, of a sample */
};
#endif

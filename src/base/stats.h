/* The statistics of a result, one row each: the structs, the sums over parts of the work, the tables of --stats and
   the object "stats" of the JSON result follow from the rows. Those of the solver are in smt/smt.h. docs/statistics.md
   lists all of them; a test holds it to the rows.

     X(type, name, sum, table, whole, shown, text)

   type: count or real. name: in C and in JSON.
   sum: what the figure of several parts is. SUM; MOST: the largest; APART: whoever adds them up measures it.
   table: of --stats, SEARCH or THREADS; NONE: in none.
   whole: the figure of which it is a share; its own name: of none.
   shown: ALWAYS; FOUND: unless it is 0, which means that nobody counted.
   text: what it counts, as --stats says it.

   Who counts sets the field: most of them at fill_stats in explore/rounds.c. */
#ifndef HEDDLE_BASE_STATS_H
#define HEDDLE_BASE_STATS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RESULT_STATS(X)                                                                                                \
  X(count, traces, SUM, SEARCH, traces, FOUND, "different traces")                                                     \
  X(count, nodes, SUM, SEARCH, nodes, ALWAYS, "nodes")                                                                 \
  X(count, max_depth, MOST, SEARCH, max_depth, ALWAYS, "decisions on the longest path")                                \
  X(count, instructions, SUM, SEARCH, instructions, ALWAYS, "instructions")                                            \
  X(count, expressions, SUM, SEARCH, expressions, ALWAYS, "expressions")                                               \
  X(count, peak_rss_kib, MOST, SEARCH, peak_rss_kib, ALWAYS, "KiB of memory at most")                                  \
  X(real, seconds, APART, SEARCH, seconds, ALWAYS, "seconds")                                                          \
  X(real, solver_seconds, SUM, NONE, solver_seconds, ALWAYS, "seconds in Z3")                                          \
  X(count, queries, SUM, NONE, queries, ALWAYS, "questions answered by Z3")                                            \
  X(count, queries_avoided, SUM, NONE, queries_avoided, ALWAYS, "questions answered otherwise")                        \
  X(count, files_compiled, APART, SEARCH, files_compiled, FOUND, "files compiled")                                     \
  X(count, files_kept, APART, SEARCH, files_kept, FOUND, "files that were compiled before, from the store")            \
  X(count, stopped, SUM, NONE, stopped, ALWAYS, "partial runs that ended because no target was left")                  \
  X(count, stops, SUM, SEARCH, stops, FOUND, "partial runs that ended because nothing that changed was left")          \
  X(count, looks_beside, SUM, SEARCH, looks_beside, FOUND, "times that changed code was executed in both versions")    \
  X(count, diverged, SUM, SEARCH, diverged, FOUND, "of these: it made a difference")                                   \
  X(count, threads, MOST, THREADS, threads, ALWAYS, "threads at most")                                                 \
  X(count, events, SUM, THREADS, events, ALWAYS, "events (visible operations)")                                        \
  X(count, races, SUM, THREADS, races, ALWAYS, "races (conflicting events that nothing else orders)")                  \
  X(count, reversals, SUM, THREADS, races, ALWAYS, "reversals (wakeup sequences inserted)")                            \
  X(count, peak_plans, MOST, THREADS, peak_plans, ALWAYS, "nodes of wakeup trees at most")                             \
  X(count, hunted, SUM, THREADS, hunted, FOUND, "runs under hunting")                                                  \
  X(count, states, SUM, THREADS, states, FOUND, "states")                                                              \
  X(count, state_lookups, SUM, THREADS, state_lookups, FOUND, "lookups of states")                                     \
  X(count, state_cuts, SUM, THREADS, state_lookups, FOUND, "runs cut at a finished state")                             \
  X(count, states_loaded, SUM, THREADS, states_loaded, FOUND, "states of earlier explorations, from the store")        \
  X(count, states_used, SUM, THREADS, state_lookups, FOUND, "runs cut at one of those")                                \
  X(count, exchanges, SUM, THREADS, state_lookups, FOUND, "cuts and steps saved by exchanging threads")                \
  X(count, state_bytes, MOST, THREADS, state_bytes, FOUND, "bytes of the table of states, footprints included")

/* Those of the summaries, the object "summaries": X(name, what it counts). */
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
  X(emptied, "times that all summaries were dropped for memory")
struct summary_stats {
#define X(name, text) uint64_t name;
  SUMMARY_STATS(X)
#undef X
  double seconds;  /* spent on making and checking, estimated from a sample */
  double check_ns; /* average of a check that needed no solver, of a sample */
};

typedef uint64_t stats_count;
typedef double stats_real;
struct result_stats {
#define X(type, name, ...) stats_##type name;
  RESULT_STATS(X)
#undef X
  bool guided; /* there were summaries */
  struct summary_stats summaries;
};

enum stats_sum { STATS_SUM, STATS_MOST, STATS_APART };
enum stats_table { STATS_NONE, STATS_SEARCH, STATS_THREADS };
struct stats_row {
  const char *name, *text;
  bool real;  /* else a count */
  bool found; /* shown only if it is not 0 */
  enum stats_sum sum;
  enum stats_table table;
  size_t at, whole; /* offsets in struct result_stats */
};
enum {
#define X(type, name, ...) STATS_ROW_##name,
  RESULT_STATS(X)
#undef X
      STATS_ROWS
};
extern const struct stats_row stats_rows[STATS_ROWS];

double stats_real_at(const struct result_stats *stats, size_t offset);
uint64_t stats_count_at(const struct result_stats *stats, size_t offset);
bool stats_is_shown(const struct result_stats *stats, const struct stats_row *row);
/* Adds what a part of the work did. Summaries belong to one search and are not added up. */
void stats_add(struct result_stats *to, const struct result_stats *part);
#endif

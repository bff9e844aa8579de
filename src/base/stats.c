/* The rows of stats.h as data, and what follows from their columns. */
#include "base/stats.h"

#include <string.h>

enum { STATS_IS_count = false, STATS_IS_real = true, STATS_IF_ALWAYS = false, STATS_IF_FOUND = true };

const struct stats_row stats_rows[STATS_ROWS] = {
#define X(type, name, sum, table, whole, shown, text)                                                                  \
  [STATS_ROW_##name] = {#name,                                                                                         \
                        text,                                                                                          \
                        STATS_IS_##type,                                                                               \
                        STATS_IF_##shown,                                                                              \
                        STATS_##sum,                                                                                   \
                        STATS_##table,                                                                                 \
                        offsetof(struct result_stats, name),                                                           \
                        offsetof(struct result_stats, whole)},
    RESULT_STATS(X)
#undef X
};

double stats_real_at(const struct result_stats *stats, size_t offset) {
  stats_real value;
  memcpy(&value, (const char *)stats + offset, sizeof value);
  return value;
}

uint64_t stats_count_at(const struct result_stats *stats, size_t offset) {
  stats_count value;
  memcpy(&value, (const char *)stats + offset, sizeof value);
  return value;
}

bool stats_is_shown(const struct result_stats *stats, const struct stats_row *row) {
  return !row->found || stats_count_at(stats, row->at);
}

#define ADD_SUM(to, part) (to) + (part)
#define ADD_MOST(to, part) (part) > (to) ? (part) : (to)
#define ADD_APART(to, part) (to)
void stats_add(struct result_stats *to, const struct result_stats *part) {
#define X(type, name, sum, ...) to->name = ADD_##sum(to->name, part->name);
  RESULT_STATS(X)
#undef X
}

/* Edit distance between short words (a swap of neighbours counts as one edit); what is too far off is not offered. */
#include "util/suggest.h"

#include <string.h>

enum { LONGEST_WORD = 40 };

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

static unsigned edit_distance(const char *a, size_t na, const char *b, size_t nb) {
  unsigned rows[3][LONGEST_WORD + 1];
  for (size_t j = 0; j <= nb; j++) rows[0][j] = (unsigned)j;
  for (size_t i = 1; i <= na; i++) {
    unsigned *now = rows[i % 3], *before = rows[(i + 2) % 3], *before2 = rows[(i + 1) % 3];
    now[0] = (unsigned)i;
    for (size_t j = 1; j <= nb; j++) {
      now[j] = least(least(before[j], now[j - 1]) + 1, before[j - 1] + (a[i - 1] != b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) now[j] = least(now[j], before2[j - 2] + 1);
    }
  }
  return rows[na % 3][nb];
}

void suggest_begin(struct suggest *suggest, const char *word, size_t length) {
  /* at most about a third of the word may be wrong */
  *suggest = (struct suggest){.word = word, .length = length, .distance = length < 3 ? 2 : (unsigned)length / 3 + 2};
}

void suggest_offer(struct suggest *suggest, const char *candidate) {
  size_t length = strlen(candidate);
  if (length > LONGEST_WORD || suggest->length > LONGEST_WORD) return;
  unsigned distance = edit_distance(suggest->word, suggest->length, candidate, length);
  if (distance >= suggest->distance) return;
  suggest->distance = distance;
  suggest->best = candidate;
}

/* "Did you mean": the candidate nearest to a mistyped word. */
#ifndef HEDDLE_UTIL_SUGGEST_H
#define HEDDLE_UTIL_SUGGEST_H
#include <stddef.h>
#include <stdint.h>

struct suggest {
  const char *word; /* what was typed */
  size_t length;
  const char *best; /* nearest candidate so far, or NULL */
  unsigned distance;
};

void suggest_begin(struct suggest *suggest, const char *word, size_t length);
void suggest_offer(struct suggest *suggest, const char *candidate);
#endif

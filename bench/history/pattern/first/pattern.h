/* Patterns for names: `?` is any character, `*` any number of them, `[a-z]` one of a set, `[!a-z]` one that is not,
   `\x` the character x itself. */
#ifndef PATTERN_H
#define PATTERN_H

struct pattern;

enum pattern_error {
  PATTERN_OK = 0,
  PATTERN_OPEN_SET = 1, /* `[` without `]` */
  PATTERN_BAD_RANGE = 2,
  PATTERN_NO_ESCAPED = 3, /* `\` at the end */
  PATTERN_TOO_LONG = 4,
};

/* Compiles a pattern; `error` says why there is none. */
struct pattern *pattern_compile(const char *text, int *error);

int pattern_matches(const struct pattern *pattern, const char *name);

void pattern_free(struct pattern *pattern);

/* ---- a cache of compiled patterns that several threads share */

struct cache;

struct cache *cache_open(void);

/* 1 or 0: whether the name matches; the negative error if the pattern is none. */
int cache_match(struct cache *cache, const char *text, const char *name);

void cache_close(struct cache *cache);

#endif

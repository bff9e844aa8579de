/* Patterns for names. A pattern is compiled to a list of items, each of which matches characters. */
#include "pattern.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ITEMS = 8, MAX_TEXT = 16, CACHE_ROOM = 1 };

enum type { TYPE_CHARACTER, TYPE_ANY, TYPE_MANY, TYPE_SET };

struct item {
  enum type type;
  char character;
  unsigned char set[32]; /* one bit for each character */
};

struct pattern {
  char text[MAX_TEXT];
  unsigned count;
  struct item item[MAX_ITEMS];
  int users; /* of the cache: threads that match with it */
};

/* ---- sets */

static void set_add(unsigned char *set, unsigned char c) { set[c >> 3] = (unsigned char)(set[c >> 3] | 1 << (c & 7)); }

static int set_has(const unsigned char *set, unsigned char c) { return set[c >> 3] >> (c & 7) & 1; }

static void set_invert(unsigned char *set) {
  for (int i = 0; i < 32; i++) set[i] = (unsigned char)~set[i];
}

/* ---- compiling */

/* Reads what is behind `[`. Returns the place behind `]`, or NULL. */
static const char *compile_set(struct item *item, const char *p, int *error) {
  int negated = 0;
  item->type = TYPE_SET;
  if (*p == '!') {
    negated = 1;
    p++;
  }
  while (*p != ']') {
    if (*p == 0) {
      *error = PATTERN_OPEN_SET;
      return NULL;
    }
    if (p[1] == '-' && p[2] != ']' && p[2] != 0) {
      if (p[0] > p[2]) {
        *error = PATTERN_BAD_RANGE;
        return NULL;
      }
      for (int c = p[0]; c <= p[2]; c++) set_add(item->set, (unsigned char)c);
      p += 3;
    } else {
      set_add(item->set, (unsigned char)*p);
      p++;
    }
  }
  if (negated) set_invert(item->set);
  return p + 1;
}

/* Reads one item. Returns the place behind it, or NULL. */
static const char *compile_item(struct item *item, const char *p, int *error) {
  memset(item, 0, sizeof *item);
  switch (*p) {
  case '?': item->type = TYPE_ANY; return p + 1;
  case '*': item->type = TYPE_MANY; return p + 1;
  case '[': return compile_set(item, p + 1, error);
  case '\\':
    p++;
    if (*p == 0) {
      *error = PATTERN_NO_ESCAPED;
      return NULL;
    }
    break;
  default: break;
  }
  item->type = TYPE_CHARACTER;
  item->character = *p;
  return p + 1;
}

static int compile(struct pattern *pattern, const char *text) {
  int error = PATTERN_OK;
  const char *p = text;
  pattern->count = 0;
  while (*p != 0) {
    if (pattern->count == MAX_ITEMS) return PATTERN_TOO_LONG;
    p = compile_item(&pattern->item[pattern->count], p, &error);
    if (p == NULL) return error;
    pattern->count++;
  }
  return PATTERN_OK;
}

struct pattern *pattern_compile(const char *text, int *error) {
  struct pattern *pattern;
  if (strlen(text) >= MAX_TEXT) {
    *error = PATTERN_TOO_LONG;
    return NULL;
  }
  pattern = calloc(1, sizeof *pattern);
  if (pattern == NULL) {
    *error = PATTERN_TOO_LONG;
    return NULL;
  }
  strcpy(pattern->text, text);
  *error = compile(pattern, text);
  if (*error != PATTERN_OK) {
    free(pattern);
    return NULL;
  }
  return pattern;
}

/* ---- matching */

static int item_matches(const struct item *item, char c) {
  if (item->type == TYPE_CHARACTER) return item->character == c;
  if (item->type == TYPE_SET) return set_has(item->set, (unsigned char)c);
  return 1;
}

/* Whether the items from `at` on match the whole of the name. A star takes as little as possible first. */
static int match_from(const struct pattern *pattern, unsigned at, const char *name) {
  while (at < pattern->count) {
    const struct item *item = &pattern->item[at];
    if (item->type == TYPE_MANY) {
      for (;; name++) {
        if (match_from(pattern, at + 1, name)) return 1;
        if (*name == 0) return 0;
      }
    }
    if (*name == 0 || !item_matches(item, *name)) return 0;
    at++;
    name++;
  }
  return *name == 0;
}

int pattern_matches(const struct pattern *pattern, const char *name) { return match_from(pattern, 0, name); }

void pattern_free(struct pattern *pattern) { free(pattern); }

/* ---- the cache */

struct cache {
  pthread_mutex_t lock;
  struct pattern *pattern[CACHE_ROOM];
  unsigned next; /* the place that is given up next */
};

struct cache *cache_open(void) {
  struct cache *cache = calloc(1, sizeof *cache);
  if (cache == NULL) return NULL;
  pthread_mutex_init(&cache->lock, NULL);
  return cache;
}

/* The lock is held. */
static struct pattern *find(struct cache *cache, const char *text) {
  for (int i = 0; i < CACHE_ROOM; i++) {
    struct pattern *p = cache->pattern[i];
    if (p != NULL && strcmp(p->text, text) == 0) return p;
  }
  return NULL;
}

/* The lock is held. A pattern that is in use stays; then the new one is not kept. Returns whether it was. */
static int keep(struct cache *cache, struct pattern *pattern) {
  struct pattern *old = cache->pattern[cache->next];
  if (old != NULL && old->users > 0) return 0;
  if (old != NULL) pattern_free(old);
  cache->pattern[cache->next] = pattern;
  cache->next = (cache->next + 1) % CACHE_ROOM;
  return 1;
}

int cache_match(struct cache *cache, const char *text, const char *name) {
  int error = PATTERN_OK, kept = 1, answer;
  pthread_mutex_lock(&cache->lock);
  struct pattern *pattern = find(cache, text);
  if (pattern == NULL) {
    pattern = pattern_compile(text, &error);
    if (pattern == NULL) {
      pthread_mutex_unlock(&cache->lock);
      return -error;
    }
    kept = keep(cache, pattern);
  }
  pattern->users++;
  pthread_mutex_unlock(&cache->lock);
  answer = pattern_matches(pattern, name);
  pthread_mutex_lock(&cache->lock);
  pattern->users--;
  if (!kept) pattern_free(pattern);
  pthread_mutex_unlock(&cache->lock);
  return answer;
}

void cache_close(struct cache *cache) {
  if (cache == NULL) return;
  for (int i = 0; i < CACHE_ROOM; i++) {
    if (cache->pattern[i] != NULL) {
      assert(cache->pattern[i]->users == 0);
      pattern_free(cache->pattern[i]);
    }
  }
  pthread_mutex_destroy(&cache->lock);
  free(cache);
}

/* Any pattern of three characters is matched against a name, through a cache that another thread uses too. The names
   that it must and must not match are worked out by hand. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <string.h>

#include "pattern.h"

enum { LENGTH = 3 };

static struct cache *cache;
static char text[LENGTH + 1];

/* Characters of the name, and most of those that a pattern gives a meaning. */
static int is_of_interest(char c) { return c == 'a' || c == 'b' || c == '*' || c == '[' || c == ']' || c == '\\'; }

static void *other(void *unused) {
  assert(cache_match(cache, "a*b", "a-b") == 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  int answer;
  heddle_symbolic(text, sizeof text, "text");
  for (int i = 0; i < LENGTH; i++) heddle_assume(is_of_interest(text[i]));
  heddle_assume(text[LENGTH] == 0);
  cache = cache_open();
  if (cache == NULL) return 0;
  pthread_create(&thread, NULL, other, NULL);
  answer = cache_match(cache, text, "ab");
  assert(answer >= -PATTERN_TOO_LONG && answer <= 1);
  if (strcmp(text, "a*b") == 0 || strcmp(text, "ab*") == 0 || strcmp(text, "a\\b") == 0) assert(answer == 1);
  if (strcmp(text, "aab") == 0 || strcmp(text, "b**") == 0) assert(answer == 0);
  if (text[LENGTH - 1] == '\\' && text[1] == 'a') assert(answer < 0);
  pthread_join(thread, NULL);
  cache_close(cache);
  return 0;
}

/* glob: tells whether a name matches a pattern with * ? [a-z] [!a-z] and backslash.
   Input: a pattern of P bytes and a name of N bytes. A name that matches is long enough for it. */
#include "heddle.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifndef P
#define P 4
#endif
#ifndef N
#define N 2
#endif

#define ITEMS_MAX (P + 1)
#define RANGES_MAX P

enum kind { LITERAL, ANY_CHARACTER, ANY_STRING, SET, FINISH };
enum status { OK, OPEN_SET, EMPTY_SET, REVERSED_RANGE, LONE_BACKSLASH };

struct range {
  unsigned char low;
  unsigned char high;
};

struct item {
  enum kind kind;
  unsigned char literal;
  int negated;
  int ignore_case;
  struct range ranges[RANGES_MAX];
  int range_count;
};

struct pattern {
  struct item items[ITEMS_MAX];
  int count;
  int stars;
};

struct compiler {
  const char *text;
  int at;
  struct pattern *pattern;
};

static const char *explain(enum status status) {
  switch (status) {
  case OPEN_SET:
    return "missing ']'";
  case EMPTY_SET:
    return "empty set";
  case REVERSED_RANGE:
    return "range is out of order";
  case LONE_BACKSLASH:
    return "backslash at the end";
  default:
    return "ok";
  }
}

static char peek(const struct compiler *compiler) { return compiler->text[compiler->at]; }

static struct item *add_item(struct compiler *compiler, enum kind kind) {
  struct pattern *pattern = compiler->pattern;
  assert(pattern->count < ITEMS_MAX);
  struct item *item = &pattern->items[pattern->count++];
  item->kind = kind;
  return item;
}

static enum status add_range(struct item *item, unsigned char low, unsigned char high) {
  if (low > high)
    return REVERSED_RANGE;
  assert(item->range_count < RANGES_MAX);
  item->ranges[item->range_count].low = low;
  item->ranges[item->range_count].high = high;
  item->range_count++;
  return OK;
}

static enum status compile_member(struct compiler *compiler, struct item *item) {
  unsigned char low = (unsigned char)compiler->text[compiler->at++];
  if (peek(compiler) == '-' && compiler->text[compiler->at + 1] != ']') {
    compiler->at++;
    if (peek(compiler) == '\0')
      return OPEN_SET;
    return add_range(item, low, (unsigned char)compiler->text[compiler->at++]);
  }
  return add_range(item, low, low);
}

static enum status compile_set(struct compiler *compiler) {
  struct item *item = add_item(compiler, SET);
  if (peek(compiler) == '!') {
    item->negated = 1;
    compiler->at++;
  }
  while (peek(compiler) != ']') {
    if (peek(compiler) == '\0')
      return OPEN_SET;
    enum status status = compile_member(compiler, item);
    if (status != OK)
      return status;
  }
  compiler->at++;
  return item->range_count ? OK : EMPTY_SET;
}

static void compile_star(struct compiler *compiler) {
  struct pattern *pattern = compiler->pattern;
  if (pattern->count > 0 && pattern->items[pattern->count - 1].kind == ANY_STRING)
    return;
  add_item(compiler, ANY_STRING);
  pattern->stars++;
}

static enum status compile_escape(struct compiler *compiler) {
  if (peek(compiler) == '\0')
    return LONE_BACKSLASH;
  add_item(compiler, LITERAL)->literal = (unsigned char)compiler->text[compiler->at++];
  return OK;
}

static enum status compile(const char *text, struct pattern *pattern) {
  struct compiler compiler = {text, 0, pattern};
  while (peek(&compiler)) {
    enum status status = OK;
    char c = text[compiler.at++];
    if (c == '*')
      compile_star(&compiler);
    else if (c == '?')
      add_item(&compiler, ANY_CHARACTER);
    else if (c == '[')
      status = compile_set(&compiler);
    else if (c == '\\')
      status = compile_escape(&compiler);
    else
      add_item(&compiler, LITERAL)->literal = (unsigned char)c;
    if (status != OK)
      return status;
  }
  add_item(&compiler, FINISH);
  return OK;
}

static unsigned char fold_case(unsigned char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

static int in_set(const struct item *item, unsigned char c) {
  int found = 0;
  for (int i = 0; i < item->range_count && !found; i++)
    found = c >= item->ranges[i].low && c <= item->ranges[i].high;
  return found != item->negated;
}

static int item_takes(const struct item *item, char c) {
  switch (item->kind) {
  case LITERAL:
    if (item->ignore_case)
      return fold_case(item->literal) == fold_case((unsigned char)c);
    return item->literal == (unsigned char)c;
  case ANY_CHARACTER:
    return 1;
  case SET:
    return in_set(item, (unsigned char)c);
  default:
    return 0;
  }
}

static int match(const struct item *item, const char *name) {
  while (item->kind != FINISH) {
    if (item->kind == ANY_STRING) {
      for (;; name++) {
        if (match(item + 1, name))
          return 1;
        if (!*name)
          return 0;
      }
    }
    if (!*name || !item_takes(item, *name))
      return 0;
    item++;
    name++;
  }
  return *name == '\0';
}

static void ignore_case(struct pattern *pattern) {
  for (int i = 0; i < pattern->count; i++)
    pattern->items[i].ignore_case = 1;
}

static int least_length(const struct pattern *pattern) {
  int least = 0;
  for (int i = 0; i < pattern->count; i++)
    if (pattern->items[i].kind != ANY_STRING && pattern->items[i].kind != FINISH)
      least++;
  return least;
}

static void check_match(const struct pattern *pattern, const char *name, int matched) {
  int length = (int)strlen(name);
  if (matched)
    assert(length >= least_length(pattern));
  if (matched && pattern->stars == 0)
    assert(length == least_length(pattern));
}

int main(void) {
  char text[P + 1];
  char name[N + 1];
  char fold;
  struct pattern pattern;
  heddle_symbolic(text, P, "pattern");
  heddle_symbolic(name, N, "name");
  heddle_symbolic(&fold, 1, "fold");
  text[P] = '\0';
  name[N] = '\0';
  memset(&pattern, 0, sizeof pattern);
  enum status status = compile(text, &pattern);
  if (status != OK) {
    fprintf(stderr, "glob: %s\n", explain(status));
    return 2;
  }
  if (fold)
    ignore_case(&pattern);
  int matched = match(pattern.items, name);
  check_match(&pattern, name, matched);
  puts(matched ? "match" : "no match");
  return !matched;
}

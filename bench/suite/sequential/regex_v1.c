/* regex: searches a text for a pattern of literals . [abc] and the postfix operators * ? with ^ and $ at the ends.
   Input: a pattern of P bytes and a text of N bytes. A match lies inside the text. */
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

#define NODES_MAX (P + 1)

enum kind { CHARACTER, DOT, SET, END };
enum repeat { ONCE, OPTIONAL, MANY };
enum status { OK, NOTHING_TO_REPEAT, DOUBLE_REPEAT, OPEN_SET, LONE_BACKSLASH };

struct node {
  enum kind kind;
  enum repeat repeat;
  char c;
  const char *members;
  int member_count;
  int negated;
};

struct program {
  struct node nodes[NODES_MAX];
  int count;
  int anchored_start;
  int anchored_end;
};

struct parser {
  const char *text;
  int at;
  struct program *program;
};

struct match {
  int start;
  int end;
};

static const char *explain(enum status status) {
  switch (status) {
  case NOTHING_TO_REPEAT:
    return "nothing to repeat";
  case DOUBLE_REPEAT:
    return "repeated twice";
  case OPEN_SET:
    return "missing ]";
  case LONE_BACKSLASH:
    return "trailing backslash";
  default:
    return "ok";
  }
}

static char peek(const struct parser *parser) { return parser->text[parser->at]; }

static struct node *add_node(struct program *program, enum kind kind) {
  assert(program->count < NODES_MAX);
  struct node *node = &program->nodes[program->count++];
  node->kind = kind;
  node->repeat = ONCE;
  return node;
}

static enum status parse_set(struct parser *parser) {
  struct node *node = add_node(parser->program, SET);
  parser->at++;
  if (peek(parser) == '^') {
    node->negated = 1;
    parser->at++;
  }
  node->members = parser->text + parser->at;
  while (peek(parser) != ']') {
    if (peek(parser) == '\0')
      return OPEN_SET;
    node->member_count++;
    parser->at++;
  }
  parser->at++;
  return OK;
}

static enum status parse_escape(struct parser *parser) {
  parser->at++;
  if (peek(parser) == '\0')
    return LONE_BACKSLASH;
  add_node(parser->program, CHARACTER)->c = parser->text[parser->at++];
  return OK;
}

static enum status parse_repeat(struct parser *parser, enum repeat repeat) {
  struct program *program = parser->program;
  parser->at++;
  if (program->count == 0)
    return NOTHING_TO_REPEAT;
  struct node *node = &program->nodes[program->count - 1];
  if (node->repeat != ONCE)
    return DOUBLE_REPEAT;
  node->repeat = repeat;
  return OK;
}

static enum status parse_item(struct parser *parser) {
  switch (peek(parser)) {
  case '[':
    return parse_set(parser);
  case '\\':
    return parse_escape(parser);
  case '*':
    return parse_repeat(parser, MANY);
  case '?':
    return parse_repeat(parser, OPTIONAL);
  case '.':
    add_node(parser->program, DOT);
    parser->at++;
    return OK;
  case '$':
    if (parser->text[parser->at + 1] == '\0') {
      parser->program->anchored_end = 1;
      parser->at++;
      return OK;
    }
    break;
  default:
    break;
  }
  add_node(parser->program, CHARACTER)->c = parser->text[parser->at++];
  return OK;
}

static enum status parse(const char *text, struct program *program) {
  struct parser parser = {text, 0, program};
  if (peek(&parser) == '^') {
    program->anchored_start = 1;
    parser.at++;
  }
  while (peek(&parser)) {
    enum status status = parse_item(&parser);
    if (status != OK)
      return status;
  }
  add_node(program, END);
  return OK;
}

static int in_set(const struct node *node, char c) {
  int found = 0;
  for (int i = 0; i < node->member_count && !found; i++)
    found = node->members[i] == c;
  return found != node->negated;
}

static int accepts(const struct node *node, char c) {
  if (c == '\0')
    return 0;
  switch (node->kind) {
  case CHARACTER:
    return node->c == c;
  case DOT:
    return c != '\n';
  case SET:
    return in_set(node, c);
  default:
    return 0;
  }
}

static int match_here(const struct program *program, const struct node *node, const char *text, int at);

static int match_many(const struct program *program, const struct node *node, const char *text, int at) {
  int last = at;
  while (accepts(node, text[last]))
    last++;
  for (; last >= at; last--) {
    int end = match_here(program, node + 1, text, last);
    if (end >= 0)
      return end;
  }
  return -1;
}

static int match_here(const struct program *program, const struct node *node, const char *text, int at) {
  int end;
  if (node->kind == END)
    return program->anchored_end && text[at] ? -1 : at;
  switch (node->repeat) {
  case MANY:
    return match_many(program, node, text, at);
  case OPTIONAL:
    if (accepts(node, text[at])) {
      end = match_here(program, node + 1, text, at + 1);
      if (end >= 0)
        return end;
    }
    return match_here(program, node + 1, text, at);
  default:
    return accepts(node, text[at]) ? match_here(program, node + 1, text, at + 1) : -1;
  }
}

static int search(const struct program *program, const char *text, struct match *match) {
  for (int start = 0; start == 0 || text[start - 1]; start++) {
    int end = match_here(program, program->nodes, text, start);
    if (end >= 0) {
      match->start = start;
      match->end = end;
      return 1;
    }
    if (program->anchored_start)
      break;
  }
  return 0;
}

int main(void) {
  char pattern[P + 1];
  char text[N + 1];
  struct program program;
  struct match match = {0, 0};
  heddle_symbolic(pattern, P, "pattern");
  heddle_symbolic(text, N, "text");
  pattern[P] = '\0';
  text[N] = '\0';
  memset(&program, 0, sizeof program);
  enum status status = parse(pattern, &program);
  if (status != OK) {
    fprintf(stderr, "regex: %s\n", explain(status));
    return 2;
  }
  if (!search(&program, text, &match)) {
    puts("no match");
    return 1;
  }
  assert(match.start >= 0 && match.start <= match.end && match.end <= N);
  assert(!program.anchored_start || match.start == 0);
  printf("%d-%d\n", match.start, match.end);
  return 0;
}

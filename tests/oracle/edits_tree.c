/* Text to tree and back. Knows as much C as the generator writes: declarations, functions, and statements of all
   kinds but goto. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "edits_inside.h"
#include "util/error.h"

/* ---- tokens */

struct reader {
  struct edits_tree *tree;
  edits_tokens all;
  uint32_t at;
};

static size_t token_length(const char *s) {
  static const char *const pairs[] = {"<<=", ">>=", "...", "==", "!=", "<=", ">=", "&&", "||", "++", "--",
                                      "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "->", "<<", ">>"};
  size_t n = 1;
  if (isalnum((unsigned char)*s) || *s == '_') {
    while (isalnum((unsigned char)s[n]) || s[n] == '_') n++;
    return n;
  }
  if (*s == '"' || *s == '\'') {
    while (s[n] && s[n] != *s) n += s[n] == '\\' ? 2 : 1;
    return n + 1;
  }
  for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (!strncmp(s, pairs[i], strlen(pairs[i]))) return strlen(pairs[i]);
  return n;
}

static void tokenize(struct reader *r, const char *text) {
  while (*text) {
    if (isspace((unsigned char)*text)) {
      text++;
      continue;
    }
    size_t n = token_length(text);
    char *token = arena_alloc(&r->tree->memory, n + 1);
    memcpy(token, text, n);
    token[n] = 0;
    vec_push(&r->all, token);
    text += n;
  }
}

static bool at_end(const struct reader *r) { return r->at == r->all.count; }
static const char *peek(const struct reader *r) { return at_end(r) ? "" : r->all.data[r->at]; }
static bool is(const struct reader *r, const char *token) { return !strcmp(peek(r), token); }
static const char *next(struct reader *r) {
  if (at_end(r)) error_exit(EXIT_USAGE, "a program of the generator ends in the middle of a statement");
  return r->all.data[r->at++];
}
static void expect(struct reader *r, const char *token) {
  const char *seen = next(r);
  if (strcmp(seen, token)) error_exit(EXIT_USAGE, "a program of the generator has %s instead of %s", seen, token);
}

static int depth_of(const char *token) {
  if (token[0] && token[1]) return 0;
  return *token == '(' || *token == '[' || *token == '{' ? 1 : *token == ')' || *token == ']' || *token == '}' ? -1 : 0;
}

/* Up to the token, which is taken too but not kept; brackets are kept together. */
static void take_until(struct reader *r, edits_tokens *to, const char *stop) {
  int depth = 0;
  while (depth || !is(r, stop)) {
    const char *token = next(r);
    depth += depth_of(token);
    vec_push(to, token);
  }
  r->at++;
}

/* ---- statements */

struct edits_node *edits_node_new(struct edits_tree *tree, enum edits_kind kind) {
  struct edits_node *node = arena_alloc(&tree->memory, sizeof *node);
  *node = (struct edits_node){.kind = kind};
  vec_push(&tree->nodes, node);
  return node;
}

static struct edits_node *statement(struct reader *r);

static struct edits_node *as_block(struct reader *r) {
  struct edits_node *inside = statement(r);
  if (inside->kind == EDITS_BLOCK) return inside;
  struct edits_node *block = edits_node_new(r->tree, EDITS_BLOCK);
  vec_push(&block->children, inside);
  return block;
}

static struct edits_node *block(struct reader *r) {
  struct edits_node *node = edits_node_new(r->tree, EDITS_BLOCK);
  while (!is(r, "}")) vec_push(&node->children, statement(r));
  r->at++;
  return node;
}

static struct edits_node *if_statement(struct reader *r) {
  struct edits_node *node = edits_node_new(r->tree, EDITS_IF);
  expect(r, "(");
  take_until(r, &node->tokens, ")");
  node->first = as_block(r);
  if (!is(r, "else")) return node;
  r->at++;
  node->other = as_block(r);
  return node;
}

static struct edits_node *loop_statement(struct reader *r, const char *word) {
  struct edits_node *node = edits_node_new(r->tree, EDITS_LOOP);
  vec_push(&node->tokens, word);
  expect(r, "(");
  vec_push(&node->tokens, "(");
  take_until(r, &node->tokens, ")");
  vec_push(&node->tokens, ")");
  node->first = as_block(r);
  return node;
}

static struct edits_node *do_statement(struct reader *r) {
  struct edits_node *node = edits_node_new(r->tree, EDITS_DO);
  node->first = as_block(r);
  expect(r, "while");
  expect(r, "(");
  take_until(r, &node->tokens, ")");
  expect(r, ";");
  return node;
}

static struct edits_node *statement(struct reader *r) {
  const char *word = peek(r);
  struct edits_node *node;
  if (is(r, "{")) return r->at++, block(r);
  if (is(r, "if")) return r->at++, if_statement(r);
  if (is(r, "for") || is(r, "while") || is(r, "switch")) return r->at++, loop_statement(r, word);
  if (is(r, "do")) return r->at++, do_statement(r);
  if (is(r, "case") || is(r, "default")) {
    node = edits_node_new(r->tree, EDITS_LABEL);
    take_until(r, &node->tokens, ":");
    return node;
  }
  node = edits_node_new(r->tree, EDITS_SIMPLE);
  take_until(r, &node->tokens, ";");
  return node;
}

struct edits_node *edits_parse(struct edits_tree *tree, const char *text) {
  struct reader r = {.tree = tree};
  tokenize(&r, text);
  struct edits_node *node = statement(&r);
  vec_free(&r.all);
  return node;
}

/* ---- the file */

/* A body follows a parenthesis; any other brace belongs to an initialiser or a type. */
static void item(struct reader *r, struct edits_item *item) {
  int depth = 0;
  const char *before = "";
  while (depth || !is(r, ";")) {
    if (!depth && is(r, "{") && !strcmp(before, ")")) {
      r->at++;
      item->body = block(r);
      return;
    }
    before = next(r);
    depth += depth_of(before);
    vec_push(&item->head, before);
  }
  r->at++;
}

void edits_read(struct edits_tree *tree, const char *text) {
  struct reader r = {.tree = tree};
  *tree = (struct edits_tree){0};
  tokenize(&r, text);
  while (!at_end(&r)) {
    struct edits_item one = {0};
    item(&r, &one);
    vec_push(&tree->items, one);
  }
  vec_free(&r.all);
}

void edits_free(struct edits_tree *tree) {
  for (uint32_t i = 0; i < tree->items.count; i++) vec_free(&tree->items.data[i].head);
  for (uint32_t i = 0; i < tree->nodes.count; i++) {
    vec_free(&tree->nodes.data[i]->tokens);
    vec_free(&tree->nodes.data[i]->children);
  }
  vec_free(&tree->items);
  vec_free(&tree->nodes);
  arena_free(&tree->memory);
}

struct edits_node *edits_copy(struct edits_tree *tree, const struct edits_node *node) {
  struct edits_node *copy = edits_node_new(tree, node->kind);
  for (uint32_t i = 0; i < node->tokens.count; i++) vec_push(&copy->tokens, node->tokens.data[i]);
  for (uint32_t i = 0; i < node->children.count; i++)
    vec_push(&copy->children, edits_copy(tree, node->children.data[i]));
  if (node->first) copy->first = edits_copy(tree, node->first);
  if (node->other) copy->other = edits_copy(tree, node->other);
  return copy;
}

/* ---- writing */

static bool is_word(const char *token) { return isalnum((unsigned char)*token) || *token == '_'; }

static bool one_of(const char *token, const char *list) { return token[1] == 0 && strchr(list, *token); }

/* Only where it is always right: an operator may be of one or of two operands. */
static bool glued(const char *before, const char *token) {
  if (one_of(token, ",;)].[") || one_of(before, "([.!~") || !strcmp(token, "->") || !strcmp(before, "->")) return true;
  return one_of(token, "(") && is_word(before) && strcmp(before, "return");
}

static void write_tokens(const edits_tokens *tokens, FILE *out) {
  for (uint32_t i = 0; i < tokens->count; i++)
    fprintf(out, "%s%s", i && !glued(tokens->data[i - 1], tokens->data[i]) ? " " : "", tokens->data[i]);
}

static void write_node(const struct edits_node *node, int indent, FILE *out);

static void write_block(const struct edits_node *node, int indent, FILE *out) {
  fprintf(out, "{\n");
  for (uint32_t i = 0; i < node->children.count; i++) write_node(node->children.data[i], indent + 2, out);
  fprintf(out, "%*s}", indent, "");
}

static void write_node(const struct edits_node *node, int indent, FILE *out) {
  fprintf(out, "%*s", indent, "");
  if (node->kind == EDITS_IF) fprintf(out, "if (");
  if (node->kind == EDITS_DO) fprintf(out, "do ");
  if (node->kind != EDITS_DO) write_tokens(&node->tokens, out);
  if (node->kind == EDITS_IF) fprintf(out, ") ");
  if (node->kind == EDITS_LOOP) fputc(' ', out);
  if (node->kind == EDITS_BLOCK) write_block(node, indent, out);
  if (node->first) write_block(node->first, indent, out);
  if (node->other) {
    fprintf(out, " else ");
    write_block(node->other, indent, out);
  }
  if (node->kind == EDITS_DO) {
    fprintf(out, " while (");
    write_tokens(&node->tokens, out);
    fprintf(out, ");");
  }
  fprintf(out, "%s\n", node->kind == EDITS_SIMPLE ? ";" : node->kind == EDITS_LABEL ? ":;" : "");
}

void edits_write(const struct edits_tree *tree, FILE *out) {
  for (uint32_t i = 0; i < tree->items.count; i++) {
    const struct edits_item *one = &tree->items.data[i];
    write_tokens(&one->head, out);
    if (one->body) {
      fputc(' ', out);
      write_block(one->body, 0, out);
    }
    fprintf(out, one->body ? "\n" : ";\n");
  }
}

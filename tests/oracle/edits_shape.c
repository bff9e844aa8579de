/* Edits of the shape of a program: statements made functions and functions made statements, variables declared in
   another order, waits that are repeated. */
#include <stdlib.h>
#include <string.h>

#include "edits_inside.h"

static bool equal(const char *a, const char *b) { return !strcmp(a, b); }

/* ---- functions ---- */

static bool is_assignment(const struct edits_node *n) {
  return n->kind == EDITS_SIMPLE && n->tokens.count > 2 && edits_is_name(n->tokens.data[0]) &&
         equal(n->tokens.data[1], "=") && !edits_is_declaration(n);
}

static bool has_local(const edits_tokens *locals, const edits_tokens *tokens, uint32_t from) {
  for (uint32_t i = from; i < tokens->count; i++)
    for (uint32_t k = 0; k < locals->count; k++)
      if (equal(tokens->data[i], locals->data[k])) return true;
  return false;
}

/* Do the tokens from this one on mean the same in another function? */
static bool stands_alone(const struct edits_item *f, const edits_tokens *tokens, uint32_t from) {
  edits_tokens locals = edits_locals(f);
  bool alone = !has_local(&locals, tokens, from);
  vec_free(&locals);
  return alone;
}

/* "x = E" becomes a function without a result; "l = E", where E has no locals, one that returns E. */
static bool extract_function(struct edits_work *w) {
  struct edits_place p;
  if (!edits_pick(w, is_assignment, &p)) return false;
  struct edits_node *n = edits_at(&p), *inside = edits_node_new(w->tree, EDITS_SIMPLE);
  const struct edits_item *f = &w->tree->items.data[p.item];
  bool whole = stands_alone(f, &n->tokens, 0);
  if (!whole && !stands_alone(f, &n->tokens, 2)) return false;
  uint32_t number = edits_below(w, 1000);
  struct edits_item item = {.body = edits_node_new(w->tree, EDITS_BLOCK)};
  vec_push(&item.head, edits_text(w, "static %s ex_r%u(void)", whole ? "void" : "int", number));
  if (!whole) vec_push(&inside->tokens, "return");
  for (uint32_t i = whole ? 0 : 2; i < n->tokens.count; i++) vec_push(&inside->tokens, n->tokens.data[i]);
  vec_push(&item.body->children, inside);
  const char *call =
      whole ? edits_text(w, "ex_r%u();", number) : edits_text(w, "%s = ex_r%u();", n->tokens.data[0], number);
  p.block->children.data[p.index] = edits_parse(w->tree, call);
  edits_insert_item(w->tree, p.item, &item);
  return true;
}

static bool is_extracted_call(const struct edits_node *n) {
  return n->kind == EDITS_SIMPLE && n->tokens.count == 3 && !strncmp(n->tokens.data[0], "ex_r", 4);
}
static bool inline_function(struct edits_work *w) {
  struct edits_place p;
  if (!edits_pick(w, is_extracted_call, &p)) return false;
  for (uint32_t i = 0; i < w->tree->items.count; i++) {
    const struct edits_item *f = &w->tree->items.data[i];
    if (!f->body || !equal(edits_item_name(f), edits_at(&p)->tokens.data[0])) continue;
    p.block->children.data[p.index] = edits_copy(w->tree, f->body);
    return true;
  }
  return false;
}

/* ---- order of variables ---- */

/* "static int a, b[3] = {0}, *c": where the declarators begin and end. */
static uint32_t next_comma(const edits_tokens *head, uint32_t at) {
  int depth = 0;
  for (; at < head->count && (depth || !equal(head->data[at], ",")); at++)
    depth += (strchr("([{", head->data[at][0]) != NULL) - (strchr(")]}", head->data[at][0]) != NULL);
  return at;
}

/* The first declarator of a list goes to its end, if no other one needs it. */
static bool move_variable(struct edits_work *w) {
  uint32_t at = edits_below(w, w->tree->items.count);
  struct edits_item *item = &w->tree->items.data[at];
  if (item->body || item->head.count < 5 || !equal(item->head.data[0], "static") || !equal(item->head.data[1], "int"))
    return false;
  uint32_t end = next_comma(&item->head, 2);
  if (end >= item->head.count || !edits_is_name(item->head.data[2])) return false;
  edits_tokens moved = {0};
  for (uint32_t i = 0; i < 2; i++) vec_push(&moved, item->head.data[i]);
  for (uint32_t i = end + 1; i < item->head.count; i++) vec_push(&moved, item->head.data[i]);
  vec_push(&moved, ",");
  for (uint32_t i = 2; i < end; i++) vec_push(&moved, item->head.data[i]);
  vec_free(&item->head);
  item->head = moved;
  return true;
}

static bool needs(const struct edits_item *item, const struct edits_item *declares) {
  for (uint32_t i = 0; i < item->head.count; i++)
    if (edits_is_name(item->head.data[i]) && edits_item_declares(declares, item->head.data[i])) return true;
  return false;
}

/* Two declarations, one after the other, exchange their places. */
static bool move_declaration(struct edits_work *w) {
  uint32_t at = edits_below(w, w->tree->items.count - 1);
  struct edits_item *pair = &w->tree->items.data[at], first = pair[0];
  if (pair[0].body || pair[1].body || needs(&pair[1], &pair[0])) return false;
  pair[0] = pair[1];
  pair[1] = first;
  return true;
}

/* ---- waits ---- */

static bool is_single_wait(const struct edits_node *n) {
  return n->kind == EDITS_IF && !n->other && n->first->children.count == 1 &&
         edits_calls(n->first->children.data[0], "cond_wait");
}
static bool wait_again(struct edits_work *w) {
  struct edits_place p;
  if (!edits_pick(w, is_single_wait, &p)) return false;
  struct edits_node *n = edits_at(&p);
  struct edits_node *loop = edits_node_new(w->tree, EDITS_LOOP);
  vec_push(&loop->tokens, "while");
  vec_push(&loop->tokens, "(");
  for (uint32_t i = 0; i < n->tokens.count; i++) vec_push(&loop->tokens, n->tokens.data[i]);
  vec_push(&loop->tokens, ")");
  loop->first = n->first;
  p.block->children.data[p.index] = loop;
  return true;
}

/* "while (C) {}" becomes "do {} while (C)", which reads once more or once less. */
static bool is_spin(const struct edits_node *n) {
  return n->kind == EDITS_LOOP && equal(n->tokens.data[0], "while") && n->tokens.count > 3;
}
static bool turn_loop(struct edits_work *w) {
  struct edits_place p;
  if (!edits_pick(w, is_spin, &p)) return false;
  struct edits_node *n = edits_at(&p), *loop = edits_node_new(w->tree, EDITS_DO);
  for (uint32_t i = 2; i + 1 < n->tokens.count; i++) vec_push(&loop->tokens, n->tokens.data[i]);
  loop->first = n->first;
  p.block->children.data[p.index] = loop;
  return true;
}

const struct edits_row edits_shape_rows[] = {
    {"function extracted", extract_function, 10, false},
    {"function inlined", inline_function, 8, false},
    {"variable moved", move_variable, 6, false},
    {"declarations moved", move_declaration, 5, false},
    {"wait repeated", wait_again, 4, false},
    {"loop turned", turn_loop, 3, false},
};
const uint32_t edits_nshape_rows = sizeof edits_shape_rows / sizeof *edits_shape_rows;

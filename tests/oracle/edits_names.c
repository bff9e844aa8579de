/* Edits that change nothing: renamed locals, parameters, functions and variables, another order of functions, other
   ways to write the same. heddle must see through all of them. */
#include <ctype.h>
#include <string.h>

#include "edits_inside.h"

static bool equal(const char *a, const char *b) { return !strcmp(a, b); }

struct renaming {
  const char *from, *to;
};
static void rename_in(void *context, edits_tokens *tokens) {
  const struct renaming *r = context;
  for (uint32_t i = 0; i < tokens->count; i++) {
    bool field = i && (equal(tokens->data[i - 1], ".") || equal(tokens->data[i - 1], "->"));
    if (equal(tokens->data[i], r->from) && !field) tokens->data[i] = r->to;
  }
}

/* Names that are used by other edits stay, so that those find them. */
static bool pick_function(struct edits_work *w, uint32_t *item) {
  *item = edits_below(w, w->tree->items.count);
  return w->tree->items.data[*item].body;
}

static bool rename_local(struct edits_work *w) {
  uint32_t item;
  if (!pick_function(w, &item)) return false;
  struct edits_item *f = &w->tree->items.data[item];
  edits_tokens locals = edits_locals(f);
  const char *name = locals.count ? locals.data[edits_below(w, locals.count)] : NULL;
  vec_free(&locals);
  if (!name || equal(name, "void")) return false;
  struct renaming r = {name, edits_text(w, "%s_r%u", name, edits_below(w, 1000))};
  rename_in(&r, &f->head);
  edits_each_tokens(f->body, rename_in, &r);
  return true;
}

static void rename_everywhere(struct edits_work *w, struct renaming *r) {
  for (uint32_t i = 0; i < w->tree->items.count; i++) {
    rename_in(r, &w->tree->items.data[i].head);
    if (w->tree->items.data[i].body) edits_each_tokens(w->tree->items.data[i].body, rename_in, r);
  }
}

static bool rename_function(struct edits_work *w) {
  uint32_t item;
  if (!pick_function(w, &item) || equal(edits_item_name(&w->tree->items.data[item]), "main")) return false;
  const char *name = edits_item_name(&w->tree->items.data[item]);
  struct renaming r = {name, edits_text(w, "%s_r%u", name, edits_below(w, 1000))};
  rename_everywhere(w, &r);
  return true;
}

static bool rename_global(struct edits_work *w) {
  static const char *const names[] = {"x0", "x1", "x2", "y0", "flag", "w",    "a",   "table", "gp",
                                      "gq", "fp", "m0", "m1", "mc",   "cond", "sem", "head"};
  const char *name = names[edits_below(w, sizeof names / sizeof *names)];
  bool declared = false;
  for (uint32_t i = 0; i < w->tree->items.count; i++)
    declared |= !w->tree->items.data[i].body && edits_item_declares(&w->tree->items.data[i], name);
  if (!declared) return false;
  struct renaming r = {name, edits_text(w, "%s_r%u", name, edits_below(w, 1000))};
  rename_everywhere(w, &r);
  return true;
}

static bool reorder_functions(struct edits_work *w) {
  uint32_t item;
  if (!pick_function(w, &item) || item + 1 >= w->tree->items.count) return false;
  struct edits_item *pair = &w->tree->items.data[item], first = pair[0];
  if (!pair[1].body || edits_mentions(&pair[1], edits_item_name(&first)) ||
      edits_mentions(&first, edits_item_name(&pair[1])))
    return false;
  pair[0] = pair[1];
  pair[1] = first;
  return true;
}

static bool any(const struct edits_node *n) { return n->kind != EDITS_LABEL; }

static bool empty_statement(struct edits_work *w) {
  struct edits_place p;
  if (!edits_pick(w, any, &p)) return false;
  edits_insert(&p, edits_node_new(w->tree, EDITS_SIMPLE));
  return true;
}

static bool is_loose_simple(const struct edits_node *n) {
  return n->kind == EDITS_SIMPLE && n->tokens.count && !edits_is_declaration(n) && !equal(n->tokens.data[0], "break");
}
static bool braces(struct edits_work *w) {
  struct edits_place p;
  if (!edits_pick(w, is_loose_simple, &p)) return false;
  struct edits_node *block = edits_node_new(w->tree, EDITS_BLOCK);
  vec_push(&block->children, edits_at(&p));
  p.block->children.data[p.index] = block;
  return true;
}

static bool unused_function(struct edits_work *w) {
  struct edits_item item = {.body = edits_node_new(w->tree, EDITS_BLOCK)};
  vec_push(&item.head, edits_text(w, "__attribute__((unused)) static int unused_r%u(int v)", edits_below(w, 100000)));
  vec_push(&item.body->children, edits_parse(w->tree, "return v * 2;"));
  edits_insert_item(w->tree, edits_below(w, w->tree->items.count), &item);
  return true;
}

/* x = x + k  ->  x += k */
static bool is_sum(const struct edits_node *n) {
  return n->kind == EDITS_SIMPLE && n->tokens.count == 5 && equal(n->tokens.data[1], "=") &&
         equal(n->tokens.data[0], n->tokens.data[2]) && equal(n->tokens.data[3], "+") &&
         isdigit((unsigned char)n->tokens.data[4][0]);
}
static bool shorten_sum(struct edits_work *w) {
  struct edits_place p;
  if (!edits_pick(w, is_sum, &p)) return false;
  edits_tokens *t = &edits_at(&p)->tokens;
  t->data[1] = "+=";
  t->data[2] = t->data[4];
  t->count = 3;
  return true;
}

const struct edits_row edits_name_rows[] = {
    {"local renamed", rename_local, 6, false},      {"function renamed", rename_function, 4, false},
    {"variable renamed", rename_global, 4, false},  {"functions reordered", reorder_functions, 4, false},
    {"empty statement", empty_statement, 2, false}, {"braces", braces, 2, false},
    {"unused function", unused_function, 2, false}, {"sum shortened", shorten_sum, 2, false},
};
const uint32_t edits_nname_rows = sizeof edits_name_rows / sizeof *edits_name_rows;

/* Edits that exchange the form of a block of code (edits_blocks.c), and such that rewrite what the program has already.
   The first variable of a block says which block it is, and in which form: eq_BLOCK_FORM. Variables that only some
   forms use are declared with the first form that does, and mostly go with the last one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edits_inside.h"

/* The text with "eq" written out. */
static struct edits_node *make_block(struct edits_work *w, uint32_t block, uint32_t form) {
  char text[500] = "", name[24];
  snprintf(name, sizeof name, "eq_%u_%u", block, form);
  size_t used = (size_t)snprintf(text, sizeof text, "{ int %s = ", name);
  for (const char *at = edits_blocks[block][form]; *at && used + sizeof name < sizeof text;) {
    if (strncmp(at, "eq", 2)) text[used++] = *at++;
    else {
      used += (size_t)snprintf(text + used, sizeof text - used, "%s", name);
      at += 2;
    }
  }
  text[used] = 0;
  return edits_parse(w->tree, text);
}

static bool read_name(const struct edits_node *n, uint32_t *block, uint32_t *form) {
  if (n->kind != EDITS_BLOCK || !n->children.count || n->children.data[0]->tokens.count < 2) return false;
  return sscanf(n->children.data[0]->tokens.data[1], "eq_%u_%u", block, form) == 2 && *block < edits_nblocks;
}

static bool is_block(const struct edits_node *n) {
  uint32_t block, form;
  return read_name(n, &block, &form);
}

/* ---- variables of blocks ---- */

static bool is_used(const struct edits_tree *tree, const char *name) {
  for (uint32_t i = 0; i < tree->items.count; i++)
    if (tree->items.data[i].body && edits_mentions(&tree->items.data[i], name)) return true;
  return false;
}

static uint32_t find_item(const struct edits_tree *tree, const char *declared) {
  uint32_t i = 0;
  while (i < tree->items.count && !edits_item_declares(&tree->items.data[i], declared)) i++;
  return i;
}

/* Before anything else, or behind a declaration: others move. */
static void declare(struct edits_work *w, const char *name) {
  struct edits_item item = {0};
  uint32_t last = 0;
  while (last < w->tree->items.count && !w->tree->items.data[last].body) last++;
  vec_push(&item.head, "static");
  vec_push(&item.head, "int");
  vec_push(&item.head, name);
  edits_insert_item(w->tree, edits_below(w, last + 1), &item);
}

static void settle_variables(struct edits_work *w) {
  static const char *const names[] = {"st_r0", "st_r1", "st_g0", "st_g1"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
    uint32_t at = find_item(w->tree, names[i]);
    bool there = at < w->tree->items.count, used = is_used(w->tree, names[i]);
    if (used && !there) declare(w, names[i]);
    if (!used && there && edits_chance(w, 75)) edits_remove_item(w->tree, at);
  }
}

/* Jumps must not go past a declaration that they would need: a block has its own. */
bool edits_put_block(struct edits_work *w) {
  struct edits_place p;
  if (!edits_has_all_names(w->tree) || !edits_pick(w, NULL, &p)) return false;
  edits_insert(&p, make_block(w, edits_below(w, edits_nblocks), edits_below(w, EDITS_FORMS)));
  settle_variables(w);
  return true;
}

static bool exchange_form(struct edits_work *w) {
  struct edits_place p;
  uint32_t block, form;
  if (!edits_pick(w, is_block, &p) || !read_name(edits_at(&p), &block, &form)) return false;
  uint32_t other = (form + 1 + edits_below(w, EDITS_FORMS - 1)) % EDITS_FORMS;
  p.block->children.data[p.index] = make_block(w, block, other);
  settle_variables(w);
  return true;
}

/* ---- what the program has already ---- */

static bool is_if(const struct edits_node *n) { return n->kind == EDITS_IF && n->other; }
static bool negate(struct edits_work *w) {
  struct edits_place p;
  if (!edits_pick(w, is_if, &p)) return false;
  struct edits_node *n = edits_at(&p), *first = n->first;
  vec_push(&n->tokens, ")");
  vec_push(&n->tokens, "");
  vec_push(&n->tokens, "");
  memmove(n->tokens.data + 2, n->tokens.data, (n->tokens.count - 2) * sizeof *n->tokens.data);
  n->tokens.data[0] = "!";
  n->tokens.data[1] = "(";
  n->first = n->other;
  n->other = first;
  return true;
}

/* lhs = E  becomes  lhs = (E) * 1 and the like; the last one differs where E is 3. */
static bool is_assignment(const struct edits_node *n) {
  return n->kind == EDITS_SIMPLE && n->tokens.count > 2 && n->tokens.count < 12 && !strcmp(n->tokens.data[1], "=") &&
         strchr("xly", n->tokens.data[0][0]) && strlen(n->tokens.data[0]) == 2;
}
static bool rewrite(struct edits_work *w) {
  static const char *const around[][2] = {{"(", ") * 1"}, {"-(-(", "))"}, {"~(~(", "))"},         {"(", ") + 0"},
                                          {"0 ^ (", ")"}, {"(", ") / 1"}, {"(", ") == 3 ? 4 : 3"}};
  struct edits_place p;
  if (!edits_pick(w, is_assignment, &p)) return false;
  struct edits_node *n = edits_at(&p);
  const char *const *form = around[edits_below(w, sizeof around / sizeof *around)];
  n->tokens.data[1] = edits_text(w, "= %s", form[0]);
  vec_push(&n->tokens, edits_text(w, "%s", form[1]));
  return true;
}

const struct edits_row edits_equal_rows[] = {
    {"block put in", edits_put_block, 10, true},
    {"form exchanged", exchange_form, 40, true},
    {"sides and condition exchanged", negate, 4, false},
    {"expression rewritten", rewrite, 6, false},
};
const uint32_t edits_nequal_rows = sizeof edits_equal_rows / sizeof *edits_equal_rows;

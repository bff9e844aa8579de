/* Names: where they are declared, and whether a statement still means something elsewhere. */
#include <ctype.h>
#include <string.h>

#include "edits_inside.h"

bool edits_is_name(const char *token) { return isalpha((unsigned char)*token) || *token == '_'; }

/* A word of a declaration; names of the library's types end in _t. */
bool edits_is_type(const char *token) {
  static const char *const types[] = {"int",    "unsigned", "char", "long",       "short", "struct", "void", "const",
                                      "static", "volatile", "enum", "atomic_int", "_Bool", "signed", "union"};
  size_t length = strlen(token);
  if (length > 2 && edits_is_name(token) && !strcmp(token + length - 2, "_t")) return true;
  for (unsigned i = 0; i < sizeof types / sizeof *types; i++)
    if (!strcmp(token, types[i])) return true;
  return false;
}

bool edits_is_declaration(const struct edits_node *node) {
  return node->kind == EDITS_SIMPLE && node->tokens.count && edits_is_type(node->tokens.data[0]);
}

static bool has(const edits_tokens *set, const char *name) {
  for (uint32_t i = 0; i < set->count; i++)
    if (!strcmp(set->data[i], name)) return true;
  return false;
}

/* The names that a list of declarators declares: each is followed by what ends a declarator. */
static void add_declared(const edits_tokens *tokens, uint32_t from, edits_tokens *set) {
  bool value = false;
  int depth = 0;
  for (uint32_t i = from; i < tokens->count; i++) {
    const char *t = tokens->data[i], *after = i + 1 < tokens->count ? tokens->data[i + 1] : ";";
    if (!depth && !strcmp(t, ";")) return;
    if (!depth && !strcmp(t, ",")) value = false;
    if (!depth && !strcmp(t, "=")) value = true;
    if (!depth && !value && edits_is_name(t) && strchr(",;=[", *after) && strcmp(after, "==")) vec_push(set, t);
    depth += !strcmp(t, "(") || !strcmp(t, "[") || !strcmp(t, "{");
    depth -= !strcmp(t, ")") || !strcmp(t, "]") || !strcmp(t, "}");
  }
}

static void add_loop_names(const struct edits_node *node, edits_tokens *set) {
  if (node->kind == EDITS_LOOP && node->tokens.count > 2 && edits_is_type(node->tokens.data[2]))
    add_declared(&node->tokens, 2, set);
}

static void add_all(const struct edits_node *node, edits_tokens *set) {
  if (edits_is_declaration(node)) add_declared(&node->tokens, 0, set);
  add_loop_names(node, set);
  for (uint32_t i = 0; i < node->children.count; i++) add_all(node->children.data[i], set);
  if (node->first) add_all(node->first, set);
  if (node->other) add_all(node->other, set);
}

static void add_parameters(const struct edits_item *item, edits_tokens *set) {
  for (uint32_t i = 0; i + 1 < item->head.count; i++)
    if (edits_is_name(item->head.data[i]) && strchr(",)", *item->head.data[i + 1])) vec_push(set, item->head.data[i]);
}

edits_tokens edits_locals(const struct edits_item *item) {
  edits_tokens set = {0};
  add_parameters(item, &set);
  add_all(item->body, &set);
  return set;
}

/* Declared before the place in the blocks around it. True: the place is inside the node. */
static bool add_visible(const struct edits_node *node, const struct edits_place *place, edits_tokens *set) {
  uint32_t before = set->count;
  add_loop_names(node, set);
  for (uint32_t i = 0; i < node->children.count; i++) {
    if (node == place->block && i == place->index) return true;
    if (edits_is_declaration(node->children.data[i])) add_declared(&node->children.data[i]->tokens, 0, set);
    if (add_visible(node->children.data[i], place, set)) return true;
  }
  if (node == place->block) return true;
  if (node->first && add_visible(node->first, place, set)) return true;
  if (node->other && add_visible(node->other, place, set)) return true;
  if (node->kind != EDITS_SIMPLE) set->count = before;
  return false;
}

static bool all_known(const struct edits_node *node, const edits_tokens *locals, const edits_tokens *visible) {
  for (uint32_t i = 0; i < node->tokens.count; i++)
    if (has(locals, node->tokens.data[i]) && !has(visible, node->tokens.data[i])) return false;
  for (uint32_t i = 0; i < node->children.count; i++)
    if (!all_known(node->children.data[i], locals, visible)) return false;
  return (!node->first || all_known(node->first, locals, visible)) &&
         (!node->other || all_known(node->other, locals, visible));
}

bool edits_fits(const struct edits_tree *tree, const struct edits_node *node, uint32_t from,
                const struct edits_place *to) {
  const struct edits_item *target = &tree->items.data[to->item];
  edits_tokens locals = edits_locals(&tree->items.data[from]), visible = {0};
  add_parameters(target, &visible);
  add_visible(target->body, to, &visible);
  add_all(node, &visible);
  bool fits = all_known(node, &locals, &visible);
  vec_free(&locals);
  vec_free(&visible);
  return fits;
}

bool edits_item_declares(const struct edits_item *item, const char *name) {
  edits_tokens set = {0};
  if (item->body) vec_push(&set, edits_item_name(item));
  else add_declared(&item->head, 0, &set);
  bool found = has(&set, name);
  vec_free(&set);
  return found;
}

bool edits_has_all_names(const struct edits_tree *tree) {
  static const char *const globals[] = {"x0", "x1", "x2", "y0", "flag", "w",  "a",    "gp",    "gq",       "sp",
                                        "p0", "p1", "tl", "m0", "m1",   "mc", "bump", "twice", "one_more", "one_less"};
  static const char *const own[] = {"l0", "l1", "l2"};
  for (unsigned i = 0; i < sizeof globals / sizeof *globals; i++) {
    bool found = false;
    for (uint32_t k = 0; k < tree->items.count; k++) found |= edits_item_declares(&tree->items.data[k], globals[i]);
    if (!found) return false;
  }
  for (uint32_t k = 0; k < tree->items.count; k++) {
    const char *name = edits_item_name(&tree->items.data[k]);
    if (strcmp(name, "main") && !(name[0] == 'f' && isdigit((unsigned char)name[1]))) continue;
    edits_tokens locals = edits_locals(&tree->items.data[k]);
    bool all = has(&locals, own[0]) && has(&locals, own[1]) && has(&locals, own[2]);
    vec_free(&locals);
    if (!all) return false;
  }
  return true;
}

/* The name before the list of parameters, which is the last parenthesis that opens at the outside. */
const char *edits_item_name(const struct edits_item *item) {
  const char *name = "";
  int depth = 0;
  for (uint32_t i = 0; item->body && i < item->head.count; i++) {
    if (!depth && i && !strcmp(item->head.data[i], "(") && edits_is_name(item->head.data[i - 1]))
      name = item->head.data[i - 1];
    depth += !strcmp(item->head.data[i], "(");
    depth -= !strcmp(item->head.data[i], ")");
  }
  return name;
}

void edits_each_tokens(struct edits_node *node, void (*see)(void *context, edits_tokens *tokens), void *context) {
  see(context, &node->tokens);
  for (uint32_t i = 0; i < node->children.count; i++) edits_each_tokens(node->children.data[i], see, context);
  if (node->first) edits_each_tokens(node->first, see, context);
  if (node->other) edits_each_tokens(node->other, see, context);
}

/* Edits of data and control: constants, operators, conditions, statements, assertions, initialisers, arguments. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "edits_inside.h"

static bool equal(const char *a, const char *b) { return !strcmp(a, b); }
static const char *token_at(const edits_tokens *t, uint32_t at) { return at < t->count ? t->data[at] : ""; }
static const char *before(const edits_tokens *t, uint32_t at) { return at ? t->data[at - 1] : ""; }
static bool in_list(const char *token, const char *const *list, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (equal(token, list[i])) return true;
  return false;
}
#define IN(token, list) in_list(token, list, sizeof(list) / sizeof *(list))

/* ---- tokens */

static bool is_number(const char *token) { return isdigit((unsigned char)*token); }

/* Not how many values main writes, nor the length of an array or the number of a thread: those have edits of their
   own. */
static bool is_constant(const edits_tokens *t, uint32_t at) {
  if (!is_number(t->data[at]) || equal(t->data[0], "SHOW") || equal(t->data[0], "heddle_symbolic")) return false;
  return !(equal(before(t, at), "[") && (equal(t->data[0], "static") || equal(t->data[0], "int") ||
                                         equal(t->data[0], "pthread_t") || equal(before(t, at - 1), "t")));
}

static bool change_number(struct edits_work *w, edits_tokens *t, uint32_t at) {
  int old = atoi(t->data[at]), new = edits_chance(w, 50)   ? old + 1
                                     : edits_chance(w, 50) ? old - 1
                                                           : (int)edits_below(w, 4);
  if (new < 0 || new == old) new = old + 1;
  if (equal(t->data[0], "case")) new = 4 + (int)edits_below(w, 9); /* there must not be two of one value */
  t->data[at] = edits_text(w, "%d", new);
  return true;
}

static bool is_in_statement(const edits_tokens *t, uint32_t at) {
  return !equal(t->data[0], "static") && is_constant(t, at);
}
static bool constant(struct edits_work *w) {
  edits_tokens *t;
  uint32_t at;
  return edits_pick_token(w, is_in_statement, &t, &at) && change_number(w, t, at);
}

static bool is_initialiser(const edits_tokens *t, uint32_t at) {
  return equal(t->data[0], "static") && is_constant(t, at);
}
static bool initialiser(struct edits_work *w) {
  edits_tokens *t;
  uint32_t at;
  return edits_pick_token(w, is_initialiser, &t, &at) && change_number(w, t, at);
}

/* "x1" becomes "x1 = 2": variables that start with nothing. */
static bool is_bare(const edits_tokens *t, uint32_t at) {
  static const char *const names[] = {"x1", "x2", "flag", "w", "y0"};
  return equal(t->data[0], "static") && equal(token_at(t, 1), "int") && IN(t->data[at], names) &&
         equal(token_at(t, at + 1), ",") && equal(before(t, at), ",");
}
static bool fill_bare(struct edits_work *w) {
  edits_tokens *t;
  uint32_t at;
  if (!edits_pick_token(w, is_bare, &t, &at)) return false;
  t->data[at] = edits_text(w, "%s = %u", t->data[at], 1 + edits_below(w, 3));
  return true;
}

static bool is_length(const edits_tokens *t, uint32_t at) {
  return is_number(t->data[at]) && equal(before(t, at), "[") && equal(t->data[0], "static") &&
         equal(token_at(t, at + 1), "]") && !equal(before(t, at - 1), "t");
}
static bool length(struct edits_work *w) {
  edits_tokens *t;
  uint32_t at;
  if (!edits_pick_token(w, is_length, &t, &at)) return false;
  t->data[at] = edits_text(w, "%d", atoi(t->data[at]) + (edits_chance(w, 50) ? 1 : -1));
  return true;
}

/* What stands in the brackets of a declaration, also of a member, is a length. */
static bool is_index(const edits_tokens *t, uint32_t at) {
  static const char *const no_statement[] = {"SHOW", "__attribute__"};
  return equal(before(t, at), "[") && equal(token_at(t, at + 1), "]") && !IN(t->data[0], no_statement) &&
         !edits_is_type(t->data[0]);
}
static bool index_changed(struct edits_work *w) {
  static const char *const others[] = {"0", "1", "2", "3", "x0 & 1", "x1 & 1"};
  edits_tokens *t;
  uint32_t at;
  if (!edits_pick_token(w, is_index, &t, &at)) return false;
  const char *other = others[edits_below(w, sizeof others / sizeof *others)];
  if (equal(other, t->data[at])) return false;
  t->data[at] = other;
  return true;
}

static const char *const relations[] = {"==", "!=", "<", "<=", ">", ">="};
static const char *const operations[] = {"+", "-", "^", "&", "|", "*"};

/* Is what stands before a value? Not a type, nor a cast. */
static bool has_left_side(const edits_tokens *t, uint32_t at) {
  static const char *const types[] = {"return", "int", "sizeof", "node", "void", "pair", "char", "long"};
  const char *left = before(t, at);
  if (equal(left, ")")) return at < 2 || !(IN(t->data[at - 2], types) || equal(t->data[at - 2], "*"));
  return at && (isalnum((unsigned char)*left) || equal(left, "]")) && !IN(left, types);
}
/* An operation on pointers has no place here; a declaration has stars that are none. */
static bool is_operator(const edits_tokens *t, uint32_t at) {
  if (IN(t->data[at], relations)) return !equal(token_at(t, at + 1), "NULL") && !equal(token_at(t, at + 1), "gq");
  return IN(t->data[at], operations) && has_left_side(t, at) && !equal(t->data[0], "static") &&
         !equal(t->data[0], "__attribute__") && !equal(token_at(t, at + 1), "sizeof") &&
         !(equal(token_at(t, at + 1), "(") && equal(token_at(t, at + 2), "char"));
}
static bool operator_changed(struct edits_work *w) {
  edits_tokens *t;
  uint32_t at;
  if (!edits_pick_token(w, is_operator, &t, &at)) return false;
  bool relation = IN(t->data[at], relations);
  const char *other = relation ? relations[edits_below(w, 6)] : operations[edits_below(w, 6)];
  if (equal(other, t->data[at])) return false;
  t->data[at] = other;
  return true;
}

/* Another variable of the same kind. */
static const char *const kinds[][3] = {{"x0", "x1", "x2"},
                                       {"l0", "l1", "l2"},
                                       {"p0", "p1", "gp"},
                                       {"gp", "gq", "sp"},
                                       {"one_more", "one_less", "one_more"}};
static int kind_of(const char *token) {
  for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (IN(token, kinds[i])) return (int)i;
  return -1;
}
static bool is_variable(const edits_tokens *t, uint32_t at) {
  bool declares = equal(t->data[0], "int") || equal(t->data[0], "__attribute__") ||
                  (equal(t->data[0], "static") && !equal(before(t, at), "&") && !equal(before(t, at), "="));
  return kind_of(t->data[at]) >= 0 && !declares;
}
static bool other_variable(struct edits_work *w) {
  edits_tokens *t;
  uint32_t at;
  if (!edits_pick_token(w, is_variable, &t, &at)) return false;
  const char *other = kinds[kind_of(t->data[at])][edits_below(w, 3)];
  if (equal(other, t->data[at])) return false;
  t->data[at] = other;
  return true;
}

static bool is_argument(const edits_tokens *t, uint32_t at) {
  static const char *const calls[] = {"bump", "twice", "fp", "lend"};
  bool inside = false;
  for (uint32_t i = 0; i < at; i++) inside |= IN(t->data[i], calls);
  return inside && !equal(t->data[0], "__attribute__") && !equal(t->data[0], "static") &&
         (is_number(t->data[at]) || is_variable(t, at));
}
static bool argument(struct edits_work *w) {
  edits_tokens *t;
  uint32_t at;
  if (!edits_pick_token(w, is_argument, &t, &at)) return false;
  if (is_number(t->data[at])) return change_number(w, t, at);
  const char *other = kinds[kind_of(t->data[at])][edits_below(w, 3)];
  if (equal(other, t->data[at])) return false;
  t->data[at] = other;
  return true;
}

static bool is_bound(const edits_tokens *t, uint32_t at) {
  return (equal(t->data[0], "for") || equal(t->data[0], "while")) && is_number(t->data[at]);
}
static bool bound(struct edits_work *w) {
  edits_tokens *t;
  uint32_t at;
  return edits_pick_token(w, is_bound, &t, &at) && change_number(w, t, at);
}

/* The copy of the input, or a counter, of another type. */
static bool is_own_type(const edits_tokens *t, uint32_t at) {
  return equal(t->data[at], "int") && (equal(token_at(t, at + 1), "in") || equal(token_at(t, at + 1), "i")) &&
         equal(token_at(t, at + 2), "=");
}
static bool type_changed(struct edits_work *w) {
  static const char *const types[] = {"unsigned", "signed char", "_Bool", "long", "short"};
  edits_tokens *t;
  uint32_t at;
  if (!edits_pick_token(w, is_own_type, &t, &at)) return false;
  t->data[at] = types[edits_below(w, 5)];
  return true;
}

/* A thread-local variable becomes a shared one. */
static bool is_thread_local(const edits_tokens *t, uint32_t at) { return equal(t->data[at], "_Thread_local"); }
static bool storage(struct edits_work *w) {
  edits_tokens *t;
  uint32_t at;
  if (!edits_pick_token(w, is_thread_local, &t, &at)) return false;
  t->data[at] = "volatile";
  return true;
}

/* ---- conditions */

static bool has_condition(const struct edits_node *n) { return n->kind == EDITS_IF; }
static bool is_assertion(const struct edits_node *n) {
  return n->kind == EDITS_SIMPLE && n->tokens.count && equal(n->tokens.data[0], "assert");
}
static bool is_assumption(const struct edits_node *n) {
  return n->kind == EDITS_SIMPLE && n->tokens.count && equal(n->tokens.data[0], "heddle_assume");
}

static void replace_tokens(struct edits_node *n, const char *text) {
  n->tokens.count = 0;
  vec_push(&n->tokens, text);
}

/* As the tree writes it; what it means is what counts here. */
static const char *joined(struct edits_work *w, const edits_tokens *t) {
  size_t bytes = 1;
  for (uint32_t i = 0; i < t->count; i++) bytes += strlen(t->data[i]) + 1;
  char *text = arena_alloc(&w->tree->memory, bytes), *at = text;
  for (uint32_t i = 0; i < t->count; i++) at = stpcpy(stpcpy(at, i ? " " : ""), t->data[i]);
  *at = 0;
  return text;
}

/* Tokens are taken apart again when the next version is made of this one. */
static void set_tokens(struct edits_work *w, struct edits_node *n, const char *before_text, const char *after_text) {
  const char *inside = joined(w, &n->tokens);
  size_t bytes = strlen(before_text) + strlen(inside) + strlen(after_text) + 1;
  char *text = arena_alloc(&w->tree->memory, bytes);
  stpcpy(stpcpy(stpcpy(text, before_text), inside), after_text);
  replace_tokens(n, text);
}

static bool shape_condition(struct edits_work *w, struct edits_node *n) {
  switch (edits_below(w, 6)) {
  case 0: set_tokens(w, n, "(", edits_text(w, ") && l%u < %u", edits_below(w, 3), 1 + edits_below(w, 3))); break;
  case 1: set_tokens(w, n, "(", edits_text(w, ") || l%u == %u", edits_below(w, 3), edits_below(w, 3))); break;
  case 2: set_tokens(w, n, "!(", ")"); break;
  case 3: replace_tokens(n, "1"); break;
  case 4: replace_tokens(n, "0"); break;
  default: set_tokens(w, n, "(", ") && x1 != 2"); break;
  }
  return true;
}

static uint32_t main_of(const struct edits_tree *tree) {
  uint32_t item = 0;
  while (!equal(edits_item_name(&tree->items.data[item]), "main")) item++;
  return item;
}

/* Are the locals of threads and main known here? */
static bool has_locals(struct edits_work *w, const struct edits_place *p) {
  return edits_fits(w->tree, edits_parse(w->tree, "l0 + l1 + l2;"), main_of(w->tree), p);
}

static bool condition(struct edits_work *w) {
  struct edits_place p;
  return edits_pick(w, has_condition, &p) && has_locals(w, &p) && shape_condition(w, edits_at(&p));
}

static bool change_assertion(struct edits_work *w) {
  struct edits_place p;
  if (!edits_pick(w, is_assertion, &p) || !has_locals(w, &p)) return false;
  edits_at(&p)->tokens.data[1] = edits_chance(w, 50) ? "(l0 == 1 ||" : edits_chance(w, 50) ? "(l1 != 2 &&" : "(0 ==";
  return true;
}
static bool change_assumption(struct edits_work *w) {
  struct edits_place p;
  if (!edits_pick(w, is_assumption, &p) || !has_locals(w, &p)) return false;
  edits_at(&p)->tokens.data[1] = edits_chance(w, 50) ? "(l0 == 1 ||" : "(l1 != 1 &&";
  return true;
}

/* ---- statements */

/* Not what declares, ends the function, or belongs to a loop or switch around it. */
static bool is_loose(const struct edits_node *n) {
  if (n->kind == EDITS_LABEL || edits_is_declaration(n)) return false;
  if (n->kind == EDITS_SIMPLE && n->tokens.count) {
    static const char *const bound_words[] = {"return", "break", "continue", "SHOW", "goto", "heddle_symbolic"};
    if (IN(n->tokens.data[0], bound_words)) return false;
    if (equal(n->tokens.data[0], "(") && equal(token_at(&n->tokens, 1), "void")) return false;
  }
  return n->kind != EDITS_SIMPLE || n->tokens.count;
}
/* Deleting a jump is fine too. */
static bool is_deletable(const struct edits_node *n) {
  return is_loose(n) || (n->kind == EDITS_SIMPLE && n->tokens.count && equal(n->tokens.data[0], "break"));
}

static bool delete(struct edits_work *w) {
  struct edits_place p;
  if (!edits_pick(w, is_deletable, &p)) return false;
  edits_remove(&p);
  return true;
}

static bool has_jump(const struct edits_node *n) {
  if (n->kind == EDITS_SIMPLE && n->tokens.count &&
      (equal(n->tokens.data[0], "break") || equal(n->tokens.data[0], "continue")))
    return true;
  for (uint32_t i = 0; i < n->children.count; i++)
    if (has_jump(n->children.data[i])) return true;
  return (n->first && has_jump(n->first)) || (n->other && has_jump(n->other));
}
static bool is_movable(const struct edits_node *n) { return is_loose(n) && !has_jump(n); }

static bool makes_threads(const struct edits_node *n) {
  if (edits_calls(n, "pthread_create")) return true;
  for (uint32_t i = 0; i < n->children.count; i++)
    if (makes_threads(n->children.data[i])) return true;
  return (n->first && makes_threads(n->first)) || (n->other && makes_threads(n->other));
}

static bool any(const struct edits_node *n) { return n->kind != EDITS_LABEL; }

/* A place in a thread or in main. */
static bool pick_gap(struct edits_work *w, struct edits_place *p) {
  if (!edits_pick(w, any, p) || !has_locals(w, p)) return false;
  const struct edits_node *n = edits_at(p);
  if (n->kind == EDITS_SIMPLE && n->tokens.count && edits_chance(w, 30) && !equal(n->tokens.data[0], "return"))
    p->index++;
  return true;
}

static bool is_inside(const struct edits_node *outer, const struct edits_node *block) {
  if (outer == block) return true;
  for (uint32_t i = 0; i < outer->children.count; i++)
    if (is_inside(outer->children.data[i], block)) return true;
  return (outer->first && is_inside(outer->first, block)) || (outer->other && is_inside(outer->other, block));
}

/* A thread may only be made where it was: elsewhere threads could make threads without end. */
static bool copy_or_move(struct edits_work *w, bool move) {
  struct edits_place from, to;
  if (!edits_pick(w, is_movable, &from) || !pick_gap(w, &to)) return false;
  struct edits_node *n = edits_at(&from);
  if (is_inside(n, to.block) || !edits_fits(w->tree, n, from.item, &to)) return false;
  if (makes_threads(n) && (from.item != to.item || !move)) return false;
  if (move && from.block == to.block && (to.index == from.index || to.index == from.index + 1)) return false;
  edits_insert(&to, edits_copy(w->tree, n));
  if (!move) return true;
  if (from.block == to.block && to.index <= from.index) from.index++;
  edits_remove(&from);
  return true;
}
static bool duplicate(struct edits_work *w) { return copy_or_move(w, false); }
static bool move(struct edits_work *w) { return copy_or_move(w, true); }

static bool swap(struct edits_work *w) {
  struct edits_place p;
  if (!edits_pick(w, is_movable, &p) || p.index + 1 >= p.block->children.count) return false;
  struct edits_node **pair = &p.block->children.data[p.index], *first = pair[0];
  if (!is_movable(pair[1])) return false;
  pair[0] = pair[1];
  pair[1] = first;
  return true;
}

static bool add(struct edits_work *w) {
  static const char *const statements[] = {"x%u = %u;",
                                           "x%u = l%u;",
                                           "l%u = x%u;",
                                           "l%u = %u;",
                                           "if (l%u == %u) { x1 = 1; }",
                                           "if (x%u == %u) { l0 = 2; }",
                                           "a[%u] = l%u;",
                                           "l%u = a[%u];",
                                           "if (l%u < %u) { return 0; }",
                                           "x%u = x0 + %u;",
                                           "w = %u + %u;",
                                           "flag = %u + %u;",
                                           "if (x%u > %u) { exit(0); }",
                                           "for (int k = 0; k < 2; k++) { x%u = x0 + %u; }",
                                           "*gp = %u + %u;",
                                           "tl = l%u + %u;",
                                           "l%u = bump(&x0, %u);",
                                           "y0 = l%u + %u;"};
  struct edits_place p;
  if (!pick_gap(w, &p)) return false;
  const char *text = edits_text(w, statements[edits_below(w, sizeof statements / sizeof *statements)],
                                edits_below(w, 3), edits_below(w, 3));
  struct edits_node *n = edits_parse(w->tree, text);
  struct edits_place here = p;
  if (!edits_fits(w->tree, n, p.item, &here)) return false;
  edits_insert(&p, n);
  return true;
}

/* Also in the functions that threads call, and about what nobody looked at before. */
static bool add_check(struct edits_work *w, const char *name) {
  static const char *const tests[] = {"l%u != %u",          "l%u < %u + 1",     "x%u != %u + 1", "x%u <= %u + 1",
                                      "l%u + x0 != %u + 2", "x%u != %u",        "a[%u] != %u",   "w != %u + %u",
                                      "flag + %u != %u",    "y0 + %u != %u + 2"};
  struct edits_place p;
  if (!edits_pick(w, any, &p)) return false;
  const char *test =
      edits_text(w, tests[edits_below(w, sizeof tests / sizeof *tests)], edits_below(w, 3), edits_below(w, 3));
  struct edits_node *n = edits_parse(w->tree, edits_text(w, "%s(%s);", name, test));
  if (!edits_fits(w->tree, n, main_of(w->tree), &p)) return false;
  edits_insert(&p, n);
  return true;
}
static bool add_assertion(struct edits_work *w) { return add_check(w, "assert"); }
static bool add_assumption(struct edits_work *w) { return add_check(w, "heddle_assume"); }

static bool remove_assertion(struct edits_work *w) {
  struct edits_place p;
  if (!edits_pick(w, edits_chance(w, 80) ? is_assertion : is_assumption, &p)) return false;
  edits_remove(&p);
  return true;
}

/* ---- branches */

static bool wrap(struct edits_work *w) {
  struct edits_place p;
  if (!edits_pick(w, is_loose, &p) || !has_locals(w, &p)) return false;
  struct edits_node *n = edits_node_new(w->tree, EDITS_IF);
  vec_push(&n->tokens,
           edits_text(w, edits_chance(w, 60) ? "l%u == %u" : "x%u != %u", edits_below(w, 3), edits_below(w, 3)));
  n->first = edits_node_new(w->tree, EDITS_BLOCK);
  vec_push(&n->first->children, edits_at(&p));
  p.block->children.data[p.index] = n;
  return true;
}

static bool is_if(const struct edits_node *n) { return n->kind == EDITS_IF; }
static bool unwrap(struct edits_work *w) {
  struct edits_place p;
  if (!edits_pick(w, is_if, &p)) return false;
  struct edits_node *n = edits_at(&p);
  p.block->children.data[p.index] = n->other && edits_chance(w, 40) ? n->other : n->first;
  return true;
}

static bool change_branches(struct edits_work *w) {
  struct edits_place p;
  if (!edits_pick(w, is_if, &p) || !has_locals(w, &p)) return false;
  struct edits_node *n = edits_at(&p), *first = n->first;
  if (!n->other) {
    n->other = edits_node_new(w->tree, EDITS_BLOCK);
    vec_push(&n->other->children,
             edits_parse(w->tree, edits_text(w, "x%u = %u;", edits_below(w, 3), edits_below(w, 3))));
  } else if (edits_chance(w, 50)) n->other = NULL;
  else n->first = n->other, n->other = first;
  return true;
}

const struct edits_row edits_data_rows[] = {
    {"constant", constant, 14, false},
    {"initialiser", initialiser, 4, false},
    {"initialiser added", fill_bare, 3, false},
    {"array length", length, 2, false},
    {"index", index_changed, 4, true},
    {"operator", operator_changed, 10, false},
    {"variable", other_variable, 8, true},
    {"argument", argument, 4, true},
    {"loop bound", bound, 3, false},
    {"storage", storage, 1, false},
    {"type", type_changed, 2, false},
    {"condition", condition, 9, true},
    {"assertion changed", change_assertion, 5, true},
    {"assumption changed", change_assumption, 3, true},
    {"statement deleted", delete, 9, false},
    {"statement copied", duplicate, 6, false},
    {"statement moved", move, 6, false},
    {"statements swapped", swap, 6, false},
    {"statement added", add, 9, true},
    {"assertion added", add_assertion, 12, true},
    {"assumption added", add_assumption, 2, true},
    {"assertion deleted", remove_assertion, 5, false},
    {"branch added", wrap, 5, true},
    {"branch deleted", unwrap, 4, false},
    {"sides changed", change_branches, 4, true},
};
const uint32_t edits_ndata_rows = sizeof edits_data_rows / sizeof *edits_data_rows;

/* Edits that are equal rewritings, and such that are nearly: blocks of code in several forms. One edit puts a block
   somewhere, another one exchanges its form. Some forms of a block do the same in every state, some differ in few, and
   some only look alike: they read shared memory once more, write through pointers that may meet, or fail.

   The first variable of a block says which block it is, and in which form: eq_BLOCK_FORM. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edits_inside.h"

enum { FORMS = 4 };

/* Behind "{ int eq_BLOCK_FORM =". */
static const char *const blocks[][FORMS] = {
    {"x0; int er = eq + eq; x1 = er; }", "x0; int er = 2 * eq; x1 = er; }", "x0; x1 = eq << 1; }",
     "x0; int er = eq == 2 ? 5 : eq + eq; x1 = er; }"},
    {"0; int er = 0; assert(er == eq); }", "0; int er = x0 - x0; assert(er == eq); }",
     "x0; int er = eq - eq; assert(er == 0); }", "x0 ^ x0; assert(!eq); }"},
    {"0; int eb[2] = {0, 0}; int *ep = &eb[x0 & 1], *ek = &eb[x1 & 1]; *ep = 1; *ek = 2; eq = 1; assert(eq == 1); }",
     "0; int eb[2] = {0, 0}; int *ep = &eb[x0 & 1], *ek = &eb[x1 & 1]; *ep = 1; *ek = 2; eq = *ep; assert(eq == 1); }",
     "0; int eb[2] = {0, 0}; int *ep = &eb[x0 & 1], *ek = &eb[x1 & 1]; *ek = 2; *ep = 1; eq = *ep; assert(eq == 1); }",
     "0; int eb[2] = {0, 0}; int *ep = &eb[x0 & 1], *ek = &eb[x1 & 1]; *ek = 2; *ep = 1; eq = 1; assert(eq == 1); }"},
    {"x0 & 1; x1 = eq == 1 ? 0 : 6 / (eq - 1); }", "x0 & 1; int er = 6 / (eq - 1); x1 = eq == 1 ? 0 : er; }",
     "x0 & 1; x1 = eq != 0 ? 0 : -6; }", "x0 & 1; int er = -6; if (eq) { er = 0; } x1 = er; }"},
    {"0; for (int ei = 0; ei < 3; ei++) { eq += ei; } assert(eq == 3); }",
     "0; for (int ei = 0; ei <= 2; ei++) { eq = ei + eq; } assert(eq == 3); }",
     "0; for (int ei = 0; ei < 3; ei++) { eq += ei | 1; } assert(eq == 3); }",
     "0; for (int ei = 0; ei < 3; ++ei) { eq += 2 * ei - ei; } assert(!(eq != 3)); }"},
    {"x0 & 1; x1 = 6 / (1 - eq); }", "x0 & 1; x1 = eq ? 6 / (eq - 1) : 6 / (1 - eq); }",
     "x0 & 1; if (eq) { x1 = 6 / (eq - 1); } else { x1 = 6; } }", "x0 & 1; x1 = 6 / !eq; }"},
    {"x1; if (eq < 2) { x2 = 1; } else { x2 = 2; } }", "x1; if (!(eq < 2)) { x2 = 2; } else { x2 = 1; } }",
     "x1; x2 = eq >= 2 ? 2 : 1; }", "x1; if (eq <= 2) { x2 = 1; } else { x2 = 2; } }"},
    {"x2; if (eq > 0 && eq < 4) { x0 = eq; } }", "x2; if (!(eq <= 0 || eq >= 4)) { x0 = eq; } }",
     "x2; if ((unsigned)eq - 1 < 3) { x0 = eq; } }", "x2; if ((unsigned)eq - 1 <= 3) { x0 = eq; } }"},
    {"x1; int eb[3] = {0, 0, 0}; eb[eq & 1] = 1; assert(eb[0] + eb[1] == 1); }",
     "x1; int eb[3] = {0, 0, 0}; int ei = eq & 1; eb[ei] = 1; assert(eb[1] + eb[0] == 1); }",
     "x1; int eb[3] = {0, 0, 0}; eb[eq % 2 ? 1 : 0] = 1; assert(eb[0] + eb[1] == 1); }",
     "x1; int eb[3] = {0, 0, 0}; eb[eq & 3] = 1; assert(eb[0] + eb[1] == 1); }"},
    {"x0; switch (eq) { case 1: x2 = 3; break; case 2: x2 = 4; break; default: x2 = 5; } }",
     "x0; if (eq == 1) { x2 = 3; } else { x2 = eq == 2 ? 4 : 5; } }", "x0; x2 = eq == 1 ? 3 : eq != 2 ? 5 : 4; }",
     "x0; x2 = eq == 1 ? 3 : eq != 2 ? 5 : 3; }"},
};
enum { BLOCKS = sizeof blocks / sizeof *blocks };

/* The text with "eq" written out. */
static struct edits_node *make_block(struct edits_work *w, uint32_t block, uint32_t form) {
  char text[400] = "", name[24];
  snprintf(name, sizeof name, "eq_%u_%u", block, form);
  size_t used = (size_t)snprintf(text, sizeof text, "{ int %s = ", name);
  for (const char *at = blocks[block][form]; *at && used + sizeof name < sizeof text;) {
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
  return sscanf(n->children.data[0]->tokens.data[1], "eq_%u_%u", block, form) == 2 && *block < BLOCKS;
}

static bool is_block(const struct edits_node *n) {
  uint32_t block, form;
  return read_name(n, &block, &form);
}

/* Jumps must not go past a declaration that they would need: a block has its own. */
bool edits_put_block(struct edits_work *w) {
  struct edits_place p;
  if (!edits_has_all_names(w->tree) || !edits_pick(w, NULL, &p)) return false;
  edits_insert(&p, make_block(w, edits_below(w, BLOCKS), edits_below(w, FORMS)));
  return true;
}

static bool exchange_form(struct edits_work *w) {
  struct edits_place p;
  uint32_t block, form;
  if (!edits_pick(w, is_block, &p) || !read_name(edits_at(&p), &block, &form)) return false;
  uint32_t other = (form + 1 + edits_below(w, FORMS - 1)) % FORMS;
  p.block->children.data[p.index] = make_block(w, block, other);
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
    {"form exchanged", exchange_form, 40, false},
    {"sides and condition exchanged", negate, 4, false},
    {"expression rewritten", rewrite, 6, false},
};
const uint32_t edits_nequal_rows = sizeof edits_equal_rows / sizeof *edits_equal_rows;

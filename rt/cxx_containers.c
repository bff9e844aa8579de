/* What std::string, std::map and std::set need of libstdc++ that is not compiled with the program. Trees are kept in
   order, not in balance: nobody can tell but by the time. */
#include <stddef.h>
#include "builtins.h"

#define NAMED(type, name, mangled, ...)                                                                                \
  type name(__VA_ARGS__) __asm__(mangled);                                                                             \
  type name(__VA_ARGS__)

void assertion_failed(const char *file, int line, const char *function,
                      const char *condition) __asm__("_ZSt21__glibcxx_assert_failPKciS0_S0_");
void assertion_failed(const char *file, int line, const char *function, const char *condition) {
  (void)file, (void)line, (void)function;
  __heddle_fail("assert", condition != NULL ? condition : "an assertion of the C++ library failed");
}

char __libc_single_threaded; /* never: counters of shared pointers are atomic */

#define NOTHING(name, mangled)                                                                                         \
  NAMED(void, name, mangled, void *own) { (void)own; }
NOTHING(allocator_make, "_ZNSaIcEC1Ev")
NOTHING(allocator_make_base, "_ZNSaIcEC2Ev")
NOTHING(allocator_end, "_ZNSaIcED1Ev")
NOTHING(allocator_end_base, "_ZNSaIcED2Ev")
NAMED(void, allocator_copy, "_ZNSaIcEC1ERKS_", void *own, const void *other) { (void)own, (void)other; }
NAMED(void, allocator_copy_base, "_ZNSaIcEC2ERKS_", void *own, const void *other) { (void)own, (void)other; }

/* ---- trees: the header is red, its parent the root, its children the ends ---- */

struct node {
  int colour; /* 0: red */
  struct node *parent, *left, *right;
};

static struct node *leftmost(struct node *n) {
  while (n->left != NULL) n = n->left;
  return n;
}
static struct node *rightmost(struct node *n) {
  while (n->right != NULL) n = n->right;
  return n;
}

static struct node *next(struct node *n) {
  if (n->right != NULL) return leftmost(n->right);
  struct node *up = n->parent;
  while (n == up->right) n = up, up = up->parent;
  return n->right != up ? up : n;
}

static struct node *previous(struct node *n) {
  if (n->colour == 0 && n->parent->parent == n) return n->right; /* the header */
  if (n->left != NULL) return rightmost(n->left);
  struct node *up = n->parent;
  while (n == up->left) n = up, up = up->parent;
  return up;
}

NAMED(struct node *, tree_next, "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base", struct node *n) { return next(n); }
NAMED(struct node *, tree_next_const, "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base", struct node *n) {
  return next(n);
}
NAMED(struct node *, tree_previous, "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base", struct node *n) {
  return previous(n);
}
NAMED(struct node *, tree_previous_const, "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base", struct node *n) {
  return previous(n);
}

NAMED(void, tree_insert, "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_", _Bool left,
      struct node *fresh, struct node *parent, struct node *header) {
  fresh->parent = parent;
  fresh->left = fresh->right = NULL;
  fresh->colour = parent == header; /* the root is black */
  if (parent == header) {
    header->parent = header->left = header->right = fresh;
  } else if (left) {
    parent->left = fresh;
    if (parent == header->left) header->left = fresh;
  } else {
    parent->right = fresh;
    if (parent == header->right) header->right = fresh;
  }
}

/* Puts another node, or none, where one was. */
static void replace(struct node *old, struct node *with, struct node *header) {
  if (header->parent == old) header->parent = with;
  else if (old->parent->left == old) old->parent->left = with;
  else old->parent->right = with;
  if (with != NULL) with->parent = old->parent;
}

NAMED(struct node *, tree_erase, "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_", struct node *old,
      struct node *header) {
  struct node *follower = next(old), *leader = old == header->left ? NULL : previous(old);
  if (old == header->left) header->left = follower;
  if (old == header->right) header->right = leader != NULL ? leader : header;
  if (old->left == NULL || old->right == NULL) {
    replace(old, old->left != NULL ? old->left : old->right, header);
  } else {
    struct node *heir = leftmost(old->right);
    if (heir != old->right) {
      replace(heir, heir->right, header);
      heir->right = old->right;
      heir->right->parent = heir;
    }
    replace(old, heir, header);
    heir->left = old->left;
    heir->left->parent = heir;
  }
  if (header->parent != NULL) header->parent->colour = 1;
  return old;
}

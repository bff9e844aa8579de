/* search.h: trees, hash tables, queues. A tree is not balanced: nothing shows how deep it is but twalk. */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

struct node {
  const void *key; /* first: what tsearch gives is a pointer to it */
  struct node *left, *right;
};

typedef int (*by_key)(const void *, const void *);

static struct node **find(const void *key, struct node **at, by_key compare) {
  for (int order; *at != NULL && (order = compare(key, (*at)->key)) != 0;)
    at = order < 0 ? &(*at)->left : &(*at)->right;
  return at;
}

void *tsearch(const void *key, void **root, by_key compare) {
  if (root == NULL) return NULL;
  struct node **at = find(key, (struct node **)root, compare);
  if (*at != NULL) return *at;
  *at = malloc(sizeof **at);
  if (*at != NULL) **at = (struct node){.key = key};
  return *at;
}
void *tfind(const void *key, void *const *root, by_key compare) {
  return root == NULL ? NULL : *find(key, (struct node **)root, compare);
}

static struct node *take_first(struct node **at) {
  while ((*at)->left != NULL) at = &(*at)->left;
  struct node *first = *at;
  *at = first->right;
  return first;
}

/* Gives the parent; of the root, something that is not NULL. */
void *tdelete(const void *restrict key, void **restrict root, by_key compare) {
  struct node *parent = NULL, **at = (struct node **)root;
  if (root == NULL) return NULL;
  for (int order; *at != NULL && (order = compare(key, (*at)->key)) != 0;) {
    parent = *at;
    at = order < 0 ? &(*at)->left : &(*at)->right;
  }
  if (*at == NULL) return NULL;
  struct node *gone = *at;
  if (gone->right == NULL) *at = gone->left;
  else {
    struct node *next = take_first(&gone->right);
    next->left = gone->left;
    next->right = gone->right;
    *at = next;
  }
  free(gone);
  return parent != NULL ? (void *)parent : (void *)root;
}

static void walk(const struct node *n, __action_fn_t visit, int level) {
  if (n->left == NULL && n->right == NULL) {
    visit(n, leaf, level);
    return;
  }
  visit(n, preorder, level);
  if (n->left != NULL) walk(n->left, visit, level + 1);
  visit(n, postorder, level);
  if (n->right != NULL) walk(n->right, visit, level + 1);
  visit(n, endorder, level);
}
void twalk(const void *root, __action_fn_t visit) {
  if (root != NULL && visit != NULL) walk(root, visit, 0);
}
void tdestroy(void *root, __free_fn_t release) {
  struct node *n = root;
  if (n == NULL) return;
  tdestroy(n->left, release);
  tdestroy(n->right, release);
  release((void *)n->key);
  free(n);
}

/* ---- hash tables: entries in a list */

struct kept_entry {
  struct kept_entry *next;
  ENTRY data;
};

static unsigned next_prime(size_t n) {
  for (n |= 1;; n += 2) {
    size_t d = 3;
    while (d * d <= n && n % d != 0) d += 2;
    if (d * d > n) return (unsigned)n;
  }
}

int hcreate_r(size_t count, struct hsearch_data *table) {
  if (table == NULL || table->table != NULL) {
    if (table == NULL) errno = EINVAL;
    return 0;
  }
  table->size = next_prime(count < 3 ? 3 : count);
  table->filled = 0;
  table->table = calloc(1, sizeof(struct kept_entry *));
  return table->table != NULL;
}
void hdestroy_r(struct hsearch_data *table) {
  if (table == NULL) {
    errno = EINVAL;
    return;
  }
  struct kept_entry *e = table->table != NULL ? *(struct kept_entry **)table->table : NULL, *next;
  for (; e != NULL; e = next) {
    next = e->next;
    free(e);
  }
  free(table->table);
  table->table = NULL;
}
int hsearch_r(ENTRY item, ACTION action, ENTRY **result, struct hsearch_data *table) {
  struct kept_entry **at = (struct kept_entry **)table->table;
  while (*at != NULL && strcmp((*at)->data.key, item.key) != 0) at = &(*at)->next;
  *result = NULL;
  if (*at == NULL && (action == FIND || table->filled >= table->size)) {
    errno = action == FIND ? ESRCH : ENOMEM;
    return 0;
  }
  if (*at == NULL) {
    *at = calloc(1, sizeof **at);
    if (*at == NULL) return 0;
    (*at)->data = item;
    table->filled++;
  }
  *result = &(*at)->data;
  return 1;
}

static struct hsearch_data own;
int hcreate(size_t count) { return hcreate_r(count, &own); }
void hdestroy(void) { hdestroy_r(&own); }
ENTRY *hsearch(ENTRY item, ACTION action) {
  ENTRY *result;
  hsearch_r(item, action, &result, &own);
  return result;
}

/* ---- queues */

struct element {
  struct element *next, *previous;
};
void insque(void *new, void *behind) {
  struct element *e = new, *before = behind;
  if (before == NULL) {
    e->next = e->previous = NULL;
    return;
  }
  e->next = before->next;
  e->previous = before;
  if (e->next != NULL) e->next->previous = e;
  before->next = e;
}
void remque(void *old) {
  struct element *e = old;
  if (e->next != NULL) e->next->previous = e->previous;
  if (e->previous != NULL) e->previous->next = e->next;
}

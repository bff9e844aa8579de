/* Globals of a program as members of one structure, whose layout differs from version to version: members are added,
   taken away and moved. The structure is a global itself or lies on the heap.

   The edits of the versions between see plain variables: this comes last, and so the same statement is written with
   whatever members are there. Some programs have statements that look at what lies beside a member: for those another
   layout is a change. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "edits_inside.h"

static bool equal(const char *a, const char *b) { return !strcmp(a, b); }

/* One member: its name and, of an array, the tokens behind. */
struct member {
  const char *name, *behind;
};
typedef VEC(struct member) members;

static bool packs(uint64_t seed) { return seed % 3 == 1; }

/* ---- what becomes a member ---- */

/* "static int a, b[3], *p = ...;" */
static bool is_list(const struct edits_item *item) {
  return !item->body && item->head.count > 2 && equal(item->head.data[0], "static") && equal(item->head.data[1], "int");
}

/* The end of the declarator that begins at a token: behind its last one. */
static uint32_t end_of(const edits_tokens *head, uint32_t at) {
  int depth = 0;
  for (; at < head->count && (depth || !equal(head->data[at], ",")); at++)
    depth += (strchr("([{", head->data[at][0]) != NULL) - (strchr(")]}", head->data[at][0]) != NULL);
  return at;
}

/* A variable or an array that begins with zeros. */
static bool is_plain(const edits_tokens *head, uint32_t from, uint32_t to) {
  if (to - from > 2 && equal(head->data[to - 2], "=") && equal(head->data[to - 1], "0")) to -= 2;
  for (uint32_t i = from; i < to; i++)
    if (strpbrk(head->data[i], "=*(")) return false;
  return edits_is_name(head->data[from]);
}

/* Those that become members; the others stay in the list. */
static void read_list(struct edits_work *w, struct edits_item *item, members *all) {
  edits_tokens *head = &item->head, rest = {0};
  for (uint32_t from = 2, to; from < head->count; from = to + 1) {
    to = end_of(head, from);
    if (!is_plain(head, from, to)) {
      if (rest.count) vec_push(&rest, ",");
      for (uint32_t i = from; i < to; i++) vec_push(&rest, head->data[i]);
      continue;
    }
    struct member m = {head->data[from], ""};
    for (uint32_t i = from + 1; i < to && !equal(head->data[i], "="); i++)
      m.behind = edits_text(w, "%s%s", m.behind, head->data[i]);
    vec_push(all, m);
  }
  vec_free(head);
  *head = rest;
}

/* ---- the layout of a version ---- */

/* Each version has the layout of the one before, or another one of this seed. */
uint32_t edits_layout(uint64_t seed, uint32_t version) {
  struct edits_work w = {.state = seed * 0x9e3779b97f4a7c15u + 11};
  uint32_t layout = 0;
  for (uint32_t i = 1; i <= version; i++)
    if (edits_chance(&w, 60)) layout = edits_below(&w, 4);
  return packs(seed) ? layout : 0;
}

static void arrange(struct edits_work *w, uint64_t seed, uint32_t version, members *all) {
  uint32_t layout = edits_layout(seed, version);
  w->state = seed * 0x9e3779b97f4a7c15u + 1000 + layout;
  for (uint32_t n = layout ? 1 + edits_below(w, 2) : 0; n > 0; n--) {
    struct member added = {edits_text(w, "added_r%u%u", layout, n), ""};
    uint32_t at = edits_chance(w, 85) ? 1 + edits_below(w, all->count) : 0;
    vec_push(all, added);
    memmove(&all->data[at + 1], &all->data[at], (all->count - 1 - at) * sizeof added);
    all->data[at] = added;
  }
  if (layout > 1 && all->count > 3) {
    uint32_t a = 1 + edits_below(w, all->count - 1), b = 1 + edits_below(w, all->count - 1);
    struct member moved = all->data[a];
    all->data[a] = all->data[b];
    all->data[b] = moved;
  }
}

/* ---- the text ---- */

struct packing {
  struct edits_work *w;
  const members *all;
  const char *access; /* "pk_r0." or "pk_r0->" */
};

static void rename_in(void *context, edits_tokens *tokens) {
  const struct packing *p = context;
  for (uint32_t i = 0; i < tokens->count; i++) {
    bool field = i && (equal(tokens->data[i - 1], ".") || equal(tokens->data[i - 1], "->"));
    for (uint32_t k = 0; k < p->all->count && !field; k++)
      if (equal(tokens->data[i], p->all->data[k].name)) {
        tokens->data[i] = edits_text(p->w, "%s%s", p->access, tokens->data[i]);
        break;
      }
  }
}

/* The structure, and behind it what is left of the list. */
static void declare(struct edits_work *w, const members *all, bool heap, struct edits_item *item) {
  edits_tokens head = {0};
  vec_push(&head, "static struct pack_r0 {");
  for (uint32_t i = 0; i < all->count; i++)
    vec_push(&head, edits_text(w, "int %s%s;", all->data[i].name, all->data[i].behind));
  vec_push(&head, heap ? "} *pk_r0" : "} pk_r0");
  if (item->head.count) vec_push(&head, "; static int");
  for (uint32_t i = 0; i < item->head.count; i++) vec_push(&head, item->head.data[i]);
  vec_free(&item->head);
  item->head = head;
}

static void make_object(struct edits_work *w, uint64_t seed, struct edits_item *f) {
  static const char *const ways[][2] = {{"pk_r0 = calloc(1, sizeof *pk_r0);", NULL},
                                        {"pk_r0 = malloc(sizeof *pk_r0);", "memset(pk_r0, 0, sizeof *pk_r0);"},
                                        {"pk_r0 = malloc(2 * sizeof *pk_r0);", "memset(pk_r0, 0, 2 * sizeof *pk_r0);"}};
  const char *const *way = ways[seed / 3 % 3];
  for (int i = 1; i >= 0; i--) {
    if (!way[i]) continue;
    struct edits_place start = {.block = f->body, .index = 0};
    edits_insert(&start, edits_parse(w->tree, way[i]));
  }
}

static char *written(const struct edits_tree *tree) {
  char *text = NULL;
  size_t bytes;
  FILE *out = open_memstream(&text, &bytes);
  edits_write(tree, out);
  fclose(out);
  return text;
}

/* Not every program has such a list. */
static struct edits_item *find_list(struct edits_tree *tree) {
  for (uint32_t i = 0; i < tree->items.count; i++)
    if (is_list(&tree->items.data[i])) return &tree->items.data[i];
  return NULL;
}

/* An initial value that is the address of a member must be a constant. */
static bool is_named_outside(const struct edits_tree *tree, const members *all) {
  for (uint32_t i = 0; i < tree->items.count; i++)
    for (uint32_t k = 0; k < all->count && !tree->items.data[i].body; k++)
      if (edits_mentions(&tree->items.data[i], all->data[k].name)) return true;
  return false;
}

static void pack_items(struct edits_work *w, uint64_t seed, const members *all, bool heap) {
  struct packing p = {w, all, heap ? "pk_r0->" : "pk_r0."};
  for (uint32_t i = 0; i < w->tree->items.count; i++) {
    struct edits_item *item = &w->tree->items.data[i];
    if (!item->body) rename_in(&p, &item->head);
    else edits_each_tokens(item->body, rename_in, &p);
    if (item->body && heap && equal(edits_item_name(item), "main")) make_object(w, seed, item);
  }
}

char *edits_pack(const char *text, uint64_t seed, uint32_t version) {
  struct edits_tree tree;
  struct edits_work w = {.tree = &tree};
  members all = {0};
  edits_read(&tree, text);
  struct edits_item *list = packs(seed) ? find_list(&tree) : NULL;
  if (list) read_list(&w, list, &all);
  if (list && all.count) {
    bool heap = seed / 9 % 2 && !is_named_outside(&tree, &all);
    pack_items(&w, seed, &all, heap);
    arrange(&w, seed, version, &all);
    declare(&w, &all, heap, list);
  }
  char *copy = all.count ? written(&tree) : strdup(text);
  vec_free(&all);
  edits_free(&tree);
  return copy;
}

static struct edits_item *find_main(struct edits_tree *tree) {
  for (uint32_t i = 0; i < tree->items.count; i++)
    if (tree->items.data[i].body && equal(edits_item_name(&tree->items.data[i]), "main")) return &tree->items.data[i];
  return NULL;
}

/* Most programs that have a structure look beside a member before there are threads: what they see is right in the
   first layout, and wrong in those that put something between. */
char *edits_look_beside(const char *text, uint64_t seed) {
  static const char *const ways[] = {
      "{ x1 = 3; assert((&x0)[1] == 3); x1 = 0; }",
      "{ long both; x1 = 3; memcpy(&both, &x0, 8); assert(both >> 32 == 3); x1 = 0; }",
      "{ int *lp = &x0; lp++; *lp = 2; assert(x1 == 2); x1 = 0; }",
      "{ assert((char *)&x1 - (char *)&x0 == 4); }",
      "{ memset(&x0, 1, 8); assert(x1 == 16843009); x0 = 0; x1 = 0; }",
      "{ x1 = 1; for (int k = 0; k < 2; k++) { (&x0)[k] += 1; } assert(x1 == 2); x0 = 0; x1 = 0; }",
  };
  struct edits_tree tree;
  struct edits_work w = {.tree = &tree, .state = seed * 0x2545f4914f6cdd1du + 5};
  edits_read(&tree, text);
  struct edits_item *list = find_list(&tree), *entry = find_main(&tree);
  if (packs(seed) && edits_chance(&w, 60) && list && entry && edits_mentions(list, "x0") &&
      edits_mentions(list, "x1")) {
    struct edits_place start = {.block = entry->body};
    edits_insert(&start, edits_parse(&tree, ways[edits_below(&w, sizeof ways / sizeof *ways)]));
  }
  char *copy = written(&tree);
  edits_free(&tree);
  return copy;
}

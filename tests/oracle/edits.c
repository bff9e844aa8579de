/* Which edits make the next version, and the tools that all of them use: random numbers, places to choose from. */
#define _GNU_SOURCE
#include "edits.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "edits_inside.h"

/* ---- chance */

uint32_t edits_below(struct edits_work *w, uint32_t n) {
  uint64_t z = w->state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return (uint32_t)((z ^ z >> 31) % n);
}
bool edits_chance(struct edits_work *w, uint32_t percent) { return edits_below(w, 100) < percent; }

const char *edits_text(struct edits_work *w, const char *format, ...) {
  char text[200];
  va_list ap;
  va_start(ap, format);
  vsnprintf(text, sizeof text, format, ap);
  va_end(ap);
  char *copy = arena_alloc(&w->tree->memory, strlen(text) + 1);
  return strcpy(copy, text);
}

/* ---- places */

struct places {
  VEC(struct edits_place) found;
  edits_filter *wanted;
  uint32_t item;
};

static void find(struct places *p, struct edits_node *node) {
  for (uint32_t i = 0; i < node->children.count; i++) {
    struct edits_node *child = node->children.data[i];
    struct edits_place place = {.item = p->item, .block = node, .index = i};
    if (!p->wanted || p->wanted(child)) vec_push(&p->found, place);
    find(p, child);
  }
  if (node->first) find(p, node->first);
  if (node->other) find(p, node->other);
}

struct mention {
  const char *name;
  bool found;
};
static void look_for(void *context, edits_tokens *tokens) {
  struct mention *m = context;
  for (uint32_t i = 0; i < tokens->count; i++) m->found |= !strcmp(tokens->data[i], m->name);
}
bool edits_mentions(const struct edits_item *item, const char *name) {
  struct mention m = {.name = name};
  edits_tokens head = item->head;
  look_for(&m, &head);
  if (item->body) edits_each_tokens(item->body, look_for, &m);
  return m.found;
}

/* A function that somebody else names, or main: editing any other would change nothing. */
static bool is_used(const struct edits_tree *tree, uint32_t item) {
  const char *name = edits_item_name(&tree->items.data[item]);
  bool used = !strcmp(name, "main");
  for (uint32_t i = 0; i < tree->items.count && !used; i++)
    used = i != item && edits_mentions(&tree->items.data[i], name);
  return used;
}

bool edits_pick(struct edits_work *w, edits_filter *wanted, struct edits_place *place) {
  struct places p = {.wanted = wanted};
  for (p.item = 0; p.item < w->tree->items.count; p.item++)
    if (w->tree->items.data[p.item].body && is_used(w->tree, p.item)) find(&p, w->tree->items.data[p.item].body);
  if (p.found.count) *place = p.found.data[edits_below(w, p.found.count)];
  bool any = p.found.count;
  vec_free(&p.found);
  return any;
}

struct token_place {
  edits_tokens *tokens;
  uint32_t at;
};
struct token_places {
  VEC(struct token_place) found;
  bool (*wanted)(const edits_tokens *tokens, uint32_t at);
};

static void see_tokens(void *context, edits_tokens *tokens) {
  struct token_places *p = context;
  for (uint32_t i = 0; i < tokens->count; i++) {
    struct token_place place = {tokens, i};
    if (p->wanted(tokens, i)) vec_push(&p->found, place);
  }
}

bool edits_pick_token(struct edits_work *w, bool (*wanted)(const edits_tokens *tokens, uint32_t at),
                      edits_tokens **tokens, uint32_t *at) {
  struct token_places p = {.wanted = wanted};
  for (uint32_t i = 0; i < w->tree->items.count; i++) {
    see_tokens(&p, &w->tree->items.data[i].head);
    if (w->tree->items.data[i].body && is_used(w->tree, i))
      edits_each_tokens(w->tree->items.data[i].body, see_tokens, &p);
  }
  bool any = p.found.count;
  if (any) {
    struct token_place place = p.found.data[edits_below(w, p.found.count)];
    *tokens = place.tokens;
    *at = place.at;
  }
  vec_free(&p.found);
  return any;
}

void edits_remove(const struct edits_place *place) {
  struct edits_node **data = place->block->children.data;
  uint32_t count = --place->block->children.count;
  memmove(&data[place->index], &data[place->index + 1], (count - place->index) * sizeof *data);
}

void edits_insert(const struct edits_place *place, struct edits_node *node) {
  vec_push(&place->block->children, node);
  struct edits_node **data = place->block->children.data;
  memmove(&data[place->index + 1], &data[place->index],
          (place->block->children.count - 1 - place->index) * sizeof *data);
  data[place->index] = node;
}

void edits_insert_item(struct edits_tree *tree, uint32_t at, const struct edits_item *item) {
  vec_push(&tree->items, *item);
  memmove(&tree->items.data[at + 1], &tree->items.data[at], (tree->items.count - 1 - at) * sizeof *item);
  tree->items.data[at] = *item;
}

void edits_remove_item(struct edits_tree *tree, uint32_t at) {
  vec_free(&tree->items.data[at].head);
  tree->items.count--;
  memmove(&tree->items.data[at], &tree->items.data[at + 1], (tree->items.count - at) * sizeof *tree->items.data);
}

bool edits_calls(const struct edits_node *node, const char *part) {
  for (uint32_t i = 0; i < node->tokens.count; i++)
    if (strstr(node->tokens.data[i], part)) return true;
  return false;
}

/* ---- the choice */

enum { TRIES = 30 };

static const struct edits_row *pick_row(struct edits_work *w, const struct edits_row *rows, uint32_t count) {
  uint32_t total = 0, i = 0;
  for (uint32_t k = 0; k < count; k++) total += rows[k].weight;
  for (uint32_t n = edits_below(w, total); n >= rows[i].weight; i++) n -= rows[i].weight;
  return &rows[i];
}

/* *harmless: in, only such edits are wanted; out, it was one. */
static const struct edits_row *one_edit(struct edits_work *w, bool *harmless) {
  bool named = edits_has_all_names(w->tree);
  for (int tries = 0; tries < TRIES; tries++) {
    uint32_t which = edits_below(w, 100);
    bool same = *harmless || which < 6;
    const struct edits_row *row = same         ? pick_row(w, edits_name_rows, edits_nname_rows)
                                  : which < 30 ? pick_row(w, edits_sync_rows, edits_nsync_rows)
                                  : which < 52 ? pick_row(w, edits_equal_rows, edits_nequal_rows)
                                  : which < 60 ? pick_row(w, edits_shape_rows, edits_nshape_rows)
                                               : pick_row(w, edits_data_rows, edits_ndata_rows);
    if ((row->names && !named) || !row->make(w)) continue;
    *harmless = same;
    return row;
  }
  return NULL;
}

static char *written(const struct edits_tree *tree) {
  char *text = NULL;
  size_t bytes;
  FILE *out = open_memstream(&text, &bytes);
  edits_write(tree, out);
  fclose(out);
  return text;
}

/* In three of five programs there is something that later versions write in another form. */
char *edits_first(const char *text, uint64_t seed) {
  struct edits_tree tree;
  struct edits_work w = {.tree = &tree, .state = seed * 0x2545f4914f6cdd1du + 7};
  edits_read(&tree, text);
  for (uint32_t n = edits_chance(&w, 60) ? 1 + edits_below(&w, 2) : 0; n > 0; n--) edits_put_block(&w);
  char *copy = written(&tree);
  edits_free(&tree);
  return copy;
}

/* An edit may write several words as one. */
static void read_again(struct edits_tree *tree) {
  char *text = written(tree);
  edits_free(tree);
  edits_read(tree, text);
  free(text);
}

/* Every edit has random numbers of its own, so that leaving one out changes the others as little as possible. */
char *edits_apply(const char *text, uint64_t seed, uint32_t mask, struct edits_done *done) {
  static const uint32_t counts[] = {1, 1, 1, 1, 2, 2, 3, 3, 4, 5};
  struct edits_tree tree;
  struct edits_work w = {.tree = &tree, .state = seed * 0x2545f4914f6cdd1du + 99};
  uint32_t count = counts[edits_below(&w, sizeof counts / sizeof *counts)];
  bool harmless = edits_chance(&w, 6);
  *done = (struct edits_done){.harmless = true};
  edits_read(&tree, text);
  for (w.number = 0; w.number < count; w.number++) {
    w.state = (seed << 8) + w.number + 1;
    bool same = harmless;
    const struct edits_row *row = mask >> w.number & 1 ? one_edit(&w, &same) : NULL;
    if (!row) continue;
    done->names[done->count++] = row->name;
    done->harmless &= same;
    read_again(&tree);
  }
  char *next = written(&tree);
  edits_free(&tree);
  return next;
}

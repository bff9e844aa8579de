/* The tree of a program and what edits need of it, for the files of the editor only.

   Every statement is a child of a block, so that it can be taken out and another put in anywhere. Texts are tokens;
   a tree lives in an arena and is never freed piece by piece. */
#ifndef ORACLE_EDITS_INSIDE_H
#define ORACLE_EDITS_INSIDE_H
#include "edits.h"
#include "util/mem.h"
#include "util/vec.h"

typedef VEC(const char *) edits_tokens;

enum edits_kind {
  EDITS_SIMPLE, /* tokens; written with a semicolon */
  EDITS_LABEL,  /* "case 1:", "default:" */
  EDITS_BLOCK,  /* children */
  EDITS_IF,     /* condition, first, perhaps other */
  EDITS_LOOP,   /* for, while, switch: tokens are all of the head; first */
  EDITS_DO,     /* first, then the condition in tokens */
};

struct edits_node {
  enum edits_kind kind;
  edits_tokens tokens; /* of a condition without its parentheses */
  VEC(struct edits_node *) children;
  struct edits_node *first, *other; /* blocks */
};

/* At file level: a declaration, or a function with its head and body. */
struct edits_item {
  edits_tokens head;
  struct edits_node *body; /* NULL: a declaration */
};

struct edits_tree {
  struct arena memory; /* of tokens and nodes */
  VEC(struct edits_item) items;
  VEC(struct edits_node *) nodes; /* all that were ever made */
};

/* edits_tree.c */
void edits_read(struct edits_tree *tree, const char *text);
void edits_write(const struct edits_tree *tree, FILE *out);
struct edits_node *edits_node_new(struct edits_tree *tree, enum edits_kind kind);
struct edits_node *edits_parse(struct edits_tree *tree, const char *text); /* one statement */
struct edits_node *edits_copy(struct edits_tree *tree, const struct edits_node *node);
void edits_free(struct edits_tree *tree);

/* Where a statement is: the function and the block it is a child of. */
struct edits_place {
  uint32_t item; /* the function */
  struct edits_node *block;
  uint32_t index;
};

/* edits_scope.c: which names mean what where. */
bool edits_is_type(const char *token); /* a word of a declaration */
bool edits_is_declaration(const struct edits_node *node);
bool edits_is_name(const char *token);
bool edits_item_declares(const struct edits_item *item, const char *name); /* at file level */
const char *edits_item_name(const struct edits_item *item);                /* of a function; "" for a declaration */
/* Would a statement of function `from` mean something at `to`? */
bool edits_fits(const struct edits_tree *tree, const struct edits_node *node, uint32_t from,
                const struct edits_place *to);
/* The names that are declared anywhere in a function, its parameters too; freed by the caller. */
edits_tokens edits_locals(const struct edits_item *item);
void edits_each_tokens(struct edits_node *node, void (*see)(void *context, edits_tokens *tokens), void *context);

/* Does everything still have the names that the generator gave? */
bool edits_has_all_names(const struct edits_tree *tree);

/* What one edit works with. */
struct edits_work {
  struct edits_tree *tree;
  uint64_t state;  /* of the random numbers */
  uint32_t number; /* of the edit: makes new names */
};
uint32_t edits_below(struct edits_work *w, uint32_t n);
bool edits_chance(struct edits_work *w, uint32_t percent);
const char *edits_text(struct edits_work *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* edits_find.c: places to choose from. `wanted` NULL: all. */
typedef bool edits_filter(const struct edits_node *node);
bool edits_pick(struct edits_work *w, edits_filter *wanted, struct edits_place *place);
bool edits_pick_token(struct edits_work *w, bool (*wanted)(const edits_tokens *tokens, uint32_t at),
                      edits_tokens **tokens, uint32_t *at);
static inline struct edits_node *edits_at(const struct edits_place *p) { return p->block->children.data[p->index]; }
void edits_remove(const struct edits_place *place);
void edits_insert(const struct edits_place *place, struct edits_node *node); /* before what is there */
bool edits_mentions(const struct edits_item *item, const char *name);
bool edits_calls(const struct edits_node *node,
                 const char *part); /* does a token of this statement alone contain it? */

void edits_insert_item(struct edits_tree *tree, uint32_t at, const struct edits_item *item);
void edits_remove_item(struct edits_tree *tree, uint32_t at);

enum { EDITS_FORMS = 4 };
extern const char *const edits_blocks[][EDITS_FORMS]; /* edits_blocks.c */
extern const uint32_t edits_nblocks;
bool edits_put_block(struct edits_work *w); /* edits_equal.c */

/* A kind of edit: true if it changed something. */
typedef bool edits_make(struct edits_work *w);
struct edits_row {
  const char *name;
  edits_make *make;
  uint32_t weight;
  bool names; /* it writes names of the generator, which must not have been renamed */
};
extern const struct edits_row edits_data_rows[], edits_sync_rows[], edits_name_rows[], edits_equal_rows[],
    edits_shape_rows[];
extern const uint32_t edits_ndata_rows, edits_nsync_rows, edits_nname_rows, edits_nequal_rows, edits_nshape_rows;
#endif

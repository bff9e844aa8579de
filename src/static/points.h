/* Inclusion-based points-to analysis: the solver. A node is a register of an instance of a function or a word of an
   object; it holds the locations its value may point to. Edges carry locations from node to node, unchanged or moved;
   rules at a node add edges for every location that reaches it. */
#ifndef HEDDLE_STATIC_POINTS_H
#define HEDDLE_STATIC_POINTS_H
#include "static/inside.h"

#define ANYWHERE 1u /* the stride of a location that may be at every offset */

enum edge_kind {
  EDGE_COPY,
  EDGE_SHIFT,  /* so many bytes further */
  EDGE_STRIDE, /* any number of steps further; what any address can be becomes a number */
  EDGE_WEAKEN, /* a copy, but what any address can be becomes a number */
  EDGE_NUMBER, /* nothing but a number is left */
};

struct edge {
  uint32_t to;
  uint32_t kind;
  int64_t amount; /* bytes to add, or the stride that the offset becomes unknown by */
};

/* Locations in the order in which they came, with a hash table once there are many. */
struct location_set {
  uint32_t *items;
  uint32_t count, capacity;
  uint32_t *slots; /* index + 1 */
  uint32_t mask;
};

struct node {
  uint32_t parent; /* itself, or the node it was joined with */
  uint32_t done;   /* so many items went over the edges and through the rules */
  bool queued;
  bool anything; /* the set is just the location of any object, and stays so */
  struct location_set set;
  VEC(struct edge) edges;
  uint32_t merged; /* edges when equal ones were last looked for */
  list rules;
};

enum rule_kind { RULE_LOAD, RULE_STORE, RULE_COPY_TO, RULE_COPY_FROM, RULE_CALL, RULE_CREATE };

/* What happens for each location of the node that the rule hangs at. */
struct rule {
  enum rule_kind kind;
  uint32_t value;    /* load: node of the result; store: of the value; copy: number of the block copy */
  uint64_t bytes;    /* load, store: how many; 0: unknown */
  bool pieces;       /* load: parts of pointers stay pointers, not numbers */
  bool wild;         /* applied to any object, because the address is but a number */
  uint32_t callees;  /* call: so many functions so far */
  uint32_t ins;      /* call, create */
  uint32_t instance; /* call, create: of the calling function */
};

/* A memcpy: pairs of objects while they are few, else everything through one node. */
struct block_copy {
  uint32_t to, from, middle; /* nodes */
  uint64_t bytes;
  bool loose;
};

struct link {
  uint32_t ins, function;
};

/* Where heap objects are not told apart, a call through a pointer to very many functions is one of any function whose
   address is taken: all such calls give their arguments to one node for each parameter. */
struct any_function {
  bool made;
  uint32_t parameters, results; /* first nodes */
};
enum { ANY_PARAMETERS = 32, ANY_RESULTS = 8 }; /* the last one stands for all that follow */

struct points {
  struct statics *s;
  uint32_t word; /* bytes of a pointer */
  VEC(struct node) nodes;
  VEC(struct rule) rules;
  VEC(struct block_copy) block_copies;
  VEC(struct object) objects;
  VEC(struct location) locations;
  VEC(struct instance) instances;
  uint32_t *newest;       /* per function: the newest instance, or IR_NONE */
  uint32_t *common;       /* per function: the instance for everybody, or IR_NONE */
  VEC(struct link) links; /* calls found: instruction and function, each once */
  struct any_function any_function;
  list any_calls;              /* calls of it, beside the links */
  struct map link_ids, linked; /* number of a link; links with the calling instance that were made */
  struct map location_ids, plain_edges, loose_edges, number_edges, suspects;
  struct map pieces;     /* node of a register that takes part of a word to another place: node of the pointers in it */
  uint32_t *const_nodes; /* per constant, IR_NONE: not yet */
  uint32_t *global_objects;   /* per global */
  uint32_t *function_objects; /* per function, IR_NONE: not yet */
  list queue;
  uint32_t head;            /* of the queue */
  list bodies;              /* instances whose instructions are still to be read */
  bool *wraps;              /* per function: hands out a new heap object */
  bool *address_taken;      /* per function */
  uint32_t nothing;         /* a node that points nowhere */
  uint32_t anything, input; /* the object that is any object, and a node that points there: the value of an input */
  uint32_t number; /* object: what was computed from inputs, and is an address only where nothing else can be one */
  uint32_t results, result; /* what threads return: object and node */
  uint32_t strings;         /* object: texts of arguments and standard input */
  uint32_t heap;            /* object: what any heap object holds, where freed memory is handed out again; or IR_NONE */
  uint32_t pool;            /* object: all heap objects, where they are not told apart; or IR_NONE */
  uint32_t wild_read,
      wild_write;     /* nodes: all that is in memory, all that is written through any address; IR_NONE: not used */
  uint32_t suspected; /* edges that may close cycles, since these were looked for */
  uint64_t items;     /* locations in all sets */
  uint64_t cloned;    /* registers of instances that are not common */
};

/* ---- the solver (points.c) ---- */
uint32_t points_node(struct points *x);
uint32_t points_find(struct points *x, uint32_t node);
uint32_t points_location(struct points *x, uint32_t object, int64_t offset, uint32_t stride);
void points_add(struct points *x, uint32_t node, uint32_t location);
void points_edge(struct points *x, uint32_t from, uint32_t to, enum edge_kind kind, int64_t amount);
void points_rule(struct points *x, uint32_t node, struct rule rule);
void points_join(struct points *x, uint32_t a, uint32_t b); /* one node from now on */
void points_solve(struct points *x);

/* ---- objects (objects.c) ---- */
uint32_t points_object(struct points *x, enum static_object_kind kind, uint32_t index, uint64_t size);
/* The nodes to read the words in [offset, offset + bytes) of a location from, or to write them to; bytes 0: all of the
   object. */
void points_words(struct points *x, const struct location *at, uint64_t bytes, bool write, list *nodes);
bool points_is_exact(const struct points *x, const struct location *at, uint64_t bytes); /* one whole word? */
void points_copy(struct points *x, const struct location *to, const struct location *from, uint64_t bytes);
void points_link_wild(struct points *x, uint32_t object); /* to what is accessed through any address */

/* ---- rules (points_rules.c) ---- */
void rule_apply(struct points *x, uint32_t rule, uint32_t location);
bool rule_go_wild(struct points *x); /* after solving: addresses that are but numbers; false if there are no new ones */
bool points_is_number(const struct points *x,
                      const struct location_set *set); /* nothing but numbers, and at least one */
void rule_block_copy(struct points *x, uint32_t to, uint32_t from, uint64_t bytes);

/* ---- the program as nodes, edges and rules (constraints.c, points_calls.c) ---- */
uint32_t constraint_value(struct points *x, uint32_t instance, ir_value v); /* node */
void constraint_function(struct points *x, uint32_t instance);
/* False if that was done before. */
bool link_call(struct points *x, uint32_t instance, uint32_t ins, uint32_t function);
void link_any(struct points *x, uint32_t instance, uint32_t ins); /* a call of any function */
bool link_creation(struct points *x, uint32_t instance, uint32_t ins, uint32_t function);
uint32_t instance_common(struct points *x, uint32_t function);
uint32_t instance_variable(struct points *x, uint32_t instance); /* object of its variable arguments */
uint32_t global_object(struct points *x, uint32_t global);
uint32_t function_object(struct points *x, uint32_t function);

/* ---- whole runs (analysis.c) ---- */
struct points *points_open(struct statics *s);
void points_close(struct points *x);
/* The locations that an operand may point to, in all instances of its function. */
void points_of(struct points *x, uint32_t function, ir_value v, list *locations);
/* May it be an address of some objects, and a number too? */
bool points_is_mixture(struct points *x, uint32_t function, ir_value v);
#endif

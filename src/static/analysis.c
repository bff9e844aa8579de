/* The points-to analysis as a whole: globals and their initial contents, what the program starts with, and the loop
   that reads the bodies of functions as they become reachable. */
#include <string.h>

#include "static/points.h"

static uint32_t *numbers(uint64_t n) {
  uint32_t *all = mem_alloc((n + 1) * sizeof *all);
  memset(all, 0xff, (n + 1) * sizeof *all);
  return all;
}

/* ---- globals ---- */

static void place_globals(struct points *x) {
  const struct ir_program *p = x->s->p;
  x->global_objects = numbers(p->nglobals);
  for (uint32_t g = 0; g < p->nglobals; g++) {
    bool tls = p->globals[g].flags & IR_GLOBAL_TLS;
    x->global_objects[g] = points_object(x, tls ? STATIC_TLS : STATIC_GLOBAL, g, p->globals[g].size);
  }
  for (uint32_t g = 0; g < p->nglobals; g++) {
    for (uint32_t i = 0; i < p->globals[g].nrelocs; i++) {
      const struct ir_reloc *r = &p->relocs[p->globals[g].first_reloc + i];
      struct location at = {.object = x->global_objects[g], .offset = (int64_t)r->offset};
      uint32_t object = r->kind == IR_CONST_FUNC ? function_object(x, r->symbol) : x->global_objects[r->symbol];
      uint32_t target = points_location(x, object, r->addend, 0);
      list words = {0};
      points_words(x, &at, x->word, true, &words);
      for (uint32_t k = 0; k < words.count; k++) points_add(x, words.data[k], target);
      vec_free(&words);
    }
  }
}

static void find_addresses_of_functions(struct points *x) {
  const struct ir_program *p = x->s->p;
  x->address_taken = mem_zalloc(p->nfunctions + 1);
  for (uint32_t i = 0; i < p->nconsts; i++)
    if (p->consts[i].kind == IR_CONST_FUNC) x->address_taken[p->consts[i].symbol] = true;
  for (uint32_t i = 0; i < p->nrelocs; i++)
    if (p->relocs[i].kind == IR_CONST_FUNC) x->address_taken[p->relocs[i].symbol] = true;
}

/* ---- functions that hand out new objects ---- */

enum { MOST_INSTRUCTIONS = 300 };

static bool gives_new(const struct points *x, const struct ir_ins *ins) {
  return ins->op == IR_CALL && ins->dst != IR_NONE && (x->s->models[ins->a] == MODEL_ALLOCATE || x->wraps[ins->a]);
}

static bool has(const bool *new, ir_value v) { return !ir_is_const(v) && new[v]; }

static bool wraps(const struct points *x, const struct ir_function *f, bool *new) {
  const struct ir_program *p = x->s->p;
  memset(new, 0, f->nregs);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
      const struct ir_ins *ins = &p->ins[i];
      bool is_new = gives_new(x, ins) || (ins->op == IR_MOV && has(new, ins->a)) ||
                    (ins->op == IR_SELECT && (has(new, ins->b) || has(new, ins->c)));
      if (is_new && !new[ins->dst]) new[ins->dst] = changed = true;
      for (int32_t k = 0; ins->op == IR_RET && k < ins->c; k++)
        if (has(new, p->extra[ins->b + k])) return true;
    }
  }
  return false;
}

static void find_wrappers(struct points *x) {
  const struct ir_program *p = x->s->p;
  x->wraps = mem_zalloc(p->nfunctions + 1);
  if (x->s->pooled) return; /* who asked for an object does not matter */
  bool *new = mem_zalloc(p->nregs + 1);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t f = (uint32_t)p->nfunctions; f-- > 0;) {
      const struct ir_function *function = &p->functions[f];
      if (x->wraps[f] || x->s->models[f] != MODEL_NONE || function->nins > MOST_INSTRUCTIONS) continue;
      if (wraps(x, function, new)) x->wraps[f] = changed = true;
    }
  }
  free(new);
}

/* ---- roots ---- */

static void set_word(struct points *x, uint32_t object, uint32_t location) {
  struct location at = {.object = object, .stride = ANYWHERE};
  list words = {0};
  points_words(x, &at, x->word, true, &words);
  points_add(x, words.data[0], location);
  vec_free(&words);
}

/* main(argc, argv, environment): numbers and texts may be inputs. */
static void start_main(struct points *x) {
  const struct ir_program *p = x->s->p;
  uint32_t vector = points_object(x, STATIC_ARGUMENTS, 0, UINT64_MAX);
  x->strings = points_object(x, STATIC_ARGUMENTS, 1, UINT64_MAX);
  set_word(x, vector, points_location(x, x->strings, 0, ANYWHERE));
  set_word(x, x->strings, points_location(x, x->anything, 0, ANYWHERE));
  uint32_t start = instance_common(x, p->entry), first = x->instances.data[start].first_node;
  for (uint32_t i = 0; i < p->functions[p->entry].nparams && i < 3; i++)
    points_add(x, first + i, points_location(x, i ? vector : x->anything, 0, ANYWHERE));
}

static void start_all(struct points *x) {
  const struct ir_program *p = x->s->p;
  start_main(x);
  for (uint64_t i = 0; i < p->nctors; i++) instance_common(x, p->ctors[i]);
  for (uint64_t i = 0; i < p->ndtors; i++) instance_common(x, p->dtors[i]);
  uint32_t exit = ir_find_function(p, "exit");
  if (exit != IR_NONE && x->s->models[exit] == MODEL_NONE) instance_common(x, exit);
}

static void run(struct points *x) {
  while (x->bodies.count || x->head < x->queue.count || rule_go_wild(x)) {
    while (x->bodies.count) {
      uint32_t instance = vec_pop(&x->bodies);
      constraint_function(x, instance);
    }
    points_solve(x);
  }
}

struct points *points_open(struct statics *s) {
  struct points *x = mem_zalloc(sizeof *x);
  x->s = s;
  x->word = s->p->pointer_bits / 8;
  x->newest = numbers(s->p->nfunctions);
  x->common = numbers(s->p->nfunctions);
  x->const_nodes = numbers(s->p->nconsts);
  x->function_objects = numbers(s->p->nfunctions);
  x->wild_read = x->wild_write = IR_NONE;
  x->nothing = points_node(x);
  x->anything = points_object(x, STATIC_ANYTHING, 0, UINT64_MAX);
  x->number = points_object(x, STATIC_ANYTHING, 1, UINT64_MAX);
  x->input = points_node(x);
  points_add(x, x->input, points_location(x, x->anything, 0, ANYWHERE));
  x->results = points_object(x, STATIC_RESULT, 0, x->word);
  x->result = points_node(x);
  x->pool = s->pooled ? points_object(x, STATIC_POOL, 0, UINT64_MAX) : IR_NONE;
  x->heap = s->stale && !s->pooled ? points_object(x, STATIC_RESULT, 1, UINT64_MAX) : IR_NONE;
  place_globals(x);
  find_addresses_of_functions(x);
  find_wrappers(x);
  start_all(x);
  run(x);
  return x;
}

void points_of(struct points *x, uint32_t function, ir_value v, list *locations) {
  for (uint32_t i = x->newest[function]; i != IR_NONE; i = x->instances.data[i].next) {
    uint32_t node = points_find(x, constraint_value(x, i, v));
    const struct location_set *set = &x->nodes.data[node].set;
    for (uint32_t k = 0; k < set->count; k++)
      if (x->locations.data[set->items[k]].object != x->number) vec_push(locations, set->items[k]);
    if (points_is_number(x, set)) vec_push(locations, points_location(x, x->anything, 0, ANYWHERE));
    if (ir_is_const(v)) break;
  }
}

bool points_is_mixture(struct points *x, uint32_t function, ir_value v) {
  for (uint32_t i = x->newest[function]; i != IR_NONE; i = x->instances.data[i].next) {
    const struct location_set *set = &x->nodes.data[points_find(x, constraint_value(x, i, v))].set;
    uint32_t numbers = 0;
    for (uint32_t k = 0; k < set->count; k++) numbers += x->locations.data[set->items[k]].object == x->number;
    if (numbers && numbers < set->count) return true;
  }
  return false;
}

void points_close(struct points *x) {
  for (uint32_t i = 0; i < x->nodes.count; i++) {
    free(x->nodes.data[i].set.items);
    free(x->nodes.data[i].set.slots);
    vec_free(&x->nodes.data[i].edges);
    vec_free(&x->nodes.data[i].rules);
  }
  for (uint32_t i = 0; i < x->objects.count; i++) {
    vec_free(&x->objects.data[i].slots);
    vec_free(&x->objects.data[i].groups);
    vec_free(&x->objects.data[i].copies);
  }
  vec_free(&x->nodes);
  vec_free(&x->rules);
  vec_free(&x->block_copies);
  vec_free(&x->objects);
  vec_free(&x->locations);
  vec_free(&x->instances);
  vec_free(&x->links);
  vec_free(&x->any_calls);
  vec_free(&x->queue);
  vec_free(&x->bodies);
  struct map *maps[] = {&x->link_ids,    &x->linked,       &x->location_ids, &x->plain_edges,
                        &x->loose_edges, &x->number_edges, &x->suspects,     &x->pieces};
  for (unsigned i = 0; i < sizeof maps / sizeof *maps; i++) map_free(maps[i]);
  void *arrays[] = {x->newest,           x->common, x->const_nodes,  x->global_objects,
                    x->function_objects, x->wraps,  x->address_taken};
  for (unsigned i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
  free(x);
}

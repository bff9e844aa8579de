/* Calls in the points-to analysis: instances of functions, arguments and results, what built-in functions do, thread
   creation.

   A function that hands out new heap objects gets an instance of its own at each call, so that objects are told apart
   by where the program asks for them. The library's first function of a thread gets one for each creation. */
#include "static/points.h"

enum { MOST_DEPTH = 6, MOST_CLONED = 2000000 };

uint32_t global_object(struct points *x, uint32_t global) { return x->global_objects[global]; }

uint32_t function_object(struct points *x, uint32_t function) {
  if (x->function_objects[function] == IR_NONE)
    x->function_objects[function] = points_object(x, STATIC_FUNCTION, function, 1);
  return x->function_objects[function];
}

/* ---- instances ---- */

static uint32_t new_nodes(struct points *x, uint32_t count) {
  uint32_t first = x->nodes.count;
  for (uint32_t i = 0; i < count; i++) points_node(x);
  return first;
}

static uint32_t new_instance(struct points *x, uint32_t function, uint32_t caller, uint32_t call) {
  const struct ir_function *f = &x->s->p->functions[function];
  struct instance new = {.function = function,
                         .first_node = new_nodes(x, f->nregs),
                         .first_result = new_nodes(x, f->nresults),
                         .call = call,
                         .caller = caller,
                         .next = x->newest[function],
                         .variable = IR_NONE};
  if (caller != IR_NONE) {
    new.depth = x->instances.data[caller].depth + 1;
    x->cloned += f->nregs;
  }
  vec_push(&x->instances, new);
  x->newest[function] = x->instances.count - 1;
  vec_push(&x->bodies, x->instances.count - 1);
  return x->instances.count - 1;
}

uint32_t instance_common(struct points *x, uint32_t function) {
  if (x->common[function] == IR_NONE) x->common[function] = new_instance(x, function, IR_NONE, IR_NONE);
  return x->common[function];
}

uint32_t instance_variable(struct points *x, uint32_t instance) {
  if (x->instances.data[instance].variable == IR_NONE)
    x->instances.data[instance].variable =
        points_object(x, STATIC_VARIABLE, x->instances.data[instance].function, UINT64_MAX);
  return x->instances.data[instance].variable;
}

static bool is_within(const struct points *x, uint32_t instance, uint32_t function) {
  for (; instance != IR_NONE; instance = x->instances.data[instance].caller)
    if (x->instances.data[instance].function == function) return true;
  return false;
}

static uint32_t callee_instance(struct points *x, uint32_t instance, uint32_t ins, uint32_t function) {
  bool own = x->wraps[function] && x->s->p->ins[ins].op == IR_CALL && x->instances.data[instance].depth < MOST_DEPTH &&
             x->cloned < MOST_CLONED && !is_within(x, instance, function);
  return own ? new_instance(x, function, instance, ins) : instance_common(x, function);
}

/* ---- arguments and results ---- */

static uint32_t argument(struct points *x, uint32_t instance, uint32_t ins, uint32_t i) {
  const struct ir_ins *call = &x->s->p->ins[ins];
  return i < (uint32_t)call->c ? constraint_value(x, instance, x->s->p->extra[call->b + (int32_t)i]) : x->nothing;
}

/* A constant that an argument of a call is bound to be, through the callers of instances made for one call. */
static bool constant_argument(const struct points *x, uint32_t instance, uint32_t ins, uint32_t i, uint64_t *number) {
  const struct ir_program *p = x->s->p;
  const struct ir_ins *call = &p->ins[ins];
  if (i >= (uint32_t)call->c) return false;
  ir_value v = p->extra[call->b + (int32_t)i];
  if (ir_is_const(v)) {
    *number = p->consts[ir_const_index(v)].value;
    return p->consts[ir_const_index(v)].kind == IR_CONST_INT;
  }
  const struct instance *in = &x->instances.data[instance];
  return (uint32_t)v < p->functions[in->function].nparams && in->caller != IR_NONE &&
         constant_argument(x, in->caller, in->call, (uint32_t)v, number);
}

/* Given to the parameter, or to the list of variable arguments. */
static void give_parameter(struct points *x, uint32_t callee, uint32_t i, uint32_t from) {
  const struct ir_function *f = &x->s->p->functions[x->instances.data[callee].function];
  if (i < f->nparams) points_edge(x, from, x->instances.data[callee].first_node + i, EDGE_COPY, 0);
  else if (f->flags & IR_FN_VARIADIC) {
    struct location all = {.object = instance_variable(x, callee), .stride = ANYWHERE};
    list words = {0};
    points_words(x, &all, 1, true, &words);
    points_edge(x, from, words.data[0], EDGE_STRIDE, ANYWHERE);
    vec_free(&words);
  }
}

static void pass_arguments(struct points *x, uint32_t instance, uint32_t ins, uint32_t callee) {
  uint32_t count = (uint32_t)x->s->p->ins[ins].c;
  for (uint32_t i = 0; i < count; i++) give_parameter(x, callee, i, argument(x, instance, ins, i));
}

static void take_results(struct points *x, uint32_t instance, uint32_t ins, uint32_t callee) {
  const struct ir_ins *call = &x->s->p->ins[ins];
  uint32_t nresults = x->s->p->functions[x->instances.data[callee].function].nresults;
  for (uint32_t i = 0; call->dst != IR_NONE && i < call->width && i < nresults; i++)
    points_edge(x, x->instances.data[callee].first_result + i, x->instances.data[instance].first_node + call->dst + i,
                EDGE_COPY, 0);
}

/* ---- functions of the interpreter ---- */

static void give(struct points *x, uint32_t instance, uint32_t ins, uint32_t location) {
  const struct ir_ins *call = &x->s->p->ins[ins];
  for (uint32_t i = 0; call->dst != IR_NONE && i < call->width; i++)
    points_add(x, x->instances.data[instance].first_node + call->dst + i, location);
}

/* The call in the program's own code that asked for the object. */
static uint32_t asking_call(const struct points *x, uint32_t instance, uint32_t ins) {
  const struct instance *in = &x->instances.data[instance];
  while (x->s->p->functions[in->function].flags & IR_FN_LIBRARY && in->caller != IR_NONE) {
    ins = in->call;
    in = &x->instances.data[in->caller];
  }
  return ins;
}

/* Whoever kept the address of a freed object finds there what a new one holds, of any site. */
static void mix_contents(struct points *x, uint32_t object, uint64_t size) {
  const struct location own = {.object = object}, common = {.object = x->heap};
  if (x->heap == IR_NONE) return;
  points_copy(x, &common, &own, size == UINT64_MAX ? 0 : size);
  points_copy(x, &own, &common, size == UINT64_MAX ? 0 : size);
}

static void allocate(struct points *x, uint32_t instance, uint32_t ins) {
  uint64_t size = UINT64_MAX;
  if (x->pool != IR_NONE) {
    give(x, instance, ins, points_location(x, x->pool, 0, 0));
    return;
  }
  if (!constant_argument(x, instance, ins, 0, &size)) size = UINT64_MAX;
  uint32_t object = points_object(x, STATIC_HEAP, asking_call(x, instance, ins), size);
  mix_contents(x, object, size);
  give(x, instance, ins, points_location(x, object, 0, 0));
}

static void store_at(struct points *x, uint32_t address, uint64_t bytes, uint32_t value) {
  points_rule(x, address, (struct rule){.kind = RULE_STORE, .bytes = bytes, .value = value});
}

static void call_model(struct points *x, uint32_t instance, uint32_t ins, enum model model) {
  uint64_t bytes;
  switch (model) {
  case MODEL_SYMBOLIC:
    if (!constant_argument(x, instance, ins, 1, &bytes)) bytes = 0;
    store_at(x, argument(x, instance, ins, 0), bytes, x->input);
    break;
  case MODEL_ALLOCATE: allocate(x, instance, ins); break;
  case MODEL_STDIN: give(x, instance, ins, points_location(x, x->strings, 0, ANYWHERE)); break;
  case MODEL_UNKNOWN:
  case MODEL_INPUT: give(x, instance, ins, points_location(x, x->anything, 0, ANYWHERE)); break;
  case MODEL_JOIN: store_at(x, argument(x, instance, ins, 1), x->word, x->result); break;
  case MODEL_THREAD_EXIT: points_edge(x, argument(x, instance, ins, 0), x->result, EDGE_COPY, 0); break;
  case MODEL_CREATE:
    points_rule(x, argument(x, instance, ins, 2), (struct rule){.kind = RULE_CREATE, .ins = ins, .instance = instance});
    break;
  default: break;
  }
}

/* ---- links ---- */

/* False if it was made before. */
static bool note_link(struct points *x, uint32_t instance, uint32_t ins, uint32_t function) {
  uint64_t key = (uint64_t)ins << 32 | function;
  uint32_t id;
  if (!map_get(&x->link_ids, key, &id)) {
    id = x->links.count;
    map_put(&x->link_ids, key, id);
    vec_push(&x->links, ((struct link){ins, function}));
  }
  uint64_t from = (uint64_t)instance << 32 | id;
  if (map_get(&x->linked, from, &id)) return false;
  map_put(&x->linked, from, 1);
  return true;
}

bool link_call(struct points *x, uint32_t instance, uint32_t ins, uint32_t function) {
  if (!note_link(x, instance, ins, function)) return false;
  if (x->s->models[function] != MODEL_NONE) {
    call_model(x, instance, ins, (enum model)x->s->models[function]);
    return true;
  }
  uint32_t callee = callee_instance(x, instance, ins, function);
  pass_arguments(x, instance, ins, callee);
  take_results(x, instance, ins, callee);
  return true;
}

static uint32_t nth(uint32_t i, uint32_t most) { return i < most ? i : most - 1; }

static void make_any_function(struct points *x) {
  struct any_function *any = &x->any_function;
  *any = (struct any_function){true, new_nodes(x, ANY_PARAMETERS), 0};
  any->results = new_nodes(x, ANY_RESULTS);
  for (uint32_t f = 0; f < x->s->p->nfunctions; f++) {
    const struct ir_function *function = &x->s->p->functions[f];
    if (!x->address_taken[f] || x->s->models[f] != MODEL_NONE) continue;
    uint32_t callee = instance_common(x, f);
    for (uint32_t i = 0; i < ANY_PARAMETERS || i < function->nparams; i++)
      give_parameter(x, callee, i, any->parameters + nth(i, ANY_PARAMETERS));
    for (uint32_t i = 0; i < function->nresults; i++)
      points_edge(x, x->instances.data[callee].first_result + i, any->results + nth(i, ANY_RESULTS), EDGE_COPY, 0);
  }
}

void link_any(struct points *x, uint32_t instance, uint32_t ins) {
  const struct ir_ins *call = &x->s->p->ins[ins];
  if (!x->any_function.made) make_any_function(x);
  vec_push(&x->any_calls, ins);
  for (uint32_t f = 0; f < x->s->p->nfunctions; f++)
    if (x->address_taken[f] && x->s->models[f] != MODEL_NONE) link_call(x, instance, ins, f);
  for (uint32_t i = 0; i < (uint32_t)call->c; i++)
    points_edge(x, argument(x, instance, ins, i), x->any_function.parameters + nth(i, ANY_PARAMETERS), EDGE_COPY, 0);
  for (uint32_t i = 0; call->dst != IR_NONE && i < call->width; i++)
    points_edge(x, x->any_function.results + nth(i, ANY_RESULTS),
                x->instances.data[instance].first_node + call->dst + i, EDGE_COPY, 0);
}

bool link_creation(struct points *x, uint32_t instance, uint32_t ins, uint32_t function) {
  if (!note_link(x, instance, ins, function)) return false;
  uint32_t main = x->s->thread_main, start = argument(x, instance, ins, 3);
  if (main != IR_NONE) {
    note_link(x, instance, ins, main);
    uint32_t thread = new_instance(x, main, instance, ins), first = x->instances.data[thread].first_node;
    points_add(x, first, points_location(x, function_object(x, function), 0, ANYWHERE));
    points_edge(x, start, first + 1, EDGE_COPY, 0);
  } else if (x->s->models[function] == MODEL_NONE) {
    uint32_t thread = instance_common(x, function), first = x->instances.data[thread].first_node;
    if (x->s->p->functions[function].nparams) points_edge(x, start, first, EDGE_COPY, 0);
    if (x->s->p->functions[function].nresults)
      points_edge(x, x->instances.data[thread].first_result, x->result, EDGE_COPY, 0);
  }
  return true;
}

/* Control flow within functions: segments, dominators, post-dominators, control dependence.

   A segment is a stretch of a block that ends in a jump, in a call that may not return or in one that creates a thread
   (before and after a creation are different times). A call that may not return has an edge to the exit of the function
   beside the one to what follows. So has every branch that leaves a loop which may go on for ever. */
#include "static/graph.h"
#include "static/loops.h"
#include "util/assert.h"

void jump_edges(const struct ir_program *p, const struct ir_ins *jump, uint32_t from, edge_function *edge,
                void *context) {
  switch ((enum ir_op)jump->op) {
  case IR_BR: edge(context, from, (uint32_t)jump->a); break;
  case IR_CBR:
    edge(context, from, (uint32_t)jump->b);
    edge(context, from, (uint32_t)jump->c);
    break;
  case IR_SWITCH:
    edge(context, from, (uint32_t)p->extra[jump->b]);
    for (int32_t k = 2; k < jump->c; k += 2) edge(context, from, (uint32_t)p->extra[jump->b + k]);
    break;
  default: break;
  }
}

struct block_edges {
  const struct ir_function *f;
  pairs *edges;
};
static void block_edge(void *context, uint32_t from, uint32_t to) {
  struct block_edges *c = context;
  vec_push(c->edges, ((struct pair){from - c->f->first_block, to - c->f->first_block}));
}

void blocks_flow(const struct statics *s, const struct ir_function *f, pairs *edges) {
  struct block_edges context = {f, edges};
  for (uint32_t b = f->first_block; b < f->first_block + f->nblocks; b++) {
    uint32_t last = s->p->blocks[b].first + s->p->blocks[b].count - 1;
    if (is_live(s, last)) jump_edges(s->p, &s->p->ins[last], b, block_edge, &context);
  }
}

/* ---- segments ---- */

static bool stalls(const struct statics *s, uint32_t ins) {
  uint16_t op = s->p->ins[ins].op;
  return is_stop(s, ins) || ((op == IR_CALL || op == IR_ICALL) && call_stalls(s, ins));
}

static void cut_block(struct statics *s, uint32_t function, const struct ir_block *b) {
  uint32_t end = b->first;
  while (end < b->first + b->count && is_live(s, end)) end++;
  for (uint32_t i = b->first, first = i; i < end; i++) {
    s->segment_of[i] = s->segments.count;
    if (i + 1 < end && !stalls(s, i) && !is_creation(s, i)) continue;
    vec_push(&s->segments, ((struct segment){first, i, function}));
    first = i + 1;
  }
}

static void make_segments(struct statics *s) {
  const struct ir_program *p = s->p;
  s->segment_of = mem_alloc((p->nins + 1) * sizeof *s->segment_of);
  s->first_segment = mem_alloc((p->nfunctions + 1) * sizeof *s->first_segment);
  for (uint32_t i = 0; i < p->nins; i++) s->segment_of[i] = IR_NONE;
  for (uint32_t f = 0; f < p->nfunctions; f++) {
    s->first_segment[f] = s->segments.count;
    for (uint32_t b = 0; b < p->functions[f].nblocks; b++) cut_block(s, f, &p->blocks[p->functions[f].first_block + b]);
  }
  s->first_segment[p->nfunctions] = s->segments.count;
}

/* ---- the graph of one function: its segments from 0, then the exit ---- */

struct shape {
  struct statics *s;
  uint32_t first, n; /* segments */
  pairs edges;
};

static void segment_edge(void *context, uint32_t from, uint32_t block) {
  struct shape *x = context;
  uint32_t to = x->s->segment_of[x->s->p->blocks[block].first];
  vec_push(&x->edges, ((struct pair){from, to - x->first}));
}

uint32_t static_block_of(const struct statics *s, uint32_t ins) {
  const struct ir_function *f = function_at(s, ins);
  uint32_t low = f->first_block, high = f->first_block + f->nblocks;
  while (high - low > 1) {
    uint32_t middle = (low + high) / 2;
    if (s->p->blocks[middle].first <= ins) low = middle;
    else high = middle;
  }
  return low;
}

static bool is_block_end(const struct statics *s, uint32_t ins, uint32_t *block) {
  *block = static_block_of(s, ins);
  return ins == s->p->blocks[*block].first + s->p->blocks[*block].count - 1;
}

/* A segment that ends in a failure which never happens leads nowhere, not even to the exit: so nothing but itself
   depends on the branch to it. */
static void connect(struct shape *x, uint32_t i) {
  const struct statics *s = x->s;
  uint32_t last = s->segments.data[x->first + i].last, block;
  bool leaves;
  if (is_block_end(s, last, &block)) {
    uint32_t before = x->edges.count;
    jump_edges(s->p, &s->p->ins[last], i, segment_edge, x);
    bool ends = x->edges.count == before && (s->p->ins[last].op == IR_RET || !s->stops);
    leaves = s->escapes[block] || is_stop(s, last) || ends;
  } else {
    bool goes_on = is_live(s, last + 1);
    if (goes_on) vec_push(&x->edges, ((struct pair){i, i + 1}));
    leaves = stalls(s, last) || stops_here(s, last) || (!goes_on && !s->stops);
  }
  if (leaves) vec_push(&x->edges, ((struct pair){i, x->n}));
}

static void note_control(struct shape *x, const struct graph *g, const uint32_t *ipdom, pairs *control) {
  for (uint32_t a = 0; a < x->n; a++) {
    uint32_t count;
    const uint32_t *after = table_row(&g->successors, a, &count);
    for (uint32_t k = 0; k < count; k++)
      for (uint32_t at = after[k]; at != x->n && at != ipdom[a]; at = ipdom[at])
        vec_push(control, ((struct pair){x->first + at, x->s->segments.data[x->first + a].last}));
  }
}

static void solve_function(struct shape *x, pairs *flow, pairs *control) {
  struct statics *s = x->s;
  uint32_t exit = x->n, n = x->n + 1;
  x->edges.count = 0;
  for (uint32_t i = 0; i < x->n; i++) connect(x, i);
  struct graph g = graph_make(n, x->edges.data, x->edges.count);
  uint32_t *idom = mem_alloc(n * sizeof *idom), *ipdom = mem_alloc(n * sizeof *ipdom);
  graph_dominators(n, &g.successors, &g.predecessors, 0, idom);
  graph_dominators(n, &g.predecessors, &g.successors, exit, ipdom);
  for (uint32_t i = 0; i < x->n; i++) {
    if (ipdom[i] == IR_NONE) ipdom[i] = exit;
    s->idom[x->first + i] = i == 0 ? IR_NONE : x->first + idom[i];
    s->ipdom[x->first + i] = ipdom[i] == exit ? IR_NONE : x->first + ipdom[i];
  }
  for (uint32_t i = 0; i < x->edges.count; i++)
    if (x->edges.data[i].to != exit)
      vec_push(flow, ((struct pair){x->first + x->edges.data[i].from, x->first + x->edges.data[i].to}));
  note_control(x, &g, ipdom, control);
  free(idom);
  free(ipdom);
  graph_free(&g);
}

static int by_numbers(const void *a, const void *b) {
  const struct pair *x = a, *y = b;
  if (x->from != y->from) return x->from < y->from ? -1 : 1;
  return x->to < y->to ? -1 : x->to > y->to;
}

static void drop_doubles(pairs *all) {
  uint32_t kept = 0;
  if (!all->count) return;
  qsort(all->data, all->count, sizeof *all->data, by_numbers);
  for (uint32_t i = 1; i < all->count; i++)
    if (by_numbers(&all->data[kept], &all->data[i])) all->data[++kept] = all->data[i];
  all->count = kept + 1;
}

static void make_tables(struct statics *s, pairs *flow, pairs *control) {
  drop_doubles(control);
  s->control = table_make(s->segments.count, control->data, control->count);
  for (uint32_t i = 0; i < control->count; i++)
    control->data[i] = (struct pair){control->data[i].to, control->data[i].from};
  s->controlled = table_make((uint32_t)s->p->nins, control->data, control->count);
  s->flow = table_make(s->segments.count, flow->data, flow->count);
  for (uint32_t i = 0; i < flow->count; i++) flow->data[i] = (struct pair){flow->data[i].to, flow->data[i].from};
  s->back = table_make(s->segments.count, flow->data, flow->count);
}

void cfg_find(struct statics *s) {
  pairs flow = {0}, control = {0};
  struct shape x = {.s = s};
  make_segments(s);
  s->idom = mem_alloc(((size_t)s->segments.count + 1) * sizeof *s->idom);
  s->ipdom = mem_alloc(((size_t)s->segments.count + 1) * sizeof *s->ipdom);
  for (uint32_t f = 0; f < s->p->nfunctions; f++) {
    x.first = s->first_segment[f];
    x.n = s->first_segment[f + 1] - x.first;
    if (x.n) solve_function(&x, &flow, &control);
  }
  make_tables(s, &flow, &control);
  vec_free(&x.edges);
  vec_free(&flow);
  vec_free(&control);
}

/* ---- questions ---- */

uint32_t static_control(const struct statics *s, uint32_t ins, const uint32_t **deciders) {
  ASSERT(ins < s->p->nins);
  uint32_t count = 0;
  *deciders = NULL;
  if (s->segment_of[ins] != IR_NONE) *deciders = table_row(&s->control, s->segment_of[ins], &count);
  return count;
}

static bool is_above(const uint32_t *tree, uint32_t above, uint32_t below) {
  while (below != IR_NONE && below != above) below = tree[below];
  return below == above;
}

bool static_post_dominates(const struct statics *s, uint32_t later, uint32_t earlier) {
  uint32_t a = s->segment_of[earlier], b = s->segment_of[later];
  if (a == IR_NONE || b == IR_NONE) return false;
  return a == b ? later >= earlier : is_above(s->ipdom, b, a);
}

bool static_next_certain(const struct statics *s, uint32_t ins, uint32_t *first, uint32_t *last) {
  uint32_t segment = s->segment_of[ins];
  if (segment != IR_NONE && ins == s->segments.data[segment].last) segment = s->ipdom[segment];
  if (segment == IR_NONE) return false;
  *first = ins > s->segments.data[segment].first && ins < s->segments.data[segment].last
               ? ins
               : s->segments.data[segment].first;
  *last = s->segments.data[segment].last;
  return true;
}

bool static_dominates(const struct statics *s, uint32_t earlier, uint32_t later) {
  uint32_t a = s->segment_of[earlier], b = s->segment_of[later];
  if (a == IR_NONE || b == IR_NONE) return false;
  return a == b ? later >= earlier : is_above(s->idom, a, b);
}

/* The static layer as a whole: its stages in order, and what they found. */
#include <string.h>

#include "static/inside.h"
#include "static/points.h"

static void find_functions(struct statics *s) {
  const struct ir_program *p = s->p;
  s->function_of = mem_alloc((p->nins + 1) * sizeof *s->function_of);
  for (uint32_t f = 0; f < p->nfunctions; f++)
    for (uint32_t i = 0; i < p->functions[f].nins; i++) s->function_of[p->functions[f].first_ins + i] = f;
  s->thread_main = ir_find_function(p, "__heddle_thread_main");
  if (s->thread_main != IR_NONE && !(p->functions[s->thread_main].flags & IR_FN_DEFINED)) s->thread_main = IR_NONE;
}

static struct statics *analyse(const struct ir_program *program, const uint64_t *stops, bool ending, bool stale,
                               bool pooled) {
  struct statics *s = mem_zalloc(sizeof *s);
  size_t bytes = (program->nins / 64 + 1) * sizeof *stops;
  s->p = program;
  s->ending = ending;
  s->stale = stale;
  s->pooled = pooled;
  if (stops) s->stops = memcpy(mem_alloc(bytes), stops, bytes);
  find_functions(s);
  models_bind(s);
  live_find(s);
  s->points = points_open(s);
  calls_find(s);
  cfg_find(s);
  registers_find(s);
  threads_find(s);
  access_find(s);
  sharing_find(s);
  may_precede_find(s);
  born_later_find(s);
  return s;
}

enum { MOST_APART = 64 }; /* heap objects that are told apart though each may have taken the place of any other */

static uint32_t count_heap(const struct statics *s) {
  uint32_t count = 0;
  for (uint32_t o = 0; o < s->points->objects.count; o++) count += s->points->objects.data[o].kind == STATIC_HEAP;
  return count;
}

/* Whether the program can tell that freed memory was handed out again is known only afterwards: then addresses of freed
   objects reach others, too, and everything is looked at once more. */
static struct statics *open(const struct ir_program *program, const uint64_t *stops, bool ending) {
  struct statics *s = analyse(program, stops, ending, false, false);
  if (!(s->tells & (STATIC_TELLS_ADDRESSES | STATIC_TELLS_NUMBERS))) return s;
  bool pooled = count_heap(s) > MOST_APART;
  static_close(s);
  return analyse(program, stops, ending, true, pooled);
}

struct statics *static_open(const struct ir_program *program) { return open(program, NULL, false); }

struct statics *static_open_knowing(const struct ir_program *program, const uint64_t *stops) {
  return open(program, stops, false);
}

struct statics *static_open_ending(const struct statics *known) { return open(known->p, known->stops, true); }

void static_close(struct statics *s) {
  may_precede_free(s);
  born_later_free(s);
  struct table *tables[] = {&s->callees,    &s->callers,     &s->flow,    &s->back,        &s->control,
                            &s->controlled, &s->definitions, &s->uses,    &s->returns_of,  &s->reads,
                            &s->writes,     &s->readers,     &s->writers, &s->object_cells};
  for (unsigned i = 0; i < sizeof tables / sizeof *tables; i++) table_free(tables[i]);
  void *arrays[] = {s->models,    s->live,   s->returns,     s->function_of, s->reached,
                    s->recursive, s->stalls, s->escapes,     s->segment_of,  s->first_segment,
                    s->idom,      s->ipdom,  s->executed_by, s->in_cycle,    s->escaped,
                    s->shared,    s->stops,  s->dooms,       s->creates};
  for (unsigned i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
  vec_free(&s->segments);
  vec_free(&s->cells);
  vec_free(&s->threads);
  points_close(s->points);
  free(s);
}

/* ---- places ---- */

static struct static_location place_of(const struct statics *s, const struct cell *c) {
  const struct object *o = &s->points->objects.data[c->object];
  return (struct static_location){.kind = (enum static_object_kind)o->kind,
                                  .index = o->index,
                                  .object = c->object,
                                  .offset = c->offset,
                                  .stride = c->width ? c->stride : ANYWHERE,
                                  .width = c->width};
}

static uint32_t places(const struct statics *s, const struct table *accesses, uint32_t ins, struct static_location *out,
                       uint32_t room) {
  uint32_t count, found = 0;
  const uint32_t *cells = table_row(accesses, ins, &count);
  for (uint32_t i = 0; i < count; i++) {
    const struct cell *c = &s->cells.data[cells[i]];
    if (c->offset == LIFE) continue;
    if (found < room) out[found] = place_of(s, c);
    found++;
  }
  return found;
}

uint32_t static_reads(const struct statics *s, uint32_t ins, struct static_location *out, uint32_t room) {
  return places(s, &s->reads, ins, out, room);
}
uint32_t static_writes(const struct statics *s, uint32_t ins, struct static_location *out, uint32_t room) {
  return places(s, &s->writes, ins, out, room);
}

bool static_locations_overlap(const struct static_location *a, const struct static_location *b) {
  struct cell x = {.object = a->object, .stride = a->stride, .width = a->width, .offset = a->offset},
              y = {.object = b->object, .stride = b->stride, .width = b->width, .offset = b->offset};
  return a->object == b->object && cells_overlap(&x, &y);
}

uint32_t static_points(const struct statics *s, uint32_t ins, ir_value operand, struct static_location *out,
                       uint32_t room) {
  list locations = {0};
  points_of(s->points, s->function_of[ins], operand, &locations);
  for (uint32_t i = 0; i < locations.count && i < room; i++) {
    const struct location *l = &s->points->locations.data[locations.data[i]];
    struct cell c = {.object = l->object, .stride = l->stride, .offset = l->offset, .width = 1};
    out[i] = place_of(s, &c);
    out[i].width = 0;
  }
  uint32_t count = locations.count;
  vec_free(&locations);
  return count;
}

bool static_is_mixture(const struct statics *s, uint32_t ins, ir_value operand) {
  return points_is_mixture(s->points, s->function_of[ins], operand);
}

/* ---- looking at it ---- */

struct static_counts static_count(const struct statics *s) {
  struct static_counts c = {.instructions = s->p->nins,
                            .objects = s->points->objects.count,
                            .nodes = s->points->nodes.count,
                            .locations = s->points->locations.count,
                            .cells = s->cells.count,
                            .threads = s->threads.count};
  for (uint32_t f = 0; f < s->p->nfunctions; f++) c.functions += s->reached[f];
  for (uint32_t i = 0; i < s->p->nins; i++) {
    uint32_t reads, writes;
    table_row(&s->reads, i, &reads);
    table_row(&s->writes, i, &writes);
    c.live += is_live(s, i);
    c.accesses += reads || writes;
  }
  for (uint32_t o = 0; o < s->points->objects.count; o++) c.shared += s->shared[o];
  return c;
}

/* The static layer as a whole: its stages in order, and what they found as text. */
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

static struct statics *open(const struct ir_program *program, const uint64_t *stops, bool ending) {
  struct statics *s = mem_zalloc(sizeof *s);
  size_t bytes = (program->nins / 64 + 1) * sizeof *stops;
  s->p = program;
  s->ending = ending;
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
  return s;
}

struct statics *static_open(const struct ir_program *program) { return open(program, NULL, false); }

struct statics *static_open_knowing(const struct ir_program *program, const uint64_t *stops) {
  return open(program, stops, false);
}

struct statics *static_open_ending(const struct statics *known) { return open(known->p, known->stops, true); }

void static_close(struct statics *s) {
  may_precede_free(s);
  struct table *tables[] = {&s->callees,    &s->callers,     &s->flow,    &s->back,        &s->control,
                            &s->controlled, &s->definitions, &s->uses,    &s->returns_of,  &s->reads,
                            &s->writes,     &s->readers,     &s->writers, &s->object_cells};
  for (unsigned i = 0; i < sizeof tables / sizeof *tables; i++) table_free(tables[i]);
  void *arrays[] = {s->models,      s->live,     s->returns,    s->function_of,   s->reached, s->recursive,
                    s->stalls,      s->escapes,  s->segment_of, s->first_segment, s->idom,    s->ipdom,
                    s->executed_by, s->in_cycle, s->escaped,    s->shared,        s->stops,   s->dooms};
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

static void print_place(const struct statics *s, const struct static_location *at, FILE *out) {
  switch (at->kind) {
  case STATIC_GLOBAL:
  case STATIC_TLS: fprintf(out, "@%s", ir_text(s->p, s->p->globals[at->index].name)); break;
  case STATIC_FUNCTION:
  case STATIC_VARIABLE: fprintf(out, "@%s", ir_text(s->p, s->p->functions[at->index].name)); break;
  case STATIC_STACK: fprintf(out, "local%u", at->index); break;
  case STATIC_HEAP: fprintf(out, "heap%u.%u", at->index, at->object); break;
  case STATIC_ARGUMENTS: fprintf(out, "arguments"); break;
  case STATIC_RESULT: fprintf(out, "results"); break;
  case STATIC_ANYTHING: fprintf(out, "anything"); break;
  }
  if (at->stride == 1) fprintf(out, "[*]");
  else if (at->stride) fprintf(out, "+%lld mod %u", (long long)at->offset, at->stride);
  else if (at->offset) fprintf(out, "+%lld", (long long)at->offset);
  if (s->shared[at->object]) fprintf(out, "!");
}

static void print_places(const struct statics *s, const char *what,
                         uint32_t (*ask)(const struct statics *, uint32_t, struct static_location *, uint32_t),
                         uint32_t ins, FILE *out) {
  enum { ROOM = 8 };
  struct static_location all[ROOM];
  uint32_t count = ask(s, ins, all, ROOM);
  if (!count) return;
  fprintf(out, " %s", what);
  for (uint32_t i = 0; i < count && i < ROOM; i++) {
    fprintf(out, " ");
    print_place(s, &all[i], out);
  }
  if (count > ROOM) fprintf(out, " and %u more", count - ROOM);
}

void static_print(const struct statics *s, const struct static_slice *slice, FILE *out) {
  static const char marks[] = {'-', 'x', 'c', 'v'};
  for (uint32_t f = 0; f < s->p->nfunctions; f++) {
    const struct ir_function *function = &s->p->functions[f];
    if (!s->reached[f]) continue;
    fprintf(out, "\n@%s%s%s\n", ir_text(s->p, function->name), s->stalls[f] ? " may-not-return" : "",
            s->recursive[f] ? " recursive" : "");
    for (uint32_t i = function->first_ins; i < function->first_ins + function->nins; i++) {
      const uint32_t *deciders;
      fprintf(out, "%6u %c ", i, !is_live(s, i) ? '.' : slice ? marks[static_relevance(slice, i)] : ' ');
      ir_print_ins(s->p, f, i, out);
      uint32_t count = static_control(s, i, &deciders);
      for (uint32_t k = 0; k < count; k++) fprintf(out, "%s%u", k ? "," : " if ", deciders[k]);
      print_places(s, "reads", static_reads, i, out);
      print_places(s, "writes", static_writes, i, out);
      fprintf(out, "\n");
    }
  }
}

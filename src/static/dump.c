/* What the static layer found, as text: for tests that fail, and for --dump=static.

   Input: a finished analysis. Output: lines in the order of the program, the same for the same program. A place with an
   exclamation mark is shared. */
#include "static/inside.h"
#include "static/points.h"

static void print_place(const struct statics *s, const struct static_location *at, FILE *out) {
  switch (at->kind) {
  case STATIC_GLOBAL:
  case STATIC_TLS: fprintf(out, "@%s", ir_text(s->p, s->p->globals[at->index].name)); break;
  case STATIC_FUNCTION:
  case STATIC_VARIABLE: fprintf(out, "@%s", ir_text(s->p, s->p->functions[at->index].name)); break;
  case STATIC_STACK: fprintf(out, "local%u", at->index); break;
  case STATIC_HEAP: fprintf(out, "heap%u.%u", at->index, at->object); break;
  case STATIC_POOL: fprintf(out, "heap"); break;
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

/* ---- --dump=static ---- */

static bool is_users_global(const struct statics *s, const struct object *o) {
  return (o->kind == STATIC_GLOBAL || o->kind == STATIC_TLS) &&
         !(s->p->globals[o->index].flags & (IR_GLOBAL_LIBRARY | IR_GLOBAL_CONST));
}

static bool is_users_ins(const struct statics *s, const struct object *o) {
  return (o->kind == STATIC_STACK || o->kind == STATIC_HEAP) && !(function_at(s, o->index)->flags & IR_FN_LIBRARY);
}

static void dump_threads(const struct statics *s, FILE *out) {
  for (uint32_t t = 0; t < s->threads.count; t++) {
    const struct static_thread *thread = &s->threads.data[t];
    fprintf(out, "thread %u: created at %u in @%s, runs @%s%s\n", t, thread->create,
            ir_text(s->p, function_at(s, thread->create)->name), ir_text(s->p, s->p->functions[thread->function].name),
            thread->many ? ", many" : "");
  }
}

static void dump_objects(const struct statics *s, FILE *out) {
  for (uint32_t i = 0; i < s->points->objects.count; i++) {
    const struct object *o = &s->points->objects.data[i];
    if (!is_users_global(s, o) && !is_users_ins(s, o)) continue;
    struct static_location at = {.kind = (enum static_object_kind)o->kind, .index = o->index, .object = i};
    fprintf(out, "object ");
    print_place(s, &at, out);
    if (o->size != UINT64_MAX) fprintf(out, " %llu bytes", (unsigned long long)o->size);
    fprintf(out, "%s%s\n", s->escaped[i] ? ", escapes" : "", s->shared[i] ? ", shared" : "");
  }
}

static void dump_callees(const struct statics *s, uint32_t ins, FILE *out) {
  const uint32_t *functions;
  uint32_t count = static_callees(s, ins, &functions);
  for (uint32_t i = 0; i < count; i++)
    fprintf(out, "%s@%s", i ? " " : " calls ", ir_text(s->p, s->p->functions[functions[i]].name));
}

static void dump_function(const struct statics *s, uint32_t f, const struct static_set *alone, FILE *out) {
  const struct ir_function *function = &s->p->functions[f];
  fprintf(out, "function @%s%s%s\n", ir_text(s->p, function->name), s->stalls[f] ? " may-not-return" : "",
          s->recursive[f] ? " recursive" : "");
  for (uint32_t i = function->first_ins; i < function->first_ins + function->nins; i++) {
    uint32_t reads, writes;
    bool indirect = s->p->ins[i].op == IR_ICALL;
    table_row(&s->reads, i, &reads);
    table_row(&s->writes, i, &writes);
    if (!is_live(s, i) || !(reads || writes || indirect)) continue;
    fprintf(out, "%6u ", i);
    ir_print_ins(s->p, f, i, out);
    print_places(s, "reads", static_reads, i, out);
    print_places(s, "writes", static_writes, i, out);
    if (indirect) dump_callees(s, i, out);
    fprintf(out, "%s\n", static_set_has(alone, i) ? " alone" : "");
  }
}

void static_dump(const struct statics *s, FILE *out) {
  struct static_counts c = static_count(s);
  struct static_set alone = static_alone(s);
  fprintf(out, "static: %llu of %llu instructions live, %llu objects of which %llu shared, %llu kinds of threads\n",
          (unsigned long long)c.live, (unsigned long long)c.instructions, (unsigned long long)c.objects,
          (unsigned long long)c.shared, (unsigned long long)c.threads);
  dump_threads(s, out);
  dump_objects(s, out);
  for (uint32_t f = 0; f < s->p->nfunctions; f++)
    if (s->reached[f] && s->p->functions[f].nins && !(s->p->functions[f].flags & IR_FN_LIBRARY))
      dump_function(s, f, &alone, out);
  static_set_free(&alone);
}

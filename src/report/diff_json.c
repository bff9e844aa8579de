/* The comparison as JSON: "change" as in the contract, with the functions, lines and globals behind its figures. */
#include <jansson.h>
#include <stdlib.h>

#include "base/version.h"
#include "change/lines.h"
#include "report/diff.h"
#include "report/words.h"

static json_t *text_value(const char *text) {
  char *clean = words_clean(text, false);
  json_t *value = json_string(clean);
  free(clean);
  return value;
}

static json_t *place_value(const char *file, uint32_t line) {
  json_t *object = json_object();
  json_object_set_new(object, "file", text_value(file));
  json_object_set_new(object, "line", json_integer(line));
  return object;
}

static json_t *row_value(const struct change *change, const struct lines_row *row) {
  json_t *object = json_object();
  char words[DIFF_WORDS];
  json_object_set_new(object, "kind", json_string(lines_kind_text(row->kind)));
  json_object_set_new(object, "old", row->line[OLD] ? place_value(row->file[OLD], row->line[OLD]) : json_null());
  json_object_set_new(object, "new", row->line[NEW] ? place_value(row->file[NEW], row->line[NEW]) : json_null());
  json_object_set_new(object, "derived", json_boolean(row->derived));
  json_object_set_new(object, "what", text_value(diff_words(change, row, words)));
  return object;
}

static json_t *name_value(const char *old, const char *new) {
  json_t *object = json_object();
  json_object_set_new(object, "old", text_value(old));
  json_object_set_new(object, "new", text_value(new));
  return object;
}

static json_t *function_name(const struct ir_program *p, uint32_t f) {
  return f == IR_NONE ? json_null() : text_value(ir_text(p, p->functions[f].name));
}

/* null: it is in one version only, or nothing but its name changed. */
static json_t *equivalence_value(const struct equivalence *all, const struct lines_function *f) {
  const struct equivalence_function *e = equivalence_of(all, f->function[NEW]);
  if (f->function[NEW] == IR_NONE || !e) return json_null();
  json_t *object = json_object();
  json_object_set_new(object, "verdict", json_string(equivalence_verdict_text(e->verdict)));
  if (e->only_reached) json_object_set_new(object, "only_reached", json_true());
  if (e->unless_old_fails) json_object_set_new(object, "unless_old_fails", json_true());
  json_object_set_new(object, "text", text_value(e->text ? e->text : ""));
  json_object_set_new(object, "regions", json_integer(e->regions));
  json_object_set_new(object, "regions_equivalent", json_integer(e->regions_proved));
  return object;
}

static json_t *function_value(const struct change *change, const struct equivalence *equivalence,
                              const struct lines_function *f) {
  json_t *object = json_object(), *rows = json_array(), *locals = json_array();
  const char *status = f->function[OLD] == IR_NONE   ? "added"
                       : f->function[NEW] == IR_NONE ? "deleted"
                       : f->rows.count               ? "modified"
                                                     : "same";
  for (uint32_t i = 0; i < f->rows.count; i++) json_array_append_new(rows, row_value(change, &f->rows.data[i]));
  for (uint32_t i = 0; i < f->locals.count; i++)
    json_array_append_new(locals, name_value(f->locals.data[i].name[OLD], f->locals.data[i].name[NEW]));
  json_object_set_new(object, "old", function_name(change->old.program, f->function[OLD]));
  json_object_set_new(object, "new", function_name(change->new.program, f->function[NEW]));
  json_object_set_new(object, "status", json_string(status));
  json_object_set_new(object, "renamed", json_boolean(f->renamed));
  json_object_set_new(object, "lines", rows);
  json_object_set_new(object, "locals", locals);
  json_object_set_new(object, "equivalence", equivalence_value(equivalence, f));
  return object;
}

static json_t *global_name(const struct ir_program *p, uint32_t g) {
  return g == IR_NONE ? json_null() : text_value(ir_text(p, p->globals[g].name));
}

static json_t *global_value(const struct change *change, const struct lines_global *g) {
  json_t *object = json_object();
  char words[DIFF_WORDS];
  bool both = g->global[OLD] != IR_NONE && g->global[NEW] != IR_NONE;
  const struct ir_program *p = g->global[NEW] != IR_NONE ? change->new.program : change->old.program;
  const struct ir_loc *loc = &p->locs[p->globals[g->global[g->global[NEW] != IR_NONE ? NEW : OLD]].loc];
  json_object_set_new(object, "old", global_name(change->old.program, g->global[OLD]));
  json_object_set_new(object, "new", global_name(change->new.program, g->global[NEW]));
  json_object_set_new(object, "status",
                      json_string(!both        ? g->global[OLD] == IR_NONE ? "added" : "deleted"
                                  : g->changed ? "modified"
                                               : "same"));
  json_object_set_new(object, "renamed", json_boolean(g->renamed));
  json_object_set_new(object, "place", place_value(ir_text(p, loc->file), loc->line));
  json_object_set_new(object, "what", text_value(both && g->changed ? diff_words_global(change, g, words) : ""));
  return object;
}

static void add_impact(json_t *object, const struct diff_report *r) {
  json_t *lines = json_array();
  uint32_t live = 0, count = 0;
  if (r->impact) {
    struct diff_places places = diff_affected(r, false, &live);
    for (uint32_t i = 0; i < places.count; i++)
      json_array_append_new(lines, place_value(places.data[i].file, places.data[i].line));
    count = places.count;
    free(places.data);
    json_object_set_new(object, "affected_instructions", json_integer((json_int_t)r->impact->affected));
    json_object_set_new(object, "instructions", json_integer((json_int_t)r->impact->live));
    json_object_set_new(object, "lines", json_integer(live));
    json_object_set_new(object, "affected_percent", json_real(live ? 100.0 * count / live : 0));
  }
  json_object_set_new(object, "affected_lines", lines);
}

static json_t *functions_value(const struct change *change, const struct equivalence *equivalence,
                               const struct lines *lines) {
  json_t *functions = json_array();
  for (uint32_t i = 0; i < lines->functions.count; i++)
    json_array_append_new(functions, function_value(change, equivalence, &lines->functions.data[i]));
  return functions;
}

json_t *diff_functions(const struct change *change, const struct equivalence *equivalence) {
  struct lines lines = {0};
  lines_collect(&lines, change);
  json_t *functions = functions_value(change, equivalence, &lines);
  lines_free(&lines);
  return functions;
}

static json_t *change_value(const struct diff_report *r) {
  json_t *object = json_object(), *globals = json_array();
  json_t *functions = functions_value(r->change, r->equivalence, r->lines);
  for (uint32_t i = 0; i < r->lines->globals.count; i++)
    json_array_append_new(globals, global_value(r->change, &r->lines->globals.data[i]));
  json_object_set_new(object, "nothing", json_boolean(r->change->nothing));
  json_object_set_new(object, "added", json_integer((json_int_t)r->change->new.alone));
  json_object_set_new(object, "deleted", json_integer((json_int_t)r->change->old.alone));
  json_object_set_new(object, "modified", json_integer((json_int_t)r->change->new.modified));
  json_object_set_new(object, "functions", functions);
  json_object_set_new(object, "globals", globals);
  add_impact(object, r);
  return object;
}

static json_t *why_value(const struct diff_report *r) {
  const struct diff_why *why = &r->why;
  const struct ir_program *p = why->in_old ? r->change->old.program : r->change->new.program;
  json_t *object = place_value(why->file, why->line), *links = json_array();
  for (uint32_t i = 0; i < why->count; i++) {
    const char *file;
    uint32_t line;
    lines_place(p, why->links[i].ins, &file, &line);
    json_t *link = place_value(file, line);
    json_object_set_new(link, "version", json_string(why->in_old ? "old" : "new"));
    json_object_set_new(link, "edge", json_string(static_edge_text(why->links[i].edge)));
    json_array_append_new(links, link);
  }
  json_object_set_new(object, "code", json_boolean(why->known));
  json_object_set_new(object, "affected", json_boolean(why->count > 0));
  json_object_set_new(object, "chain", links);
  return object;
}

static json_t *part_value(const struct diff_report *r, const struct static_set *set, enum diff_part part) {
  struct diff_places places = diff_set(r, set, part);
  json_t *lines = json_array();
  for (uint32_t i = 0; i < places.count; i++)
    json_array_append_new(lines, place_value(places.data[i].file, places.data[i].line));
  free(places.data);
  return lines;
}

static json_t *set_value(const struct diff_report *r, const struct static_set *set) {
  return json_pack("{s:o, s:o}", "conditions", part_value(r, set, DIFF_CONDITIONS), "writes",
                   part_value(r, set, DIFF_WRITES));
}

json_t *diff_model(const struct diff_report *r) {
  json_t *object = json_object(), *stats = json_object();
  json_object_set_new(object, "heddle", json_string(HEDDLE_VERSION));
  json_object_set_new(object, "command", json_string("diff"));
  json_object_set_new(object, "old", text_value(r->old_name));
  json_object_set_new(object, "new", text_value(r->new_name));
  json_object_set_new(object, "change", change_value(r));
  if (r->why.file) json_object_set_new(object, "why", why_value(r));
  if (r->sets && r->impact)
    json_object_set_new(object, "sets",
                        json_pack("{s:o, s:o}", "forward", set_value(r, &r->impact->forward), "backward",
                                  set_value(r, &r->impact->backward)));
  json_object_set_new(stats, "front_seconds", json_real(r->front_seconds));
  json_object_set_new(stats, "change_seconds", json_real(r->change_seconds));
  json_object_set_new(stats, "equivalence_seconds", json_real(r->equivalence_seconds));
  json_object_set_new(stats, "impact_seconds", json_real(r->impact_seconds));
  json_object_set_new(object, "stats", stats);
  return object;
}

bool diff_json(FILE *out, const json_t *model) {
  return json_dumpf(model, out, JSON_INDENT(2)) == 0 && fputc('\n', out) != EOF && fflush(out) == 0;
}

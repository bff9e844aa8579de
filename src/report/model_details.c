/* The details of a model. Which source lines it names is read off the model itself: every object with a file and a
   line, those below "fixed" and "old" in the old version. A file of moderate size is kept whole, of a large one what
   lies around these lines; a line of unreasonable length is cut. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "change/lines.h"
#include "report/diff.h"
#include "report/model.h"
#include "report/source_cache.h"
#include "report/words.h"

enum {
  WHOLE_LINES = 4000,  /* a file with more is kept in parts */
  AROUND = 12,         /* lines before and behind one that is named */
  LONGEST_LINE = 2000, /* bytes that are kept of a line */
  MOST_LINES = 40000,  /* of all files together */
};

struct place {
  const char *file; /* part of the model */
  uint32_t line;
  bool old;
};

struct collector {
  VEC(struct place) places;
  struct source_cache texts;
  const struct report_info *info;
  const struct change *change; /* NULL: one version */
  uint32_t left;               /* lines that may still be kept */
  json_t *sources;
};

/* ---- which lines ---- */

static void collect(struct collector *c, const json_t *value, bool old) {
  size_t at;
  const char *key;
  json_t *item;
  if (json_is_array(value))
    json_array_foreach (value, at, item) collect(c, item, old);
  if (!json_is_object(value)) return;
  const char *file = model_text(value, "file");
  uint64_t line = model_count(value, "line");
  if (*file && line && line < UINT32_MAX) vec_push(&c->places, ((struct place){file, (uint32_t)line, old}));
  json_object_foreach ((json_t *)value, key, item)
    collect(c, item, old || !strcmp(key, "fixed") || !strcmp(key, "old"));
}

static int by_place(const void *a, const void *b) {
  const struct place *x = a, *y = b;
  if (x->old != y->old) return x->old ? 1 : -1;
  int files = strcmp(x->file, y->file);
  return files ? files : x->line < y->line ? -1 : x->line > y->line;
}

/* ---- their text ---- */

/* Valid UTF-8, and no longer than is reasonable. */
static json_t *line_value(const char *line) {
  char *cut = strlen(line) > LONGEST_LINE ? mem_alloc(LONGEST_LINE + 8) : NULL;
  if (cut) strcpy((char *)memcpy(cut, line, LONGEST_LINE) + LONGEST_LINE, " ...");
  char *clean = words_clean(cut ? cut : line, false);
  json_t *value = json_string(clean);
  free(clean);
  free(cut);
  return value;
}

static void add_part(struct collector *c, json_t *parts, const char *path, uint32_t first, uint32_t end) {
  json_t *part = json_object(), *lines = json_array();
  for (uint32_t line = first; line < end && c->left; line++, c->left--)
    json_array_append_new(lines, line_value(source_cache_line(&c->texts, path, line)));
  json_object_set_new(part, "first", json_integer(first));
  json_object_set_new(part, "lines", lines);
  json_array_append_new(parts, part);
}

static uint32_t lines_in(struct collector *c, const char *path) {
  uint32_t low = 0;
  for (uint32_t step = 1u << 24; step; step /= 2)
    if (source_cache_line(&c->texts, path, low + step)) low += step;
  return low;
}

/* The places are those of one file, in order. */
static void add_windows(struct collector *c, json_t *parts, const char *path, const struct place *places,
                        uint32_t count, uint32_t all) {
  for (uint32_t i = 0; i < count;) {
    uint32_t first = places[i].line > AROUND ? places[i].line - AROUND : 1, end = first;
    for (; i < count && (end == first || places[i].line <= end + AROUND); i++) end = places[i].line + AROUND + 1;
    if (end > all + 1) end = all + 1;
    if (first < end) add_part(c, parts, path, first, end);
  }
}

static void add_source(struct collector *c, const struct place *places, uint32_t count) {
  const struct ir_program *p = places->old && c->change ? c->change->old.program : c->info->program;
  char *path = p ? ir_source_file(p, places->file) : mem_strdup(places->file);
  uint32_t all = lines_in(c, path);
  json_t *parts = json_array(), *source = json_object();
  if (all && all <= WHOLE_LINES) add_part(c, parts, path, 1, all + 1);
  else if (all) add_windows(c, parts, path, places, count, all);
  json_object_set_new(source, "version", json_string(places->old ? "old" : "new"));
  json_object_set_new(source, "file", json_string(places->file));
  json_object_set_new(source, "lines", json_integer(all));
  json_object_set_new(source, "parts", parts);
  json_array_append_new(c->sources, source);
  free(path);
}

static json_t *sources_value(const json_t *model, const struct report_info *info, const struct change *change) {
  struct collector c = {.info = info, .change = change, .left = MOST_LINES, .sources = json_array()};
  collect(&c, model, false);
  if (c.places.count) qsort(c.places.data, c.places.count, sizeof *c.places.data, by_place);
  for (uint32_t i = 0, end; i < c.places.count; i = end) {
    for (end = i; end < c.places.count && c.places.data[end].old == c.places.data[i].old &&
                  !strcmp(c.places.data[end].file, c.places.data[i].file);)
      end++;
    add_source(&c, &c.places.data[i], end - i);
  }
  vec_free(&c.places);
  source_cache_free(&c.texts);
  return c.sources;
}

/* ---- how the search went on ---- */

static json_t *track_value(const struct report_track *track) {
  json_t *object = json_object(), *seconds = json_array();
  for (uint32_t i = 0; i < track->count; i++) json_array_append_new(seconds, json_real(track->samples[i].seconds));
  json_object_set_new(object, "seconds", seconds);
#define LIST(name)                                                                                                     \
  do {                                                                                                                 \
    json_t *list = json_array();                                                                                       \
    for (uint32_t i = 0; i < track->count; i++)                                                                        \
      json_array_append_new(list, json_integer((json_int_t)track->samples[i].name));                                   \
    json_object_set_new(object, #name, list);                                                                          \
  } while (0)
  LIST(runs);
  LIST(instructions);
  LIST(queries);
  LIST(states);
  LIST(memory_kib);
#undef LIST
  return object;
}

/* ---- the whole ---- */

static void set_text(json_t *object, const char *name, const char *text) {
  char *clean = words_clean(text ? text : "", false);
  if (text) json_object_set_new(object, name, json_string(clean));
  free(clean);
}

void model_add_details(json_t *model, const struct report_info *info) {
  const struct change *change = info->versions ? info->versions->check->change : info->change;
  json_t *details = json_object();
  json_object_set_new(model, "details", details);
  json_object_set_new(details, "form", json_integer(MODEL_FORM));
  set_text(details, "name", info->name);
  set_text(details, "line", info->line);
  if (info->versions) set_text(details, "old_name", info->versions->old_name);
  if (info->versions) set_text(details, "new_name", info->versions->new_name);
  const struct check *check = info->versions ? info->versions->check : NULL;
  if (change) json_object_set_new(details, "functions", diff_functions(change, check ? check->equivalence : NULL));
  if (info->track) json_object_set_new(details, "track", track_value(info->track));
  json_object_set_new(details, "sources", sources_value(model, info, change));
  json_object_set_new(details, "time", json_integer((json_int_t)time(NULL)));
  model_add_record(details, info);
}

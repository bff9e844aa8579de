/* What was executed, as a part of the details of a model: how often each line and function, the tree of runs, and which
   files the program was made of, with their hashes. Only the user's own code counts. */
#include <stdlib.h>
#include <string.h>

#include "explore/record.h"
#include "report/model.h"
#include "report/words.h"
#include "util/file.h"
#include "util/sha256.h"

/* A line of a file, or a function that begins there. */
struct spot {
  uint32_t file; /* string of the program */
  uint32_t line;
  uint32_t function; /* IR_NONE: a line */
  uint64_t count;
};
typedef VEC(struct spot) spot_list;

static json_t *clean_text(const char *text) {
  char *clean = words_clean(text, false);
  json_t *value = json_string(clean);
  free(clean);
  return value;
}

/* ---- coverage ---- */

/* A line is executed as often as the instruction of it that is executed most. */
static int by_place(const void *a, const void *b) {
  const struct spot *x = a, *y = b;
  if (x->file != y->file) return x->file < y->file ? -1 : 1;
  if (x->function != y->function) return x->function < y->function ? -1 : 1;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  return x->count > y->count ? -1 : x->count < y->count;
}

static void find_spots(const struct explore_record *r, const uint64_t *counts, spot_list *spots) {
  const struct ir_program *p = r->program;
  for (uint32_t f = 0; f < p->nfunctions; f++) {
    const struct ir_function *fn = &p->functions[f];
    if (!(fn->flags & IR_FN_DEFINED) || fn->flags & IR_FN_LIBRARY || !fn->nins) continue;
    const struct ir_loc *loc = &p->locs[fn->loc];
    if (loc->line) vec_push(spots, ((struct spot){loc->file, loc->line, f, counts[fn->first_ins]}));
    for (uint32_t i = fn->first_ins; i < fn->first_ins + fn->nins; i++) {
      loc = &p->locs[p->ins[i].loc];
      if (loc->line) vec_push(spots, ((struct spot){loc->file, loc->line, IR_NONE, counts[i]}));
    }
  }
  if (spots->count) qsort(spots->data, spots->count, sizeof *spots->data, by_place);
}

static json_t *file_value(const struct ir_program *p, const struct spot *spots, uint32_t count) {
  json_t *lines = json_array(), *functions = json_array();
  for (uint32_t i = 0; i < count; i++) {
    const struct spot *s = &spots[i];
    json_int_t times = (json_int_t)s->count;
    if (s->function != IR_NONE)
      json_array_append_new(
          functions, json_pack("[o,i,I]", clean_text(ir_text(p, p->functions[s->function].name)), (int)s->line, times));
    else if (!i || s[-1].function != IR_NONE || s[-1].line != s->line)
      json_array_append_new(lines, json_pack("[i,I]", (int)s->line, times));
  }
  return json_pack("{s:o,s:o,s:o}", "file", clean_text(ir_text(p, spots->file)), "functions", functions, "lines",
                   lines);
}

static json_t *coverage_value(const struct explore_record *r) {
  uint64_t *counts = record_counts(r);
  spot_list spots = {0};
  json_t *files = json_array();
  find_spots(r, counts, &spots);
  for (uint32_t i = 0, end; i < spots.count; i = end) {
    for (end = i; end < spots.count && spots.data[end].file == spots.data[i].file;) end++;
    json_array_append_new(files, file_value(r->program, &spots.data[i], end - i));
  }
  vec_free(&spots);
  free(counts);
  return files;
}

/* ---- the tree ---- */

static json_t *node_value(const struct explore_record *r, const struct record_node *node) {
  static const char *const kinds[] = {"root", "step", "decision", "end"};
  const struct ir_program *p = r->program;
  json_t *object = json_pack("{s:s}", "kind", kinds[node->kind]);
  if (node->kind == RECORD_ROOT) return object;
  json_object_set_new(object, "text", clean_text(strings_get(&r->texts, node->text)));
  if (node->kind == RECORD_END) json_object_set_new(object, "runs", json_integer(node->count));
  if (node->kind != RECORD_STEP) return object;
  const struct ir_loc *loc = &p->locs[node->ins < p->nins ? p->ins[node->ins].loc : 0];
  json_object_set_new(object, "thread", clean_text(strings_get(&r->texts, node->thread)));
  if (!loc->line) return object;
  json_object_set_new(object, "file", clean_text(ir_text(p, loc->file)));
  json_object_set_new(object, "line", json_integer(loc->line));
  return object;
}

/* Trees of different rounds lie among each other; numbers are given anew. */
static json_t *tree_value(const struct explore_record *r) {
  json_t *nodes = json_array();
  uint32_t *number = mem_alloc((r->nodes.count + 1) * sizeof *number);
  for (uint32_t i = 0; i < r->nodes.count; i++) {
    const struct record_node *node = &r->nodes.data[i];
    bool root = node->kind == RECORD_ROOT, mine = root ? i == r->shown : number[node->parent] != IR_NONE;
    number[i] = mine ? (uint32_t)json_array_size(nodes) : IR_NONE;
    if (!mine) continue;
    json_t *value = node_value(r, node);
    if (!root) json_object_set_new(value, "parent", json_integer(number[node->parent]));
    json_array_append_new(nodes, value);
  }
  free(number);
  bool whole = r->nodes.count && !r->nodes.data[r->shown].left_out;
  return json_pack("{s:b,s:o}", "complete", whole, "nodes", nodes);
}

/* ---- files ---- */

static json_t *hash_value(const struct ir_program *p, const char *file) {
  const char *why;
  size_t length;
  char text[SHA256_TEXT], *path = ir_source_file(p, file), *bytes = file_whole(path, &length, &why);
  free(path);
  if (!bytes) return NULL;
  sha256_text(bytes, length, text);
  free(bytes);
  return json_string(text);
}

static json_t *hashes_value(const struct ir_program *p, const json_t *coverage) {
  json_t *object = json_object(), *file;
  size_t at;
  json_array_foreach (coverage, at, file) {
    json_t *hash = hash_value(p, model_text(file, "file"));
    if (hash) json_object_set_new(object, model_text(file, "file"), hash);
  }
  return object;
}

void model_add_record(json_t *details, const struct report_info *info) {
  if (!info->record) return;
  json_t *coverage = coverage_value(info->record);
  json_object_set_new(details, "bits", json_integer(info->record->program->pointer_bits));
  json_object_set_new(details, "hashes", hashes_value(info->record->program, coverage));
  json_object_set_new(details, "coverage", coverage);
  json_object_set_new(details, "tree", tree_value(info->record));
}

/* Definition-use pairs as JSON. */
#include <stdlib.h>
#include <string.h>

#include "change/lines.h"
#include "report/augment.h"
#include "report/words.h"

static json_t *text_value(const char *text) {
  if (!text) return json_null();
  char *clean = words_clean(text, false);
  json_t *value = json_string(clean);
  free(clean);
  return value;
}

static json_t *place_value(const struct ir_program *p, uint32_t ins) {
  json_t *object = json_object();
  const char *file;
  uint32_t line;
  lines_place(p, ins, &file, &line);
  json_object_set_new(object, "file", text_value(file));
  json_object_set_new(object, "line", json_integer(line));
  json_object_set_new(object, "column", json_integer(p->locs[p->ins[ins].loc].column));
  json_object_set_new(object, "function", text_value(ir_text(p, ir_function_of(p, ins)->name)));
  return object;
}

/* "a, b" as a list. */
static json_t *threads_value(const char *names) {
  json_t *list = json_array();
  while (*names) {
    size_t length = strcspn(names, ",");
    char *name = mem_strdup(names);
    name[length] = 0;
    json_array_append_new(list, text_value(name));
    free(name);
    names += length;
    names += strspn(names, ", ");
  }
  return list;
}

static json_t *reasons_value(unsigned reasons) {
  json_t *list = json_array();
  for (unsigned bit = 1; bit <= reasons; bit *= 2)
    if (reasons & bit && augment_reason_text(bit)) json_array_append_new(list, json_string(augment_reason_text(bit)));
  return list;
}

json_t *augment_json(const struct ir_program *program, const struct augment_row *rows, uint32_t count) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < count; i++) {
    const struct pair *pair = rows[i].pair;
    json_t *object = json_object();
    json_object_set_new(object, "writer", place_value(program, pair->writer));
    json_object_set_new(object, "reader", place_value(program, pair->reader));
    json_object_set_new(object, "variable", text_value(pair->variable));
    json_object_set_new(object, "writer_threads", threads_value(pair->writer_threads));
    json_object_set_new(object, "reader_threads", threads_value(pair->reader_threads));
    json_object_set_new(object, "reasons", reasons_value(pair->reasons));
    json_object_set_new(object, "status", json_string(augment_status_text(rows[i].status)));
    json_object_set_new(object, "test", text_value(rows[i].test));
    json_object_set_new(object, "how", text_value(rows[i].how));
    json_array_append_new(list, object);
  }
  return list;
}

json_t *augment_json_counts(const struct augment_row *rows, uint32_t count) {
  static const enum augment_status order[] = {AUGMENT_COVERED, AUGMENT_INFEASIBLE, AUGMENT_UNKNOWN, AUGMENT_OPEN};
  json_t *object = json_object();
  json_object_set_new(object, "affected", json_integer(count));
  for (unsigned k = 0; k < sizeof order / sizeof *order; k++) {
    json_int_t found = 0;
    for (uint32_t i = 0; i < count; i++) found += rows[i].status == order[k];
    json_object_set_new(object, augment_status_text(order[k]), json_integer(found));
  }
  return object;
}

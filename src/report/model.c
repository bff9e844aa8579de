/* Reading the model: what is missing is empty, so that a report can be made of whatever a stored run has. */
#include "report/model.h"

#include <string.h>

const char *model_text(const json_t *object, const char *name) {
  const char *text = json_string_value(json_object_get(object, name));
  return text ? text : "";
}

uint64_t model_count(const json_t *object, const char *name) {
  json_int_t value = json_integer_value(json_object_get(object, name));
  return value > 0 ? (uint64_t)value : 0;
}

double model_real(const json_t *object, const char *name) { return json_number_value(json_object_get(object, name)); }

bool model_is_two_versions(const json_t *model) { return json_object_get(model, "old") != NULL; }

static bool has(const json_t *list, const json_t *item) {
  size_t at;
  json_t *each;
  json_array_foreach (list, at, each) {
    if (each == item) return true;
  }
  return false;
}

const char *model_age(const json_t *model, const json_t *failure) {
  if (!model_is_two_versions(model)) return "";
  if (has(json_object_get(model, "fixed"), failure)) return "fixed";
  const json_t *fresh = json_object_get(failure, "new");
  return json_is_true(fresh) ? "new" : json_is_false(fresh) ? "old" : "unknown";
}

const char *model_message(const json_t *failure) {
  const char *kind = model_text(failure, "kind"), *message = model_text(failure, "message");
  size_t length = strlen(kind);
  if (!length || strncmp(message, kind, length) || message[length] != ':') return message;
  return message + length + 1 + strspn(message + length + 1, " ");
}

static const char *line_of(const json_t *source, uint64_t line) {
  size_t at;
  json_t *part;
  json_array_foreach (json_object_get(source, "parts"), at, part) {
    uint64_t first = model_count(part, "first");
    const json_t *lines = json_object_get(part, "lines");
    if (line >= first && line - first < json_array_size(lines))
      return json_string_value(json_array_get(lines, line - first));
  }
  return NULL;
}

const char *model_source(const json_t *model, bool old, const char *file, uint64_t line) {
  size_t at;
  json_t *source;
  json_array_foreach (json_object_get(json_object_get(model, "details"), "sources"), at, source) {
    bool same =
        !strcmp(model_text(source, "version"), old ? "old" : "new") && !strcmp(model_text(source, "file"), file);
    if (same) return line_of(source, line);
  }
  return NULL;
}

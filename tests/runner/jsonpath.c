/* Conditions on a JSON result.

   A path is names with dots between them. `[2]` is an element of a list, `[*]` all of them, `[writer.line=20]` those in
   which this path has this value. A path with the last two has several values: a condition with a list compares all of
   them in order, one with anything else must hold for each, and there must be one (`~`, a pattern is found: it holds
   for some; `!~`: for none). `#` before the path is the number of values, or the length of the one list. */
#include "jsonpath.h"

#include <regex.h>
#include <string.h>

#include "command.h"

struct values {
  VEC(json_t *) list; /* borrowed */
  bool several;       /* the path selects; else there is one value, or none */
};

bool jsonpath_holds(double seen, const char *op, double wanted) {
  switch (op[0]) {
  case '=': return seen == wanted;
  case '!': return seen != wanted;
  case '<': return op[1] ? seen <= wanted : seen < wanted;
  default: return op[1] ? seen >= wanted : seen > wanted;
  }
}

const char *json_text(json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

/* ---- values of a path */

static void follow(struct values *values, json_t *json, const char *path);

/* A scalar as a selection writes it. */
static bool reads_as(json_t *json, const char *text) {
  if (json_is_string(json)) return !strcmp(json_string_value(json), text);
  char *seen = json_dumps(json, JSON_ENCODE_ANY);
  bool same = seen && !strcmp(seen, text);
  free(seen);
  return same;
}

/* Whether the element is one of those that `path=value` selects; `*` selects all. */
static bool is_selected(json_t *element, const char *selection) {
  const char *equals = strchr(selection, '=');
  if (!equals) return true;
  struct values values = {0};
  bool found = false;
  char *path = text_format("%.*s", (int)(equals - selection), selection);
  follow(&values, element, path);
  for (uint32_t i = 0; i < values.list.count; i++) found |= reads_as(values.list.data[i], equals + 1);
  vec_free(&values.list);
  free(path);
  return found;
}

static void follow_selection(struct values *values, json_t *json, const char *selection, const char *rest) {
  json_t *element;
  size_t i;
  if (*selection >= '0' && *selection <= '9') {
    element = json_array_get(json, strtoul(selection, NULL, 10));
    if (element) follow(values, element, rest);
    return;
  }
  values->several = true;
  if (json_is_object(json) && is_selected(json, selection)) follow(values, json, rest); /* a second selection */
  json_array_foreach (json, i, element) {
    if (is_selected(element, selection)) follow(values, element, rest);
  }
}

static void follow(struct values *values, json_t *json, const char *path) {
  if (*path == '.') path++;
  if (!*path) {
    vec_push(&values->list, json);
    return;
  }
  size_t length = strcspn(path, *path == '[' ? "]" : ".[");
  char *part = text_format("%.*s", (int)length, path);
  const char *rest = path + length + (path[length] == ']');
  json_t *child = *part == '[' ? NULL : json_object_get(json, part);
  if (*part == '[') follow_selection(values, json, part + 1, rest);
  else if (child) follow(values, child, rest);
  free(part);
}

/* ---- conditions */

/* A text in which the pattern is found, or a list with such a text. */
static bool has_match(json_t *json, const regex_t *pattern) {
  const char *seen = json_string_value(json);
  json_t *element;
  size_t i;
  bool found = seen && !regexec(pattern, seen, 0, NULL, 0);
  json_array_foreach (json, i, element) found |= has_match(element, pattern);
  return found;
}

static bool is_matched(json_t *json, json_t *wanted) {
  regex_t pattern;
  if (regcomp(&pattern, json_string_value(wanted), REG_EXTENDED | REG_NOSUB)) return false;
  bool found = has_match(json, &pattern);
  regfree(&pattern);
  return found;
}

static bool is_like(json_t *seen, const char *op, json_t *wanted) {
  if (op[0] == '~') return is_matched(seen, wanted);
  if (json_is_number(seen) && json_is_number(wanted))
    return jsonpath_holds(json_number_value(seen), op, json_number_value(wanted));
  if (op[0] == '<' || op[0] == '>') return false;
  return json_equal(seen, wanted) == (op[0] == '=');
}

/* Each value, or (~) some value. */
static bool each_is_like(const struct values *values, const char *op, json_t *wanted) {
  uint32_t good = 0;
  for (uint32_t i = 0; i < values->list.count; i++) good += is_like(values->list.data[i], op, wanted);
  return good && (op[0] == '~' || good == values->list.count);
}

static json_t *as_list(const struct values *values) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < values->list.count; i++) json_array_append(list, values->list.data[i]);
  return list;
}

/* What the condition is about: the number of values, all of them as a list, or the one; a new reference, or NULL. */
static json_t *subject(const struct values *values, bool counted) {
  json_t *one = values->list.count ? values->list.data[0] : NULL;
  if (counted && values->several) return json_integer(values->list.count);
  if (counted) return json_integer((json_int_t)(json_is_object(one) ? json_object_size(one) : json_array_size(one)));
  return values->several ? as_list(values) : json_incref(one);
}

static bool is_true(const struct values *values, json_t *seen, bool counted, const char *op, json_t *wanted) {
  if (!strcmp(op, "!~")) return !is_matched(seen, wanted);
  return counted || !values->several || json_is_array(wanted) ? is_like(seen, op, wanted)
                                                              : each_is_like(values, op, wanted);
}

static json_t *wanted_value(struct test *test, const char *text) {
  char *expanded = command_expand(test, text);
  json_t *json = json_loads(expanded, JSON_DECODE_ANY, NULL);
  free(expanded);
  return json ? json : json_null();
}

void jsonpath_compare(struct test *test, const struct expect_json *wanted, json_t *json) {
  struct values values = {0};
  bool counted = wanted->path[0] == '#';
  json_t *value = wanted_value(test, wanted->value);
  follow(&values, json, wanted->path + counted);
  json_t *seen = counted && !values.several && !values.list.count ? NULL : subject(&values, counted);
  if (!seen) test_differs(test, "JSON has no %s", wanted->path);
  else if (!is_true(&values, seen, counted, wanted->op, value)) {
    char *text = json_dumps(seen, JSON_ENCODE_ANY | JSON_COMPACT);
    test_differs(test, "%s is %s, expected %s %s", wanted->path, text, wanted->op, wanted->value);
    free(text);
  }
  json_decref(seen);
  json_decref(value);
  vec_free(&values.list);
}

/* SARIF 2.1.0 (OASIS standard). A failure is a result, its kind a rule. The interleaving is one code flow with a thread
   flow for each thread; executionOrder puts the steps of all threads into one order. Of two versions, results have a
   baseline state: new, unchanged, absent (fixed). */
#include <string.h>
#include <xxhash.h>

#include "base/failure.h"
#include "report/formats.h"
#include "report/model.h"

#define SCHEMA "https://json.schemastore.org/sarif-2.1.0.json"
enum { MOST_STEPS = 5000 }; /* GitHub takes 10,000 at most */

static json_t *text_object(const char *text) { return json_pack("{s:s}", "text", text); }

/* ---- places ---- */

/* A path as a reference: everything but what may stand there is %XX. Freed by the caller. */
static char *uri_of(const char *file) {
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  char *uri = mem_alloc(3 * strlen(file) + sizeof "file://"), *to = uri;
  if (*file == '/') to = stpcpy(to, "file://");
  for (; *file; file++) {
    if (strchr(plain, *file)) *to++ = *file;
    else to += sprintf(to, "%%%02X", (unsigned char)*file);
  }
  *to = 0;
  return uri;
}

/* SARIF counts UTF-16 units from 1, clang bytes: the line tells how many of them are in one character. */
static json_int_t column_of(const json_t *model, bool old, const json_t *place) {
  uint64_t bytes = model_count(place, "column"), units = 1;
  const char *line = model_source(model, old, model_text(place, "file"), model_count(place, "line"));
  if (!line || !bytes || bytes > strlen(line)) return (json_int_t)bytes;
  for (uint64_t i = 0; i + 1 < bytes; i++) {
    unsigned char byte = (unsigned char)line[i];
    units += (byte & 0xc0) != 0x80;
    units += byte >= 0xf0;
  }
  return (json_int_t)units;
}

static json_t *physical(const json_t *model, bool old, const json_t *place) {
  const char *file = model_text(place, "file");
  uint64_t line = model_count(place, "line");
  char *uri = uri_of(file);
  json_t *artifact = json_pack("{s:s}", "uri", uri), *object = json_pack("{s:o}", "artifactLocation", artifact);
  free(uri);
  if (*file != '/') json_object_set_new(artifact, "uriBaseId", json_string("SRCROOT"));
  if (!line) return object;
  json_t *region = json_pack("{s:I}", "startLine", (json_int_t)line);
  json_int_t column = column_of(model, old, place);
  const char *text = model_source(model, old, file, line);
  if (column) json_object_set_new(region, "startColumn", json_integer(column));
  if (text) json_object_set_new(region, "snippet", text_object(text));
  json_object_set_new(object, "region", region);
  return object;
}

/* `place` has file, line and perhaps column and function. */
static json_t *location(const json_t *model, bool old, const json_t *place, const char *message) {
  json_t *object = json_object();
  const char *function = model_text(place, "function");
  if (*model_text(place, "file")) json_object_set_new(object, "physicalLocation", physical(model, old, place));
  if (*function)
    json_object_set_new(object, "logicalLocations", json_pack("[{s:s, s:s}]", "name", function, "kind", "function"));
  if (message && *message) json_object_set_new(object, "message", text_object(message));
  return object;
}

/* ---- one failure ---- */

static json_t *stack_value(const json_t *model, bool old, const json_t *frames, const char *title) {
  json_t *list = json_array(), *frame;
  size_t at;
  json_array_foreach (frames, at, frame) {
    json_array_append_new(list, json_pack("{s:o}", "location", location(model, old, frame, NULL)));
  }
  return json_pack("{s:o, s:o}", "message", text_object(title), "frames", list);
}

static json_t *flow_named(json_t *flows, const char *thread) {
  size_t at;
  json_t *flow;
  json_array_foreach (flows, at, flow) {
    if (!strcmp(model_text(flow, "id"), thread)) return flow;
  }
  flow = json_pack("{s:s, s:[]}", "id", thread, "locations");
  json_array_append_new(flows, flow);
  return flow;
}

static json_t *step_value(const json_t *model, const json_t *step, size_t number) {
  const json_t *value = json_object_get(step, "value");
  const char *object = model_text(step, "object");
  json_t *at = json_pack("{s:o, s:I, s:s}", "location", location(model, false, step, model_text(step, "text")),
                         "executionOrder", (json_int_t)number + 1, "importance",
                         json_is_true(json_object_get(step, "matters")) ? "essential" : "unimportant");
  if (json_is_string(value) && *object)
    json_object_set_new(at, "state", json_pack("{s:o}", object, text_object(json_string_value(value))));
  return at;
}

static json_t *flows_value(const json_t *model, const json_t *failure) {
  json_t *flows = json_array(), *step;
  size_t at, all = json_array_size(json_object_get(failure, "schedule"));
  json_array_foreach (json_object_get(failure, "schedule"), at, step) {
    bool told = all <= MOST_STEPS || json_is_true(json_object_get(step, "matters"));
    if (told && at < 2 * MOST_STEPS)
      json_array_append_new(json_object_get(flow_named(flows, model_text(step, "thread")), "locations"),
                            step_value(model, step, at));
  }
  return json_pack("[{s:o, s:o}]", "message", text_object("the interleaving that leads to the failure"), "threadFlows",
                   flows);
}

/* What stays the same when lines move: the kind, the function, the message and the text of the line. */
static json_t *fingerprint(const json_t *model, bool old, const json_t *failure) {
  const char *line = model_source(model, old, model_text(failure, "file"), model_count(failure, "line"));
  const char *parts[] = {model_text(failure, "kind"), model_text(failure, "file"), model_text(failure, "function"),
                         model_text(failure, "message"), line ? line + strspn(line, " \t") : ""};
  XXH64_hash_t hash = 0;
  char text[20];
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) hash = XXH64(parts[i], strlen(parts[i]) + 1, hash);
  snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
  return json_pack("{s:s}", "heddle/v1", text);
}

static void add_other(const json_t *model, json_t *result, const json_t *failure) {
  const json_t *other = json_object_get(failure, "other"), *frames = json_object_get(other, "stack");
  if (!json_array_size(frames)) return;
  json_object_set_new(
      result, "relatedLocations",
      json_pack("[o]", location(model, false, json_array_get(frames, 0), model_text(other, "message"))));
}

static json_t *properties_of(const json_t *failure) {
  json_t *object = json_pack("{s:s}", "thread", model_text(failure, "thread"));
  static const char *const names[] = {"test", "inputs", "new", "detail"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    json_t *value = json_object_get(failure, names[i]);
    if (value) json_object_set(object, names[i], value);
  }
  return object;
}

static json_int_t rule_index(const char *kind) {
  enum failure_kind found = failure_kind_named(kind);
  return found == FAILURE_KIND_COUNT ? -1 : (json_int_t)found;
}

static json_t *result_value(const json_t *model, const json_t *failure, const char *level, const char *baseline) {
  bool old = !strcmp(baseline, "absent");
  char rule[64];
  const char *kind = model_text(failure, "kind"), *detail = model_text(failure, "detail");
  snprintf(rule, sizeof rule, "heddle-%s", kind);
  json_t *message = json_pack("{s:s}", "text", *model_message(failure) ? model_message(failure) : kind);
  json_t *object =
      json_pack("{s:s, s:I, s:s, s:s, s:o, s:[o], s:o, s:o}", "ruleId", rule, "ruleIndex", rule_index(kind), "level",
                level, "kind", "fail", "message", message, "locations", location(model, old, failure, NULL),
                "partialFingerprints", fingerprint(model, old, failure), "properties", properties_of(failure));
  if (*baseline) json_object_set_new(object, "baselineState", json_string(baseline));
  if (json_object_get(failure, "accepted_why"))
    json_object_set_new(
        object, "suppressions",
        json_pack("[{s:s, s:s, s:s}]", "kind", "external", "status", "accepted", "justification",
                  *model_text(failure, "accepted_why") ? model_text(failure, "accepted_why") : "accepted (--accept)"));
  if (json_array_size(json_object_get(failure, "stack")))
    json_object_set_new(object, "stacks",
                        json_pack("[o]", stack_value(model, old, json_object_get(failure, "stack"),
                                                     *detail ? detail : "calls that led here")));
  add_other(model, object, failure);
  if (json_array_size(json_object_get(failure, "schedule")))
    json_object_set_new(object, "codeFlows", flows_value(model, failure));
  return object;
}

/* ---- the run ---- */

static json_t *rules_value(void) {
  json_t *rules = json_array();
  for (int i = 0; i < FAILURE_KIND_COUNT; i++) {
    char id[64];
    snprintf(id, sizeof id, "heddle-%s", failure_rows[i].text);
    const char *what = check_rows[failure_rows[i].check].what;
    json_array_append_new(rules,
                          json_pack("{s:s, s:s, s:o, s:o}", "id", id, "name", failure_rows[i].text, "shortDescription",
                                    text_object(what), "defaultConfiguration", json_pack("{s:s}", "level", "error")));
  }
  return rules;
}

/* Either all results of a run say how they compare with the old version, or none. */
static bool ages_known(const json_t *model) {
  size_t at;
  json_t *failure;
  json_array_foreach (json_object_get(model, "failures"), at, failure) {
    if (!strcmp(model_age(model, failure), "unknown")) return false;
  }
  return model_is_two_versions(model) && !json_array_size(json_object_get(model, "warnings"));
}

static void add_results(json_t *results, const json_t *model, const char *list, const char *level) {
  bool known = ages_known(model);
  size_t at;
  json_t *failure;
  json_array_foreach (json_object_get(model, list), at, failure) {
    const char *age = model_age(model, failure);
    bool fixed = !strcmp(age, "fixed"), old = !strcmp(age, "old");
    const char *baseline = fixed ? "absent" : !known ? "" : old ? "unchanged" : "new";
    if (!fixed || known)
      json_array_append_new(results, result_value(model, failure, old || fixed ? "note" : level, baseline));
  }
}

static json_t *invocation_value(const json_t *model) {
  json_t *notes = json_array(), *reason, *object;
  size_t at;
  const char *line = model_text(json_object_get(model, "details"), "line");
  json_array_foreach (json_object_get(model, "reasons"), at, reason) {
    json_array_append_new(
        notes, json_pack("{s:s, s:{s:s}}", "level", "warning", "message", "text", json_string_value(reason)));
  }
  object = json_pack("{s:b, s:o}", "executionSuccessful", 1, "toolExecutionNotifications", notes);
  if (*line) json_object_set_new(object, "commandLine", json_string(line));
  return object;
}

void sarif_write(FILE *out, const json_t *model) {
  json_t *results = json_array();
  add_results(results, model, "failures", "error");
  add_results(results, model, "warnings", "warning");
  add_results(results, model, "fixed", "note");
  add_results(results, model, "accepted", "note");
  json_t *driver = json_pack("{s:s, s:s, s:s, s:o}", "name", "heddle", "version", model_text(model, "heddle"),
                             "semanticVersion", model_text(model, "heddle"), "rules", rules_value());
  json_t *run = json_pack("{s:{s:o}, s:[o], s:{s:{s:o}}, s:s, s:o, s:{s:s}}", "tool", "driver", driver, "invocations",
                          invocation_value(model), "originalUriBaseIds", "SRCROOT", "description",
                          text_object("where heddle was called"), "columnKind", "utf16CodeUnits", "results", results,
                          "properties", "verdict", model_text(model, "verdict"));
  json_t *log = json_pack("{s:s, s:s, s:[o]}", "$schema", SCHEMA, "version", "2.1.0", "runs", run);
  json_dumpf(log, out, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
  fputc('\n', out);
  json_decref(log);
}

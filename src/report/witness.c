/* The first failure as a violation witness (SV-COMP, format 2, YAML): a sequence of segments, each of which ends in a
   waypoint that an execution must pass, the last one being the failure itself.

   One thread: format 2.0. What the nondet functions gave is told by the returns of their calls, in order. Several
   threads: the waypoints have the numbers of threads of format 2.2. Each creation is a waypoint by which the next
   thread gets its number, each step that matters one at its statement; the order of the segments is that of the steps.
   A data race ends in one segment with both accesses. Texts are written as JSON has them, which YAML reads alike. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/failure.h"
#include "report/formats.h"
#include "report/model.h"
#include "util/sha256.h"
#include "util/vec.h"

struct writer {
  FILE *out;
  const json_t *model, *failure;
  bool threads;              /* several */
  VEC(const char *) numbers; /* names of threads by their numbers; the first one is main */
};

static void put_text(FILE *out, const char *text) {
  json_t *value = json_string(text);
  json_dumpf(value, out, JSON_ENCODE_ANY);
  json_decref(value);
}

static void put_member(FILE *out, int indent, const char *name, const char *text) {
  fprintf(out, "%*s%s: ", indent, "", name);
  put_text(out, text);
  fputc('\n', out);
}

/* ---- waypoints ---- */

static void put_waypoint(struct writer *w, const char *type, const json_t *place, const char *thread,
                         const char *constraint, const char *format) {
  uint32_t number = 0;
  for (uint32_t i = 0; i < w->numbers.count; i++)
    if (!strcmp(w->numbers.data[i], thread)) number = i;
  fprintf(w->out, "        - waypoint:\n            type: %s\n            action: follow\n", type);
  if (w->threads) fprintf(w->out, "            thread_id: %u\n", number);
  if (constraint) {
    fputs("            constraint:\n", w->out);
    put_member(w->out, 14, "value", constraint);
    fprintf(w->out, "              format: %s\n", format);
  }
  fputs("            location:\n", w->out);
  put_member(w->out, 14, "file_name", model_text(place, "file"));
  fprintf(w->out, "              line: %" PRIu64 "\n", model_count(place, "line"));
  if (*model_text(place, "function")) put_member(w->out, 14, "function", model_text(place, "function"));
}

static void begin_segment(struct writer *w) { fputs("    - segment:\n", w->out); }

/* ---- what comes before the failure ---- */

/* A small unsigned value is not the same as the number with these bits: it is promoted. */
static bool is_unsigned(const char *name) {
  static const char *const begins[] = {"u", "U", "bool", "size_t", "sector_t", "pthread_t"};
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    if (!strncmp(name, begins[i], strlen(begins[i]))) return true;
  return false;
}

static bool is_number(const json_t *input) {
  const char *name = model_text(input, "name");
  return json_is_integer(json_object_get(input, "int")) && strncmp(name, "float", 5) && strncmp(name, "double", 6) &&
         strncmp(name, "pointer", 7) && strncmp(name, "pchar", 5);
}

/* What a nondet function gave; other inputs are written to memory by a call, which a witness cannot say. */
static void put_input(struct writer *w, const json_t *input) {
  char value[64];
  json_int_t number = json_integer_value(json_object_get(input, "int"));
  uint64_t bits = 8 * model_count(input, "size"), mask = bits < 64 ? ((uint64_t)1 << bits) - 1 : UINT64_MAX;
  const char *line = model_source(w->model, false, model_text(input, "file"), model_count(input, "line"));
  if (!line || !strstr(line, "__VERIFIER_nondet_") || !is_number(input)) return;
  if (is_unsigned(model_text(input, "name")))
    snprintf(value, sizeof value, "\\result == %" PRIu64 "%s", (uint64_t)number & mask, bits == 64 ? "ULL" : "");
  else snprintf(value, sizeof value, "\\result == %" JSON_INTEGER_FORMAT, number);
  begin_segment(w);
  put_waypoint(w, "function_return", input, "main", value, "acsl_expression");
}

static bool same_spot(const json_t *a, const json_t *b) {
  return model_count(a, "line") == model_count(b, "line") &&
         !strcmp(model_text(a, "thread"), model_text(b, "thread")) &&
         !strcmp(model_text(a, "file"), model_text(b, "file"));
}

static void put_step(struct writer *w, const json_t *step, const json_t *before) {
  bool creates = !strcmp(model_text(step, "operation"), "create");
  bool matters = json_is_true(json_object_get(step, "matters")) && !(before && same_spot(before, step));
  if (!model_count(step, "line") || (!matters && !creates)) return;
  begin_segment(w);
  put_waypoint(w, creates ? "function_enter" : "assumption", step, model_text(step, "thread"), creates ? NULL : "1",
               "c_expression");
  if (creates) vec_push(&w->numbers, model_text(step, "object"));
}

/* The accesses of a race are the targets: nothing may order them before. */
static size_t steps_before(const json_t *steps, const json_t *failure, const json_t *other) {
  size_t count = json_array_size(steps);
  for (; count; count--) {
    const json_t *last = json_array_get(steps, count - 1);
    if (!same_spot(last, failure) && !(other && same_spot(last, other))) break;
  }
  return count;
}

/* ---- the failure ---- */

/* What must hold at all times, and did not. Where SV-COMP has no property of the kind, it is put in its words. */
static const char *specification(const json_t *failure) {
  static const char *const texts[FAILURE_KIND_COUNT] = {[FAILURE_ASSERT] = "! call(__assert_fail())",
                                                        [FAILURE_ABORT] = "! call(abort())",
                                                        [FAILURE_MEMORY] = "valid-deref",
                                                        [FAILURE_DEADLOCK] = "! deadlock",
                                                        [FAILURE_RACE] = "! data-race",
                                                        [FAILURE_ARITHMETIC] = "! overflow",
                                                        [FAILURE_SYNC] = "valid-sync",
                                                        [FAILURE_LEAK] = "valid-memtrack",
                                                        [FAILURE_UNREACHABLE] = "! call(__builtin_unreachable())"};
  const char *message = model_text(failure, "message");
  enum failure_kind kind = failure_kind_named(model_text(failure, "kind"));
  if (strstr(message, "reach_error()")) return "! call(reach_error())";
  if (kind == FAILURE_MEMORY && strstr(message, "free") && !strstr(message, "freed")) return "valid-free";
  if (kind == FAILURE_ARITHMETIC && strstr(message, "zero")) return "! division-by-zero";
  return kind < FAILURE_KIND_COUNT ? texts[kind] : "! failure";
}

static void put_content(struct writer *w) {
  const json_t *steps = json_object_get(w->failure, "schedule"), *before = NULL;
  json_t *other = json_object_get(w->failure, "other"), *access = NULL, *input;
  size_t at;
  if (other) access = json_array_get(json_object_get(other, "stack"), 0);
  json_t *second = access ? json_copy(access) : NULL;
  if (second) json_object_set(second, "thread", json_object_get(other, "thread"));
  vec_push(&w->numbers, "main");
  fputs("  content:\n", w->out);
  json_array_foreach (json_object_get(w->failure, "inputs"), at, input) {
    if (!w->threads) put_input(w, input);
  }
  for (size_t i = 0, end = steps_before(steps, w->failure, second); i < end; i++) {
    put_step(w, json_array_get(steps, i), before);
    before = json_array_get(steps, i);
  }
  begin_segment(w);
  put_waypoint(w, "target", w->failure, model_text(w->failure, "thread"), NULL, NULL);
  if (second) put_waypoint(w, "target", second, model_text(second, "thread"), NULL, NULL);
  json_decref(second);
  vec_free(&w->numbers);
}

/* ---- the head ---- */

/* The same for the same result, whenever it is written. */
static void put_uuid(FILE *out, const json_t *model) {
  char hash[SHA256_TEXT], *text = json_dumps(model, JSON_COMPACT | JSON_REAL_PRECISION(9));
  sha256_text(text ? text : "", text ? strlen(text) : 0, hash);
  free(text);
  fprintf(out, "    uuid: \"%.8s-%.4s-5%.3s-a%.3s-%.12s\"\n", hash, hash + 8, hash + 12, hash + 15, hash + 18);
}

static void put_time(FILE *out, json_int_t seconds) {
  char text[40];
  time_t when = (time_t)seconds;
  struct tm tm;
  gmtime_r(&when, &tm);
  strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &tm);
  fprintf(out, "    creation_time: \"%s\"\n", text);
}

static void put_task(struct writer *w, const json_t *details) {
  FILE *out = w->out;
  const char *file;
  char property[100];
  json_t *hash, *hashes = json_object_get(details, "hashes");
  fputs("    task:\n      input_files:\n", out);
  json_object_foreach (hashes, file, hash) {
    fputs("        - ", out);
    put_text(out, file);
    fputc('\n', out);
  }
  fputs("      input_file_hashes:\n", out);
  json_object_foreach (hashes, file, hash) {
    fputs("        ", out);
    put_text(out, file);
    fprintf(out, ": \"%s\"\n", json_string_value(hash));
  }
  snprintf(property, sizeof property, "CHECK( init(main()), LTL(G %s) )", specification(w->failure));
  put_member(out, 6, "specification", property);
  fprintf(out, "      data_model: %s\n      language: C\n", model_count(details, "bits") == 32 ? "ILP32" : "LP64");
}

static void put_head(struct writer *w) {
  const json_t *details = json_object_get(w->model, "details");
  FILE *out = w->out;
  fprintf(out, "- entry_type: violation_sequence\n  metadata:\n    format_version: \"%s\"\n",
          w->threads ? "2.2" : "2.0");
  put_uuid(out, w->model);
  put_time(out, json_integer_value(json_object_get(details, "time")));
  fputs("    producer:\n      name: heddle\n", out);
  put_member(out, 6, "version", model_text(w->model, "heddle"));
  if (*model_text(details, "line")) put_member(out, 6, "command_line", model_text(details, "line"));
  put_task(w, details);
}

/* A new failure rather than one that the old version has too. */
static const json_t *choose(const json_t *model) {
  const json_t *failures = json_object_get(model, "failures");
  size_t at;
  json_t *failure;
  json_array_foreach (failures, at, failure) {
    if (strcmp(model_age(model, failure), "old")) return failure;
  }
  return json_array_get(failures, 0);
}

void witness_write(FILE *out, const json_t *model) {
  struct writer w = {.out = out, .model = model, .failure = choose(model)};
  if (!w.failure) {
    fputs("[]\n", out);
    return;
  }
  w.threads = json_array_size(json_object_get(w.failure, "schedule")) > 0;
  put_head(&w);
  put_content(&w);
}

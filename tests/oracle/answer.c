/* Answers of the engine as comparable texts: from a result in memory, from the JSON of the command, from a line of a
   file. */
#define _GNU_SOURCE
#include "answer.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "explore/explore.h"
#include "util/map.h"

/* ---- sets of texts */

static void add_text(answer_texts *set, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add_text(answer_texts *set, const char *format, ...) {
  va_list ap;
  char *text;
  va_start(ap, format);
  if (vasprintf(&text, format, ap) < 0) abort();
  va_end(ap);
  vec_push(set, text);
}

static int order(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Sorted, each once, with commas; the set is empty afterwards. */
static char *join(answer_texts *set) {
  char *text = NULL;
  size_t bytes;
  FILE *out = open_memstream(&text, &bytes);
  if (set->count) qsort(set->data, set->count, sizeof *set->data, order);
  for (uint32_t i = 0; i < set->count; i++)
    if (i == 0 || strcmp(set->data[i - 1], set->data[i])) fprintf(out, "%s%s", i ? "," : "", set->data[i]);
  fclose(out);
  for (uint32_t i = 0; i < set->count; i++) free(set->data[i]);
  vec_free(set);
  return text;
}

/* Only the lines that main writes: they begin with a mark. */
static uint64_t hash_lines(const char *text, size_t bytes) {
  struct map seen = {0};
  uint64_t sum = 0;
  for (const char *end; bytes && (end = memchr(text, '\n', bytes)); bytes -= (size_t)(end + 1 - text), text = end + 1) {
    uint64_t hash = hash_bytes(text, (uint64_t)(end - text));
    uint32_t old;
    if (*text != '=' || map_get(&seen, hash, &old)) continue;
    map_put(&seen, hash, 1);
    sum += hash_mix(hash);
  }
  map_free(&seen);
  return sum;
}

/* ---- the answer from its parts */

static bool is_limit(const char *reason) {
  static const char *const limits[] = {"the time limit", "the memory limit", "the limit of", "stopped by signal"};
  for (unsigned i = 0; i < sizeof limits / sizeof *limits; i++)
    if (!strncmp(reason, limits[i], strlen(limits[i]))) return true;
  return strstr(reason, "counts while it waits"); /* two loops that brute force lets disturb each other for ever */
}

static void add_failure(answer_texts *set, const char *kind, unsigned line) {
  if (!strcmp(kind, "deadlock")) add_text(set, "deadlock");
  else add_text(set, "%s:%u", kind, line);
}
static void add_race(answer_texts *set, unsigned one, unsigned other) {
  add_text(set, "race:%u-%u", one < other ? one : other, one < other ? other : one);
}

static unsigned line_of(const struct result_frame *frames, uint32_t count) { return count ? frames[0].line : 0; }

static void take_failure(const struct result_failure *f, answer_texts *set) {
  unsigned line = line_of(f->frames, f->nframes);
  if (f->kind == FAILURE_RACE) add_race(set, line, line_of(f->other_frames, f->other_nframes));
  else add_failure(set, failure_kind_text(f->kind), line);
}

static void take_result(struct answer *answer, const struct result *result) {
  static const char *const words[] = {"safe", "unsafe", "incomplete"};
  answer_texts failures = {0}, races = {0}, reasons = {0};
  for (uint32_t i = 0; i < result->failures.count; i++) take_failure(&result->failures.data[i], &failures);
  for (uint32_t i = 0; i < result->warnings.count; i++) take_failure(&result->warnings.data[i], &races);
  add_text(&reasons, " %s", words[result->verdict]);
  for (uint32_t i = 0; i < result->reasons.count; i++) {
    add_text(&reasons, "%s", result->reasons.data[i]);
    answer->limited |= is_limit(result->reasons.data[i]);
  }
  answer->verdict = join(&reasons);
  answer->failures = join(&failures);
  answer->races = join(&races);
  answer->traces = result->stats.traces;
  answer->full = result->runs.full;
  answer->partial = result->runs.partial;
  answer->blocked = result->runs.blocked;
  answer->symbolic = result->stats.queries + result->stats.queries_avoided > 0;
}

static double processor_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void answer_explore(struct answer *answer, const struct ir_program *program, const struct explore_options *options,
                    const struct explore_hooks *hooks) {
  struct result result = {0};
  struct smt_stats solver;
  char *printed = NULL;
  size_t bytes = 0;
  FILE *own = stdout;
  *answer = (struct answer){0};
  fflush(stdout);
  stdout = open_memstream(&printed, &bytes);
  double started = processor_time();
  explore_run(program, options, hooks, &result, &solver);
  answer->seconds = processor_time() - started;
  fclose(stdout);
  stdout = own;
  take_result(answer, &result);
  answer->states = hash_lines(printed, bytes);
  result_free(&result);
  free(printed);
}

/* ---- from the command */

static unsigned line_in(const json_t *place) { return (unsigned)json_integer_value(json_object_get(place, "line")); }

static void take_failures(const json_t *list, answer_texts *failures) {
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *f = json_array_get(list, i);
    const char *kind = json_string_value(json_object_get(f, "kind"));
    if (!kind) continue;
    const json_t *other = json_object_get(json_object_get(f, "other"), "stack");
    if (strcmp(kind, "race")) add_failure(failures, kind, line_in(f));
    else add_race(failures, line_in(f), line_in(json_array_get(other, 0)));
  }
}

static uint64_t figure(const json_t *object, const char *part, const char *name) {
  return (uint64_t)json_integer_value(json_object_get(json_object_get(object, part), name));
}

bool answer_read(struct answer *answer, const char *json_file, const char *printed, size_t printed_bytes) {
  answer_texts failures = {0}, reasons = {0};
  json_t *json = json_load_file(json_file, 0, NULL);
  const char *verdict = json_string_value(json_object_get(json, "verdict"));
  *answer = (struct answer){0};
  if (!verdict) {
    json_decref(json);
    return false;
  }
  const json_t *list = json_object_get(json, "reasons");
  add_text(&reasons, " %s", verdict);
  for (size_t i = 0; i < json_array_size(list); i++) {
    add_text(&reasons, "%s", json_string_value(json_array_get(list, i)));
    answer->limited |= is_limit(json_string_value(json_array_get(list, i)));
  }
  take_failures(json_object_get(json, "failures"), &failures);
  answer->verdict = join(&reasons);
  answer->failures = join(&failures);
  answer->states = hash_lines(printed, printed_bytes);
  answer->full = figure(json, "runs", "full");
  answer->partial = figure(json, "runs", "partial");
  answer->blocked = figure(json, "runs", "blocked");
  answer->traces = figure(json, "stats", "traces");
  json_decref(json);
  return true;
}

void answer_free(struct answer *answer) {
  free(answer->verdict);
  free(answer->failures);
  free(answer->races);
  *answer = (struct answer){0};
}

/* ---- as a line: fields with tabs between them */

void answer_save(const struct answer *answer, uint64_t seed, FILE *out) {
  fprintf(out, "%" PRIu64 "\t%d\t%016" PRIx64 "\t%" PRIu64 "\t%s\t%s\t%s\n", seed, answer->limited, answer->states,
          answer->traces, answer->races ? answer->races : "", answer->failures, answer->verdict);
}

static char *next_field(char **at) {
  char *field = strsep(at, "\t\n");
  return field ? field : "";
}

bool answer_load(struct answer *answer, uint64_t *seed, const char *line) {
  char *copy = mem_strdup(line), *at = copy;
  *answer = (struct answer){0};
  *seed = strtoull(next_field(&at), NULL, 10);
  answer->limited = atoi(next_field(&at));
  answer->states = strtoull(next_field(&at), NULL, 16);
  answer->traces = strtoull(next_field(&at), NULL, 10);
  answer->races = mem_strdup(next_field(&at));
  answer->failures = mem_strdup(next_field(&at));
  answer->verdict = mem_strdup(next_field(&at));
  free(copy);
  return *answer->verdict != 0;
}

/* ---- comparing */

static char *said(const char *format, ...) __attribute__((format(printf, 1, 2)));
static char *said(const char *format, ...) {
  va_list ap;
  char *text;
  va_start(ap, format);
  if (vasprintf(&text, format, ap) < 0) abort();
  va_end(ap);
  return text;
}

char *answer_compare(const char *name, const struct answer *expected, const struct answer *answer, bool states) {
  if (answer->limited) return said("%s does not finish: %s", name, answer->verdict);
  if (strcmp(expected->failures, answer->failures))
    return said("%s: other failures: {%s} instead of {%s}", name, answer->failures, expected->failures);
  if (strcmp(expected->verdict, answer->verdict))
    return said("%s: other verdict:%s instead of%s", name, answer->verdict, expected->verdict);
  if (!states) return NULL;
  if (expected->states != answer->states) return said("%s: other final states", name);
  if (answer->traces && expected->traces && answer->traces != expected->traces)
    return said("%s: %" PRIu64 " traces instead of %" PRIu64, name, answer->traces, expected->traces);
  if (expected->races && answer->races && strcmp(expected->races, answer->races))
    return said("%s: other races: {%s} instead of {%s}", name, answer->races, expected->races);
  return NULL;
}

bool answer_wasteful(const struct answer *expected, const struct answer *answer) {
  return answer->blocked || answer->full != expected->traces;
}

/* Saved results. Form: version, verdict, checks, runs, seconds, search, reasons, notes, failures; numbers
   little-endian, texts with their length before them and a zero behind, so that reading copies nothing twice. The
   reader checks every number before it uses it, and what the whole says: a verdict that its own failures contradict is
   no result. */
#include "store/saved_result.h"
#include "util/assert.h"
#include "util/bytes.h"

#include <math.h>
#include <string.h>

enum { FORM = 4 };

/* ---- from an exploration ---- */

static const char *copy_text(struct saved_result *s, const char *text) {
  size_t size = text ? strlen(text) : 0;
  char *copy = arena_alloc(&s->memory, size + 1);
  if (size) memcpy(copy, text, size);
  copy[size] = 0;
  return copy;
}

static struct saved_site site_of(struct saved_result *s, const struct ir_program *p, uint32_t ins) {
  if (ins == IR_NONE || ins >= p->nins) return (struct saved_site){.function = copy_text(s, ""), .ins = 0};
  const struct ir_function *f = ir_function_of(p, ins);
  return (struct saved_site){.function = copy_text(s, ir_text(p, f->name)), .ins = ins - f->first_ins};
}

static void copy_inputs(struct saved_result *s, const struct result_failure *f, struct saved_failure *out) {
  out->inputs = arena_alloc(&s->memory, (f->ninputs + 1u) * sizeof *out->inputs);
  for (uint32_t i = 0; i < f->ninputs; i++) {
    uint8_t *bytes = arena_alloc(&s->memory, f->inputs[i].size + 1u);
    memcpy(bytes, f->inputs[i].bytes, f->inputs[i].size);
    out->inputs[out->ninputs++] =
        (struct result_input){.name = copy_text(s, f->inputs[i].name),
                              .bytes = bytes,
                              .size = f->inputs[i].size,
                              .file = f->inputs[i].file ? copy_text(s, f->inputs[i].file) : NULL,
                              .line = f->inputs[i].line};
  }
  out->schedule = copy_text(s, f->schedule);
}

static void make_failure(struct saved_result *s, const struct ir_program *p, const struct result_failure *f,
                         bool warning) {
  struct saved_failure *out = &s->failures[s->nfailures++];
  uint32_t other = f->other_site != IR_NONE;
  *out = (struct saved_failure){.kind = f->kind,
                                .warning = warning,
                                .message = copy_text(s, f->message),
                                .thread = copy_text(s, f->thread),
                                .site = site_of(s, p, f->site)};
  out->further = arena_alloc(&s->memory, (f->nsites + other + 1) * sizeof *out->further);
  if (other) out->further[out->nfurther++] = site_of(s, p, f->other_site);
  for (uint32_t i = 0; i < f->nsites; i++) out->further[out->nfurther++] = site_of(s, p, f->sites[i]);
  copy_inputs(s, f, out);
}

static const char **copy_texts(struct saved_result *s, const char *const *texts, uint32_t count) {
  const char **copies = arena_alloc(&s->memory, (count + 1u) * sizeof *copies);
  for (uint32_t i = 0; i < count; i++) copies[i] = copy_text(s, texts[i]);
  return copies;
}

/* A race that was not asked for is none of the version's own failures, though it may be what a change breaks. */
static bool is_warning(uint32_t checks, const struct result_failure *f) {
  return f->kind == FAILURE_RACE && !(checks >> CHECK_RACE & 1);
}

static void make_failures(struct saved_result *s, const struct ir_program *p, const struct result *result) {
  uint32_t count = result->failures.count;
  s->failures = arena_alloc(&s->memory, (count + result->warnings.count + 1ull) * sizeof *s->failures);
  for (uint32_t i = 0; i < count; i++)
    if (!is_warning(s->checks, &result->failures.data[i])) make_failure(s, p, &result->failures.data[i], false);
  s->verdict = s->nfailures ? VERDICT_UNSAFE : s->complete ? VERDICT_SAFE : VERDICT_INCOMPLETE;
  for (uint32_t i = 0; i < count; i++)
    if (is_warning(s->checks, &result->failures.data[i])) make_failure(s, p, &result->failures.data[i], true);
  for (uint32_t i = 0; i < result->warnings.count; i++) make_failure(s, p, &result->warnings.data[i], true);
}

void saved_result_make(struct saved_result *s, const struct ir_program *program, uint32_t checks,
                       const struct result *result) {
  *s = (struct saved_result){.complete = !result->reasons.count,
                             .checks = checks,
                             .runs = result->runs,
                             .seconds = result->stats.seconds,
                             .search = result->search,
                             .nreasons = result->reasons.count,
                             .nnotes = result->notes.count};
  s->reasons = copy_texts(s, result->reasons.data, s->nreasons);
  s->notes = copy_texts(s, result->notes.data, s->nnotes);
  make_failures(s, program, result);
}

void saved_result_free(struct saved_result *s) {
  arena_free(&s->memory);
  *s = (struct saved_result){0};
}

uint32_t saved_site_find(const struct ir_program *p, const struct saved_site *site) {
  uint32_t f = ir_find_function(p, site->function);
  if (f == IR_NONE || site->ins >= p->functions[f].nins) return IR_NONE;
  return p->functions[f].first_ins + site->ins;
}

/* ---- to bytes ---- */

static void put_site(struct sink *s, const struct saved_site *site) {
  sink_put_text(s, site->function);
  sink_put32(s, site->ins);
}

static void put_failure(struct sink *s, const struct saved_failure *f) {
  sink_put32(s, f->kind);
  sink_put32(s, f->warning);
  sink_put_text(s, f->message);
  sink_put_text(s, f->thread);
  put_site(s, &f->site);
  sink_put32(s, f->nfurther);
  for (uint32_t i = 0; i < f->nfurther; i++) put_site(s, &f->further[i]);
  sink_put32(s, f->ninputs);
  for (uint32_t i = 0; i < f->ninputs; i++) {
    sink_put_text(s, f->inputs[i].name);
    sink_put32(s, f->inputs[i].size);
    sink_put(s, f->inputs[i].bytes, f->inputs[i].size);
    sink_put_text(s, f->inputs[i].file ? f->inputs[i].file : "");
    sink_put32(s, f->inputs[i].line);
  }
  sink_put_text(s, f->schedule);
}

struct store_blob saved_result_write(const struct saved_result *r) {
  struct sink s = {0};
  sink_put32(&s, FORM);
  sink_put32(&s, r->verdict);
  sink_put32(&s, r->checks);
  sink_put64(&s, r->runs.full);
  sink_put64(&s, r->runs.partial);
  sink_put64(&s, r->runs.infeasible);
  sink_put64(&s, r->runs.blocked);
  sink_put(&s, &r->seconds, sizeof r->seconds);
  sink_put32(&s, r->search.engine);
  sink_put64(&s, r->search.events);
  sink_put32(&s, r->nreasons);
  for (uint32_t i = 0; i < r->nreasons; i++) sink_put_text(&s, r->reasons[i]);
  sink_put32(&s, r->nnotes);
  for (uint32_t i = 0; i < r->nnotes; i++) sink_put_text(&s, r->notes[i]);
  sink_put32(&s, r->nfailures);
  for (uint32_t i = 0; i < r->nfailures; i++) put_failure(&s, &r->failures[i]);
  return (struct store_blob){.bytes = s.bytes, .size = s.size};
}

/* ---- and back ---- */

static const char *get_text(struct source *s, struct saved_result *r) { return copy_text(r, source_get_text(s)); }

enum {
  LEAST_TEXT = 5,
  LEAST_SITE = LEAST_TEXT + 4,
  LEAST_INPUT = 2 * LEAST_TEXT + 8,
  LEAST_FAILURE = 8 + 3 * LEAST_TEXT + LEAST_SITE + 8
}; /* bytes */

static struct saved_site get_site(struct source *s, struct saved_result *r) {
  struct saved_site site = {.function = get_text(s, r)};
  site.ins = source_get32(s);
  return site;
}

static void get_inputs(struct source *s, struct saved_result *r, struct saved_failure *f) {
  uint32_t count = source_get_count(s, LEAST_INPUT);
  f->inputs = arena_alloc(&r->memory, (count + 1ull) * sizeof *f->inputs);
  for (; f->ninputs < count && !s->bad; f->ninputs++) {
    struct result_input *input = &f->inputs[f->ninputs];
    *input = (struct result_input){0};
    input->name = get_text(s, r);
    input->size = source_get_count(s, 1);
    uint8_t *bytes = arena_alloc(&r->memory, input->size + 1ull);
    source_get(s, bytes, input->size);
    input->bytes = bytes;
    const char *file = get_text(s, r);
    input->file = file && *file ? file : NULL;
    input->line = source_get32(s);
  }
}

static void get_failure(struct source *s, struct saved_result *r, struct saved_failure *f) {
  f->kind = (enum failure_kind)source_get_below(s, FAILURE_KIND_COUNT);
  f->warning = source_get_below(s, 2);
  f->message = get_text(s, r);
  f->thread = get_text(s, r);
  f->site = get_site(s, r);
  f->nfurther = source_get_count(s, LEAST_SITE);
  f->further = arena_alloc(&r->memory, (f->nfurther + 1ull) * sizeof *f->further);
  for (uint32_t i = 0; i < f->nfurther; i++) f->further[i] = get_site(s, r);
  f->ninputs = 0;
  get_inputs(s, r, f);
  f->schedule = get_text(s, r);
}

static void get_all(struct source *s, struct saved_result *r) {
  if (source_get32(s) != FORM) s->bad = true;
  r->verdict = (enum result_verdict)source_get_below(s, VERDICT_INCOMPLETE + 1);
  r->checks = source_get32(s);
  r->runs.full = source_get64(s);
  r->runs.partial = source_get64(s);
  r->runs.infeasible = source_get64(s);
  r->runs.blocked = source_get64(s);
  source_get(s, &r->seconds, sizeof r->seconds);
  r->search.engine = source_get32(s);
  r->search.events = source_get64(s);
  r->nreasons = source_get_count(s, LEAST_TEXT);
  r->reasons = arena_alloc(&r->memory, (r->nreasons + 1ull) * sizeof *r->reasons);
  for (uint32_t i = 0; i < r->nreasons; i++) r->reasons[i] = get_text(s, r);
  r->complete = !r->nreasons;
  r->nnotes = source_get_count(s, LEAST_TEXT);
  r->notes = arena_alloc(&r->memory, (r->nnotes + 1ull) * sizeof *r->notes);
  for (uint32_t i = 0; i < r->nnotes; i++) r->notes[i] = get_text(s, r);
  r->nfailures = source_get_count(s, LEAST_FAILURE);
  r->failures = arena_alloc(&r->memory, (r->nfailures + 1ull) * sizeof *r->failures);
  for (uint32_t i = 0; i < r->nfailures; i++) get_failure(s, r, &r->failures[i]);
  if (s->at != s->size) s->bad = true;
}

/* Does the verdict follow from the rest, as recorder_verdict says? */
static bool is_consistent(const struct saved_result *r) {
  uint32_t failures = 0;
  for (uint32_t i = 0; i < r->nfailures; i++) failures += !r->failures[i].warning;
  if (r->checks >> CHECK_COUNT || !isfinite(r->seconds) || r->seconds < 0) return false;
  if (failures) return r->verdict == VERDICT_UNSAFE;
  return r->verdict == (r->complete ? VERDICT_SAFE : VERDICT_INCOMPLETE);
}

bool saved_result_read(struct saved_result *saved, const void *bytes, size_t size) {
  *saved = (struct saved_result){0};
  struct source s = {.bytes = bytes, .size = size};
  get_all(&s, saved);
  if (!s.bad && is_consistent(saved)) return true;
  saved_result_free(saved);
  return false;
}

/* ---- in a store ---- */

bool saved_result_get(struct store *store, struct store_key key, struct saved_result *saved) {
  struct store_blob value;
  *saved = (struct saved_result){0};
  if (!store_get(store, STORE_RESULT, key, &value)) return false;
  bool good = saved_result_read(saved, value.bytes, value.size);
  free(value.bytes);
  return good;
}

/* The bytes are those of a result that is read and written again. */
static bool reads_back(const struct store_blob *value) {
  struct saved_result again;
  if (!saved_result_read(&again, value->bytes, value->size)) return false;
  struct store_blob copy = saved_result_write(&again);
  bool same = copy.size == value->size && !memcmp(copy.bytes, value->bytes, copy.size);
  free(copy.bytes);
  saved_result_free(&again);
  return same;
}

bool saved_result_put(struct store *store, struct store_key key, const struct saved_result *saved) {
  struct saved_result old;
  if (!saved->complete && saved_result_get(store, key, &old)) {
    bool better = old.complete;
    saved_result_free(&old);
    if (better) return true;
  }
  struct store_blob value = saved_result_write(saved);
  VERIFY(reads_back(&value));
  bool good = store_put(store, STORE_RESULT, key, value.bytes, value.size);
  free(value.bytes);
  return good;
}

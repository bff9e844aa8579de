/* Results of units, to bytes and together again. A unit may be explored by another process: both ways its result goes
   through the same bytes, so that it makes no difference which. Plain figures are copied as they are: writer and reader
   are the same program. */
#include "check/unit_result.h"

#include <stdlib.h>
#include <string.h>

#include "check/judge.h"
#include "explore/result_bytes.h"
#include "suite/keep.h"

/* ---- to bytes ---- */

static void put_texts(struct sink *s, const char *const *texts, uint32_t count) {
  sink_put32(s, count);
  for (uint32_t i = 0; i < count; i++) result_bytes_put_text(s, texts[i]);
}

void unit_result_encode(struct sink *s, const struct result *r, const struct smt_stats *solver) {
  sink_put(s, &r->runs, sizeof r->runs);
  sink_put(s, &r->stats, sizeof r->stats);
  sink_put(s, solver, sizeof *solver);
  sink_put64(s, r->artefacts.tests_new);
  put_texts(s, r->reasons.data, r->reasons.count);
  put_texts(s, r->notes.data, r->notes.count);
  sink_put32(s, r->failures.count);
  for (uint32_t i = 0; i < r->failures.count; i++) result_bytes_put_failure(s, &r->failures.data[i]);
  sink_put32(s, r->artefacts.nold_tests);
  for (uint32_t i = 0; i < r->artefacts.nold_tests; i++) {
    const struct result_test *t = &r->artefacts.old_tests[i];
    sink_put32(s, t->status), sink_put32(s, t->duplicate_of), sink_put64(s, t->path), sink_put32(s, t->unseen);
    result_bytes_put_text(s, t->reason);
  }
  sink_put64(s, r->artefacts.unsat_cores_bytes);
  sink_put(s, r->artefacts.unsat_cores, r->artefacts.unsat_cores_bytes);
}

void parts_encode_open(struct sink *s, const struct judge *judge) {
  sink_put32(s, judge->overflow);
  sink_put32(s, judge->open.count);
  for (uint32_t i = 0; i < judge->open.count; i++) result_bytes_put_failure(s, &judge->open.data[i]);
}

/* ---- together ---- */

const char *unit_result_test_name(const struct unit_result_names *names, const char *name, struct result *r) {
  if (!keep_is_new(name, names->before)) return name;
  const char *rest = name + 4 + strspn(name + 4, "0123456789");
  return result_text(r, "test%06llu%s", strtoull(name + 4, NULL, 10) + (unsigned long long)names->shift, rest);
}

static struct result_failure get_failure(struct source *s, const struct unit_result_names *names, struct result *r) {
  struct result_failure f = result_bytes_get_failure(s, r);
  f.run += r->runs.full;
  if (f.test && names->directory)
    f.test = result_text(r, "%s/%s", names->directory, unit_result_test_name(names, keep_name(f.test), r));
  return f;
}

static struct result_failure *find_failure(struct result *r, const struct result_failure *f) {
  struct failure_point wanted = result_point(f);
  for (uint32_t i = 0; i < r->failures.count; i++) {
    struct failure_point known = result_point(&r->failures.data[i]);
    if (failure_same(FAILURE_REPORTED, &known, &wanted)) return &r->failures.data[i];
  }
  return NULL;
}

/* A run that is new stands for its place; what is not known of one is not known of the place. */
static void add_failure(struct result *r, const struct result_failure *f) {
  struct result_failure *known = find_failure(r, f);
  // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): there is room where the count is below the capacity
  if (!known) vec_push(&r->failures, *f);
  else if (known->age != AGE_NEW && f->age == AGE_NEW) *known = *f;
  else if (known->age == AGE_OLD) known->age = f->age;
}

/* A unit knows the status of the tests at its own ends only. */
static void get_test_status(struct source *s, struct result *r) {
  uint32_t count = source_get_count(s, 20);
  if (!r->artefacts.old_tests) result_open_test_status(r, count);
  if (count != r->artefacts.nold_tests) s->bad = true;
  for (uint32_t i = 0; i < count && !s->bad; i++) {
    struct result_test t = {.status = source_get_below(s, TEST_RETIRED + 1)};
    t.duplicate_of = source_get_below(s, count);
    t.path = source_get64(s);
    t.unseen = source_get_below(s, 2);
    t.reason = result_bytes_get_text(s, r);
    if (t.status != TEST_UNDECIDED && r->artefacts.old_tests[i].status != TEST_KEPT) r->artefacts.old_tests[i] = t;
  }
}

/* Unsat cores follow each other behind a head of 4 bytes. */
static void get_record(struct source *s, struct result *r) {
  enum { HEAD = 4 };
  uint64_t bytes = source_get64(s), skip = r->artefacts.unsat_cores_bytes ? HEAD : 0;
  if (s->bad || bytes > s->size - s->at || bytes < skip) {
    s->bad = true;
    return;
  }
  r->artefacts.unsat_cores = mem_resize(r->artefacts.unsat_cores, r->artefacts.unsat_cores_bytes + bytes - skip + 1);
  memcpy(r->artefacts.unsat_cores + r->artefacts.unsat_cores_bytes, s->bytes + s->at + skip, bytes - skip);
  r->artefacts.unsat_cores_bytes += bytes - skip;
  s->at += bytes;
}

bool unit_result_add(struct source *s, const struct unit_result_names *names, struct result *r,
                     struct smt_stats *solver) {
  struct result_runs runs;
  struct result_stats stats;
  struct smt_stats asked;
  source_get(s, &runs, sizeof runs);
  source_get(s, &stats, sizeof stats);
  source_get(s, &asked, sizeof asked);
  uint64_t tests = source_get64(s);
  for (uint32_t n = source_get_count(s, 4); n-- > 0 && !s->bad;) result_add_reason(r, result_bytes_get_text(s, r));
  for (uint32_t n = source_get_count(s, 4); n-- > 0 && !s->bad;) result_add_note(r, result_bytes_get_text(s, r));
  for (uint32_t n = source_get_count(s, 16); n-- > 0 && !s->bad;) {
    struct result_failure f = get_failure(s, names, r);
    if (!s->bad) add_failure(r, &f);
  }
  get_test_status(s, r);
  get_record(s, r);
  if (s->bad) return false;
  r->artefacts.tests_new += tests;
  r->runs.full += runs.full, r->runs.infeasible += runs.infeasible;
  r->runs.partial += runs.partial, r->runs.blocked += runs.blocked;
  stats_add(&r->stats, &stats);
  smt_stats_add(solver, &asked);
  return true;
}

bool parts_add_open(struct source *s, const struct unit_result_names *names, struct result *r, struct judge *judge) {
  judge->overflow |= source_get_below(s, 2);
  for (uint32_t n = source_get_count(s, 16); n-- > 0 && !s->bad;) {
    struct result_failure f = get_failure(s, names, r);
    if (!s->bad) judge_leave_open(judge, &f);
  }
  return !s->bad;
}

/* To bytes: what is new since the last time. Back: in the order in which it was recorded, each thing once. */
#include "explore/recorder_parts.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "explore/result_bytes.h"
#include "suite/keep.h"

/* ---- to bytes ---- */

static struct recorder_mark mark_of(const struct recorder *r) {
  return (struct recorder_mark){.failures = r->result->failures.count,
                                .warnings = r->result->warnings.count,
                                .reasons = r->result->reasons.count,
                                .notes = r->result->notes.count,
                                .unconfirmed = r->unconfirmed.count,
                                .incidents = r->incidents};
}

struct recorder_mark recorder_parts_begin(struct recorder *r) {
  r->lists_tests = true;
  return mark_of(r);
}

bool recorder_parts_is_clean(const struct recorder *r, const struct recorder_mark *mark) {
  struct recorder_mark now = mark_of(r);
  return now.failures == mark->failures && now.reasons == mark->reasons && now.notes == mark->notes &&
         now.unconfirmed == mark->unconfirmed && now.incidents == mark->incidents && !r->tests.count;
}

static void put_texts(struct sink *s, const char *const *texts, uint32_t from, uint32_t count) {
  sink_put32(s, count - from);
  for (uint32_t i = from; i < count; i++) result_bytes_put_text(s, texts[i]);
}

static void put_failures(struct sink *s, const struct result_failure *failures, uint32_t from, uint32_t count) {
  sink_put32(s, count - from);
  for (uint32_t i = from; i < count; i++) result_bytes_put_failure(s, &failures[i]);
}

/* Deadlocks that are known already may have got further places. */
static void put_sites(struct recorder *r, struct sink *s) {
  uint32_t deadlocks = 0;
  for (uint32_t i = 0; i < r->result->failures.count; i++) deadlocks += r->result->failures.data[i].nsites > 0;
  sink_put32(s, deadlocks);
  for (uint32_t i = 0; i < r->result->failures.count; i++) {
    const struct result_failure *f = &r->result->failures.data[i];
    if (!f->nsites) continue;
    sink_put64(s, recorder_key(r, f));
    sink_put32(s, f->nsites);
    sink_put(s, f->sites, f->nsites * sizeof *f->sites);
  }
}

void recorder_parts_encode(struct recorder *r, struct recorder_mark *mark, struct sink *s) {
  struct result *result = r->result;
  put_texts(s, result->reasons.data, mark->reasons, result->reasons.count);
  put_texts(s, result->notes.data, mark->notes, result->notes.count);
  put_failures(s, result->failures.data, mark->failures, result->failures.count);
  put_failures(s, result->warnings.data, mark->warnings, result->warnings.count);
  sink_put32(s, r->unconfirmed.count - mark->unconfirmed);
  for (uint32_t i = mark->unconfirmed; i < r->unconfirmed.count; i++) {
    sink_put64(s, r->unconfirmed.data[i].key);
    result_bytes_put_text(s, r->unconfirmed.data[i].reason);
  }
  sink_put32(s, r->tests.count);
  for (uint32_t i = 0; i < r->tests.count; i++) {
    const struct recorder_test *test = &r->tests.data[i];
    sink_put64(s, test->key);
    result_bytes_put_text(s, test->name);
    sink_put32(s, (uint32_t)test->size);
    sink_put(s, test->bytes, test->size);
  }
  recorder_drop_tests(r);
  put_sites(r, s);
  *mark = mark_of(r);
}

/* ---- back ---- */

typedef VEC(struct result_failure) failures;

static void get_failures(struct recorder *r, struct source *s, failures *all) {
  for (uint32_t n = source_get_count(s, 16); n-- > 0 && !s->bad;) {
    struct result_failure f = result_bytes_get_failure(s, r->result);
    if (!s->bad) vec_push(all, f);
  }
}

static void get_sites(struct recorder *r, struct source *s) {
  for (uint32_t n = source_get_count(s, 12); n-- > 0 && !s->bad;) {
    uint64_t key = source_get64(s);
    uint32_t sites = source_get_count(s, 4), number;
    bool known = map_get(&r->seen, key, &number) && number < r->result->failures.count;
    for (uint32_t i = 0; i < sites; i++) {
      uint32_t site = source_get32(s);
      if (known) recorder_add_site(r, &r->result->failures.data[number], site);
    }
  }
}

static void get_unconfirmed(struct recorder *r, struct source *s) {
  for (uint32_t n = source_get_count(s, 12); n-- > 0 && !s->bad;) {
    struct recorder_unconfirmed_failure u = {.key = source_get64(s)};
    u.reason = result_bytes_get_text(s, r->result);
    if (!s->bad && u.reason) vec_push(&r->unconfirmed, u);
  }
}

/* Whose test is it? NULL: that of a run without a failure that is new in this part. */
static struct result_failure *failure_of(failures *all, const char *test) {
  for (uint32_t i = 0; i < all->count; i++)
    if (all->data[i].test && !strcmp(keep_name(all->data[i].test), test)) return &all->data[i];
  return NULL;
}

/* It gets the next number; or is left out. */
static void take_test(struct recorder *r, const struct recorder_test *test, struct result_failure *of) {
  char name[256];
  uint32_t number;
  bool known = of && map_get(&r->seen, recorder_key(r, of), &number);
  if (of) of->test = NULL;
  if (((known || !of) && !recorder_wants_every(r)) || recorder_is_written(r, test->key)) return;
  const char *rest = test->name + strlen("test") + strspn(test->name + strlen("test"), "0123456789");
  snprintf(name, sizeof name, "test%06" PRIu64 "%s",
           r->options->output.tests_before + r->result->artefacts.tests_new + 1, rest);
  if (!ktest_put_file(test->bytes, test->size, r->out_dir, name)) {
    result_add_reason(
        r->result, result_text(r->result, "cannot write %s/%s: %s", r->options->output.out_dir, name, strerror(errno)));
    return;
  }
  r->result->artefacts.tests_new++;
  if (of) of->test = result_text(r->result, "%s/%s", r->options->output.out_dir, name);
}

static bool is_name(const char *name) {
  return name && !strncmp(name, "test", 4) && !strchr(name, '/') && strlen(name) < 200;
}

static void get_tests(struct recorder *r, struct source *s, failures *fresh) {
  for (uint32_t n = source_get_count(s, 12); n-- > 0 && !s->bad;) {
    struct recorder_test test = {.key = source_get64(s)};
    test.name = result_bytes_get_text(s, r->result);
    test.size = source_get_count(s, 1);
    test.bytes = (uint8_t *)s->bytes + s->at;
    s->at += test.size;
    if (!is_name(test.name)) s->bad = true;
    else if (!s->bad && r->out_dir >= 0) take_test(r, &test, failure_of(fresh, test.name));
  }
}

static void get_texts(struct recorder *r, struct source *s, bool dropped, void (*add)(struct result *, const char *)) {
  for (uint32_t n = source_get_count(s, 4); n-- > 0 && !s->bad;) {
    const char *text = result_bytes_get_text(s, r->result);
    if (!s->bad && text && !dropped) add(r->result, text);
  }
}

static void add_fresh(struct recorder *r, const failures *fresh, bool warnings) {
  for (uint32_t i = 0; i < fresh->count; i++) {
    uint64_t key = recorder_key(r, &fresh->data[i]);
    uint32_t number;
    if (map_get(&r->seen, key, &number)) continue;
    map_put(&r->seen, key, warnings ? UINT32_MAX : r->result->failures.count);
    if (warnings) vec_push(&r->result->warnings, fresh->data[i]);
    else vec_push(&r->result->failures, fresh->data[i]);
  }
}

static bool sites_fit(const struct recorder *r, const failures *all) {
  for (uint32_t i = 0; i < all->count; i++) {
    const struct result_failure *f = &all->data[i];
    bool race = f->kind == FAILURE_RACE;
    if (f->site >= r->program->nins || !f->message || (race && f->other_site >= r->program->nins)) return false;
  }
  return true;
}

/* Tests are taken before failures are added: which of them are new is known until then. */
bool recorder_parts_add(struct recorder *r, struct source *s, const struct recorder_source *from) {
  failures fresh = {0}, warnings = {0};
  uint32_t round = r->round;
  r->round = from->round;
  get_texts(r, s, from->late && r->result->reasons.count, result_add_reason);
  get_texts(r, s, false, result_add_note);
  get_failures(r, s, &fresh);
  get_failures(r, s, &warnings);
  s->bad |= !sites_fit(r, &fresh) || !sites_fit(r, &warnings);
  get_unconfirmed(r, s);
  get_tests(r, s, &fresh);
  if (!s->bad) add_fresh(r, &fresh, false), add_fresh(r, &warnings, true);
  get_sites(r, s);
  r->round = round;
  vec_free(&fresh), vec_free(&warnings);
  return !s->bad;
}

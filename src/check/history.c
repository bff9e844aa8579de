/* What is known about the two versions: in the store, or found out by exploring the old one. */
#include <stdlib.h>
#include <string.h>

#include "check/inside.h"
#include "check/history.h"
#include "store/program_key.h"
#include "util/assert.h"
#include "util/mem.h"

void history_say(const struct work *w, const char *text) {
  if (w->request->say) w->request->say(w->request->context, text);
}

/* ---- numbers and summaries as one value: one without the other means nothing ---- */

static bool split(struct stored_summaries *m) {
  uint64_t head;
  if (m->value.size < sizeof head) return false;
  memcpy(&head, m->value.bytes, sizeof head);
  if (head > m->value.size - sizeof head) return false;
  m->ids = (const uint8_t *)m->value.bytes + sizeof head;
  m->ids_bytes = head;
  m->summaries = m->ids + head;
  m->summaries_bytes = m->value.size - sizeof head - head;
  return true;
}

static struct store_blob join(const uint8_t *ids, uint64_t ids_bytes, const uint8_t *summaries,
                              uint64_t summaries_bytes) {
  struct store_blob b = {.size = sizeof ids_bytes + ids_bytes + summaries_bytes};
  uint8_t *at = b.bytes = mem_alloc(b.size);
  memcpy(at, &ids_bytes, sizeof ids_bytes);
  at += sizeof ids_bytes;
  if (ids_bytes) memcpy(at, ids, ids_bytes);
  if (summaries_bytes) memcpy(at + ids_bytes, summaries, summaries_bytes);
  return b;
}

bool history_put(struct store *store, struct store_key key, const struct result *result) {
  struct store_blob value = join(NULL, 0, result->artefacts.summaries, result->artefacts.summaries_bytes);
  bool good = store_put(store, STORE_SUMMARIES, key, value.bytes, value.size);
  free(value.bytes);
  return good;
}

bool history_put_states(struct store *store, struct store_key key, const struct result *result) {
  struct store_blob old = {0};
  if (!result->artefacts.states) return true;
  /* what a check has kept is under numbers of earlier versions, and says more: this program's and theirs */
  bool more = store_get(store, STORE_STATES, key, &old) && old.size > result->artefacts.states_bytes;
  free(old.bytes);
  if (more) return true;
  struct store_blob value = join(NULL, 0, result->artefacts.states, result->artefacts.states_bytes);
  bool good = store_put(store, STORE_STATES, key, value.bytes, value.size);
  free(value.bytes);
  return good;
}

static void forget(struct stored_summaries *m) {
  free(m->value.bytes);
  *m = (struct stored_summaries){0};
}

static bool read_stored(struct work *w, enum store_kind kind, struct stored_summaries *m) {
  if (!store_get(w->request->store, kind, w->old_summaries, &m->value)) return false;
  if (split(m)) return true;
  forget(m);
  return false;
}

static bool same_ids(const struct stored_summaries *a, const struct stored_summaries *b) {
  return a->ids_bytes == b->ids_bytes && (!a->ids_bytes || !memcmp(a->ids, b->ids, a->ids_bytes));
}

/* The old version gets the numbers under which its summaries, or its states, were made. */
void history_load(struct work *w) {
  if (!w->request->store) return;
  struct stored_summaries *m = &w->stored, *states = &w->states;
  bool first = read_stored(w, STORE_SUMMARIES, m), second = read_stored(w, STORE_STATES, states);
  if (first && second && !same_ids(m, states)) forget(m), first = false;
  const struct stored_summaries *with = first ? m : second ? states : NULL;
  if (with && with->ids_bytes && !(w->check->old_ids = stable_ids_decode(w->old, with->ids, with->ids_bytes))) {
    forget(m);
    forget(states);
  }
  if (w->check->old_ids) w->old = &w->check->old_ids->program;
}

/* An exploration that left out more asked less: the longer list of cores of the same program stays. */
bool history_put_unsat_cores(struct store *store, struct store_key key, const struct result *result) {
  struct store_blob old = {0};
  if (!result->artefacts.unsat_cores) return true;
  bool longer = store_get(store, STORE_SUITE, key, &old) && old.size >= result->artefacts.unsat_cores_bytes;
  free(old.bytes);
  return longer ||
         store_put(store, STORE_SUITE, key, result->artefacts.unsat_cores, result->artefacts.unsat_cores_bytes);
}

/* The old version is not what was asked about: it gets half of the time. 0: no limit. */
static double old_limit(const struct work *w) { return w->request->options->config.timeout_seconds / 2; }

/* An exploration that was cut short lacks failures, which would then be called new. It counts only if another one would
   be cut short, too: then the time is better spent on the new version. */
static bool is_worth_using(const struct work *w, const struct saved_result *old) {
  return old->complete || (old_limit(w) > 0 && old->seconds >= old_limit(w));
}

void history_open(struct work *w) {
  const struct check_request *r = w->request;
  struct store_key old = program_key_of(r->old), new = program_key_of(r->new);
  w->old_result = program_key_of_run(r->old, old, &r->options->config, true);
  w->old_summaries = program_key_of_run(r->old, old, &r->options->config, false);
  w->new_result = program_key_of_run(r->new, new, &r->options->config, true);
  w->new_summaries = program_key_of_run(r->new, new, &r->options->config, false);
  if (!r->store) return;
  if (saved_result_get(r->store, w->old_result, &w->check->old)) {
    if (is_worth_using(w, &w->check->old)) w->check->old_is_known = w->check->old_from_store = true;
    else saved_result_free(&w->check->old);
  }
  if (r->suite) store_get(r->store, STORE_SUITE, w->old_summaries, &w->unsat_cores);
}

static struct store_key key_of_reach(const struct ir_program *p, const struct explore_config *config) {
  return program_key_of_run(p, program_key_of_reach(p), config, true);
}

void history_put_reach(struct store *store, const struct ir_program *program, const struct explore_config *config,
                       const struct saved_result *saved) {
  if (!saved->complete || saved->nfailures) return;
  saved_result_put(store, key_of_reach(program, config), saved);
  ancestors_add(store, program, config);
}

/* ---- the old version ---- */

static void keep_old(struct work *w) {
  struct store *store = w->request->store;
  if (!store) return;
  saved_result_put(store, w->old_result, &w->check->old);
  history_put_reach(store, w->request->old, &w->request->options->config, &w->check->old);
  if (w->stored.value.size)
    store_put(store, STORE_SUMMARIES, w->old_summaries, w->stored.value.bytes, w->stored.value.size);
  if (w->states.value.size)
    store_put(store, STORE_STATES, w->old_summaries, w->states.value.bytes, w->states.value.size);
  if (w->unsat_cores.size) store_put(store, STORE_SUITE, w->old_summaries, w->unsat_cores.bytes, w->unsat_cores.size);
}

static void replace(struct stored_summaries *m, const struct stored_summaries *numbers, const uint8_t *bytes,
                    uint64_t size) {
  struct store_blob value = join(numbers->ids, numbers->ids_bytes, bytes, size);
  forget(m);
  m->value = value;
  split(m);
}

/* Both are under the numbers that the old version has. */
static void remember(struct work *w, const struct result *result) {
  struct stored_summaries numbers = {0};
  uint64_t bytes = 0;
  uint8_t *ids = w->check->old_ids ? stable_ids_encode(w->check->old_ids, &bytes) : NULL;
  numbers.ids = ids;
  numbers.ids_bytes = bytes;
  if (result->artefacts.summaries)
    replace(&w->stored, &numbers, result->artefacts.summaries, result->artefacts.summaries_bytes);
  if (result->artefacts.states) replace(&w->states, &numbers, result->artefacts.states, result->artefacts.states_bytes);
  free(ids);
}

/* Whoever gives a limit thinks of the command, but there are two versions. */
static void say_limits(struct work *w, const struct result *old) {
  const struct explore_options *o = w->request->options;
  struct result *result = &w->check->result;
  if (!old->reasons.count) return;
  if (o->config.timeout_seconds > 0 && old->stats.seconds >= old_limit(w))
    result_add_note(result, result_text(result, "the old version had half of the time limit, %g of %g s", old_limit(w),
                                        o->config.timeout_seconds));
  if (o->config.max_runs && old->runs.full + old->runs.partial >= o->config.max_runs)
    result_add_note(result,
                    result_text(result, "the limit of %llu runs holds for each version, and the old one has reached it",
                                (unsigned long long)o->config.max_runs));
}

void history_explore_old(struct work *w, bool summaries) {
  const struct check_request *r = w->request;
  struct explore_options options = *r->options;
  struct result result = {0};
  struct smt_stats solver;
  options.config.strategy = STRATEGY_GUIDED;
  options.config.tests = TESTS_NONE;
  options.output.out_dir = NULL;
  options.config.stop_at_first_failure = false;
  options.output.keep_summaries = summaries;
  options.reuse.in_turn = summaries && w->strategy == CHECK_STRATEGY_AUTO && !r->suite;
  options.output.keep_states = true;
  options.config.timeout_seconds = old_limit(w);
  struct explore_seeds seeds = {.tests = r->suite, .units = 1};
  if (r->suite) options.reuse.seeds = &seeds;
  /* every path of the new version will be walked, so the unsat cores should be of every path */
  if (w->strategy == CHECK_STRATEGY_SUITE && r->options->config.tests == TESTS_PATHS)
    options.config.strategy = STRATEGY_DPOR;
  options.reuse.unsat_cores = w->unsat_cores.bytes;
  options.reuse.unsat_cores_bytes = w->unsat_cores.size;
  options.output.keep_unsat_cores = r->suite;
  history_say(w, w->check->old_is_known ? "the store has no summaries of the old version: exploring it again"
                                        : "nothing is known about the old version: exploring it first");
  struct explore_hooks hooks = r->hooks ? *r->hooks : (struct explore_hooks){0};
  hooks.phase = "OLD";
  explore_run(w->old, &options, &hooks, &result, &solver);
  w->check->old_seconds = result.stats.seconds;
  say_limits(w, &result);
  saved_result_free(&w->check->old);
  saved_result_make(&w->check->old, w->old, options.config.checks, &result);
  w->check->old_is_known = true;
  remember(w, &result);
  if (result.artefacts.unsat_cores && !w->unsat_cores.size) {
    w->unsat_cores =
        (struct store_blob){.bytes = result.artefacts.unsat_cores, .size = result.artefacts.unsat_cores_bytes};
    result.artefacts.unsat_cores = NULL;
  }
  keep_old(w);
  result_free(&result);
}

/* ---- the new version ---- */

bool history_know_new(struct work *w) {
  const struct check_request *r = w->request;
  struct result *result = &w->check->result;
  struct saved_result new;
  if (!r->store || !saved_result_get(r->store, key_of_reach(r->new, &r->options->config), &new)) return false;
  bool safe = new.complete && !new.nfailures;
  for (uint32_t i = 0; i < new.nnotes &&safe; i++) result_add_note(result, result_text(result, "%s", new.notes[i]));
  if (safe) result->search = new.search;
  saved_result_free(&new);
  return safe;
}

static void keep_numbered(struct work *w, enum store_kind kind, const uint8_t *bytes, uint64_t size) {
  uint64_t ids_bytes;
  if (!w->check->new_ids || !bytes) return;
  uint8_t *ids = stable_ids_encode(w->check->new_ids, &ids_bytes);
  struct store_blob value = join(ids, ids_bytes, bytes, size);
  store_put(w->request->store, kind, w->new_summaries, value.bytes, value.size);
  free(ids);
  free(value.bytes);
}

/* A result of a part is as good as one of the whole: what was not explored has the old version's result. */
void history_keep(struct work *w) {
  ASSERT(!w->check->impact || w->check->old_is_known);
  const struct check_request *r = w->request;
  const struct result *result = &w->check->result;
  if (!r->store || !w->check->old_is_known) return;
  /* One program, and all about it is in the store: nothing was explored that could replace it. */
  if (w->check->old_from_store && !memcmp(&w->old_result, &w->new_result, sizeof w->new_result)) return;
  struct saved_result saved;
  saved_result_make(&saved, w->new, r->options->config.checks, result);
  if (saved.search.events < w->check->old.search.events) saved.search = w->check->old.search; /* part of it was known */
  saved_result_put(r->store, w->new_result, &saved);
  history_put_reach(r->store, r->new, &r->options->config, &saved);
  saved_result_free(&saved);
  history_put_unsat_cores(r->store, w->new_summaries, result);
  keep_numbered(w, STORE_SUMMARIES, result->artefacts.summaries, result->artefacts.summaries_bytes);
  keep_numbered(w, STORE_STATES, result->artefacts.states, result->artefacts.states_bytes);
}

void history_close(struct work *w) {
  forget(&w->stored);
  forget(&w->states);
  free(w->unsat_cores.bytes);
}

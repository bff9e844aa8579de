/* Judges a chain of versions: every strategy of check on every step, and step by step with a store that remembers
   what came before, against brute force on each version. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/check.h"
#include "cluster/cluster.h"
#include "job/options.h"
#include "extract.h"
#include "pairs.h"
#include "util/error.h"

enum { MOST_WORDS = 16 };

struct court {
  const struct pairs_judge *judge;
  const struct pairs_chain *chain;
  struct pairs_report *report;
  struct cli_options options;   /* of check */
  struct explore_options brute; /* of brute force */
  struct cluster *cluster;      /* NULL: there is none */
  struct explore_hooks hooks;
  struct pairs_truth truth[PAIRS_VERSIONS];
};

/* ---- options */

void pairs_judge_options(const struct pairs_judge *judge, uint64_t seed, const char **words, uint32_t *count) {
  static const char *const chosen[] = {
      NULL, NULL, "--check=+leak",  NULL,           NULL, "--spurious-wakeups", NULL, NULL, "--check=+overflow,+uninit",
      NULL, NULL, "--malloc-fails", "--check=+race"};
  const char *one = chosen[seed % (sizeof chosen / sizeof *chosen)];
  *count = 0;
  words[(*count)++] = "--tests=none";
  if (one && !judge->no_checks_by_seed) words[(*count)++] = one;
  for (uint32_t i = 0; i < judge->noptions; i++) words[(*count)++] = judge->options[i];
}

/* Units are as small as they can be; most versions are explored in branches of the stateful search alone. */
static void join_cluster(struct court *c) {
  enum { WHOLE = 4 };
  char why[1000];
  struct explore_config *config = &c->options.explore.config;
  config->jobs = 4;
  config->first_turn = 4;
  config->show_output = false;
  if (c->chain->seed % WHOLE) config->prune = PRUNE_EXACT;
  c->cluster = cluster_open(c->judge->cluster, why, sizeof why);
  if (!c->cluster) error_exit(EXIT_USAGE, "%s", why);
  c->hooks.remote = cluster_remote(c->cluster);
}

static bool read_options(struct court *c) {
  const char *words[MOST_WORDS];
  uint32_t count;
  struct cli_options brute;
  pairs_judge_options(c->judge, c->chain->seed, words, &count);
  words[count] = c->judge->timeout;
  words[count + 1] = c->judge->max_runs;
  if (!options_read(&brute, OPTIONS_RUN, words, count + 2)) error_exit(EXIT_USAGE, "%s", brute.error);
  c->brute = brute.explore;
  c->brute.config.program_name = "program";
  options_free(&brute);
  words[count] = "--timeout=30";
  bool good = options_read(&c->options, OPTIONS_RUN, words, count + 1);
  c->options.explore.config.program_name = "program";
  if (c->chain->seed % 3 == 1) c->options.explore.config.prune = PRUNE_CONDITIONS; /* no state cuts a run */
  if (c->chain->seed % c->judge->beside == 0) {                                    /* by worker processes */
    c->options.explore.config.jobs = 2 + (uint32_t)(c->chain->seed / c->judge->beside % 3);
    c->options.explore.config.first_turn = 4;
    c->options.explore.config.show_output = false;
  }
  if (c->judge->cluster) join_cluster(c);
  return good;
}

/* ---- one check */

static struct ir_program *program_of(const struct court *c, uint32_t version) {
  return extract_program(c->chain->version[version].image, c->chain->version[version].entry);
}

static void differ(struct court *c, uint32_t old, uint32_t new, bool stored, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
static void differ(struct court *c, uint32_t old, uint32_t new, bool stored, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  if (vasprintf(&c->report->what, format, ap) < 0) abort();
  va_end(ap);
  c->report->outcome = PAIRS_DIFFERS;
  c->report->first = old;
  c->report->second = new;
  c->report->stored = stored;
}

static void note(struct court *c, const struct check *check, enum check_strategy strategy) {
  struct pairs_report *r = c->report;
  r->runs[strategy] += check->result.runs.full + check->result.runs.partial;
  r->no_target += check->scope == SCOPE_NO_TARGET;
  r->summaries_used += check->summaries_used > 0;
  r->from_store += check->old_from_store;
}

/* Without races that nobody asked for: those are failures only if they are new. */
static bool is_unsafe(const struct check *check, uint32_t checks) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < check->result.failures.count; i++)
    count += checks >> CHECK_RACE & 1 || check->result.failures.data[i].kind != FAILURE_RACE;
  return count;
}

static void compare(struct court *c, uint32_t old, uint32_t new, const struct check *check,
                    enum check_strategy strategy, bool stored) {
  const char *name = check_strategy_text(strategy), *where = stored ? " with a store" : "";
  char *expected = pairs_truth_compare(check->change, &c->truth[old], &c->truth[new]),
       *answer = pairs_truth_said(check, c->options.explore.config.checks >> CHECK_RACE & 1);
  if (check->result.reasons.count)
    differ(c, old, new, stored, "%s%s: versions %u and %u: incomplete: %s", name, where, old, new,
           check->result.reasons.data[0]);
  else if (strcmp(expected, answer))
    differ(c, old, new, stored, "%s%s: versions %u and %u: {%s} instead of {%s}", name, where, old, new, answer,
           expected);
  else if (is_unsafe(check, c->options.explore.config.checks) != (c->truth[new].failures.count > 0))
    differ(c, old, new, stored, "%s%s: versions %u and %u: verdict %d", name, where, old, new, check->result.verdict);
  free(expected);
  free(answer);
}

static void judge_ages(struct court *c, uint32_t old, uint32_t new, const struct check_request *r,
                       const struct check *check, bool limited) {
  struct pairs_age age = {.check = check,
                          .old = r->old,
                          .new = r->new,
                          .brute = &c->brute,
                          .truth = &c->truth[old],
                          .limited = limited,
                          .few = !c->judge->every && c->report->pairs % 3};
  char *what = c->report->what ? NULL : pairs_age_judge(&age);
  if (what)
    differ(c, old, new, r->store, "%s%s: versions %u and %u: %s", check_strategy_text(r->strategy),
           limited ? " with a limit" : "", old, new, what);
  free(what);
}

/* True: the result of the new version is in the store now. */
static bool check_pair(struct court *c, uint32_t old, uint32_t new, enum check_strategy strategy, struct store *store,
                       bool known) {
  struct check check;
  struct ir_program *before = program_of(c, old), *after = program_of(c, new);
  struct check_request request = {.old = before,
                                  .new = after,
                                  .options = &c->options.explore,
                                  .strategy = strategy,
                                  .store = store,
                                  .hooks = &c->hooks};
  check_run(&request, &check);
  note(c, &check, strategy);
  compare(c, old, new, &check, strategy, store);
  judge_ages(c, old, new, &request, &check, false);
  bool shown_again = check.change->nothing; /* by tests, or explored where these do not show all of it */
  if (known && !check.old_from_store && !shown_again && !c->report->what)
    differ(c, old, new, true, "%s: versions %u and %u: the store does not know the old version",
           check_strategy_text(strategy), old, new);
  bool kept = check.old_is_known;
  check_free(&check);
  ir_free(before);
  ir_free(after);
  return kept;
}

/* Both versions are cut short after a few runs: what is said about the failures that were found must still be so, and
   nothing that fails is safe. */
static void check_limited(struct court *c, uint32_t old, uint32_t new, enum check_strategy strategy,
                          struct store *store) {
  struct check check;
  struct explore_options options = c->options.explore;
  options.config.max_runs = 1 + c->chain->seed % 3;
  struct ir_program *before = program_of(c, old), *after = program_of(c, new);
  struct check_request request = {
      .old = before, .new = after, .options = &options, .strategy = strategy, .store = store, .hooks = &c->hooks};
  check_run(&request, &check);
  judge_ages(c, old, new, &request, &check, true);
  if (!c->report->what && check.result.verdict == VERDICT_SAFE && c->truth[new].failures.count)
    differ(c, old, new, store, "%s with a limit: versions %u and %u: safe", check_strategy_text(strategy), old, new);
  check_free(&check);
  ir_free(before);
  ir_free(after);
}

/* ---- truth */

/* A version that came back is the one that it was. */
static uint32_t first_same(const struct court *c, uint32_t version) {
  const struct pairs_version *all = c->chain->version;
  uint32_t i = 0;
  while (all[i].image != all[version].image || all[i].entry != all[version].entry) i++;
  return i;
}

static bool truth_of(struct court *c, uint32_t version) {
  struct pairs_truth *t = &c->truth[version];
  uint32_t same = first_same(c, version);
  if (!t->known && same < version && c->truth[same].known) *t = c->truth[same], t->shared = true;
  if (!t->known) {
    struct ir_program *program = program_of(c, version);
    pairs_truth_find(t, program, &c->brute);
    c->report->truth_runs += t->runs;
    ir_free(program);
  }
  return !t->limited;
}

static bool has_word(const char *text, const char *word) { return strstr(text, word); }

/* Is the one made of the other by edits that change nothing? */
static bool is_harmless(const struct pairs_chain *chain, uint32_t old, uint32_t new) {
  uint32_t later = old > new ? old : new, earlier = old > new ? new : old;
  return later == earlier + 1 && chain->version[later].text && chain->version[later].done.harmless;
}

/* What the change itself says, without any exploration. */
static void judge_change(struct court *c, uint32_t old, uint32_t new) {
  struct pairs_report *r = c->report;
  struct ir_program *a = program_of(c, old), *b = program_of(c, new);
  struct change *change = change_open(a, b);
  char *text = pairs_truth_compare(change, &c->truth[old], &c->truth[new]);
  r->nothing += change->nothing;
  r->failing_new += has_word(text, "new ");
  r->fixed += has_word(text, "fixed ");
  r->kept += has_word(text, "old ");
  if (change->nothing && (has_word(text, "new ") || has_word(text, "fixed ")))
    differ(c, old, new, false, "nothing changed from version %u to %u, but: %s", old, new, text);
  else if (is_harmless(c->chain, old, new) && !change->nothing && !pairs_same_alone(c->chain, old, new))
    differ(c, old, new, false, "versions %u and %u do the same, which is not seen", old, new);
  free(text);
  change_close(change);
  ir_free(a);
  ir_free(b);
}

/* ---- the chain */

static enum check_strategy strategy_of(const struct court *c, uint32_t step) {
  static const enum check_strategy by_turns[] = {
      CHECK_STRATEGY_AUTO,       CHECK_STRATEGY_SUMMARIES, CHECK_STRATEGY_DIVERGENCE, CHECK_STRATEGY_AUTO,
      CHECK_STRATEGY_DIVERGENCE, CHECK_STRATEGY_IMPACT,    CHECK_STRATEGY_FULL};
  for (uint32_t i = 0;; i++) {
    enum check_strategy s = by_turns[(c->chain->seed + step + i) % (sizeof by_turns / sizeof *by_turns)];
    if (c->judge->strategies >> s & 1) return s;
  }
}

/* All of them, or one in turn. */
static bool is_tried(const struct court *c, enum check_strategy strategy, uint32_t step) {
  if (strategy == CHECK_STRATEGY_SUITE || !(c->judge->strategies >> strategy & 1)) return false;
  return c->judge->every || strategy == strategy_of(c, step);
}

static void judge_pair(struct court *c, uint32_t old, uint32_t new) {
  if (!truth_of(c, old) || !truth_of(c, new)) {
    c->report->undecided++;
    return;
  }
  uint32_t step = c->report->pairs++;
  judge_change(c, old, new);
  for (enum check_strategy s = CHECK_STRATEGY_AUTO; s <= CHECK_STRATEGY_DIVERGENCE && !c->report->what; s++)
    if (is_tried(c, s, step)) check_pair(c, old, new, s, NULL, false);
  if (!c->report->what && (c->judge->every || (c->chain->seed + step) % 4 == 0))
    check_limited(c, old, new, CHECK_STRATEGY_AUTO, NULL);
}

/* A version and itself, with nothing known about it. */
static void judge_same(struct court *c) {
  if (truth_of(c, 0)) check_pair(c, 0, 0, CHECK_STRATEGY_AUTO, NULL, false);
}

/* Neighbours, in both directions: what was added here is deleted there. Of other versions one in three. */
static bool is_asked(const struct court *c, int old, int distance) {
  return c->judge->every || distance == 1 || (c->chain->seed + (uint64_t)(2 * old + distance)) % 3 == 0;
}

static void judge_all(struct court *c) {
  int count = (int)c->chain->count;
  for (int distance = 1; distance < count; distance++)
    for (int old = 0; old < count; old++) {
      if (!is_asked(c, old, distance)) continue;
      if (old + distance < count && !c->report->what) judge_pair(c, (uint32_t)old, (uint32_t)(old + distance));
      if (old >= distance && !c->report->what) judge_pair(c, (uint32_t)old, (uint32_t)(old - distance));
    }
}

static struct store *open_store(const char *directory) {
  char path[400], why[300];
  snprintf(path, sizeof path, "%s/store.db", directory);
  struct store *store = store_open(path, false, why, sizeof why);
  if (!store) error_exit(EXIT_USAGE, "%s", why);
  return store;
}

static void close_store(struct store *store, const char *directory) {
  static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
  store_close(store);
  for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
    char path[400];
    snprintf(path, sizeof path, "%s/store.db%s", directory, ends[i]);
    unlink(path);
  }
}

/* Closed, copied and opened again: the one file is the whole store. */
static struct store *copy_store(struct store *store, const char *directory) {
  char path[400], moved[400];
  snprintf(path, sizeof path, "%s/store.db", directory);
  snprintf(moved, sizeof moved, "%s/moved.db", directory);
  store_close(store);
  if (rename(path, moved)) error_exit(EXIT_USAGE, "cannot move %s", path);
  close_store(NULL, directory);
  if (rename(moved, path)) error_exit(EXIT_USAGE, "cannot move %s", moved);
  return open_store(directory);
}

/* Some chains are cut short at some steps: nothing that a later step says may rest on them. */
static bool is_cut_short(const struct court *c, uint32_t step) {
  return c->chain->seed % 4 == 1 && (c->chain->seed / 4 + step) % 2;
}

/* True: the store knows the new version now. */
static bool next_step(struct court *c, uint32_t old, uint32_t new, uint32_t step, struct store *store, bool kept) {
  if (!is_cut_short(c, step)) return check_pair(c, old, new, strategy_of(c, step), store, kept);
  check_limited(c, old, new, strategy_of(c, step), store);
  return false;
}

/* Step by step, then the last step again with all that is known, then back to the first version. */
static void judge_with_store(struct court *c) {
  struct store *store = open_store(c->judge->directory);
  uint32_t last = c->chain->count - 1;
  bool kept = false;
  for (uint32_t old = 0; old < last && !c->report->what; old++) {
    kept = next_step(c, old, old + 1, old, store, kept);
    if ((c->chain->seed + old) % 3 == 0) store = copy_store(store, c->judge->directory);
  }
  if (!c->report->what) check_pair(c, last - 1, last, strategy_of(c, last + 1), store, false);
  if (!c->report->what) check_pair(c, last, 0, strategy_of(c, last + 2), store, true);
  close_store(store, c->judge->directory);
}

static void count_again(struct court *c) {
  for (uint32_t i = 1; i < c->chain->count; i++) c->report->again += first_same(c, i) != i;
}

void pairs_judge_chain(const struct pairs_judge *judge, const struct pairs_chain *chain, struct pairs_report *report) {
  struct court c = {.judge = judge, .chain = chain, .report = report};
  *report = (struct pairs_report){0};
  if (!read_options(&c)) error_exit(EXIT_USAGE, "%s", c.options.error);
  count_again(&c);
  judge_all(&c);
  if (!report->what) judge_same(&c);
  if (!report->undecided && !judge->no_store && !report->what) judge_with_store(&c);
  if (!report->what && !report->pairs) report->outcome = PAIRS_UNDECIDED;
  for (uint32_t i = 0; i < chain->count; i++) pairs_truth_free(&c.truth[i]);
  cluster_close(c.cluster);
  options_free(&c.options);
}

/* What is so: the failures of one version as brute force finds them, and which of two versions are new, old and
   fixed by the matches of their instructions alone. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "explore/explore.h"
#include "pairs.h"
#include "util/map.h"

static uint32_t line_of(const struct result_frame *frames, uint32_t count) { return count ? frames[0].line : 0; }

static struct pairs_failure failure_of(const struct result_failure *f) {
  struct pairs_failure one = {.kind = f->kind, .site = f->site, .line = line_of(f->frames, f->nframes)};
  if (f->kind == FAILURE_LEAK) one.message = hash_bytes(f->message, strlen(f->message));
  if (f->kind == FAILURE_RACE)
    one.other_line = line_of(f->other_frames, f->other_nframes), one.other_site = f->other_site;
  return one;
}

void pairs_truth_take(struct pairs_truth *truth, const struct result *result) {
  *truth = (struct pairs_truth){
      .known = true, .limited = result->reasons.count, .runs = result->runs.full + result->runs.partial};
  for (uint32_t i = 0; i < result->failures.count; i++)
    vec_push(&truth->failures, failure_of(&result->failures.data[i]));
  for (uint32_t i = 0; i < result->warnings.count; i++) vec_push(&truth->races, failure_of(&result->warnings.data[i]));
}

static void explore(struct pairs_truth *truth, const struct ir_program *program,
                    const struct explore_options *options) {
  struct result result = {0};
  struct smt_stats solver;
  explore_run(program, options, NULL, &result, &solver);
  pairs_truth_take(truth, &result);
  result_free(&result);
}

/* Where every interleaving is too much, every trace must do. */
void pairs_truth_find(struct pairs_truth *truth, const struct ir_program *program,
                      const struct explore_options *options) {
  struct explore_options o = *options;
  o.config.strategy = STRATEGY_NAIVE;
  explore(truth, program, &o);
  if (!truth->limited) return;
  pairs_truth_free(truth);
  o.config.strategy = STRATEGY_DPOR;
  explore(truth, program, &o);
}

void pairs_truth_free(struct pairs_truth *truth) {
  if (truth->shared) return;
  vec_free(&truth->failures);
  vec_free(&truth->races);
}

/* ---- two versions */

typedef VEC(char *) texts;

static void say(texts *list, const char *what, const struct pairs_failure *f) {
  char *text;
  int n = f->kind == FAILURE_RACE ? asprintf(&text, "race:%u-%u", f->line < f->other_line ? f->line : f->other_line,
                                             f->line < f->other_line ? f->other_line : f->line)
                                  : asprintf(&text, "%s %s:%u#%u/%llx", what, failure_kind_text(f->kind), f->line,
                                             f->site, (unsigned long long)f->message);
  if (n < 0) abort();
  vec_push(list, text);
}

static bool same(const struct change *change, const struct pairs_failure *old, const struct pairs_failure *new) {
  if (old->kind != new->kind || old->message != new->message || old->site == IR_NONE) return false;
  return change->old.ins[old->site] == new->site;
}

static bool is_there(const struct change *change, const pairs_failures *list, const struct pairs_failure *f,
                     bool list_is_old) {
  for (uint32_t i = 0; i < list->count; i++)
    if (list_is_old ? same(change, &list->data[i], f) : same(change, f, &list->data[i])) return true;
  return false;
}

bool pairs_truth_has(const struct change *change, const struct pairs_truth *old, const struct result_failure *new) {
  struct pairs_failure f = failure_of(new);
  return is_there(change, &old->failures, &f, true);
}

static int order(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static char *join(texts *list) {
  char *text = NULL;
  size_t bytes;
  FILE *out = open_memstream(&text, &bytes);
  if (list->count) qsort(list->data, list->count, sizeof *list->data, order);
  for (uint32_t i = 0; i < list->count; i++)
    if (!i || strcmp(list->data[i], list->data[i - 1])) fprintf(out, "%s%s", i ? ", " : "", list->data[i]);
  fclose(out);
  for (uint32_t i = 0; i < list->count; i++) free(list->data[i]);
  vec_free(list);
  return text;
}

/* Lines race once, whichever accesses of them are named: whether such a failure is new cannot be said by
   instructions. */
char *pairs_truth_compare(const struct change *change, const struct pairs_truth *old, const struct pairs_truth *new) {
  texts list = {0};
  for (uint32_t i = 0; i < new->failures.count; i++) {
    const struct pairs_failure *f = &new->failures.data[i];
    say(&list, is_there(change, &old->failures, f, true) ? "old" : "new", f);
  }
  for (uint32_t i = 0; i < old->failures.count; i++) {
    const struct pairs_failure *f = &old->failures.data[i];
    if (f->kind != FAILURE_RACE && !is_there(change, &new->failures, f, false)) say(&list, "fixed", f);
  }
  return join(&list);
}

/* What check says, in the same words: by places. A race that nobody asked for is there only if it is new. */
char *pairs_truth_said(const struct check *check, bool races) {
  static const char *const words[] = {[AGE_NEW] = "new", [AGE_OLD] = "old", [AGE_UNKNOWN] = "unknown"};
  texts list = {0};
  for (uint32_t i = 0; i < check->result.failures.count; i++) {
    const struct result_failure *failure = &check->result.failures.data[i];
    struct pairs_failure f = failure_of(failure);
    if (f.kind == FAILURE_RACE && !races) continue;
    say(&list, failure->also_old ? "old" : words[failure->age], &f);
  }
  for (uint32_t i = 0; i < check->fixed.count; i++) {
    struct pairs_failure f = failure_of(&check->fixed.data[i]);
    if (f.kind != FAILURE_RACE) say(&list, "fixed", &f);
  }
  return join(&list);
}

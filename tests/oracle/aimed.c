/* Exploring with targets. The places that fail are taken from an exploration of everything, which was compared before.
 */
#include "aimed.h"

#include <stdlib.h>
#include <string.h>

#include "explore/explore.h"
#include "explore/relevance.h"
#include "static/static.h"

static bool toss(uint64_t *state, unsigned percent) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (*state >> 33) % 100 < percent;
}

/* What fails must be among the targets, since a run ends there; with a deadlock, all that waits, and with a leak all
   that decides what is freed, as in a check of two versions. */
static void add_failing(const struct statics *s, const struct ir_program *program, const struct result *result,
                        const struct static_set *all, struct static_set *targets) {
  uint32_t roles = 0;
  for (uint32_t i = 0; i < result->failures.count; i++) {
    const struct result_failure *f = &result->failures.data[i];
    static_set_add(targets, f->site);
    if (f->kind == FAILURE_DEADLOCK) roles |= STATIC_BLOCKS;
    if (f->kind == FAILURE_LEAK) roles |= STATIC_FREES | STATIC_ON_HEAP | STATIC_ENDS;
  }
  for (uint32_t i = 0; i < program->nins; i++)
    if (static_set_has(all, i) && static_roles(s, i) & roles) static_set_add(targets, i);
}

static char *compare_aimed(const struct ir_program *program, const struct explore_options *options,
                           const struct static_set *targets, const struct answer *expected) {
  struct explore_options aimed = *options;
  struct answer answer;
  aimed.goal.targets = targets;
  answer_explore(&answer, program, &aimed, NULL);
  char *what = answer.limited ? NULL : answer_compare("guided, with targets", expected, &answer, false);
  answer_free(&answer);
  return what;
}

static void explore_quietly(const struct ir_program *program, const struct explore_options *options,
                            struct result *result) {
  struct explore_options quiet = *options;
  struct smt_stats solver;
  quiet.config.show_output = false;
  *result = (struct result){0};
  explore_run(program, &quiet, NULL, result, &solver);
}

/* Summaries that say nothing about assertions and some other failures are offered to who looks for all. */
static char *compare_offered(const struct ir_program *program, const struct explore_options *options,
                             const struct static_set *targets, const struct answer *expected) {
  struct explore_options some = *options, every = *options;
  struct result result;
  struct answer answer;
  some.goal.targets = targets;
  some.output.keep_summaries = true;
  explore_quietly(program, &some, &result);
  struct explore_known known = {.summaries = result.artefacts.summaries, .bytes = result.artefacts.summaries_bytes};
  every.reuse.known = result.artefacts.summaries ? &known : NULL;
  answer_explore(&answer, program, &every, NULL);
  char *what =
      answer.limited ? NULL : answer_compare("guided, with what is known for some targets", expected, &answer, false);
  answer_free(&answer);
  result_free(&result);
  return what;
}

char *aimed_compare(const struct ir_program *program, const struct explore_options *guided,
                    const struct answer *expected, uint64_t seed) {
  uint32_t checks = guided->config.checks;
  struct statics *s = static_open(program);
  struct static_set all = static_targets(s, checks), targets = static_set_new(s), some = static_set_new(s);
  struct result result;
  uint64_t state = seed;
  explore_quietly(program, guided, &result);
  add_failing(s, program, &result, &all, &targets);
  for (uint32_t i = 0; i < program->nins; i++) {
    if (!static_set_has(&all, i)) continue;
    if (toss(&state, 40)) static_set_add(&targets, i);
    if (toss(&state, 40) && !(static_roles(s, i) & STATIC_ENDS)) static_set_add(&some, i);
  }
  char *what = compare_aimed(program, guided, &targets, expected);
  if (!what) what = compare_offered(program, guided, &some, expected);
  result_free(&result);
  static_set_free(&some);
  static_set_free(&targets);
  static_set_free(&all);
  static_close(s);
  return what;
}

/* Explores a program with every strategy and compares the answers with brute force's. Options go through the command
   line's own table, so that what is tested is what a user gets; every n-th program is given to the command itself as
   well, from its own file. */
#define _GNU_SOURCE
#include "judge.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "aimed.h"
#include "cluster/cluster.h"
#include "job/options.h"
#include "util/error.h"
#include "../scratch.h"

enum { MOST_WORDS = MOST_OPTIONS + 8, WORD = 64, VALIDATED = 8, AIMED = 2, TURNED = 3, DEEPENED = 5, APART = 4 };

/* The options of one exploration. */
struct words {
  char own[WORD];
  const char *list[MOST_WORDS];
  uint32_t count;
};

/* What guided cuts runs by where it is not a dovetail: the strategy "summaries" of the oracle. */
static const char *const layers[] = {"--prune=summaries", "--prune=conditions", "--prune=exact"};
enum { LAYERS = sizeof layers / sizeof *layers };

/* What the seed adds to the checks, for brute force too. */
static const char *const checks[] = {NULL, "--check=+leak",  NULL,           "--check=+overflow,+uninit",
                                     NULL, "--malloc-fails", "--check=+race"};
enum { CHECKS = sizeof checks / sizeof *checks };

/* Validation asks the solver everything twice: with inputs only now and then. It also counts traces. */
static void options_of(const struct judge *judge, uint32_t strategy, const struct batch_member *member,
                       struct words *words) {
  *words = (struct words){0};
  bool summaries = !strcmp(judge->strategies[strategy], "summaries"); /* one layer of guided */
  snprintf(words->own, sizeof words->own, "--strategy=%s", summaries ? "guided" : judge->strategies[strategy]);
  words->list[words->count++] = words->own;
  if (summaries) words->list[words->count++] = layers[member->seed % LAYERS];
  words->list[words->count++] = "--tests=none";
  words->list[words->count++] = "--show-output";
  words->list[words->count++] = strategy ? "--timeout=30" : judge->timeout;
  if (!strategy) words->list[words->count++] = judge->max_runs;
  if (strategy && (!member->traits.inputs || member->seed % VALIDATED == 0)) words->list[words->count++] = "--validate";
  if (strategy && member->seed % APART == 0) words->list[words->count++] = "--no-exchange";
  if (checks[member->seed % CHECKS]) words->list[words->count++] = checks[member->seed % CHECKS];
  for (uint32_t i = 0; i < judge->noptions; i++) words->list[words->count++] = judge->options[i];
}

/* Not what is compared with the command, which has no such option. */
static bool is_turned(const struct judge *judge, const struct batch_member *member) {
  return member->seed % TURNED == 0 && !(judge->alone && member->seed % judge->alone == 0);
}

/* By worker processes: one search is divided, nothing else goes on beside it. */
static bool is_divided(const struct judge *judge, const struct batch_member *member) {
  return member->seed / judge->beside % 2;
}

/* Several jobs: what the program prints is not looked at, because several processes would. */
static void explore(const struct judge *judge, uint32_t strategy, const struct ir_program *program,
                    const struct batch_member *member, uint32_t jobs, struct answer *answer) {
  struct cli_options options;
  struct words words;
  options_of(judge, strategy, member, &words);
  if (!options_read(&options, OPTIONS_RUN, words.list, words.count)) error_exit(EXIT_USAGE, "%s", options.error);
  options.explore.config.program_name = "program";
  options.explore.goal.failures_once = strategy && member->seed & 1; /* as augment looks for failures */
  if (strategy && (is_turned(judge, member) || jobs > 1))
    options.explore.config.first_turn = 4; /* all searches get their turns */
  if (strategy && member->seed % DEEPENED == 0)
    options.explore.config.loop_rounds = 2; /* what is complete in the end is what was without bounds */
  options.explore.config.jobs = jobs;
  if (jobs > 1 && is_divided(judge, member)) options.explore.config.prune = PRUNE_EXACT;
  if (jobs > 1) options.explore.config.show_output = false;
  answer_explore(answer, program, &options.explore, NULL);
  options_free(&options);
}

/* By the workers of a cluster, with units as small as they can be: most programs in branches of the stateful search
   alone, some by all searches. */
static char *compare_elsewhere(const struct judge *judge, uint32_t strategy, const struct ir_program *program,
                               const struct batch_member *member, const struct answer *expected) {
  enum { WHOLE = 8 };
  struct cli_options options;
  struct words words;
  struct answer answer;
  char why[1000];
  options_of(judge, strategy, member, &words);
  if (!options_read(&options, OPTIONS_RUN, words.list, words.count)) error_exit(EXIT_USAGE, "%s", options.error);
  struct explore_config *config = &options.explore.config;
  config->program_name = "program";
  config->first_turn = 4;
  config->jobs = 4;
  config->show_output = false;
  if (member->seed % WHOLE) config->prune = PRUNE_EXACT;
  struct cluster *cluster = cluster_open(judge->cluster, why, sizeof why);
  if (!cluster) error_exit(EXIT_USAGE, "%s", why);
  struct explore_hooks hooks = {.remote = cluster_remote(cluster)};
  answer_explore(&answer, program, &options.explore, &hooks);
  cluster_close(cluster);
  char *what = answer.limited ? NULL : answer_compare("the cluster", expected, &answer, false);
  answer_free(&answer);
  options_free(&options);
  return what;
}

/* Worker processes make no difference: not to what is found, nor, where something fails, to the number of runs. */
static char *compare_beside(const struct judge *judge, uint32_t strategy, const struct ir_program *program,
                            const struct batch_member *member, const struct answer *one) {
  struct answer many;
  char *what = NULL;
  uint32_t jobs = 2 + member->seed / judge->beside % 3;
  explore(judge, strategy, program, member, jobs, &many);
  bool counted = is_turned(judge, member) && !is_divided(judge, member),
       runs = many.full == one->full && many.partial == one->partial;
  bool same = !strcmp(many.verdict, one->verdict) && !strcmp(many.failures, one->failures) &&
              (one->verdict[1] == 's' || !counted || (runs && !strcmp(many.races, one->races)));
  if (!same && !many.limited &&
      asprintf(&what,
               "-j%u: %s [%s] races [%s], %" PRIu64 " + %" PRIu64 " runs; -j1: %s [%s] races [%s], %" PRIu64
               " + %" PRIu64 " runs",
               jobs, many.verdict, many.failures, many.races, many.full, many.partial, one->verdict, one->failures,
               one->races, one->full, one->partial) < 0)
    abort();
  answer_free(&many);
  return what;
}

/* The same with some of the failures as its aim. What is incomplete need not be found then. */
static char *compare_with_aim(const struct judge *judge, uint32_t strategy, const struct ir_program *program,
                              const struct batch_member *member, const struct answer *expected) {
  struct cli_options options;
  struct words words;
  if (expected->verdict[1] == 'i' || strchr(expected->verdict, ',')) return NULL;
  options_of(judge, strategy, member, &words);
  if (!options_read(&options, OPTIONS_RUN, words.list, words.count)) error_exit(EXIT_USAGE, "%s", options.error);
  options.explore.config.program_name = "program";
  char *what = aimed_compare(program, &options.explore, expected, member->seed);
  options_free(&options);
  return what;
}

/* ---- the command */

static char *read_all(FILE *in, size_t *bytes) {
  VEC(char) text = {0};
  for (int c; (c = fgetc(in)) != EOF;) vec_push(&text, (char)c);
  *bytes = text.count;
  vec_push(&text, 0);
  return text.data;
}

/* Runs heddle in a directory that holds the program; the answer is that of the JSON file. */
static bool run_command(const struct judge *judge, const struct words *words, const char *directory, uint64_t seed,
                        struct answer *answer) {
  char *line = NULL, *json = NULL;
  size_t bytes;
  FILE *out = open_memstream(&line, &bytes);
  fprintf(out, "'%s' run --quiet -j 1 --json='%s/out.json'", judge->heddle, directory);
  for (uint32_t i = 0; i < words->count; i++) fprintf(out, " %s", words->list[i]);
  fprintf(out, " '%s/seed-%" PRIu64 ".c'", directory, seed);
  fclose(out);
  FILE *pipe = popen(line, "r");
  char *printed = pipe ? read_all(pipe, &bytes) : NULL;
  int status = pipe ? pclose(pipe) : -1;
  if (asprintf(&json, "%s/out.json", directory) < 0) abort();
  bool good = printed && status >= 0 && answer_read(answer, json, printed, bytes);
  unlink(json);
  free(json);
  free(line);
  free(printed);
  return good;
}

static char *compare_alone(const struct judge *judge, const struct words *words, uint64_t seed,
                           const struct answer *inside) {
  char directory[SCRATCH_BYTES], *file = NULL, *what = NULL;
  struct answer answer = {0};
  if (!mkdtemp(scratch_name(directory, "oracle-alone-XXXXXX")) ||
      asprintf(&file, "%s/seed-%" PRIu64 ".c", directory, seed) < 0)
    abort();
  char *text = NULL;
  size_t bytes;
  FILE *copy = open_memstream(&text, &bytes), *out = fopen(file, "w");
  if (!out || !copy) error_exit(EXIT_USAGE, "cannot write %s", file);
  batch_print(out, seed, judge->size);
  batch_print(copy, seed, judge->size);
  fclose(out), fclose(copy);
  /* There is a clock if a program of the batch reads one: then what waits for a time is an event more. */
  bool timed = strstr(text, "timed") || strstr(text, "clock") || strstr(text, "sleep");
  free(text);
  if (!run_command(judge, words, directory, seed, &answer)) what = mem_strdup("the command gives no answer");
  else if (!answer.limited) what = answer_compare("the command alone", inside, &answer, !timed);
  if (!what && !answer.limited && !timed &&
      (answer.full != inside->full || answer.partial != inside->partial || answer.blocked != inside->blocked))
    what = mem_strdup("the command alone: other numbers of runs");
  unlink(file);
  rmdir(directory);
  answer_free(&answer);
  free(file);
  return what;
}

/* ---- one program */

static bool reference_of(const struct judge *judge, uint64_t seed, struct answer *answer) {
  uint32_t index;
  if (!map_get(&judge->answer_of, seed, &index)) return false;
  *answer = judge->answers.data[index]; /* texts stay the judge's */
  return true;
}

static void record(const struct judge *judge, uint64_t seed, const struct answer *answer) {
  FILE *out = judge->record ? fopen(judge->record, "a") : NULL;
  if (!out) return;
  answer_save(answer, seed, out);
  fclose(out);
}

static void note(struct judge_report *report, uint32_t strategy, const struct answer *answer) {
  report->by[strategy].seconds = answer->seconds;
  report->by[strategy].full = answer->full;
  report->by[strategy].partial = answer->partial;
}

/* dpor promises exactly one run per trace, and every final state; what prunes only promises the failures. */
static bool is_exact(const struct judge *judge, const char *strategy) {
  return !judge->loose && !strcmp(strategy, "dpor");
}

/* How often a thread goes round while it waits is not determined. */
static bool has_loops(const struct judge *judge, const struct batch_member *member) {
  bool spurious = false;
  for (uint32_t i = 0; i < judge->noptions; i++) spurious |= !strcmp(judge->options[i], "--spurious-wakeups");
  return member->traits.loops || (spurious && member->traits.waits);
}

/* More runs than traces, where that is a known limit: see docs/oracle.md. */
static bool may_waste(const struct judge *judge, const struct batch_member *member, const struct answer *expected,
                      const struct answer *answer) {
  const char *check = checks[member->seed % CHECKS];
  bool unknown = member->traits.inputs || answer->symbolic, sections = member->traits.sections;
  if (judge->strict) return false;
  if (member->traits.choices) return true;
  if (member->traits.chance && answer->full == expected->traces) return true;
  if (unknown && (sections || (check && !strcmp(check, "--malloc-fails")))) return true;
  return sections && answer->full == expected->traces;
}

static void judge_strategy(const struct judge *judge, uint32_t strategy, const struct ir_program *program,
                           const struct batch_member *member, const struct answer *expected,
                           struct judge_report *report) {
  struct answer answer;
  struct words words;
  const char *name = judge->strategies[strategy];
  explore(judge, strategy, program, member, 1, &answer);
  note(report, strategy, &answer);
  bool exact = is_exact(judge, name), loops = has_loops(judge, member);
  if (loops) answer.traces = 0;
  report->what = answer_compare(name, expected, &answer, exact);
  if (!report->what && exact && !loops && answer_wasteful(expected, &answer)) {
    if (may_waste(judge, member, expected, &answer)) report->wasteful = true;
    else if (asprintf(&report->what, "%s: %" PRIu64 " traces, but %" PRIu64 " runs (%" PRIu64 " blocked)", name,
                      expected->traces, answer.full, answer.blocked) < 0)
      abort();
  }
  if (!report->what && !strcmp(name, "guided") && member->seed % AIMED == 0)
    report->what = compare_with_aim(judge, strategy, program, member, expected);
  if (!report->what && !strcmp(name, "guided") && member->seed % judge->beside == 0 && !answer.limited)
    report->what = compare_beside(judge, strategy, program, member, &answer);
  if (!report->what && !strcmp(name, "guided") && judge->cluster && !answer.limited)
    report->what = compare_elsewhere(judge, strategy, program, member, expected);
  if (!report->what && judge->alone && member->seed % judge->alone == 0) {
    options_of(judge, strategy, member, &words);
    report->what = compare_alone(judge, &words, member->seed, &answer);
    report->alone = true;
  }
  answer_free(&answer);
}

void judge_program(const struct judge *judge, const struct batch *batch, uint32_t member_index,
                   struct judge_report *report) {
  const struct batch_member *member = &batch->members.data[member_index];
  struct ir_program *program = batch_extract(batch, member_index);
  struct answer expected;
  *report = (struct judge_report){0};
  bool known = reference_of(judge, member->seed, &expected);
  if (!known) {
    explore(judge, 0, program, member, 1, &expected);
    note(report, 0, &expected);
    record(judge, member->seed, &expected);
  }
  report->verdict = expected.verdict[1];
  if (expected.limited) report->outcome = JUDGE_UNDECIDED;
  for (uint32_t s = 1; s < judge->nstrategies && !expected.limited && !report->what; s++)
    judge_strategy(judge, s, program, member, &expected, report);
  if (report->what) report->outcome = JUDGE_DIFFERS;
  if (!known) answer_free(&expected);
  ir_free(program);
}

void judge_keep(const struct judge *judge, uint64_t seed, const char *what) {
  struct batch_member member = {.seed = seed};
  struct words words;
  char *file;
  mkdir(judge->keep, 0777);
  if (asprintf(&file, "%s/seed-%" PRIu64 ".c", judge->keep, seed) < 0) abort();
  FILE *out = fopen(file, "w");
  if (!out) error_exit(EXIT_USAGE, "cannot write %s", file);
  batch_print(out, seed, judge->size);
  fprintf(out, "\n/* %s\n\n   build/tests/oracle --seed=%" PRIu64 " --count=1\n", what, seed);
  for (uint32_t s = 0; s < judge->nstrategies; s++) {
    options_of(judge, s, &member, &words);
    fprintf(out, "   build/heddle run");
    for (uint32_t i = 0; i < words.count; i++) fprintf(out, " %s", words.list[i]);
    fprintf(out, " seed-%" PRIu64 ".c\n", seed);
  }
  fprintf(out, "*/\n");
  fclose(out);
  printf("seed %" PRIu64 ": %s (kept as %s)\n", seed, what, file);
  fflush(stdout);
  free(file);
}

/* ---- life */

static bool try_options(const struct judge *judge) {
  const struct batch_member member = {0};
  bool good = true;
  for (uint32_t s = 0; s < judge->nstrategies && good; s++) {
    struct cli_options options;
    struct words words;
    options_of(judge, s, &member, &words);
    good = options_read(&options, OPTIONS_RUN, words.list, words.count);
    if (!good) error_say("%s", options.error);
    options_free(&options);
  }
  return good;
}

bool judge_open(struct judge *judge) {
  char *line = NULL;
  size_t capacity = 0;
  if (!try_options(judge)) return false;
  if (!judge->reference) return true;
  FILE *in = fopen(judge->reference, "r");
  if (!in) {
    error_say("cannot read %s", judge->reference);
    return false;
  }
  while (getline(&line, &capacity, in) > 0) {
    struct answer answer;
    uint64_t seed;
    if (!answer_load(&answer, &seed, line)) continue;
    map_put(&judge->answer_of, seed, judge->answers.count);
    vec_push(&judge->answers, answer);
  }
  free(line);
  fclose(in);
  return true;
}

void judge_close(struct judge *judge) {
  for (uint32_t i = 0; i < judge->answers.count; i++) answer_free(&judge->answers.data[i]);
  vec_free(&judge->answers);
  map_free(&judge->answer_of);
}

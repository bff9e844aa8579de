/* Random chains of versions: `heddle check` with every strategy, with and without a store, must report the new, old
   and fixed failures that two explorations of everything show.

     pairs [--seed=S|random] [--count=N] [--seconds=T] [--jobs=J] [--size=K] [--batch=N] [--strategies=A,B] [--no-store]
           [--every] [--plain] [--beside=K] [--cluster=N] [--max-runs=N] [--timeout=S] [--option=WORD]... [--keep=DIR]
           [--print] [OLD.c NEW.c ...]

   Chains S .. S+N-1, each a program and its next one to five versions, are judged in this process's children:
   neighbours and some others, in both directions, by one strategy in turn; then the chain step by step
   with a store. --every: every two versions, by every strategy. --strategies (auto,full,impact,summaries,divergence)
   chooses, --no-store leaves out what needs one, --plain leaves out the options that the seed chooses; every K-th chain
   (5) is explored by worker processes; with --cluster=N every chain by the N workers of a cluster. A pair whose
   versions cannot be explored completely is undecided; too many of them are a failure.
   --print shows the versions of a seed. With files, those are the chain. A difference is kept in DIR as C files,
   with as few edits as show it. Last line: "pairs: N passed, M failed", counted in pairs of versions. */
#define _GNU_SOURCE
#include "pairs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../scratch.h"
#include "check/check.h"
#include "cluster.h"
#include "gen.h"
#include "util/error.h"

enum { MOST_JOBS = 64 };

/* What the workers share: figures, and who does what. */
struct shared {
  _Atomic uint64_t next_batch;
  _Atomic uint64_t chains, pairs, undecided, broken, differ;
  _Atomic uint64_t nothing, failing_new, fixed, kept, no_target, summaries_used, from_store, runs[6], truth_runs;
  _Atomic uint64_t long_chains, again;
  struct {
    uint64_t batch, seed; /* under way */
    uint32_t member;
    bool busy;
  } worker[MOST_JOBS];
};

struct pairs {
  struct pairs_judge judge;
  uint64_t seed, count;
  uint32_t batch, jobs, workers;
  int size;
  double seconds, started;
  const char *keep;
  struct oracle_cluster cluster; /* with --cluster */
  bool print;
  const char *files[PAIRS_VERSIONS];
  uint32_t nfiles;
  struct shared *shared;
};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- what is kept of a difference */

static void write_version(const struct pairs *p, uint64_t seed, uint32_t number, const char *text,
                          const struct edits_done *done, const char *what) {
  char *file;
  const char *words[16];
  uint32_t count;
  if (asprintf(&file, "%s/seed-%" PRIu64 "-v%u.c", p->keep, seed, number) < 0) abort();
  FILE *out = fopen(file, "w");
  if (!out) error_exit(EXIT_USAGE, "cannot write %s", file);
  gen_head(out);
  fputs(text, out);
  fprintf(out, "/* %s\n   pairs --seed=%" PRIu64 " --count=1; explored with", what, seed);
  pairs_judge_options(&p->judge, seed, words, &count);
  for (uint32_t i = 0; i < count; i++) fprintf(out, " %s", words[i]);
  fprintf(out, "\n   edits:");
  for (uint32_t i = 0; i < done->count; i++) fprintf(out, " %s%s", done->names[i], i + 1 < done->count ? "," : "");
  fprintf(out, " */\n");
  fclose(out);
  free(file);
}

static void keep_chain(const struct pairs *p, const struct pairs_chain *chain, const char *what) {
  mkdir(p->keep, 0777);
  for (uint32_t i = 0; i < chain->count; i++)
    write_version(p, chain->seed, i, chain->version[i].text, &chain->version[i].done, what);
  printf("seed %" PRIu64 ": %s (kept in %s)\n", chain->seed, what, p->keep);
  fflush(stdout);
}

/* Does the pair still differ with these edits only? Then it is in `batch`. */
static bool still_differs(const struct pairs *p, uint64_t seed, uint32_t first, uint32_t mask,
                          struct pairs_batch *batch, char **what) {
  struct pairs_report report = {0};
  struct pairs_judge judge = p->judge;
  judge.no_store = judge.every = true;
  pairs_batch_make_part(batch, seed, p->size, first, mask);
  if (!batch->chains.data[0].broken) pairs_judge_chain(&judge, &batch->chains.data[0], &report);
  *what = report.what;
  if (report.what) return true;
  pairs_batch_free(batch);
  return false;
}

/* Edits are left out one by one as long as something differs. */
static void keep_smallest(const struct pairs *p, const struct pairs_chain *chain, const struct pairs_report *report) {
  struct pairs_batch batch, next;
  char *what, *next_what;
  uint32_t mask = (1 << EDITS_MOST) - 1;
  if (report->stored || report->second != report->first + 1 || chain->version[report->second].base != report->first ||
      !still_differs(p, chain->seed, report->first, mask, &batch, &what)) {
    keep_chain(p, chain, report->what);
    return;
  }
  for (uint32_t i = 0; i < EDITS_MOST; i++) {
    if (!still_differs(p, chain->seed, report->first, mask & ~(1u << i), &next, &next_what)) continue;
    pairs_batch_free(&batch);
    free(what);
    batch = next, what = next_what;
    mask &= ~(1u << i);
  }
  keep_chain(p, &batch.chains.data[0], what);
  pairs_batch_free(&batch);
  free(what);
}

/* ---- a worker */

static bool out_of_time(const struct pairs *p) { return p->seconds > 0 && now() - p->started >= p->seconds; }

static void add_up(struct pairs *p, const struct pairs_report *r) {
  struct shared *s = p->shared;
  s->chains++;
  s->pairs += r->pairs - (r->what != NULL);
  s->undecided += r->undecided;
  s->differ += r->what != NULL;
  s->nothing += r->nothing;
  s->failing_new += r->failing_new;
  s->fixed += r->fixed;
  s->kept += r->kept;
  s->again += r->again;
  s->no_target += r->no_target;
  s->summaries_used += r->summaries_used;
  s->from_store += r->from_store;
  s->truth_runs += r->truth_runs;
  for (int i = 0; i < 6; i++) s->runs[i] += r->runs[i];
}

static void work_on_chain(struct pairs *p, uint32_t worker, const struct pairs_chain *chain, uint32_t member) {
  struct pairs_report report;
  if (chain->broken) {
    p->shared->broken++;
    return;
  }
  p->shared->worker[worker].seed = chain->seed;
  p->shared->worker[worker].member = member;
  p->shared->worker[worker].busy = true;
  pairs_judge_chain(&p->judge, chain, &report);
  if (report.what) keep_smallest(p, chain, &report);
  p->shared->long_chains += !report.what && !report.undecided && chain->count >= 4;
  add_up(p, &report);
  free(report.what);
  p->shared->worker[worker].busy = false;
}

/* Members from `member` on of a batch. */
static void work_on(struct pairs *p, uint32_t worker, uint64_t number, uint32_t member) {
  struct pairs_batch batch;
  uint64_t first = number * p->batch, left = p->count - first;
  pairs_batch_make(&batch, p->seed + first, left < p->batch ? (uint32_t)left : p->batch, p->size, PAIRS_VERSIONS);
  p->shared->worker[worker].batch = number;
  for (uint32_t i = member; i < batch.chains.count && !out_of_time(p); i++)
    work_on_chain(p, worker, &batch.chains.data[i], i);
  pairs_batch_free(&batch);
}

static void make_directory(struct pairs *p) {
  char directory[SCRATCH_BYTES];
  if (!mkdtemp(scratch_name(directory, "pairs-XXXXXX")))
    error_exit(EXIT_USAGE, "cannot make the directory %s", directory);
  p->judge.directory = mem_strdup(directory); /* lives as long as the process */
}

static _Noreturn void work(struct pairs *p, uint32_t worker, bool resume) {
  struct shared *s = p->shared;
  make_directory(p);
  if (resume) work_on(p, worker, s->worker[worker].batch, s->worker[worker].member + 1);
  for (uint64_t number; !out_of_time(p) && (number = s->next_batch++) * p->batch < p->count;)
    work_on(p, worker, number, 0);
  rmdir(p->judge.directory);
  exit(0);
}

/* ---- all of them */

static pid_t start(struct pairs *p, uint32_t worker, bool resume) {
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) work(p, worker, resume);
  if (pid < 0) error_exit(EXIT_USAGE, "cannot fork: %s", strerror(errno));
  return pid;
}

/* A worker died in the middle of a chain: that is a difference too, and another one goes on after it. */
static void died(struct pairs *p, uint32_t worker, int status) {
  char what[80];
  struct pairs_batch batch;
  if (WIFSIGNALED(status)) snprintf(what, sizeof what, "the engine died with signal %d", WTERMSIG(status));
  else snprintf(what, sizeof what, "the engine ended with code %d", WEXITSTATUS(status));
  p->shared->differ++;
  p->shared->worker[worker].busy = false;
  pairs_batch_make(&batch, p->shared->worker[worker].seed, 1, p->size, PAIRS_VERSIONS);
  keep_chain(p, &batch.chains.data[0], what);
  pairs_batch_free(&batch);
}

/* False: a worker could not work at all. */
static bool run_workers(struct pairs *p) {
  pid_t pids[MOST_JOBS];
  bool good = true;
  for (uint32_t i = 0; i < p->jobs; i++) pids[i] = start(p, i, false);
  for (uint32_t left = p->jobs; left;) {
    int status;
    pid_t pid = wait(&status);
    if (pid < 0 && errno == EINTR) continue;
    uint32_t i = 0;
    while (i < p->jobs && pids[i] != pid) i++;
    if (i == p->jobs) continue;
    if (p->shared->worker[i].busy) {
      died(p, i, status);
      pids[i] = start(p, i, true);
      continue;
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status)) good = false;
    left--;
  }
  return good;
}

/* Of the workers and the compilers they started. */
static double processor_seconds(void) {
  struct rusage usage;
  getrusage(RUSAGE_CHILDREN, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

static int report(const struct pairs *p, bool good) {
  const struct shared *s = p->shared;
  uint64_t failed = s->differ, all = s->pairs + s->undecided + s->differ;
  printf("pairs: seeds %" PRIu64 " on: %" PRIu64 " pairs of versions in %" PRIu64
         " chains, %.1f s (%.1f per second of a processor); %" PRIu64 " undecided, %" PRIu64 " chains do not compile\n",
         p->seed, s->pairs + s->differ, s->chains, now() - p->started, (double)all / processor_seconds(), s->undecided,
         s->broken);
  printf("pairs: %" PRIu64 " chains of four versions or more judged whole; %" PRIu64 " versions are an earlier one\n",
         s->long_chains, s->again);
  printf("pairs: %" PRIu64 " without a change, %" PRIu64 " with new, %" PRIu64 " with fixed, %" PRIu64
         " with old failures\n",
         s->nothing, s->failing_new, s->fixed, s->kept);
  printf("pairs: checks: %" PRIu64 " had nothing to explore, %" PRIu64 " used old summaries, %" PRIu64
         " knew the old version\n",
         s->no_target, s->summaries_used, s->from_store);
  printf("pairs: runs: brute force %" PRIu64 ";", s->truth_runs);
  for (int i = 0; i <= CHECK_STRATEGY_DIVERGENCE; i++)
    printf(" %s %" PRIu64 "%s", check_strategy_text((enum check_strategy)i), s->runs[i],
           i < CHECK_STRATEGY_DIVERGENCE ? "," : "\n");
  if (s->undecided > all / 5 + 1 || s->broken > s->chains / 20 + 1) {
    printf("pairs: too many are undecided or do not compile\n");
    failed += s->undecided;
  }
  failed += !good;
  printf("pairs: %" PRIu64 " passed, %" PRIu64 " failed\n", s->pairs, failed);
  return failed ? 1 : 0;
}

/* ---- one chain */

static int print_chain(const struct pairs *p) {
  struct pairs_batch batch;
  pairs_batch_make(&batch, p->seed, 1, p->size, PAIRS_VERSIONS);
  const struct pairs_chain *chain = &batch.chains.data[0];
  for (uint32_t i = 0; i < chain->count; i++) {
    printf("/* version %u, of %u:", i, chain->version[i].base);
    for (uint32_t k = 0; k < chain->version[i].done.count; k++) printf(" %s;", chain->version[i].done.names[k]);
    printf(" */\n%s\n", chain->version[i].text);
  }
  pairs_batch_free(&batch);
  return 0;
}

static int judge_files(struct pairs *p) {
  struct pairs_batch batch;
  struct pairs_report r;
  if (!pairs_batch_read(&batch, p->files, p->nfiles)) return EXIT_USAGE;
  make_directory(p);
  pairs_judge_chain(&p->judge, &batch.chains.data[0], &r);
  printf("%s\npairs: %u passed, %u failed\n",
         r.what        ? r.what
         : r.undecided ? "undecided"
                       : "all agree",
         r.pairs - (r.what != NULL), r.what != NULL);
  free(r.what);
  rmdir(p->judge.directory);
  pairs_batch_free(&batch);
  return r.outcome == PAIRS_PASSED ? 0 : 1;
}

/* ---- the command line */

static bool take(const char *word, const char *name, const char **value) {
  size_t n = strlen(name);
  if (strncmp(word, name, n) || word[n] != '=') return false;
  *value = word + n + 1;
  return true;
}

static uint32_t strategies_of(const char *list) {
  uint32_t set = 0;
  for (int i = 0; i <= CHECK_STRATEGY_DIVERGENCE; i++)
    if (strstr(list, check_strategy_text((enum check_strategy)i))) set |= 1u << i;
  return set;
}

static uint64_t random_seed(void) {
  uint32_t seed = 1;
  if (getrandom(&seed, sizeof seed, 0) < 0) error_exit(EXIT_USAGE, "no random numbers");
  return (uint64_t)seed << 8;
}

static bool read_word(struct pairs *p, const char *word) {
  const char *value;
  if (take(word, "--seed", &value)) p->seed = !strcmp(value, "random") ? random_seed() : strtoull(value, NULL, 10);
  else if (take(word, "--count", &value)) p->count = strtoull(value, NULL, 10);
  else if (take(word, "--seconds", &value)) p->seconds = atof(value);
  else if (take(word, "--strategies", &value)) p->judge.strategies = strategies_of(value);
  else if (take(word, "--jobs", &value)) p->jobs = (uint32_t)atoi(value);
  else if (take(word, "--beside", &value)) p->judge.beside = (uint32_t)atoi(value);
  else if (take(word, "--cluster", &value)) p->workers = (uint32_t)atoi(value);
  else if (take(word, "--size", &value)) p->size = atoi(value);
  else if (take(word, "--batch", &value)) p->batch = (uint32_t)atoi(value);
  else if (take(word, "--keep", &p->keep)) return true;
  else if (take(word, "--max-runs", &value)) p->judge.max_runs = word;
  else if (take(word, "--timeout", &value)) p->judge.timeout = word;
  else if (take(word, "--option", &value) && p->judge.noptions < 8) p->judge.options[p->judge.noptions++] = value;
  else if (!strcmp(word, "--no-store")) p->judge.no_store = true;
  else if (!strcmp(word, "--every")) p->judge.every = true;
  else if (!strcmp(word, "--plain")) p->judge.no_checks_by_seed = true;
  else if (!strcmp(word, "--print")) p->print = true;
  else if (word[0] != '-' && p->nfiles < PAIRS_VERSIONS) p->files[p->nfiles++] = word;
  else return false;
  return true;
}

int main(int argc, char **argv) {
  struct pairs p = {.seed = 1,
                    .count = 1000,
                    .batch = 100,
                    .jobs = (uint32_t)sysconf(_SC_NPROCESSORS_ONLN),
                    .started = now(),
                    .keep = "pairs-failures",
                    .judge = {.strategies = 47, .beside = 5, .max_runs = "--max-runs=3000", .timeout = "--timeout=1"}};
  for (int i = 1; i < argc; i++)
    if (!read_word(&p, argv[i])) error_exit(EXIT_USAGE, "unknown option %s", argv[i]);
  if (p.jobs < 1 || p.jobs > MOST_JOBS || p.batch < 1 || !p.count || !p.judge.strategies || !p.judge.beside ||
      p.nfiles == 1)
    error_exit(EXIT_USAGE, "a number is out of range");
  if (p.print) return print_chain(&p);
  if (p.nfiles) return judge_files(&p);
  p.shared = mmap(NULL, sizeof *p.shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (p.shared == MAP_FAILED) error_exit(EXIT_USAGE, "no memory");
  if (p.count < (uint64_t)p.batch * p.jobs) p.batch = (uint32_t)((p.count + p.jobs - 1) / p.jobs);
  if (p.workers && !oracle_cluster_is_possible()) {
    printf("pairs: skipped: redis-server is not installed\npairs: 1 passed, 0 failed\n");
    return 0;
  }
  if (p.workers && !oracle_cluster_start(&p.cluster, p.workers)) return EXIT_USAGE;
  if (p.workers) p.judge.cluster = p.cluster.url;
  bool good = run_workers(&p);
  if (p.workers)
    printf("pairs: workers of the cluster explored %" PRIu64 " branches\n", oracle_cluster_branches(&p.cluster));
  int code = report(&p, good);
  if (p.workers) oracle_cluster_stop(&p.cluster);
  return code;
}

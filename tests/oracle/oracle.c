/* Random multithreaded programs explored by every strategy: what they find must be equal.

     oracle [--seed=S|random] [--count=N] [--seconds=T] [--strategies=A,B] [--jobs=J] [--size=K] [--batch=N]
            [--only=PATTERN] [--max-runs=N] [--timeout=S] [--alone=K --heddle=FILE] [--beside=K] [--cluster=N]
            [--option=WORD]... [--keep=DIR]
            [--record=FILE] [--reference=FILE] [--loose] [--strict] [--print] [--functions]

   Programs S .. S+N-1 are explored by brute force (naive) and by each strategy A,B,... (default: dpor,guided), in
   this process's children. Equal must be the verdict with its reasons and the set of failures; for dpor also the
   final states, the races and the number of traces, one run each. A program that brute force cannot finish is
   undecided; too many of them are a failure. --seconds starts no program after that time; --only leaves out programs
   whose threads do not match; --alone gives every K-th program to the command as well; --beside has every K-th (6)
   explored by worker processes, too; --cluster starts a Redis server and N workers, which explore every program once
   more, in the smallest branches; --record writes brute force's answers, --reference takes them from there: then
   another build can be compared. --loose compares verdict and failures alone, which is what all strategies promise;
   --strict takes more runs than traces for a failure where that is a known limit, too. --print shows the program of the
   seed, --functions which functions of the thread library the programs call: all, or it fails. A difference is kept in
   DIR. Last line: "oracle: N passed, M failed". */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cluster.h"
#include "functions.h"
#include "judge.h"
#include "util/error.h"

enum { MOST_JOBS = 64 };

/* What the workers share: figures, and who does what. */
struct shared {
  _Atomic uint64_t next_batch;
  _Atomic uint64_t outcomes[3], verdicts[128], wasteful, alone;
  _Atomic uint64_t microseconds[MOST_STRATEGIES], full[MOST_STRATEGIES], partial[MOST_STRATEGIES];
  struct {
    uint64_t batch, seed; /* under way */
    uint32_t member;
    bool busy;
  } worker[MOST_JOBS];
};

struct oracle {
  struct judge judge;
  uint64_t seed, count;
  uint32_t batch, jobs;
  double seconds, started;
  regex_t pattern;
  bool has_pattern, print, functions;
  struct shared *shared;
  uint32_t workers; /* of a cluster; 0: there is none */
  struct oracle_cluster cluster;
};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- a worker */

static bool out_of_time(const struct oracle *o) { return o->seconds > 0 && now() - o->started >= o->seconds; }

static void add_up(struct oracle *o, struct judge_report *report, uint64_t seed) {
  struct shared *s = o->shared;
  for (uint32_t i = 0; i < o->judge.nstrategies; i++) {
    s->microseconds[i] += (uint64_t)(report->by[i].seconds * 1e6);
    s->full[i] += report->by[i].full;
    s->partial[i] += report->by[i].partial;
  }
  s->outcomes[report->outcome]++;
  s->wasteful += report->wasteful;
  s->alone += report->alone;
  if (report->outcome != JUDGE_UNDECIDED) s->verdicts[report->verdict & 127]++;
  if (report->what) judge_keep(&o->judge, seed, report->what);
  free(report->what);
}

/* Members from `member` on of a batch. */
static bool work_on(struct oracle *o, uint32_t worker, uint64_t number, uint32_t member) {
  struct batch batch;
  uint64_t first = number * o->batch, left = o->count - first;
  if (!batch_make(&batch, o->seed + first, left < o->batch ? (uint32_t)left : o->batch, o->judge.size,
                  o->has_pattern ? &o->pattern : NULL))
    return false;
  o->shared->worker[worker].batch = number;
  for (; member < batch.members.count && !out_of_time(o); member++) {
    struct judge_report report;
    o->shared->worker[worker].seed = batch.members.data[member].seed;
    o->shared->worker[worker].member = member;
    o->shared->worker[worker].busy = true;
    judge_program(&o->judge, &batch, member, &report);
    add_up(o, &report, batch.members.data[member].seed);
    o->shared->worker[worker].busy = false;
  }
  batch_free(&batch);
  return true;
}

static _Noreturn void work(struct oracle *o, uint32_t worker, bool resume) {
  struct shared *s = o->shared;
  bool good = true;
  if (resume) good = work_on(o, worker, s->worker[worker].batch, s->worker[worker].member + 1);
  for (uint64_t number; good && !out_of_time(o) && (number = s->next_batch++) * o->batch < o->count;)
    good = work_on(o, worker, number, 0);
  exit(good ? 0 : EXIT_USAGE);
}

/* ---- all of them */

static pid_t start(struct oracle *o, uint32_t worker, bool resume) {
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) work(o, worker, resume);
  if (pid < 0) error_exit(EXIT_USAGE, "cannot fork: %s", strerror(errno));
  return pid;
}

/* A worker died in the middle of a program: that is a difference too, and another one goes on after it. */
static void died(struct oracle *o, uint32_t worker, int status) {
  char what[80];
  if (WIFSIGNALED(status)) snprintf(what, sizeof what, "the engine died with signal %d", WTERMSIG(status));
  else snprintf(what, sizeof what, "the engine ended with code %d", WEXITSTATUS(status));
  o->shared->outcomes[JUDGE_DIFFERS]++;
  o->shared->worker[worker].busy = false;
  judge_keep(&o->judge, o->shared->worker[worker].seed, what);
}

/* False: a worker could not work at all. */
static bool run_workers(struct oracle *o) {
  pid_t pids[MOST_JOBS];
  bool good = true;
  for (uint32_t i = 0; i < o->jobs; i++) pids[i] = start(o, i, false);
  for (uint32_t left = o->jobs; left;) {
    int status;
    pid_t pid = wait(&status);
    if (pid < 0 && errno == EINTR) continue;
    uint32_t i = 0;
    while (i < o->jobs && pids[i] != pid) i++;
    if (i == o->jobs) continue;
    if (o->shared->worker[i].busy) {
      died(o, i, status);
      pids[i] = start(o, i, true);
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

static int report(const struct oracle *o, bool good) {
  const struct shared *s = o->shared;
  uint64_t passed = s->outcomes[JUDGE_PASSED], undecided = s->outcomes[JUDGE_UNDECIDED],
           failed = s->outcomes[JUDGE_DIFFERS];
  uint64_t all = passed + undecided + failed;
  printf("oracle: seeds %" PRIu64 " to %" PRIu64 ": %" PRIu64
         " programs in %.1f s (%.1f per second of a processor), %" PRIu64 " undecided\n",
         o->seed, o->seed + o->count - 1, all, now() - o->started, (double)all / processor_seconds(), undecided);
  printf("oracle: %" PRIu64 " safe, %" PRIu64 " unsafe, %" PRIu64 " incomplete; %" PRIu64
         " had more runs than traces; %" PRIu64 " also run by the command\n",
         s->verdicts['s'], s->verdicts['u'], s->verdicts['i'], s->wasteful, s->alone);
  for (uint32_t i = 0; i < o->judge.nstrategies; i++)
    printf("oracle: %s: %.2f ms, %.1f full and %.1f partial runs per program\n", o->judge.strategies[i],
           all ? (double)s->microseconds[i] / 1e3 / (double)all : 0, all ? (double)s->full[i] / (double)all : 0,
           all ? (double)s->partial[i] / (double)all : 0);
  if (o->workers) {
    uint64_t branches = oracle_cluster_branches(&o->cluster);
    printf("oracle: a cluster of %u workers: %" PRIu64 " branches explored\n", o->workers, branches);
    failed += !branches;
  }
  if (undecided > all / 5 + 1) {
    printf("oracle: too many are undecided\n");
    failed += undecided;
  }
  failed += !good;
  printf("oracle: %" PRIu64 " passed, %" PRIu64 " failed\n", passed, failed);
  return failed ? 1 : 0;
}

/* ---- the command line */

static bool take(const char *word, const char *name, const char **value) {
  size_t n = strlen(name);
  if (strncmp(word, name, n) || word[n] != '=') return false;
  *value = word + n + 1;
  return true;
}

static void add_strategies(struct judge *judge, const char *list) {
  char *copy = mem_strdup(list), *at = copy; /* lives as long as the process */
  judge->nstrategies = 1;
  for (char *name; (name = strsep(&at, ",")) && judge->nstrategies < MOST_STRATEGIES;)
    if (*name && strcmp(name, "naive")) judge->strategies[judge->nstrategies++] = name;
}

static uint64_t random_seed(void) {
  uint32_t seed = 1;
  if (getrandom(&seed, sizeof seed, 0) < 0) error_exit(EXIT_USAGE, "no random numbers");
  return (uint64_t)seed << 8;
}

static bool read_word(struct oracle *o, const char *word) {
  struct judge *judge = &o->judge;
  const char *value;
  if (take(word, "--seed", &value)) o->seed = !strcmp(value, "random") ? random_seed() : strtoull(value, NULL, 10);
  else if (take(word, "--count", &value)) o->count = strtoull(value, NULL, 10);
  else if (take(word, "--seconds", &value)) o->seconds = atof(value);
  else if (take(word, "--strategies", &value)) add_strategies(judge, value);
  else if (take(word, "--jobs", &value)) o->jobs = (uint32_t)atoi(value);
  else if (take(word, "--size", &value)) judge->size = atoi(value);
  else if (take(word, "--batch", &value)) o->batch = (uint32_t)atoi(value);
  else if (take(word, "--keep", &judge->keep) || take(word, "--record", &judge->record)) return true;
  else if (take(word, "--reference", &judge->reference) || take(word, "--heddle", &judge->heddle)) return true;
  else if (take(word, "--max-runs", &value)) judge->max_runs = word;
  else if (take(word, "--timeout", &value)) judge->timeout = word;
  else if (take(word, "--alone", &value)) judge->alone = (uint32_t)atoi(value);
  else if (take(word, "--beside", &value)) judge->beside = (uint32_t)atoi(value);
  else if (take(word, "--cluster", &value)) o->workers = (uint32_t)atoi(value);
  else if (take(word, "--option", &value) && judge->noptions < MOST_OPTIONS) judge->options[judge->noptions++] = value;
  else if (take(word, "--only", &value))
    o->has_pattern = *value && !regcomp(&o->pattern, value, REG_EXTENDED | REG_NOSUB | REG_NEWLINE);
  else if (!strcmp(word, "--print")) o->print = true;
  else if (!strcmp(word, "--functions")) o->functions = true;
  else if (!strcmp(word, "--loose")) judge->loose = true;
  else if (!strcmp(word, "--strict")) judge->strict = true;
  else return false;
  return true;
}

static bool check(struct oracle *o) {
  if (o->jobs < 1 || o->jobs > MOST_JOBS || o->batch < 1 || !o->count || !o->judge.beside)
    error_say("a number is out of range");
  else if (o->judge.alone && !o->judge.heddle) error_say("--alone needs --heddle=FILE");
  else return true;
  return false;
}

int main(int argc, char **argv) {
  setenv("HEDDLE_STORE", "none", 1);
  struct oracle o = {
      .seed = 1, .count = 1000, .batch = 100, .jobs = (uint32_t)sysconf(_SC_NPROCESSORS_ONLN), .started = now()};
  o.judge = (struct judge){.beside = 6,
                           .strategies = {"naive", "dpor", "guided", "summaries"},
                           .nstrategies = 4,
                           .max_runs = "--max-runs=4000",
                           .timeout = "--timeout=2",
                           .keep = "oracle-failures"};
  for (int i = 1; i < argc; i++)
    if (!read_word(&o, argv[i])) error_exit(EXIT_USAGE, "unknown option %s", argv[i]);
  if (o.functions) return functions_count(o.seed, o.count, o.judge.size);
  if (!check(&o) || !judge_open(&o.judge)) return EXIT_USAGE;
  if (o.print) {
    batch_print(stdout, o.seed, o.judge.size);
    return 0;
  }
  o.shared = mmap(NULL, sizeof *o.shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (o.shared == MAP_FAILED) error_exit(EXIT_USAGE, "no memory");
  if (o.count < (uint64_t)o.batch * o.jobs) o.batch = (uint32_t)((o.count + o.jobs - 1) / o.jobs);
  if (o.workers && !oracle_cluster_is_possible()) {
    printf("oracle: skipped: redis-server is not installed\noracle: 1 passed, 0 failed\n");
    return 0;
  }
  if (o.workers && !oracle_cluster_start(&o.cluster, o.workers)) return EXIT_USAGE;
  if (o.workers) o.judge.cluster = o.cluster.url;
  int code = report(&o, run_workers(&o));
  if (o.workers) oracle_cluster_stop(&o.cluster);
  judge_close(&o.judge);
  return code;
}

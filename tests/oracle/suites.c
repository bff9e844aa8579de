/* Random chains of versions, with a suite of the first one: `heddle check --suite` must keep what is right, retire what
   is not, find all paths and failures of the new version, and do the same in units and with several processes
   (suites_judge.c); and it must stay honest where it is cut short, along the whole chain (suites_along.c).

     suites [--seed=S] [--count=N] [--seconds=T] [--batch=N] [--keep=DIR] [--threads=no|only] [OLD.c NEW.c ...]

   Of every four batches of chains one has threads (the programs and edits of `pairs`); the others are sequential
   (suites_gen.c). A batch is judged in a process of its own. With files, those are the chain. A difference is kept in
   DIR. Last line: "suites: N passed, M failed", counted in checks from one version to another. */
#define _GNU_SOURCE
#include "suites.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../scratch.h"
#include "gen.h"
#include "gen_file.h"
#include "pairs.h"
#include "util/clock.h"
#include "util/error.h"

struct shared {
  struct suites_figures figures;
  uint64_t differ, broken, seed; /* seed: under way */
};

struct suites {
  uint64_t seed, count;
  uint32_t batch;
  double seconds, started;
  const char *keep, *threads;
  const char *files[PAIRS_VERSIONS];
  uint32_t nfiles;
  char directory[SCRATCH_BYTES];
  struct shared *shared;
};

static bool out_of_time(const struct suites *s) { return s->seconds > 0 && clock_now() - s->started >= s->seconds; }

/* ---- what differs ---- */

static FILE *kept_file(const struct suites *s, uint64_t seed, unsigned version, const char *what) {
  char path[500];
  mkdir(s->keep, 0777);
  snprintf(path, sizeof path, "%s/suite-%" PRIu64 "-v%u.c", s->keep, seed, version);
  FILE *out = fopen(path, "w");
  if (!out) error_exit(EXIT_USAGE, "cannot write %s", path);
  fprintf(out, "/* %s */\n", what);
  return out;
}

static void report(struct suites *s, uint64_t seed, const char *what, const struct pairs_chain *chain) {
  s->shared->differ++;
  printf("seed %" PRIu64 ": %s\n", seed, what);
  fflush(stdout);
  if (!s->keep) return;
  for (unsigned version = 0; version < (chain ? chain->count : suites_gen_length(seed)); version++) {
    FILE *out = kept_file(s, seed, version, what);
    if (chain) {
      gen_head(out);
      fputs(chain->version[version].text, out);
    } else {
      suites_gen_head(out);
      fprintf(out, "#define main_%" PRIu64 " main\n", seed);
      suites_gen(out, seed, version);
    }
    fclose(out);
  }
}

static void judge(struct suites *s, const struct suites_chain *chain, const struct pairs_chain *texts) {
  s->shared->seed = chain->seed;
  char *what = suites_judge(chain, s->directory, &s->shared->figures);
  if (what) report(s, chain->seed, what, texts);
  free(what);
}

/* ---- batches ---- */

static struct ir_program *compile(uint64_t first, uint32_t count, unsigned version) {
  struct gen_file file;
  gen_file_open(&file, "suites");
  suites_gen_head(file.out);
  for (uint32_t i = 0; i < count; i++) suites_gen(file.out, first + i, version);
  fprintf(file.out, "int main(void) {\nreturn 0");
  for (uint32_t i = 0; i < count; i++) fprintf(file.out, " + main_%" PRIu64 "()", first + i);
  fprintf(file.out, ";\n}\n");
  return gen_file_load(&file);
}

static void judge_sequential(struct suites *s, uint64_t seed, struct ir_program *const *images) {
  struct suites_chain chain = {.seed = seed, .count = suites_gen_length(seed)};
  char name[40];
  snprintf(name, sizeof name, "main_%" PRIu64, seed);
  for (uint32_t v = 0; v < chain.count; v++) {
    chain.version[v].image = images[v];
    chain.version[v].entry = ir_find_function(images[v], name);
  }
  judge(s, &chain, NULL);
}

static void work_on_sequential(struct suites *s, uint64_t first, uint32_t count) {
  struct ir_program *images[PAIRS_FEW];
  bool good = true;
  for (unsigned v = 0; v < PAIRS_FEW; v++) good &= (images[v] = compile(first, count, v)) != NULL;
  if (!good) s->shared->broken += count;
  for (uint32_t i = 0; good && i < count && !out_of_time(s); i++) judge_sequential(s, first + i, images);
  for (unsigned v = 0; v < PAIRS_FEW; v++)
    if (images[v]) ir_free(images[v]);
}

static void judge_threads(struct suites *s, const struct pairs_chain *c) {
  struct suites_chain chain = {.seed = c->seed, .count = c->count};
  for (uint32_t v = 0; v < c->count; v++) {
    chain.version[v].image = c->version[v].image;
    chain.version[v].entry = c->version[v].entry;
  }
  judge(s, &chain, c);
}

static void work_on_threads(struct suites *s, uint64_t first, uint32_t count) {
  struct pairs_batch batch;
  pairs_batch_make(&batch, first, count, 0, PAIRS_FEW);
  for (uint32_t i = 0; i < count && !out_of_time(s); i++) {
    const struct pairs_chain *c = &batch.chains.data[i];
    s->shared->broken += c->broken;
    if (!c->broken) judge_threads(s, c);
  }
  pairs_batch_free(&batch);
}

static bool is_threaded(const struct suites *s, uint64_t batch) {
  if (s->threads) return !strcmp(s->threads, "only");
  return batch % 4 == 3;
}

static void work_on(struct suites *s, uint64_t batch) {
  uint64_t first = s->seed + batch * s->batch, left = s->count - batch * s->batch;
  uint32_t count = left < s->batch ? (uint32_t)left : s->batch;
  fflush(stdout);
  pid_t process = fork();
  if (process == 0) {
    if (is_threaded(s, batch)) work_on_threads(s, first, count);
    else work_on_sequential(s, first, count);
    _exit(0);
  }
  int status;
  if (process < 0 || waitpid(process, &status, 0) < 0) error_exit(EXIT_USAGE, "cannot fork");
  if (status) report(s, s->shared->seed, "the engine died", NULL);
}

static int judge_files(struct suites *s) {
  struct pairs_batch batch;
  if (!pairs_batch_read(&batch, s->files, s->nfiles)) return EXIT_USAGE;
  s->keep = NULL;
  judge_threads(s, &batch.chains.data[0]);
  pairs_batch_free(&batch);
  return 0;
}

/* ---- the command line ---- */

static bool take(const char *word, const char *name, const char **value) {
  size_t n = strlen(name);
  if (strncmp(word, name, n) || word[n] != '=') return false;
  *value = word + n + 1;
  return true;
}

static bool read_word(struct suites *s, const char *word) {
  const char *value;
  if (take(word, "--seed", &value)) s->seed = strtoull(value, NULL, 10);
  else if (take(word, "--count", &value)) s->count = strtoull(value, NULL, 10);
  else if (take(word, "--seconds", &value)) s->seconds = strtod(value, NULL);
  else if (take(word, "--batch", &value)) s->batch = (uint32_t)strtoul(value, NULL, 10);
  else if (take(word, "--keep", &value)) s->keep = value;
  else if (take(word, "--threads", &value)) s->threads = value;
  else if (word[0] != '-' && s->nfiles < PAIRS_VERSIONS) s->files[s->nfiles++] = word;
  else return false;
  return true;
}

static int finish(const struct suites *s) {
  const struct suites_figures *f = &s->shared->figures;
  uint64_t failed = s->shared->differ, all = f->pairs + f->undecided;
  printf("suites: seeds %" PRIu64 " on: %" PRIu64 " pairs in %.1f s, %" PRIu64 " of them cut short; %" PRIu64
         " chains undecided, %" PRIu64 " do not compile\n",
         s->seed, f->pairs, clock_now() - s->started, f->limited, f->undecided, s->shared->broken);
  printf("suites: %" PRIu64 " paths of new versions; tests: %" PRIu64 " kept, %" PRIu64 " new, %" PRIu64
         " retired; left to Z3: %" PRIu64 " questions, %" PRIu64 " without a suite; %" PRIu64
         " checks in units could not be divided\n",
         f->paths, f->kept, f->fresh, f->retired, f->asked, f->asked_full, f->indivisible);
  if (f->undecided > all / 2 + 1 || s->shared->broken > all / 10 + 1) {
    printf("suites: too many are undecided or do not compile\n");
    failed++;
  }
  uint64_t wrong = s->shared->differ < f->pairs ? s->shared->differ : f->pairs;
  printf("suites: %" PRIu64 " passed, %" PRIu64 " failed\n", f->pairs - wrong, failed);
  return failed ? 1 : 0;
}

int main(int argc, char **argv) {
  struct suites s = {.seed = 1, .count = 200, .batch = 20, .started = clock_now()};
  for (int i = 1; i < argc; i++)
    if (!read_word(&s, argv[i])) error_exit(EXIT_USAGE, "unknown word %s", argv[i]);
  s.shared = mmap(NULL, sizeof *s.shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (s.shared == MAP_FAILED || !mkdtemp(scratch_name(s.directory, "suites-XXXXXX")))
    error_exit(EXIT_USAGE, "cannot make a directory");
  if (s.nfiles > 1) {
    if (judge_files(&s)) return EXIT_USAGE;
  } else
    for (uint64_t batch = 0; batch * s.batch < s.count && !out_of_time(&s); batch++) work_on(&s, batch);
  rmdir(s.directory);
  return finish(&s);
}

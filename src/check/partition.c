/* Exploring in units (explore/seeds.h), one after the other or several at a time in processes of their own. How many
   units there are depends on the suite alone, each is explored from nothing, and their results are put together in
   their order: how many processes there were makes no difference to the result. What one unit learns about the
   program's conditions the others have to find out again, so there is only one unless processes were asked for. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/inside.h"
#include "check/unit_result.h"
#include "suite/keep.h"
#include "util/clock.h"
#include "util/path.h"
#include "util/stop.h"

enum { TESTS_PER_UNIT = 128, MOST_UNITS = 16 };

struct unit {
  char *directory;   /* for its tests; NULL: none are written */
  struct sink bytes; /* its result, when it is there */
  FILE *file;        /* where another process leaves the result */
  pid_t process;     /* 0: none */
  bool indivisible;
  bool interrupted; /* somebody wants it all to end */
  const char *why;  /* there is no result; NULL: there is */
};

struct partition {
  const struct partition_request *request;
  struct unit *unit;
  uint32_t count;
  double started;
  struct result *result;
};

/* A unit must be able to tell its paths from those of others: where every path is walked to its end. */
static uint32_t units_for(const struct partition_request *r) {
  const struct explore_options *o = r->options;
  uint32_t tests = o->reuse.seeds->tests->tests.count, count = r->units  ? r->units
                                                               : r->jobs ? tests / TESTS_PER_UNIT
                                                                         : 1;
  if (o->config.tests != TESTS_PATHS || o->config.max_runs || o->config.stop_at_first_failure || !tests) return 1;
  if (!r->units && count > MOST_UNITS) count = MOST_UNITS;
  if (count > tests) count = tests;
  return count ? count : 1;
}

/* ---- directories ---- */

static void remove_directory(const char *directory) {
  DIR *dir = opendir(directory);
  for (const struct dirent *entry; dir && (entry = readdir(dir));)
    if (entry->d_name[0] != '.') unlinkat(dirfd(dir), entry->d_name, 0);
  if (dir) closedir(dir);
  rmdir(directory);
}

static void make_directory(struct partition *u, uint32_t i) {
  char name[32];
  if (!u->request->options->output.out_dir) return;
  snprintf(name, sizeof name, "unit%u.part", i);
  u->unit[i].directory = path_join(u->request->options->output.out_dir, name);
  remove_directory(u->unit[i].directory);
  if (mkdir(u->unit[i].directory, 0777)) u->unit[i].why = strerror(errno);
}

/* Its tests get their numbers among all and come to the others. */
static void move_tests(struct partition *u, const struct unit *unit, const struct unit_result_names *names) {
  DIR *dir = unit->directory ? opendir(unit->directory) : NULL;
  for (const struct dirent *entry; dir && (entry = readdir(dir));) {
    if (!keep_is_new(entry->d_name, names->before)) continue;
    char *to = path_join(names->directory, unit_result_test_name(names, entry->d_name, u->result));
    if (renameat(dirfd(dir), entry->d_name, AT_FDCWD, to))
      result_add_reason(u->result, result_text(u->result, "cannot write %s: %s", to, strerror(errno)));
    free(to);
  }
  if (dir) closedir(dir);
}

/* ---- one unit ---- */

static void explore_unit(struct partition *u, uint32_t i, const struct explore_hooks *hooks) {
  struct explore_seeds seeds = *u->request->options->reuse.seeds;
  struct explore_options options = *u->request->options;
  struct result result = {0};
  struct smt_stats solver = {0};
  seeds.unit = i;
  seeds.units = u->count;
  options.reuse.seeds = &seeds;
  options.output.out_dir = u->unit[i].directory;
  options.config.timeout_seconds = clock_left(options.config.timeout_seconds, clock_now() - u->started);
  explore_run(u->request->program, &options, hooks, &result, &solver);
  u->unit[i].indivisible = result.indivisible;
  u->unit[i].interrupted = result.interrupted;
  sink_put32(&u->unit[i].bytes, result.indivisible);
  unit_result_encode(&u->unit[i].bytes, &result, &solver);
  parts_encode_open(&u->unit[i].bytes, u->request->judge);
  judge_forget_open(u->request->judge); /* the next unit begins with nothing, as in a process of its own */
  result_free(&result);
}

/* ---- processes ---- */

static bool begin(struct partition *u, uint32_t i) {
  struct unit *unit = &u->unit[i];
  unit->file = tmpfile();
  fflush(NULL);
  unit->process = unit->file ? fork() : -1;
  if (unit->process > 0) return true;
  if (unit->process < 0) {
    unit->why = strerror(errno);
    unit->process = 0;
    return false;
  }
  stop_forked();
  explore_unit(u, i, NULL);
  bool good = fwrite(unit->bytes.bytes, 1, unit->bytes.size, unit->file) == unit->bytes.size && fflush(unit->file) == 0;
  fflush(stdout);
  _exit(good ? 0 : 1);
}

static void read_result(struct unit *unit) {
  char buffer[1 << 16];
  if (fseek(unit->file, 0, SEEK_SET)) unit->why = "its result could not be read";
  for (size_t n; (n = fread(buffer, 1, sizeof buffer, unit->file)) > 0;) sink_put(&unit->bytes, buffer, n);
}

static void end(struct partition *u, pid_t process, int status) {
  for (uint32_t i = 0; i < u->count; i++) {
    struct unit *unit = &u->unit[i];
    if (unit->process != process) continue;
    unit->process = 0;
    if (WIFEXITED(status) && !WEXITSTATUS(status)) read_result(unit);
    else unit->why = "its process did not come to its end";
    if (unit->bytes.size >= sizeof(uint32_t)) {
      uint32_t flag;
      memcpy(&flag, unit->bytes.bytes, sizeof flag);
      unit->indivisible = flag;
    }
  }
}

/* What is sent to this process is for all of them. */
static void pass_on(struct partition *u) {
  for (uint32_t i = 0; i < u->count; i++)
    if (u->unit[i].process) kill(u->unit[i].process, stop_signal());
}

static void wait_for_one(struct partition *u) {
  int status;
  pid_t process = waitpid(-1, &status, 0);
  if (process > 0) end(u, process, status);
  else if (errno == EINTR && stop_signal()) pass_on(u);
  else if (errno == ECHILD)
    for (uint32_t i = 0; i < u->count; i++) {
      if (u->unit[i].process) u->unit[i].why = "its process is gone";
      u->unit[i].process = 0;
    }
}

/* From there on nothing is begun any more. */
static void give_up(struct partition *u, uint32_t from) {
  for (uint32_t i = from; i < u->count; i++)
    if (!u->unit[i].why) u->unit[i].why = stop_signal() ? "stopped by a signal" : "the time was over";
}

static void run_processes(struct partition *u) {
  for (uint32_t running = 0, next = 0; running || next < u->count;) {
    while (next < u->count && running < u->request->jobs && !stop_wanted())
      running += !u->unit[next].why && begin(u, next), next++;
    if (stop_wanted()) give_up(u, next), next = u->count;
    if (running) wait_for_one(u);
    running = 0;
    for (uint32_t i = 0; i < u->count; i++) running += u->unit[i].process != 0;
  }
}

/* Whoever started this process may have had ended children forgotten. */
static void explore_in_processes(struct partition *u) {
  struct sigaction standard = {.sa_handler = SIG_DFL}, old;
  sigaction(SIGCHLD, &standard, &old);
  run_processes(u);
  sigaction(SIGCHLD, &old, NULL);
}

static void explore_in_turn(struct partition *u) {
  for (uint32_t i = 0; i < u->count; i++) {
    if (!u->unit[i].why) explore_unit(u, i, u->request->hooks);
    if (u->unit[i].interrupted || stop_wanted()) give_up(u, i + 1);
    if (u->unit[i].indivisible) return;
  }
}

/* ---- all of them ---- */

static void add_unit(struct partition *u, uint32_t i, struct smt_stats *solver) {
  const struct explore_options *o = u->request->options;
  struct unit *unit = &u->unit[i];
  struct unit_result_names names = {
      .directory = o->output.out_dir, .before = o->output.tests_before, .shift = u->result->artefacts.tests_new};
  struct source source = {.bytes = unit->bytes.bytes, .size = unit->bytes.size};
  source_get32(&source);
  bool good = unit->why || (unit_result_add(&source, &names, u->result, solver) &&
                            parts_add_open(&source, &names, u->result, u->request->judge));
  if (!good) unit->why = "its result cannot be read";
  if (unit->why)
    result_add_reason(u->result, result_text(u->result, "unit %u of the suite was not explored: %s", i + 1, unit->why));
  else move_tests(u, unit, &names);
}

/* False: the program cannot be explored in units. */
static bool add_all(struct partition *u, struct smt_stats *solver) {
  for (uint32_t i = 0; i < u->count; i++)
    if (u->unit[i].indivisible) return false;
  for (uint32_t i = 0; i < u->count; i++) add_unit(u, i, solver);
  struct result *r = u->result;
  r->verdict = r->failures.count ? VERDICT_UNSAFE : r->reasons.count ? VERDICT_INCOMPLETE : VERDICT_SAFE;
  r->stats.seconds = clock_now() - u->started;
  if (u->request->options->output.out_dir)
    r->artefacts.tests_dir = result_text(r, "%s", u->request->options->output.out_dir);
  return true;
}

static void free_units(struct partition *u) {
  for (uint32_t i = 0; i < u->count; i++) {
    if (u->unit[i].directory) remove_directory(u->unit[i].directory);
    if (u->unit[i].file) fclose(u->unit[i].file);
    free(u->unit[i].directory);
    free(u->unit[i].bytes.bytes);
  }
  free(u->unit);
}

void partition_explore(const struct partition_request *request, struct result *result, struct smt_stats *solver) {
  struct partition u = {.request = request, .count = units_for(request), .started = clock_now(), .result = result};
  bool divided = false;
  if (u.count > 1) {
    u.unit = mem_zalloc(u.count * sizeof *u.unit);
    for (uint32_t i = 0; i < u.count; i++) make_directory(&u, i);
    if (request->jobs > 1 && !request->options->config.show_output) explore_in_processes(&u);
    else explore_in_turn(&u);
    divided = add_all(&u, solver);
    free_units(&u);
  }
  if (!divided) explore_run(request->program, request->options, request->hooks, result, solver);
}

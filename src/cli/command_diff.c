/* heddle diff: what changed between two versions, what it may affect, and why. Nothing is explored. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/commands.h"
#include "cli/ending.h"
#include "cli/output.h"
#include "cli/versions.h"
#include "explore/relevance.h"
#include "report/diff.h"
#include "util/clock.h"
#include "util/stop.h"

struct job {
  struct cli_options options;
  struct versions versions;
  struct change *change;
  struct equivalence *equivalence;
  struct impact *impact;
  struct lines lines;
  char *why_file; /* of --why */
  FILE *json;     /* of --json=FILE */
  const char *const *texts;
  uint32_t ntexts;
  struct diff_report report;
};

/* ---- --why ---- */

static bool read_why(struct job *job) {
  const char *text = job->options.why, *colon = strrchr(text, ':');
  char *end = NULL;
  unsigned long line = colon ? strtoul(colon + 1, &end, 10) : 0;
  if (!colon || colon == text || colon[1] < '0' || colon[1] > '9' || *end || !line || line > UINT32_MAX) {
    error_say("--why wants FILE:LINE of the new version, not '%s'", text);
    return false;
  }
  job->why_file = mem_strdup(text);
  job->why_file[colon - text] = 0;
  job->report.why = (struct diff_why){.file = job->why_file, .line = (uint32_t)line};
  return true;
}

/* The name given, or the last parts of a longer path: "queue.c" is "src/queue.c". */
static bool names_file(const char *asked, const char *file) {
  size_t n = strlen(asked), m = strlen(file);
  return m >= n && !strcmp(file + m - n, asked) && (m == n || file[m - n - 1] == '/');
}

/* The shortest chain to any instruction of the line. */
static void find_why(struct job *job) {
  struct diff_why *why = &job->report.why;
  const struct ir_program *p = job->change->new.program;
  for (uint32_t i = 0; i < p->nins; i++) {
    const struct ir_loc *loc = &p->locs[p->ins[i].loc];
    if (loc->line != why->line || !names_file(why->file, ir_text(p, loc->file))) continue;
    why->known = why->known || !job->impact || static_is_live(job->impact->new_statics, i);
    if (!job->impact || !static_set_has(&job->impact->forward, i)) continue;
    struct static_link *links = NULL;
    bool in_old = false;
    uint32_t count = impact_why(job->impact, i, &links, &in_old);
    if (!count || (why->count && why->count <= count)) {
      free(links);
      continue;
    }
    free(why->links);
    *why = (struct diff_why){why->file, why->line, true, links, count, in_old, i};
  }
}

/* ---- comparing ---- */

/* Timed by what the processor does for it: it is the same on a busy machine. */
static void compare(struct job *job) {
  double start = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
  job->change = change_open(job->versions.old, job->versions.new);
  lines_collect(&job->lines, job->change);
  double compared = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
  job->report.change_seconds = compared - start;
  if (job->change->nothing) return;
  uint32_t checks = job->options.explore.config.checks;
  job->equivalence = equivalence_open(job->change, checks, EQUIVALENCE_LONG);
  double decided = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
  job->report.equivalence_seconds = decided - compared;
  job->impact = impact_open(job->change, checks, &(struct impact_failures){0});
  impact_find_backward(job->impact);
  job->report.impact_seconds = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - decided;
}

static char *locate(const void *versions, bool new, const char *shown) { return versions_source(versions, new, shown); }

static bool write_json(struct job *job) {
  FILE *json = job->json;
  job->json = NULL;
  output_empty_json(json, job->options.json_file);
  bool good = diff_json(json, &job->report);
  if (fclose(json)) good = false;
  if (!good) error_say("cannot write %s", job->options.json_file);
  return good;
}

static bool write_report(struct job *job) {
  struct diff_report *r = &job->report;
  r->old_name = job->versions.old_name;
  r->new_name = job->versions.new_name;
  r->change = job->change;
  r->lines = &job->lines;
  r->equivalence = job->equivalence;
  r->impact = job->impact;
  r->level = job->options.level;
  r->stats = job->options.stats;
  r->sets = job->options.sets;
  r->colour = options_wants_colour(&job->options);
  r->locate = locate;
  r->context = &job->versions;
  if (job->options.json && !job->options.json_file) return diff_json(stdout, r);
  diff_text(stdout, r);
  return !job->json || write_json(job);
}

/* By the watchdog. There is nothing to show yet. */
static int overrun(void *context, const char *what) {
  struct job *job = context;
  (void)what;
  return ending_early(&(struct ending){"diff", job->texts, job->ntexts}, job->options.level);
}

static bool prepare(struct job *job) {
  if (job->options.why && !read_why(job)) return false;
  double start = clock_now();
  if (!versions_load(&job->versions, &job->options)) return false;
  job->report.front_seconds = clock_now() - start;
  return !job->options.json_file || (job->json = output_open_json(job->options.json_file));
}

static enum exit_code run(struct job *job) {
  ending_watch(&(struct ending){"diff", job->texts, job->ntexts}, job->options.explore.config.timeout_seconds);
  if (!prepare(job)) return ending_early(&(struct ending){"diff", job->texts, job->ntexts}, job->options.level);
  stop_on_overrun(overrun, job);
  stop_enter(&(struct stop_part){.what = "the static analysis"});
  compare(job);
  stop_leave();
  stop_end();
  if (job->report.why.file) find_why(job);
  return write_report(job) ? EXIT_SAFE : EXIT_USAGE;
}

static void release(struct job *job) {
  if (job->json) fclose(job->json);
  impact_close(job->impact);
  equivalence_close(job->equivalence);
  change_close(job->change);
  lines_free(&job->lines);
  free(job->report.why.links);
  free(job->why_file);
  versions_free(&job->versions);
  options_free(&job->options);
}

enum exit_code command_diff(const char *const *texts, uint32_t count) {
  struct job job = {.texts = texts, .ntexts = count};
  enum exit_code code = EXIT_USAGE;
  if (!options_read(&job.options, OPTIONS_DIFF, texts, count)) {
    error_say("%s", job.options.error);
    ending_early(&(struct ending){"diff", texts, count}, job.options.level);
  } else if (job.options.help) {
    help_command(stdout, OPTIONS_DIFF);
    code = EXIT_SAFE;
  } else code = run(&job);
  release(&job);
  return code;
}

/* heddle diff: what changed between two versions, what it may affect, and why. Nothing is explored. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "job/ending.h"
#include "job/job.h"
#include "job/output.h"
#include "job/versions.h"
#include "explore/relevance.h"
#include "report/diff.h"
#include "util/clock.h"
#include "util/stop.h"

struct job {
  struct job_request *request;
  struct cli_options options;
  struct versions versions;
  struct change *change;
  struct equivalence *equivalence;
  struct impact *impact;
  struct lines lines;
  char *why_file; /* of --why */
  FILE *json;     /* of --json=FILE */
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
  job->equivalence = equivalence_open(job->change, &(struct equivalence_options){checks, EQUIVALENCE_LONG, true});
  double decided = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
  job->report.equivalence_seconds = decided - compared;
  job->impact = impact_open(job->change, checks, &(struct impact_failures){0});
  impact_find_backward(job->impact);
  job->report.impact_seconds = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - decided;
}

static char *locate(const void *versions, bool new, const char *shown) { return versions_source(versions, new, shown); }

static bool write_json(struct job *job, const json_t *model) {
  FILE *json = job->json;
  job->json = NULL;
  output_empty_json(json, job->options.json_file);
  bool good = diff_json(json, model);
  if (fclose(json)) good = false;
  if (!good) error_say("cannot write %s", job->options.json_file);
  return good;
}

static bool tell(struct job *job) {
  const struct cli_options *options = &job->options;
  bool prints_json = options->json && !options->json_file && !options->silent;
  bool wanted = prints_json || job->json || job->request->wants_model;
  json_t *model = wanted ? diff_model(&job->report) : NULL;
  bool good = !prints_json || diff_json(stdout, model);
  if (!prints_json && !options->silent) diff_text(stdout, &job->report);
  if (job->json) good = write_json(job, model) && good;
  if (job->request->wants_model) job->request->model = json_incref(model);
  json_decref(model);
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
  return tell(job);
}

/* By the watchdog. There is nothing to show yet. */
static int overrun(void *context, const char *what) {
  struct job *job = context;
  (void)what;
  return ending_early(&(struct ending){"diff", job->request->texts, job->request->ntexts}, job->options.level);
}

static bool prepare(void *context) {
  struct job *job = context;
  if (job->options.why && !read_why(job)) return false;
  double start = clock_now();
  if (!versions_load(&job->versions, &job->options)) return false;
  job->report.front_seconds = clock_now() - start;
  return !job->options.json_file || (job->json = output_open_json(job->options.json_file));
}

static void work(void *context) {
  stop_enter(&(struct stop_part){.what = "the static analysis"});
  compare(context);
  stop_leave();
}

static enum exit_code finish(void *context) {
  struct job *job = context;
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

enum exit_code diff_job(struct job_request *request) {
  static const struct job_steps steps = {"diff", prepare, work, overrun, finish};
  struct job job = {.request = request};
  enum exit_code code = EXIT_USAGE;
  if (job_read(&job.options, OPTIONS_DIFF, request)) code = job_do(&steps, &job, &job.options, request);
  release(&job);
  return code;
}

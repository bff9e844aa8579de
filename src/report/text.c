/* The report for a person: verdict, failures, where the tests are, how to replay the first failure, why the search was
   not complete, and one line of figures. Quiet: the verdict line alone. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/pen.h"
#include "report/report.h"
#include "report/words.h"

bool report_wants_colour(FILE *out) {
  const char *terminal = getenv("TERM"), *none = getenv("NO_COLOR");
  return isatty(fileno(out)) && !(none && *none) && terminal && strcmp(terminal, "dumb") != 0;
}

/* ---- the verdict line ---- */

static uint64_t all_runs(const struct result *result) { return result->runs.full + result->runs.partial; }

enum { ACCEPTED_WORDS = WORDS_COUNT + 16 };
/* ", 2 failures accepted"; "" if none is. */
static const char *accepted_words(const struct result *result, char text[ACCEPTED_WORDS]) {
  char count[WORDS_COUNT];
  if (!result->accepted.count) return "";
  snprintf(text, ACCEPTED_WORDS, ", %s accepted", words_count(result->accepted.count, "failure", count));
  return text;
}

static void run_verdict(const struct pen *pen, const struct result *result) {
  char runs[WORDS_COUNT], failures[ACCEPTED_WORDS];
  bool accepted = result->accepted.count;
  words_count(all_runs(result), "run", runs);
  switch (result->verdict) {
  case VERDICT_SAFE:
    pen_write(pen, INK_GOOD, "safe");
    pen_write(pen, INK_PLAIN, ": %s, everything explored, nothing%s failed%s\n", runs, accepted ? " else" : "",
              accepted_words(result, failures));
    break;
  case VERDICT_UNSAFE:
    pen_write(pen, INK_BAD, "unsafe");
    pen_write(pen, INK_PLAIN, ": %s in %s%s", words_count(result->failures.count, "failure", failures), runs,
              result->reasons.count ? ", not everything explored" : "");
    pen_write(pen, INK_PLAIN, "%s\n", accepted_words(result, failures));
    break;
  case VERDICT_INCOMPLETE:
    pen_write(pen, INK_WARN, "incomplete");
    pen_write(pen, INK_PLAIN, ": %s, nothing%s failed so far, not everything explored%s\n", runs,
              accepted ? " else" : "", accepted_words(result, failures));
    break;
  }
}

static uint32_t count_age(const struct result *result, enum result_age age) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < result->failures.count; i++) count += result->failures.data[i].age == age;
  return count;
}

static void check_verdict(const struct pen *pen, const struct check *check) {
  const struct result *result = &check->result;
  char fresh[WORDS_COUNT], runs[ACCEPTED_WORDS];
  if (check->paths.marks) {
    pen_write(pen,
              result->failures.count  ? INK_BAD
              : result->reasons.count ? INK_WARN
                                      : INK_GOOD,
              "%s",
              result->failures.count  ? "unsafe"
              : result->reasons.count ? "incomplete"
                                      : "safe");
    pen_write(pen, INK_PLAIN, ": %s on the paths that show the change; failures elsewhere were not looked for\n",
              words_count(result->failures.count, "failure", fresh));
    return;
  }
  static const char *const words[] = {
      [VERDICT_SAFE] = "safe", [VERDICT_UNSAFE] = "unsafe", [VERDICT_INCOMPLETE] = "incomplete"};
  uint32_t count = count_age(result, AGE_NEW), old = count_age(result, AGE_OLD),
           unknown = count_age(result, AGE_UNKNOWN);
  bool open = result->reasons.count;
  words_count(count, "new failure", fresh);
  pen_write(pen, count + unknown ? INK_BAD : open || old ? INK_WARN : INK_GOOD, "%s", words[result->verdict]);
  pen_write(pen, INK_PLAIN, ": %s",
            count     ? fresh
            : unknown ? "no failure known to be new"
            : open    ? "no new failure so far"
                      : "no new failure");
  if (unknown) pen_write(pen, INK_PLAIN, ", %u not known to be new or old", unknown);
  if (old) pen_write(pen, INK_PLAIN, ", %u that the old version has too", old);
  if (check->fixed.count) pen_write(pen, INK_PLAIN, ", %u fixed", check->fixed.count);
  pen_write(pen, INK_PLAIN, "%s", accepted_words(result, runs));
  if (check->scope == SCOPE_NOTHING) pen_write(pen, INK_PLAIN, "; no semantic change\n");
  else if (check->scope == SCOPE_SAME) pen_write(pen, INK_PLAIN, "; every run is one of the old version\n");
  else if (check->scope == SCOPE_KNOWN) pen_write(pen, INK_PLAIN, "; this version was explored before\n");
  else if (check->scope == SCOPE_ALIKE)
    pen_write(pen, INK_PLAIN, "; it does the same as a version that was explored before\n");
  else if (check->scope == SCOPE_NO_TARGET) pen_write(pen, INK_PLAIN, "; nothing that can fail is affected\n");
  else
    pen_write(pen, INK_PLAIN, "; %s of what %s%s\n", words_count(all_runs(result), "run", runs),
              check->scope == SCOPE_IMPACT ? "the change can affect" : "the new version can do",
              open ? ", not everything explored" : "");
}

static void replay_end(const struct pen *pen, const struct report_replay *replay, bool failed) {
  pen_write(pen, failed ? INK_BAD : INK_GOOD, failed ? "unsafe" : "safe");
  pen_write(pen, INK_PLAIN, failed ? ": the run fails" : ": the run ends without failure");
  if (replay->recorded && replay->verdict_agrees) pen_write(pen, INK_PLAIN, ", as recorded");
  if (replay->recorded && !replay->verdict_agrees) {
    pen_write(pen, INK_PLAIN, ", but the test recorded: ");
    pen_foreign(pen, INK_PLAIN, replay->recorded);
  }
}

static void replay_verdict(const struct pen *pen, const struct report_replay *replay, const struct result *result) {
  if (replay->diverged) {
    pen_write(pen, INK_WARN, "diverged");
    pen_write(pen, INK_PLAIN, ": the test does not fit this program: ");
    pen_foreign(pen, INK_PLAIN, replay->why);
  } else if (result->verdict == VERDICT_INCOMPLETE) {
    pen_write(pen, INK_WARN, "incomplete");
    pen_write(pen, INK_PLAIN, ": the run could not be followed to its end");
  } else replay_end(pen, replay, result->verdict == VERDICT_UNSAFE);
  fputc('\n', pen->out);
}

static void replay_path(const struct pen *pen, const struct report_replay *replay) {
  if (replay->kept_for) {
    pen_write(pen, INK_FAINT, "program ");
    pen_foreign(pen, INK_PLAIN, replay->kept_for);
    pen_write(pen, INK_PLAIN, ", for which the suite keeps the test (suite.json)\n");
  }
  pen_write(pen, INK_FAINT, "path    ");
  if (!replay->path_recorded) pen_write(pen, INK_PLAIN, "the test does not say which one it took\n");
  else if (replay->path_agrees) pen_write(pen, INK_PLAIN, "the one recorded\n");
  else pen_write(pen, INK_PLAIN, "another one than recorded: the program or its options changed\n");
}

/* ---- what follows the failures ---- */

static void write_reasons(const struct pen *pen, const struct result *result) {
  if (!result->reasons.count) return;
  pen_write(pen, INK_WARN, "not everything was explored:\n");
  for (uint32_t i = 0; i < result->reasons.count; i++) {
    pen_write(pen, INK_PLAIN, "  ");
    pen_foreign(pen, INK_PLAIN, result->reasons.data[i]);
    fputc('\n', pen->out);
  }
  fputc('\n', pen->out);
}

static void write_notes(const struct pen *pen, const struct result *result) {
  for (uint32_t i = 0; i < result->notes.count; i++) {
    struct pen_paragraph note;
    pen_begin(&note);
    pen_foreign(&note.pen, INK_PLAIN, result->notes.data[i]);
    pen_end(&note, pen, "note");
  }
}

static void write_tests(const struct pen *pen, const struct result *result) {
  char count[WORDS_COUNT];
  if (!result->artefacts.tests_dir) return;
  pen_write(pen, INK_FAINT, "tests   ");
  pen_write(pen, INK_PLAIN, "%s in ",
            words_count(result->artefacts.tests_new, result->artefacts.tests_reused ? "added test" : "test", count));
  pen_foreign(pen, INK_PLAIN, result->artefacts.tests_dir);
  if (result->artefacts.nold_tests) {
    pen_write(pen, INK_PLAIN, ", %s of the suite kept", words_count(result->artefacts.tests_reused, "test", count));
    pen_write(pen, INK_PLAIN, ", %s retired (suite.json says why)",
              words_count(result->artefacts.tests_retired, "test", count));
  } else if (result->artefacts.tests_reused)
    pen_write(pen, INK_PLAIN, ", %s of the suite selected", words_count(result->artefacts.tests_reused, "test", count));
  fputc('\n', pen->out);
}

/* What the tests of an old suite, and what is known beside them, saved. */
static void write_suite(const struct pen *pen, const struct result *result, const struct smt_stats *solver) {
  char tests[WORDS_COUNT], known[WORDS_FIGURE], asked[WORDS_FIGURE];
  if (!result->artefacts.nold_tests || !solver) return;
  pen_write(pen, INK_FAINT, "suite   ");
  pen_write(pen, INK_PLAIN, "%s answered by old tests, %s known to be impossible, %s left to the solver\n",
            words_count(solver->by_suite, "question", tests), words_figure(solver->by_record, known),
            words_figure(solver->by_z3, asked));
}

static void write_replay_command(const struct pen *pen, const struct result *result) {
  for (uint32_t i = 0; i < result->failures.count; i++) {
    if (!result->failures.data[i].test) continue;
    char *word = words_shell(result->failures.data[i].test);
    pen_write(pen, INK_FAINT, "replay  ");
    pen_write(pen, INK_PLAIN, "heddle replay ");
    pen_foreign(pen, INK_PLAIN, word);
    fputc('\n', pen->out);
    free(word);
    return;
  }
}

/* What --accept left out of the failures. */
static void write_accepted(const struct pen *pen, const struct result *result) {
  for (uint32_t i = 0; i < result->accepted.count; i++) {
    const struct result_failure *f = &result->accepted.data[i];
    pen_write(pen, INK_FAINT, "accepted ");
    pen_write(pen, INK_PLAIN, "%s: ", failure_kind_text(f->kind));
    pen_foreign(pen, INK_PLAIN, f->message);
    if (f->nframes) {
      pen_write(pen, INK_PLAIN, " (");
      pen_foreign(pen, INK_PLAIN, f->frames[0].file);
      pen_write(pen, INK_PLAIN, ":%u)", f->frames[0].line);
    }
    if (*f->accepted_why) pen_write(pen, INK_PLAIN, ": ");
    pen_foreign(pen, INK_PLAIN, f->accepted_why);
    fputc('\n', pen->out);
  }
}

/* ---- two versions ---- */

static void write_fixed(const struct pen *pen, const struct check *check) {
  for (uint32_t i = 0; i < check->fixed.count; i++) {
    const struct result_failure *f = &check->fixed.data[i];
    pen_write(pen, INK_GOOD, "fixed   ");
    pen_foreign(pen, INK_PLAIN, f->message);
    if (f->nframes) {
      pen_write(pen, INK_PLAIN, " (old version, ");
      pen_foreign(pen, INK_PLAIN, f->frames[0].file);
      pen_write(pen, INK_PLAIN, ":%u)", f->frames[0].line);
    }
    fputc('\n', pen->out);
  }
}

static void write_change(const struct pen *pen, const struct check *check) {
  const struct change *change = check->change;
  struct pen_paragraph line;
  pen_begin(&line);
  if (change->nothing) pen_write(&line.pen, INK_PLAIN, "none that makes a difference");
  else
    pen_write(&line.pen, INK_PLAIN, "%" PRIu64 " instructions added, %" PRIu64 " deleted, %" PRIu64 " modified",
              change->new.alone, change->old.alone, change->new.modified);
  if (!change->nothing && check->impact && check->impact->live)
    pen_write(&line.pen, INK_PLAIN, "; %.1f %% of the program affected",
              100.0 * (double)check->impact->affected / (double)check->impact->live);
  pen_end(&line, pen, "change");
}

static void write_old(const struct pen *pen, const struct check *check) {
  char runs[WORDS_COUNT], figure[WORDS_FIGURE];
  pen_write(pen, INK_FAINT, "old     ");
  if (!check->old_is_known) {
    pen_write(pen, INK_PLAIN, "not explored: whatever it does, the new version does too\n");
    return;
  }
  words_count(check->old.runs.full + check->old.runs.partial, "run", runs);
  if (check->old_from_store) pen_write(pen, INK_PLAIN, "explored before (%s)", runs);
  else pen_write(pen, INK_PLAIN, "explored now (%s, %s)", runs, words_seconds(check->old_seconds, figure));
  if (check->summaries_used)
    pen_write(pen, INK_PLAIN, ", %" PRIu64 " of its summaries still hold", check->summaries_used);
  fputc('\n', pen->out);
}

static void write_paths(const struct pen *pen, const struct check *check) {
  char count[WORDS_COUNT];
  pen_write(pen, INK_FAINT, "paths   ");
  pen_write(pen, INK_PLAIN, "%s of affected places, one path for each:\n",
            words_count(check->result.artefacts.paths.count, "feasible sequence", count));
  for (uint32_t i = 0; i < check->result.artefacts.paths.count; i++) {
    const struct result_path *path = &check->result.artefacts.paths.data[i];
    pen_write(pen, INK_STRONG, "  %u", i + 1);
    for (uint32_t k = 0; k < path->nconditions; k++) {
      pen_write(pen, INK_PLAIN, k ? " and " : "  ");
      pen_foreign(pen, INK_PLAIN, path->conditions[k]);
    }
    if (!path->nconditions) pen_write(pen, INK_PLAIN, "  whatever the inputs are");
    fputc('\n', pen->out);
  }
}

static void write_versions(const struct pen *pen, const struct check *check) {
  if (check->paths.marks) {
    write_paths(pen, check);
    write_change(pen, check);
    return;
  }
  write_fixed(pen, check);
  write_change(pen, check);
  write_old(pen, check);
}

static void write_figures(const struct pen *pen, const struct report_info *info, const struct result *result) {
  const struct result_stats *stats = &result->stats;
  char text[WORDS_COUNT], figure[WORDS_FIGURE];
  struct pen_paragraph line;
  pen_begin(&line);
  pen_write(&line.pen, INK_PLAIN, "%s, ", words_count(all_runs(result), "run", text));
  if (result->artefacts.tests_dir)
    pen_write(&line.pen, INK_PLAIN, "%s, ", words_count(result->artefacts.tests_new, "test", text));
  pen_write(&line.pen, INK_PLAIN, "%s, ", words_count(stats->instructions, "instruction", text));
  if (info->solver)
    pen_write(&line.pen, INK_PLAIN, "%s (%s by Z3), ", words_count(info->solver->queries, "query", text),
              words_figure(info->solver->by_z3, figure));
  pen_write(&line.pen, INK_PLAIN, "%s", words_seconds(stats->seconds, figure));
  if (stats->peak_rss_kib) pen_write(&line.pen, INK_PLAIN, ", %" PRIu64 " MiB", stats->peak_rss_kib / 1024);
  pen_end(&line, pen, "figures");
}

/* ---- --explain-pruning ---- */

static void write_cut(const struct pen *pen, const struct result_cut *cut) {
  char count[WORDS_COUNT];
  pen_write(pen, INK_STRONG, "\nrun %" PRIu64, cut->run);
  if (cut->summary)
    pen_write(pen, INK_PLAIN, " was cut by summary %" PRIu64 ", made after run %" PRIu64 ", where\n", cut->summary,
              cut->made_after);
  else
    pen_write(pen, INK_PLAIN, " was cut at the same state as in run %" PRIu64 "%s%s, where\n", cut->same_as,
              cut->exchanged ? " with " : "", cut->exchanged ? cut->exchanged : "");
  for (uint32_t i = 0; i < cut->nthreads; i++) {
    const struct result_frame *place = &cut->threads[i].place;
    pen_write(pen, INK_PLAIN, "  %-8s is at ", cut->threads[i].thread);
    pen_foreign(pen, INK_PLAIN, place->file);
    pen_write(pen, INK_PLAIN, ":%u in ", place->line);
    pen_foreign(pen, INK_PLAIN, place->function);
    fputc('\n', pen->out);
  }
  if (!cut->summary) return;
  pen_write(pen, INK_PLAIN,
            cut->nconditions ? "  nothing can fail from there on if\n" : "  nothing can fail from there on\n");
  for (uint32_t i = 0; i < cut->nconditions; i++) {
    pen_write(pen, INK_PLAIN, "    ");
    pen_foreign(pen, INK_PLAIN, cut->conditions[i]);
    fputc('\n', pen->out);
  }
  if (cut->more) pen_write(pen, INK_FAINT, "    and %s more\n", words_count(cut->more, "condition", count));
  if (cut->library)
    pen_write(pen, INK_FAINT, "    %s%s on stack frames and the library's own state\n",
              cut->nconditions ? "and " : "if ", words_count(cut->library, "condition", count));
}

static void write_pruning(const struct pen *pen, const struct result *result) {
  char count[WORDS_COUNT];
  pen_write(pen, INK_STRONG, "\npruning");
  pen_write(pen, INK_PLAIN, ": %s cut", words_count(result->runs.partial, "run", count));
  if (result->cuts.count < result->runs.partial)
    pen_write(pen, INK_PLAIN, ", the first %u explained", result->cuts.count);
  fputc('\n', pen->out);
  for (uint32_t i = 0; i < result->cuts.count; i++) write_cut(pen, &result->cuts.data[i]);
}

/* ---- tables for --stats and --verbose ---- */

static void figure_row(const struct pen *pen, uint64_t value, uint64_t whole, const char *text) {
  char figure[WORDS_FIGURE];
  pen_write(pen, INK_PLAIN, "%16s", words_figure(value, figure));
  if (whole) pen_write(pen, INK_FAINT, " %5.1f%%", 100.0 * (double)value / (double)whole);
  else pen_write(pen, INK_PLAIN, " %6s", "");
  pen_write(pen, INK_PLAIN, "  %s\n", text);
}

static void real_row(const struct pen *pen, double value, const char *text) {
  pen_write(pen, INK_PLAIN, "%16.3f %6s  %s\n", value, "", text);
}

static void write_rows(const struct pen *pen, const struct result_stats *stats, enum stats_table table) {
  for (unsigned i = 0; i < STATS_ROWS; i++) {
    const struct stats_row *row = &stats_rows[i];
    if (row->table != table || !stats_is_shown(stats, row)) continue;
    uint64_t whole = row->whole == row->at ? 0 : stats_count_at(stats, row->whole);
    if (row->real) real_row(pen, stats_real_at(stats, row->at), row->text);
    else figure_row(pen, stats_count_at(stats, row->at), whole, row->text);
  }
}

static void write_solver_table(const struct pen *pen, const struct smt_stats *solver) {
  pen_write(pen, INK_STRONG, "solver\n");
#define X(name, text) figure_row(pen, solver->name, !strncmp(#name, "by_", 3) ? solver->queries : 0, text);
  SMT_STATS(X)
#undef X
  real_row(pen, solver->z3_seconds, "seconds in Z3");
}

static void write_search_table(const struct pen *pen, const struct result *result) {
  const struct result_stats *stats = &result->stats;
  pen_write(pen, INK_STRONG, "search\n");
  figure_row(pen, result->runs.full, 0, "full runs");
  figure_row(pen, result->runs.partial, 0, "partial runs");
  figure_row(pen, result->runs.infeasible, 0, "infeasible ends");
  figure_row(pen, result->runs.blocked, 0, "blocked ends");
  write_rows(pen, stats, STATS_SEARCH);
  if (stats->seconds > 0)
    figure_row(pen, (uint64_t)((double)stats->instructions / stats->seconds), 0, "instructions per second");
}

static void write_threads_table(const struct pen *pen, const struct result *result) {
  const struct result_stats *stats = &result->stats;
  if (!stats->events) return;
  pen_write(pen, INK_STRONG, "threads\n");
  write_rows(pen, stats, STATS_THREADS);
  if (stats->seconds > 0) {
    figure_row(pen, (uint64_t)((double)all_runs(result) / stats->seconds), 0, "runs per second");
    figure_row(pen, (uint64_t)((double)stats->events / stats->seconds), 0, "events per second");
  }
}

static void write_summaries_table(const struct pen *pen, const struct result *result) {
  const struct summary_stats *stats = &result->stats.summaries;
  if (!result->stats.guided || !stats->lookups) return;
  pen_write(pen, INK_STRONG, "summaries\n");
#define X(name, text) figure_row(pen, stats->name, !strncmp(#name, "by_", 3) ? stats->checks : 0, text);
  SUMMARY_STATS(X)
#undef X
  real_row(pen, stats->seconds, "seconds on making and checking them, estimated");
  real_row(pen, stats->check_ns / 1000, "microseconds for a check that needs no solver, on average");
}

/* ---- the whole ---- */

/* Of two versions. */
static void write_age(const struct pen *pen, const struct result_failure *f) {
  static const char *const words[] = {[AGE_NEW] = "new", [AGE_OLD] = "old", [AGE_UNKNOWN] = "unknown"};
  static const char *const texts[] = {[AGE_NEW] = "the old version does not fail here",
                                      [AGE_OLD] = "the old version fails here too",
                                      [AGE_UNKNOWN] =
                                          "whether the old version fails here with this test could not be decided"};
  pen_write(pen, f->age == AGE_OLD ? INK_FAINT : INK_BAD, "  %-6s ", words[f->age]);
  pen_write(pen, INK_PLAIN, "%s\n",
            !f->also_old  ? texts[f->age]
            : f->schedule ? "the same line also fails in the old version for other inputs or schedules"
                          : "the same line also fails in the old version for other inputs");
}

/* The changed line, and the first value that is another one because of it. */
static void write_divergence(const struct pen *pen, const struct result_divergence *d) {
  const char *value = *d->new_value ? d->new_value : "something else";
  bool variable = !strcmp(d->what, "variable") || !strcmp(d->what, "memory");
  pen_write(pen, INK_PLAIN, "  change %s:%u in %s", d->file, d->line, d->function);
  if (variable && *d->name) pen_write(pen, INK_PLAIN, ": '%s' becomes %s", d->name, value);
  else if (!strcmp(d->what, "result")) pen_write(pen, INK_PLAIN, ": it returns %s", value);
  else if (strcmp(d->what, "control")) pen_write(pen, INK_PLAIN, ": a value becomes %s", value);
  else pen_write(pen, INK_PLAIN, ": control goes on elsewhere, or other operations follow");
  if (*d->old_value) pen_write(pen, INK_PLAIN, ", %s in the old version", d->old_value);
  pen_write(pen, INK_FAINT, " (%s:%u)\n", d->old_file, d->old_line);
}

/* From the changed line to the failure, a line each. */
static void write_chain(const struct pen *pen, const struct result_failure *f) {
  for (uint32_t i = 0; i < f->nchain; i++) {
    const struct result_link *l = &f->chain[i];
    bool threads = f->schedule != NULL, old = !strcmp(l->role, "deleted") || !strcmp(l->role, "waits");
    pen_write(pen, INK_PLAIN, "  %-6s %s:%u%s: ", i ? "" : "chain", l->file, l->line, old ? " (old)" : "");
    pen_write(pen, l->changed ? INK_STRONG : INK_PLAIN, "%s", l->text);
    if (l->changed && !old) pen_write(pen, INK_FAINT, " (changed)");
    if (threads) pen_write(pen, INK_FAINT, " [%s]", l->thread);
    pen_write(pen, INK_PLAIN, "\n");
  }
}

uint32_t report_warnings_told(const struct report_info *info, const struct result *result) {
  return result->warnings.count > info->max_warnings ? (uint32_t)info->max_warnings : result->warnings.count;
}

static void write_failures(const struct pen *pen, const struct report_info *info, const struct result *result) {
  bool all = info->level == REPORT_VERBOSE;
  for (uint32_t i = 0; i < result->failures.count; i++) {
    fputc('\n', pen->out);
    pen_failure(pen, &result->failures.data[i], false, all);
    if (info->versions) write_age(pen, &result->failures.data[i]);
    write_chain(pen, &result->failures.data[i]);
    if (result->failures.data[i].divergence && result->failures.data[i].age != AGE_OLD &&
        !result->failures.data[i].nchain)
      write_divergence(pen, result->failures.data[i].divergence);
  }
  uint32_t told = report_warnings_told(info, result);
  if (result->warnings.count) pen_write(pen, INK_WARN, "\nwarnings\n");
  for (uint32_t i = 0; i < told; i++) {
    fputc('\n', pen->out);
    pen_failure(pen, &result->warnings.data[i], true, all);
  }
  char more[WORDS_COUNT];
  if (told < result->warnings.count)
    pen_write(pen, INK_WARN, "\nand %s more (--max-warnings)\n",
              words_count(result->warnings.count - told, "warning", more));
  if (result->failures.count + result->warnings.count) fputc('\n', pen->out);
}

void report_text(FILE *out, const struct report_info *info, const struct result *result) {
  struct pen pen = {
      .out = out, .program = info->program, .colour = info->colour, .full = info->full_schedule, .width = info->width};
  if (info->replay) replay_verdict(&pen, info->replay, result);
  else if (info->extra) info->extra->verdict(info->extra->context, &pen);
  else if (info->versions) check_verdict(&pen, info->versions->check);
  else run_verdict(&pen, result);
  if (info->level == REPORT_QUIET) return;
  write_failures(&pen, info, result);
  write_reasons(&pen, result);
  write_accepted(&pen, result);
  write_notes(&pen, result);
  if (info->versions) write_versions(&pen, info->versions->check);
  if (info->extra) info->extra->text(info->extra->context, &pen);
  if (info->replay && !info->replay->diverged) replay_path(&pen, info->replay);
  if (!info->replay) {
    write_tests(&pen, result);
    write_suite(&pen, result, info->solver);
    write_replay_command(&pen, result);
  }
  write_figures(&pen, info, result);
  if (info->stats || info->level == REPORT_VERBOSE) {
    write_search_table(&pen, result);
    write_threads_table(&pen, result);
    write_summaries_table(&pen, result);
    if (info->solver) write_solver_table(&pen, info->solver);
  }
  if (info->pruning) write_pruning(&pen, result);
}

/* What `heddle augment` says: how many targets are decided, which, by which test and how; which old tests went,
   and why. */
#include "report/augment_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "change/lines.h"
#include "report/diff.h"
#include "report/words.h"

static enum augment_status status_of(const struct augment_view *v, const struct target *t) {
  if (t->status == TARGET_COVERED) return AUGMENT_COVERED;
  if (t->status == TARGET_INFEASIBLE) return AUGMENT_INFEASIBLE;
  return v->augment && v->augment->finished ? AUGMENT_UNKNOWN : AUGMENT_OPEN;
}

static uint32_t count_of(const struct augment_view *v, enum augment_status status) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < v->targets->list.count; i++) n += status_of(v, &v->targets->list.data[i]) == status;
  return n;
}

/* Freed by the caller. */
static struct augment_row *rows_of(const struct augment_view *v) {
  struct augment_row *rows = mem_zalloc((v->targets->list.count + 1ull) * sizeof *rows);
  for (uint32_t i = 0; i < v->targets->list.count; i++) {
    const struct target *t = &v->targets->list.data[i];
    rows[i] = (struct augment_row){.status = status_of(v, t), .test = t->test};
    if (v->targets->pairs) rows[i].pair = &v->targets->pairs->list.data[i];
    if (t->means) rows[i].how = target_means_text(t->means);
  }
  return rows;
}

static bool is_pairs(const struct augment_view *v) { return v->targets->criterion == CRITERION_PAIRS; }

/* ---- text ---- */

/* Where all is decided that was asked about, but nothing is known about failures elsewhere. */
static const char *verdict_word(const struct augment_view *v, bool all_decided) {
  if (v->augment->result.verdict == VERDICT_SAFE) return "safe";
  return all_decided && v->only_targets && !v->augment->stopped ? "decided" : "incomplete";
}

void augment_view_verdict(const void *view, const struct pen *pen) {
  const struct augment_view *v = view;
  const struct result *result = &v->augment->result;
  char failures[WORDS_COUNT], targets[WORDS_COUNT];
  uint32_t decided = count_of(v, AUGMENT_COVERED) + count_of(v, AUGMENT_INFEASIBLE), all = v->targets->list.count;
  words_count(all, is_pairs(v) ? "pair" : "branch side", targets);
  if (result->failures.count) {
    pen_write(pen, INK_BAD, "unsafe");
    pen_write(pen, INK_PLAIN, ": %s", words_count(result->failures.count, "failure", failures));
  } else {
    const char *word = verdict_word(v, decided == all);
    pen_write(pen, strcmp(word, "incomplete") ? INK_GOOD : INK_WARN, "%s", word);
    pen_write(pen, INK_PLAIN, result->verdict == VERDICT_SAFE ? ": nothing failed" : ": nothing failed so far");
  }
  if (decided == all)
    pen_write(pen, INK_PLAIN, ", %s decided: %u covered, %u infeasible\n", targets, count_of(v, AUGMENT_COVERED),
              count_of(v, AUGMENT_INFEASIBLE));
  else pen_write(pen, INK_PLAIN, ", %u of %s decided\n", decided, targets);
}

static void write_branches(const struct augment_view *v, const struct pen *pen, const struct augment_row *rows) {
  const struct ir_program *p = v->program;
  for (uint32_t i = 0; i < v->targets->list.count && v->level != REPORT_QUIET; i++) {
    const struct target *t = &v->targets->list.data[i];
    const char *file, *other;
    uint32_t line, to;
    lines_place(p, t->first, &file, &line);
    lines_place(p, t->second, &other, &to);
    pen_write(pen, INK_PLAIN, "  ");
    pen_foreign(pen, INK_PLAIN, *file ? file : "(no source)");
    pen_write(pen, INK_PLAIN, ":%u -> line %u  %s  %s", line, to, augment_status_text(rows[i].status),
              t->test ? t->test : "");
    if (rows[i].how) pen_write(pen, INK_FAINT, t->test ? " (%s)" : "(%s)", rows[i].how);
    fputc('\n', pen->out);
  }
  pen_write(pen, INK_STRONG, "%u branch sides", v->targets->list.count);
  pen_write(pen, INK_PLAIN, ": %u covered, %u infeasible, %u undecided\n", count_of(v, AUGMENT_COVERED),
            count_of(v, AUGMENT_INFEASIBLE), count_of(v, AUGMENT_OPEN) + count_of(v, AUGMENT_UNKNOWN));
}

static void write_retired(const struct augment *a, const struct pen *pen) {
  if (a->retired.count) pen_write(pen, INK_STRONG, "tests that do not fit the new version any more\n");
  for (uint32_t i = 0; i < a->retired.count; i++) {
    pen_write(pen, INK_PLAIN, "  ");
    pen_foreign(pen, INK_PLAIN, a->retired.data[i].test);
    pen_write(pen, INK_PLAIN, ": ");
    pen_foreign(pen, INK_PLAIN, a->retired.data[i].why);
    fputc('\n', pen->out);
  }
}

/* How many failures the old version has, too. */
static void write_old(const struct augment *a, const struct pen *pen) {
  uint32_t counts[3] = {0};
  for (uint32_t i = 0; a->in_old && i < a->result.failures.count; i++) counts[a->in_old[i]]++;
  if (a->in_old)
    pen_write(pen, INK_PLAIN, "failures: %u new, %u that the old version has, too, %u of which that is not known\n",
              counts[IN_OLD_NO], counts[IN_OLD_YES], counts[IN_OLD_UNKNOWN]);
}

static void write_steps(const struct augment *a, const struct pen *pen) {
  char runs[WORDS_COUNT];
  for (int m = MEANS_SUITE; m < MEANS_COUNT; m++) {
    const struct augment_step *step = &a->steps[m];
    if (!step->runs && !step->covered) continue;
    pen_write(pen, INK_FAINT, "  %-28s %" PRIu64 " covered, %s, %.2f s\n", target_means_text((enum target_means)m),
              step->covered, words_count(step->runs, "run", runs), step->seconds);
  }
}

static uint32_t known_inputs(const struct augment *a) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < a->added.count; i++) count += a->added.data[i].known_inputs;
  return count;
}

static const char *inputs_word(const struct augment_added *added) { return added->known_inputs ? "known" : "new"; }

/* What the suite lacked: inputs, or schedules for the inputs that it has. Which test is which, on request. */
static void write_added(const struct augment_view *v, const struct pen *pen) {
  const struct augment *a = v->augment;
  uint32_t known = known_inputs(a);
  char tests[WORDS_COUNT];
  if (!a->added.count) return;
  pen_write(pen, INK_PLAIN, "%s: %u with new inputs, %u with new schedules for inputs of existing tests\n",
            words_count(a->added.count, "added test", tests), a->added.count - known, known);
  for (uint32_t i = 0; v->level == REPORT_VERBOSE && i < a->added.count; i++)
    pen_write(pen, INK_PLAIN, "  %s: %s inputs\n", a->added.data[i].test, inputs_word(&a->added.data[i]));
}

void augment_view_text(const void *view, const struct pen *pen) {
  const struct augment_view *v = view;
  struct augment_row *rows = rows_of(v);
  if (v->change && v->change->nothing) pen_write(pen, INK_PLAIN, "nothing changed\n");
  if (is_pairs(v)) augment_text(pen, v->program, rows, v->targets->list.count, v->level);
  else write_branches(v, pen, rows);
  free(rows);
  if (!v->augment) return;
  write_added(v, pen);
  write_old(v->augment, pen);
  write_steps(v->augment, pen);
  write_retired(v->augment, pen);
  if (v->augment->resumed)
    pen_write(pen, INK_PLAIN, "went on from an earlier call with the same programs and options\n");
  if (v->augment->stopped) pen_write(pen, INK_PLAIN, "the same command goes on from here\n");
  if (v->augment->all_failures) pen_write(pen, INK_PLAIN, "failures were looked for everywhere\n");
}

/* ---- JSON ---- */

static json_t *text_value(const char *text) {
  char *clean = words_clean(text ? text : "", false);
  json_t *value = text ? json_string(clean) : json_null();
  free(clean);
  return value;
}

static json_t *place_value(const struct ir_program *p, uint32_t ins) {
  const char *file;
  uint32_t line;
  lines_place(p, ins, &file, &line);
  return json_pack("{s:o, s:I}", "file", text_value(file), "line", (json_int_t)line);
}

static json_t *branches_value(const struct augment_view *v, const struct augment_row *rows) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < v->targets->list.count; i++) {
    const struct target *t = &v->targets->list.data[i];
    json_array_append_new(list,
                          json_pack("{s:o, s:o, s:s, s:o, s:o}", "branch", place_value(v->program, t->first), "to",
                                    place_value(v->program, t->second), "status", augment_status_text(rows[i].status),
                                    "test", text_value(t->test), "how", text_value(rows[i].how)));
  }
  return list;
}

static json_t *lines_value(const struct augment_view *v) {
  struct diff_report report = {.change = v->change, .impact = v->impact};
  json_t *array = json_array();
  uint32_t live;
  if (!v->impact) return array;
  struct diff_places places = diff_affected(&report, false, &live);
  for (uint32_t i = 0; i < places.count; i++)
    json_array_append_new(array, json_pack("{s:o, s:I}", "file", text_value(places.data[i].file), "line",
                                           (json_int_t)places.data[i].line));
  free(places.data);
  return array;
}

static json_t *change_value(const struct augment_view *v, json_t *counts) {
  const struct change *c = v->change;
  return json_pack("{s:I, s:I, s:I, s:b, s:o, s:O}", "added", (json_int_t)c->new.alone, "deleted",
                   (json_int_t)c->old.alone, "modified", (json_int_t)c->new.modified, "nothing", c->nothing,
                   "affected_lines", lines_value(v), is_pairs(v) ? "pairs" : "branches", counts);
}

static json_t *steps_value(const struct augment *a) {
  static const char *const names[MEANS_COUNT] = {[MEANS_SUITE] = "suite",
                                                 [MEANS_RANDOM] = "random",
                                                 [MEANS_FLIPPED] = "flipped",
                                                 [MEANS_SOLVED] = "solved",
                                                 [MEANS_EXPLORED] = "explored"};
  json_t *object = json_object();
  for (int m = MEANS_SUITE; m < MEANS_COUNT; m++)
    json_object_set_new(object, names[m],
                        json_pack("{s:I, s:I, s:f}", "runs", (json_int_t)a->steps[m].runs, "covered",
                                  (json_int_t)a->steps[m].covered, "seconds", a->steps[m].seconds));
  return object;
}

/* "new" is what is not known to be old; this says what is known. */
static void add_old(const struct augment *a, json_t *object) {
  json_t *failures = json_object_get(object, "failures");
  for (uint32_t i = 0; a->in_old && i < json_array_size(failures); i++)
    json_object_set_new(json_array_get(failures, i), "in_old", json_string(augment_in_old_text(a->in_old[i])));
}

static void add_tests(const struct augment *a, json_t *object) {
  json_t *tests = json_object_get(object, "tests"), *added = json_array();
  for (uint32_t i = 0; i < a->added.count; i++)
    json_array_append_new(added, json_pack("{s:o, s:s}", "test", text_value(a->added.data[i].test), "inputs",
                                           inputs_word(&a->added.data[i])));
  json_object_set_new(object, "added", added);
  if (!tests) return;
  uint32_t known = known_inputs(a);
  json_object_set_new(tests, "retired", json_integer((json_int_t)a->retired.count));
  json_object_set_new(tests, "new_inputs", json_integer((json_int_t)(a->added.count - known)));
  json_object_set_new(tests, "new_schedules", json_integer((json_int_t)known));
}

static void add_augment(const struct augment *a, json_t *object) {
  add_old(a, object);
  json_t *retired = json_array();
  for (uint32_t i = 0; i < a->retired.count; i++)
    json_array_append_new(retired, json_pack("{s:o, s:o}", "test", text_value(a->retired.data[i].test), "why",
                                             text_value(a->retired.data[i].why)));
  add_tests(a, object);
  json_object_set_new(object, "retired", retired);
  json_object_set_new(object, "steps", steps_value(a));
  json_object_set_new(object, "all_failures", json_boolean(a->all_failures));
  json_object_set_new(object, "failures_seconds", json_real(a->failures_seconds));
  json_object_set_new(object, "resumed", json_boolean(a->resumed));
  json_object_set_new(object, "stopped", text_value(a->stopped));
}

void augment_view_json(const void *view, json_t *object) {
  const struct augment_view *v = view;
  struct augment_row *rows = rows_of(v);
  json_t *counts = augment_json_counts(rows, v->targets->list.count);
  if (v->change) json_object_set_new(object, "change", change_value(v, counts));
  json_object_set_new(object, "criterion", json_string(is_pairs(v) ? "pairs" : "branches"));
  json_object_set_new(object, "coverage", counts);
  json_object_set_new(object, is_pairs(v) ? "pairs" : "branches",
                      is_pairs(v) ? augment_json(v->program, rows, v->targets->list.count) : branches_value(v, rows));
  if (v->augment) add_augment(v->augment, object);
  json_t *stats = json_object_get(object, "stats");
  if (stats) json_object_set_new(stats, "static_seconds", json_real(v->static_seconds));
  free(rows);
}
